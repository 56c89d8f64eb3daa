"""Files of numbers where something goes wrong: the old file stays, one sentence says why, nothing else is left."""

from __future__ import annotations

import csv
import json
import math
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from model.common.problems import Problem
from model.record.trace import Kind
from model.record.trace_file import save_trace
from tests.source_tree import PROJECT
from tests.viz_app.exports.planted import KINDS, planted, snapshot, token
from tests.viz_app.sample_trace import make_trace
from viz_app.exports import all_exports
from viz_app.exports.data.json_text import json_of_table
from viz_app.exports.data.numbers import MOST_ROWS, check_rows
from viz_app.exports.figures.figure import Figure
from viz_app.state.state import Snapshot
from viz_app.tables import all_tables, table_of
from viz_app.tables.parts.text_table import text_of_table

pytestmark = pytest.mark.usefixtures("qapp")
SUFFIXES = (".csv", ".json", ".npz", ".tsv")
every_kind = pytest.mark.parametrize("export", [all_exports()[suffix] for suffix in SUFFIXES], ids=SUFFIXES)
both = pytest.mark.parametrize("figure", [Figure(whole_run=False), Figure(whole_run=True)], ids=["shown", "run"])


@every_kind
@both
def test_a_missing_folder(export: ModuleType, figure: Figure, tmp_path: Path) -> None:
    with pytest.raises(Problem, match="cannot be written"):
        export.write(snapshot("one_head"), figure, tmp_path / "no" / f"t{export.SUFFIX}")
    assert not list(tmp_path.iterdir())


@every_kind
@both
def test_without_a_run_there_is_one_sentence(export: ModuleType, figure: Figure, tmp_path: Path) -> None:
    with pytest.raises(Problem):
        export.write(Snapshot(), figure, tmp_path / f"t{export.SUFFIX}")
    assert not list(tmp_path.iterdir())


SMALL_DISK = """
import resource, sys
from viz_app.cli import main
from tests.source_tree import PROJECT
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
for out in sys.argv[2:]:
    what = "run" if "run" in out else "shown"
    print(main(["export", sys.argv[1], "--view", "all_layers", "--what", what, "--out", out]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_a_full_disk(tmp_path: Path) -> None:
    """A limit on the size of files stands for the disk."""
    save_trace(planted(), tmp_path / "trace.npz")
    outs = [tmp_path / f"{what}{suffix}" for suffix in SUFFIXES for what in ("run", "shown")]
    for out in outs:
        out.write_bytes(b"old")
    words = [sys.executable, "-c", SMALL_DISK, str(tmp_path / "trace.npz"), *map(str, outs)]
    done = subprocess.run(words, check=True, cwd=PROJECT, capture_output=True, text=True, timeout=300)
    assert done.stdout.split() == ["2"] * len(outs)
    sentences = done.stderr.splitlines()
    assert len(sentences) == len(outs)
    for out, sentence in zip(outs, sentences, strict=True):
        assert sentence.startswith(f"error: {out}: it cannot be written (File too large). ")
        assert out.read_bytes() == b"old"
    assert {path.name for path in tmp_path.iterdir()} == {"trace.npz", *(out.name for out in outs)}


def test_a_table_that_nobody_could_open_is_refused() -> None:
    check_rows(MOST_ROWS, Path("t.csv"))
    with pytest.raises(Problem, match="10,000,001 rows"):
        check_rows(MOST_ROWS + 1, Path("t.csv"))


def test_no_file_is_made_in_memory_first() -> None:
    """Rows are made of the run's own array, a stretch at a time."""
    now = snapshot("all_layers", trace=make_trace(4, 4, ["a"] * 127, ["b"] * 127))
    now = replace(now, selection=replace(now.selection, step=127))
    table = table_of(now)
    assert now.trace is not None
    assert now.trace.cross_attention is not None
    assert np.shares_memory(table.columns["weight"], now.trace.cross_attention)
    assert len(table) == 16 * 128 * 128
    for pieces in (text_of_table(table, ","), json_of_table(table, {}, {})):
        lengths = [len(piece) for piece in pieces]
        assert max(lengths) < sum(lengths) / 10
    assert sum(array.size for array in table.columns.values()) < len(table) + 20_000


PLACES = [(view, "embedding") for view in all_tables()] + [
    ("embeddings_layers", topic) for topic in ("position", "stream", "heads")
]


@pytest.mark.parametrize(
    ("view", "topic", "kind"),  # each place with two kinds, each kind at two places of three
    [(*place, kind) for at, place in enumerate(PLACES) for number, kind in enumerate(KINDS) if (at + number) % 3],
)
def test_every_view_says_the_same_in_every_format(view: str, topic: Any, kind: Kind, tmp_path: Path) -> None:
    now = snapshot(view, kind)
    now = replace(now, selection=replace(now.selection, topic=topic))
    table = table_of(now)
    rows = list(table.rows())
    for suffix in SUFFIXES:
        all_exports()[suffix].write(now, Figure(whole_run=False), tmp_path / f"t{suffix}")
    read = json.loads((tmp_path / "t.json").read_text(encoding="utf-8"))
    assert read["columns"] == list(table.names)
    assert [[_number(value) for value in row] for row in read["rows"]] == [[_number(v) for v in row] for row in rows]
    as_text = [["" if value is None else _number(value) for value in row] for row in rows]
    assert _spreadsheet(tmp_path / "t.csv", table.columns, ",") == as_text
    if table.matrix is None:
        assert _spreadsheet(tmp_path / "t.tsv", table.columns, "\t") == as_text
    with np.load(tmp_path / "t.npz", allow_pickle=False) as file:
        for at, name in enumerate(table.names):
            column = [row[at] for row in rows]
            if name not in file:
                assert set(column) == {None}
                continue
            spread = np.broadcast_to(file[name], table.shape).ravel().tolist()
            told = [
                type(one)(_nothing(one) if value is None else value) for one, value in zip(spread, column, strict=True)
            ]
            assert [_number(value) for value in spread] == [_number(value) for value in told]


def _nothing(beside: Any) -> Any:
    """What an array of this type holds where a table has nothing."""
    return "nan" if isinstance(beside, float) else ""


def _number(value: Any) -> Any:
    """What can be compared: a number that is none equals itself."""
    named = {"NaN": "nan", "Infinity": "inf", "-Infinity": "-inf"}
    if isinstance(value, str):
        return named.get(value, value)
    return repr(value) if isinstance(value, float) and not math.isfinite(value) else value


def _spreadsheet(path: Path, columns: Mapping[str, Any], separator: str) -> list[list[Any]]:
    """Every cell as a value of its column's type."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        head, *lines = csv.reader(file, delimiter=separator, strict=True)
    assert head == list(columns)
    return [[_value(text, columns[name]) for name, text in zip(head, line, strict=True)] for line in lines]


def _value(text: str, column: Any) -> Any:
    if column.dtype.kind == "b":
        return {"TRUE": True, "FALSE": False}[text]
    if column.dtype.kind in "fiu" and text:
        return _number(float(text)) if column.dtype.kind == "f" else int(text)
    known = {repr(one): one for one in column.ravel().tolist() if isinstance(one, (int, float))}
    return _number(known[text]) if text in known else token(text)
