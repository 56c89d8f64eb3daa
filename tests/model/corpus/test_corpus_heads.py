"""The table of heads over a file: what totals become, what its file keeps, what a damaged one is refused for."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
import sacrebleu

from model.common.problems import Problem
from model.corpus import corpus_totals
from model.corpus.corpus_heads import (
    CorpusHeads,
    bleu,
    from_values,
    read_heads,
    rows_of,
    summarised,
    to_json,
    to_values,
)  # fmt: skip
from model.corpus.corpus_totals import Totals
from model.training.evaluation import bleu_counts
from tests.model.corpus.planted import planted

PAIRS = [
    ("the cat sat on the mat", ["the cat is on the mat", "there is a cat on the mat"]),
    ("Two dogs play in snow .", ["Two dogs are playing in the snow."]),
    ("No.", ["No, I do not know."]),
]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_bleu_of_counts_equals_sacrebleu(count: int) -> None:
    pairs = PAIRS[:count]
    streams = [[references[at] if at < len(references) else None for _, references in pairs] for at in range(2)]
    total = np.sum([bleu_counts(said, references) for said, references in pairs], axis=0).tolist()
    assert bleu(total) == pytest.approx(sacrebleu.corpus_bleu([said for said, _ in pairs], streams).score, abs=1e-9)


def test_bleu_without_a_hit_or_an_order() -> None:
    assert bleu(bleu_counts("a b c d e", ["v w x y z"])) == 0
    assert bleu(bleu_counts("a b", ["a b"])) == 0


def test_the_effect_of_a_head_is_the_change_per_token() -> None:
    unit = corpus_totals.UNIT
    totals: Totals = {
        "sentences": corpus_totals.counts(4), "loss": corpus_totals.counts(8 * unit),
        "tokens": corpus_totals.counts(16), "cross/loss": corpus_totals.counts([[8 * unit, 12 * unit, 4 * unit]]),
    }  # fmt: skip
    found = summarised(totals, {}).measure("cross", "loss_change")
    assert found is not None
    assert found.mean.tolist() == [[0, 0.25, -0.25]]
    assert found.base.tolist() == [[4, 4, 4]]


def test_a_file_brings_every_number_back(tmp_path: Path) -> None:
    heads = planted()
    path = tmp_path / "heads.json"
    path.write_bytes(to_json(heads))
    back = read_heads(path)
    assert rows_of(back) == rows_of(heads)
    assert dict(back.about) == dict(heads.about)
    assert to_json(back) == to_json(heads)
    names, rows = rows_of(heads)
    row = dict(zip(names, next(row for row in rows if row[:3] == ["cross", 2, 3]), strict=True))
    assert row["aer"] == heads.kinds["cross"]["aer"].mean[1, 2]
    assert row["focus_sd"] == heads.kinds["cross"]["focus"].spread[1, 2]
    assert row["previous"] is None
    assert row["focus_n"] == 200


def test_it_belongs_to_one_checkpoint_of_that_shape() -> None:
    heads = planted()
    shapes = {"encoder": (2, 3), "cross": (2, 3), "decoder": (9, 9)}
    assert heads.fits("ab" * 32, shapes)  # type: ignore[arg-type]  # kinds
    assert not heads.fits("cd" * 32, shapes)  # type: ignore[arg-type]  # kinds
    assert not heads.fits("ab" * 32, shapes | {"cross": (3, 2)})  # type: ignore[arg-type]  # kinds


def damaged(**changes: object) -> bytes:
    return json.dumps({**json.loads(to_json(planted())), **changes}).encode()


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "no table of heads"),
        (b"[1]", "no table of heads"),
        (b"\xff", "no table of heads"),
        (b"[" * 100_000, "no table of heads"),
        (damaged(format="x"), "no table of heads"),
        (damaged(version=2), "version is 2"),
        (damaged(heads=[]), "damaged"),
        (damaged(heads=[["cross", 1, 1]]), "damaged"),
        (damaged(sentences="many"), "damaged"),
        (damaged(columns=["kind"]), "damaged"),
        (damaged(heads=[["cross", 10**9, 1, *[None] * 30]]), "damaged"),
    ],
)
def test_what_is_no_table_is_refused(content: bytes, why: str, tmp_path: Path) -> None:
    path = tmp_path / "heads.json"
    path.write_bytes(content)
    with pytest.raises(Problem, match=why):
        read_heads(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Problem, match="cannot be read"):
        read_heads(tmp_path / "none.json")


def test_means_of_planted_totals_come_out() -> None:
    totals: Totals = {"sentences": corpus_totals.counts(2), "left_out": corpus_totals.counts(0)}
    for value in (0.25, 0.75):
        corpus_totals.add(totals, corpus_totals.of_sentence("encoder/first", np.array([[value, math.nan]])))
    heads: CorpusHeads = summarised(totals, {"file": "x"})
    found = heads.measure("encoder", "first")
    assert found is not None
    assert (found.mean[0, 0], found.base.tolist()) == (0.5, [[2, 0]])
    assert found.spread[0, 0] == pytest.approx(math.sqrt(0.125))
    assert heads.measure("cross", "first") is None


def test_what_no_file_could_hold_again_is_not_taken_from_one() -> None:
    """A session that holds the table would be one that cannot be saved, or not be opened."""
    said = to_values(planted())
    foreign = {**said, "checkpoint": "\ud800", "note": math.nan, "big": math.inf, "list": [[]], "file": "세.tsv"}
    found = from_values(foreign)
    assert found is not None
    assert json.loads(json.dumps(to_values(found), allow_nan=False).encode("utf-8")) == to_values(found)
    assert (found.file, "note" in found.about, "checkpoint" in found.about) == ("세.tsv", False, False)
    assert from_values({**said, "format": "another"}) is None
    assert from_values({**said, "heads": []}) is None
