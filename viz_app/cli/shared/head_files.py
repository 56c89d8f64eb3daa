"""A table of heads as a file: JSON, which the window opens, CSV for spreadsheets, Parquet for data frames."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

from model.common.atomic import write_atomically
from model.common.problems import Problem
from model.common.text import Text
from viz_app.cli.shared.common import output_path

if TYPE_CHECKING:
    from model.corpus.corpus_heads import CorpusHeads

SUFFIXES = (".json", ".csv", ".parquet")


def check_out(text: str) -> Path:
    """Where the table goes. Raises :class:`Problem` before anything is computed."""
    suffix = Path(text).suffix.lower()
    if suffix not in SUFFIXES:
        why = Text("its name does not end in %1", ", ".join(SUFFIXES))
        raise Problem(text, why, Text("Call it %1", (Path(text).stem or "heads") + ".json"))
    if suffix == ".parquet":
        _parquet(text)
    return output_path(text, suffix)


def write_heads(heads: CorpusHeads, path: Path) -> None:
    """Write the table in the form that the file's name says. Raises :class:`Problem`."""
    from model.corpus.corpus_heads import rows_of, to_json

    suffix = path.suffix.lower()
    if suffix == ".json":
        write_atomically(path, to_json(heads))
    elif suffix == ".csv":
        write_atomically(path, as_csv(*rows_of(heads)))
    else:
        write_atomically(path, as_parquet(heads, str(path)))


def as_csv(names: list[str], rows: list[list[Any]]) -> bytes:
    """As all tables of the program; nothing where there is no number."""
    from viz_app.tables.parts.text_table import BOM, END, cell

    return (BOM + "".join(",".join(map(cell, row)) + END for row in [names, *rows])).encode("utf-8")


def as_parquet(heads: CorpusHeads, name: str) -> bytes:
    """With what the table is of in the file's own metadata. Raises :class:`Problem` without pyarrow."""
    from model.corpus.corpus_heads import rows_of

    arrow, parquet = _parquet(name)
    names, rows = rows_of(heads)
    columns = {column: [row[place] for row in rows] for place, column in enumerate(names)}
    types = [getattr(arrow, _type(column))() for column in names]
    about = {str(key): str(value) for key, value in heads.about.items()}
    table = arrow.table(columns, schema=arrow.schema(zip(names, types, strict=True), metadata=about))
    stream = io.BytesIO()
    parquet.write_table(table, stream)
    return stream.getvalue()


def _type(column: str) -> str:
    if column == "kind":
        return "string"
    return "int64" if column in ("layer", "head") or column.endswith("_n") else "float64"


def _parquet(name: str) -> tuple[Any, Any]:
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError as error:
        from model.common.installed import getting

        why = Text("pyarrow, which writes Parquet, is not installed; .csv needs nothing more")
        raise Problem(name, why, getting("pyarrow")) from error
    return pa, parquet
