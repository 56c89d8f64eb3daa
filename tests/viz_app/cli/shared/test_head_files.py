"""Tables of heads as CSV and Parquet, read back with other libraries."""

from __future__ import annotations

import csv
import io
import sys
from pathlib import Path

import pytest

from model.common.problems import Problem
from model.corpus.corpus_heads import read_heads, rows_of
from tests.model.corpus.planted import planted
from viz_app.cli.shared.head_files import check_out, write_heads


def test_csv_holds_every_number(tmp_path: Path) -> None:
    path = tmp_path / "heads.csv"
    write_heads(planted(), path)
    text = path.read_text(encoding="utf-8-sig")
    names, rows = rows_of(planted())
    read = list(csv.reader(io.StringIO(text, newline="")))
    assert read[0] == names
    assert len(read) == 1 + len(rows) == 13
    for line, row in zip(read[1:], rows, strict=True):
        assert line[0] == row[0]
        assert [None if cell == "" else float(cell) for cell in line[1:]] == row[1:]


def test_parquet_holds_every_number_and_what_it_is_of(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow, the extra parquet, is not installed here")
    path = tmp_path / "heads.parquet"
    write_heads(planted(), path)
    table = parquet.read_table(path)
    names, rows = rows_of(planted())
    assert table.column_names == names
    assert [list(row.values()) for row in table.to_pylist()] == rows
    assert table.schema.metadata[b"sentences"] == b"200"
    assert table.schema.metadata[b"file"].decode() == "sätze.tsv"


def test_json_is_what_the_window_reads(tmp_path: Path) -> None:
    path = tmp_path / "heads.json"
    write_heads(planted(), path)
    assert rows_of(read_heads(path)) == rows_of(planted())


def test_other_names_and_a_missing_library_are_told_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Problem, match=r"does not end in \.json, \.csv, \.parquet"):
        check_out(str(tmp_path / "heads.txt"))
    with pytest.raises(Problem, match="does not exist"):
        check_out(str(tmp_path / "none" / "heads.csv"))
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(Problem, match="pyarrow, which writes Parquet, is not installed"):
        check_out(str(tmp_path / "heads.parquet"))
