"""Tables as text for spreadsheets and scripts: RFC 4180, UTF-8, the decimal point in every language.

A float32 is written as the shortest text of exactly its value as a float64, so that readers of either width get the
very number. Text that a spreadsheet would take for a formula gets an apostrophe before it (OWASP ASVS 5.0, 1.2.10);
numbers never do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from model.record.trace import Array
from viz_app.tables.parts.table import Matrix, Table, blocks

BOM = "\ufeff"  #: without it a Korean Excel reads UTF-8 as CP949
END = "\r\n"
#: What starts a formula, in the wide forms of East Asian keyboards too; after apostrophes, so that one can be taken
#: away again.
_FORMULA = re.compile("'*[=+\\-@\t\r\n\0＝＋－＠]")
_QUOTED = re.compile('[",;\t\r\n\0-\x1f]|^ | $')
_SURROGATE = re.compile("[\ud800-\udfff]")
Write = Callable[[Any], str]


def text_of_tables(tables: Sequence[tuple[str, Table]], separator: str) -> Iterator[str]:
    """Several tables as one: a column ``record`` says which a row is of; what a table has no column for is empty."""
    names = list(dict.fromkeys(name for _, table in tables for name in table.names))
    yield _line(["record", *names], separator)
    for record, table in tables:
        yield from _rows(table, names, separator, f"{cell(record)}{separator}")


def text_of_table(table: Table, separator: str) -> Iterator[str]:
    """Pieces of the text: a line of column names, then the rows."""
    yield _line(table.names, separator)
    yield from _rows(table, table.names, separator)


def text_of_matrix(matrix: Matrix, separator: str) -> Iterator[str]:
    """The keys' labels above, each row after its query's label; nothing where a cell has no number."""
    yield _line([matrix.corner, *matrix.columns], separator)
    for label, values, absent in zip(matrix.rows, matrix.values, matrix.absent, strict=True):
        written = ["" if gap else repr(value) for value, gap in zip(values.tolist(), absent.tolist(), strict=True)]
        yield f"{cell(label)}{separator}{separator.join(written)}{END}"


def cell(value: Any) -> str:
    """One value as a field; nothing for None."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, str):
        return _text(value)
    return repr(value)


def clean(text: str) -> str:
    """``text`` with U+FFFD in the place of what is no character: half of a surrogate pair."""
    return _SURROGATE.sub("\ufffd", text)


def _text(value: str) -> str:
    safe = clean(value)
    if _FORMULA.match(safe):
        safe = "'" + safe
    if safe and not _QUOTED.search(safe):
        return safe
    return '"' + safe.replace('"', '""') + '"'


def _line(names: Sequence[str], separator: str) -> str:
    return separator.join(map(cell, names)) + END


def _rows(table: Table, names: Sequence[str], separator: str, before: str = "") -> Iterator[str]:
    for rows in written_rows(table, names, cell):
        yield END.join([before + separator.join(row) for row in rows]) + END


def written_rows(table: Table, names: Sequence[str], write: Write) -> Iterator[Iterator[tuple[str, ...]]]:
    """Stretches of rows, each value written by ``write``: once where it is the same in many rows, else with its row."""
    columns, late, gaps = [], [], [table.absent.get(name) for name in names]
    for name in names:
        column = table.columns.get(name)
        own = column is not None and column.dtype.kind in "fiu" and column.size == len(table)
        plain = own and column is not None and np.isfinite(column).all()
        late.append((_number_or(write(None)) if plain else write) if own else None)
        columns.append(column if own and column is not None else _written(column, write))
    for block in blocks(columns, table.shape, gaps):
        texts = [values if each is None else map(each, values) for values, each in zip(block, late, strict=True)]
        yield zip(*texts, strict=True)


def _number_or(nothing: str) -> Write:
    """Writes finite numbers, as fast as it goes, and ``nothing`` for None."""
    return lambda value: nothing if value is None else repr(value)


def _written(column: Array | None, write: Write) -> Array:
    """The same grid of texts; of nothing where there is no such column."""
    values = [None] if column is None else column.ravel().tolist()
    written = np.empty(len(values), dtype=object)
    written[:] = [write(value) for value in values]
    return written.reshape(() if column is None else column.shape)
