"""Anybody's numbers in Python: a run with its words, labels for xarray and pandas, errors that name the argument."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import headscope
from headscope import Problem

WEIGHTS = np.array([[[[0.75, 0.25, 0.0], [0.125, 0.375, 0.5]]] * 2], dtype=np.float64)  # [1,2,2,3]
ROWS, COLUMNS = ("two", "dogs"), ("zwei", "Hunde", "</s>")


def test_a_run_has_the_numbers_and_the_words(tmp_path: Path) -> None:
    run = headscope.from_arrays(WEIGHTS, ROWS, COLUMNS, sentence="zwei Hunde")
    found = run.map("cross", 0, 1)
    np.testing.assert_array_equal(found.values, WEIGHTS[0, 1].astype(np.float32))
    assert (found.rows, found.columns) == (ROWS, COLUMNS)
    assert run.alignment(0, 1).pharaoh == "0-0 2-1"
    run.save(tmp_path / "mine.npz")
    np.testing.assert_array_equal(headscope.load(tmp_path / "mine.npz").attention("cross"), run.attention("cross"))


@pytest.mark.parametrize("kind", ["encoder", "decoder"])
def test_self_attention_of_one_head_with_its_mask(kind: Any, tmp_path: Path) -> None:
    values, words = np.array([[1.0, 0.0], [0.5, 0.5]]), ["a", "b"]
    run = headscope.from_arrays(values, words, words, kind=kind, mask=np.tri(2, dtype=bool))
    found = run.map(kind, 0, 0)
    assert (found.rows, found.columns) == (("a", "b"), ("a", "b"))
    np.testing.assert_array_equal(found.mask, np.tri(2, dtype=bool))
    run.page(tmp_path / "mine.html", language="ko")
    assert "a" in (tmp_path / "mine.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"weights": WEIGHTS * 2}, "weights: 1.5 at layer 0, head 0, row 0, column 0 is not from 0 to 1"),
        ({"weights": [0.5]}, "weights float64 [1]: they are no numbers by layer, head, row and column"),
        ({"rows": ["two"]}, "rows: there are 1, and weights have 2 rows"),
        ({"columns": "abc"}, "columns: they are no list of words"),
        ({"kind": "self"}, "kind 'self': there is no such attention"),
        ({"kind": "encoder"}, "rows, columns: they differ"),
        ({"mask": np.ones((3, 2), dtype=bool)}, "mask bool [3, 2]: it does not fit weights"),
    ],
    ids=["range", "axes", "rows", "words", "kind", "same words", "mask"],
)
def test_what_is_wrong_names_the_argument(change: dict[str, Any], said: str) -> None:
    given: dict[str, Any] = {"weights": WEIGHTS, "rows": ROWS, "columns": COLUMNS}
    with pytest.raises(Problem) as caught:
        headscope.from_arrays(**given | change)
    assert str(caught.value).startswith(said)


def test_labels_for_xarray_and_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither is installed everywhere: what they are called with is what counts."""
    run = headscope.from_arrays(WEIGHTS, ROWS, COLUMNS)
    monkeypatch.setitem(sys.modules, "xarray", SimpleNamespace(DataArray=lambda values, **more: (values, more)))
    values, more = run.to_xarray("cross")
    np.testing.assert_array_equal(values, run.attention("cross"))
    assert more["dims"] == ("layer", "head", "query", "key")
    assert more["coords"]["column"] == ("key", list(COLUMNS))
    assert [len(more["coords"][axis]) for axis in more["dims"]] == [1, 2, 2, 3]
    table = SimpleNamespace(Index=lambda words, name: (words, name), DataFrame=lambda values, **more: (values, more))
    monkeypatch.setitem(sys.modules, "pandas", table)
    values, more = run.to_pandas("cross", 0, 1)
    assert (values[1, 2], more["index"][0], more["columns"][0]) == (0.5, list(ROWS), list(COLUMNS))
    monkeypatch.setitem(sys.modules, "xarray", None)
    with pytest.raises(Problem, match=r"python.* -m pip install xarray"):
        run.to_xarray("cross")
