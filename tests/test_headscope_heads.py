"""Heads over a file from Python: the table of the command line, whoever computes, and a call that goes on."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import headscope
from headscope import HeadStatistics, Problem
from model.corpus import head_table
from model.corpus.corpus_heads import read_heads, to_json
from tests.model.sample_checkpoints import PAIRS, TINY
from viz_app.cli import main


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(head_table, "SIZE", 3)


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Any]:
    """Eight pairs, and a link between the first words of each."""
    pairs, gold = tmp_path / "pairs.tsv", tmp_path / "gold.txt"
    pairs.write_text("".join(f"{source}\t{target}\n" for source, target in PAIRS[:8]), encoding="utf-8")
    gold.write_text("1-1\n" * 8, encoding="utf-8")
    return {"file": pairs, "gold": gold}


def measured(files: dict[str, Any], **more: Any) -> HeadStatistics:
    return headscope.heads(headscope.open(TINY), **files, gold_from=1, **more)


def test_it_is_the_table_of_the_command_line_whoever_computes(files: dict[str, Any], tmp_path: Path) -> None:
    out = tmp_path / "t.json"
    words = [
        "heads",
        str(TINY),
        str(files["file"]),
        "--gold",
        str(files["gold"]),
        "--gold-from",
        "1",
        "--out",
        str(out),
    ]
    assert main([*words, "--workers", "1"]) == 0
    threads, heard = torch.get_num_threads(), list[tuple[int, int]]()
    torch.set_num_threads(2)
    try:
        here = measured(files, progress=lambda *told: heard.append(told))
        assert torch.get_num_threads() == 2, "this process computes with one, and then as before"
    finally:
        torch.set_num_threads(threads)
    assert to_json(here.table) == out.read_bytes()
    assert heard == [(0, 8), (3, 8), (6, 8), (8, 8)]
    with ThreadPoolExecutor(1) as executor:
        assert to_json(measured(files, executor=executor, workers=2).table) == out.read_bytes()
    here.save(tmp_path / "again.json")
    assert to_json(read_heads(tmp_path / "again.json")) == out.read_bytes()


def test_what_it_holds_counts_from_0_and_its_rows_from_1(files: dict[str, Any]) -> None:
    found = headscope.heads(str(TINY), **files, gold_from=1)
    assert repr(found) == "<heads of tiny over 8 sentences of pairs.tsv>"
    assert found.about["sentences"] == 8
    assert {"entropy", "focus", "aer"} <= set(found.names["cross"])
    focus = found.measure("cross", "focus")
    assert focus.mean.shape == (2, 4) and (focus.base == 8).all()
    row = next(row for row in found.rows() if (row["kind"], row["layer"], row["head"]) == ("cross", 2, 3))
    assert (row["focus"], row["focus_sd"], row["focus_n"]) == (focus.mean[1, 2], focus.spread[1, 2], 8)
    assert np.isnan(found.measure("cross", "aer").spread).all()
    with pytest.raises(Problem, match=r"no such measure.*entropy, "):
        found.measure("cross", "following")


class Dying(Executor):
    """Its processes end before the third piece."""

    def __init__(self) -> None:
        self.asked = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.asked += 1
        if self.asked > 2:
            raise BrokenProcessPool
        future = Future[Any]()
        future.set_result(fn(*args))
        return future


def test_a_second_call_goes_on_with_what_was_done(files: dict[str, Any], tmp_path: Path) -> None:
    whole, work = measured(files), tmp_path / "work"
    with pytest.raises(Problem, match="executor: its processes ended"):
        measured(files, executor=Dying(), work=work)
    assert len((tmp_path / "work.work").read_text().splitlines()) == 1 + 2
    heard = list[int]()
    again = measured(files, work=work, progress=lambda done, _: heard.append(done))
    assert heard == [6, 8], "two of three pieces were there"
    assert to_json(again.table) == to_json(whole.table)
    assert not (tmp_path / "work.work").exists()


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"ablate": "all"}, "there is no such ablation"),
        ({"workers": 0}, "it is no number from 1"),
        ({"workers": 2, "cluster": "tcp://127.0.0.1:1"}, "a cluster has workers of its own"),
        ({"target": "none.txt"}, "none.txt"),
    ],
)
def test_what_cannot_be_asked_is_one_sentence(more: dict[str, Any], told: str, files: dict[str, Any]) -> None:
    with pytest.raises(Problem, match=told):
        measured(files, **more)
