"""The mean of checkpoints against a loop over single numbers, and what cannot be averaged."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from model.checkpoints.average import average, normalised
from model.checkpoints.checkpoint import Checkpoint, open_checkpoint
from model.common.problems import Problem
from tests.model.sample_checkpoints import make_checkpoint
from tests.viz_app.cli.runner import SENTENCE, TINY
from viz_app.cli import main


def planted(number: int, **changes: Any) -> Checkpoint:
    """A checkpoint of small size whose weights depend on ``number``."""
    return replace(make_checkpoint(number, changes=changes), name=f"n{number}", sha256=f"{number}" * 8)


def test_every_weight_is_the_sum_of_shares() -> None:
    first, second, third = planted(1), planted(2), planted(3)
    lists = [
        {name: value.flatten().tolist() for name, value in each.transformer.named_parameters()}
        for each in (first, second, third)
    ]
    mean = average([first, second, third], (0.5, 0.3, 0.2), "mean")
    different = 0
    for name, value in mean.transformer.named_parameters():
        for place, found in enumerate(value.flatten().tolist()):
            a, b, c = (each[name][place] for each in lists)
            assert found == pytest.approx(0.5 * a + 0.3 * b + 0.2 * c, rel=1e-6, abs=1e-7)
            different += a not in (b, c)
    assert different > 100
    assert mean.name == "mean"
    said = ("0.5 of n1, weights 11111111", "0.3 of n2, weights 22222222", "0.2 of n3, weights 33333333")
    assert mean.provenance == {"data": "none", "average": "; ".join(said)}


def test_another_network_and_other_tokens_are_one_sentence_each() -> None:
    with pytest.raises(Problem, match=r"its network is not that of n1 \(.*norm_eps.*\)"):
        average([planted(1), planted(2, norm_eps=1e-3)], (0.5, 0.5), "mean")
    swapped = replace(planted(2), source_tokenizer=planted(1).target_tokenizer)
    with pytest.raises(Problem, match="its tokens are not those of n1"):
        average([planted(1), swapped], (0.5, 0.5), "mean")


def test_shares_are_parts_of_one() -> None:
    assert normalised((), 4) == (0.25,) * 4
    assert normalised((1, 3), 2) == (0.25, 0.75)
    for wrong, why in (((1,), "1 are given for 2"), ((1, 0), "no number above 0"), ((1, float("nan")), "no number")):
        with pytest.raises(Problem, match=why):
            normalised(wrong, 2)


def test_the_command_keeps_types_and_tokens(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "same"
    assert main(["average", str(TINY), str(TINY), "--shares", "1,2", "--out", str(out)]) == 0
    assert capsys.readouterr().out == f"{out}\n"
    assert (out / "model.safetensors").read_bytes() == (TINY / "model.safetensors").read_bytes()
    found = open_checkpoint(out)
    assert found.name == "same"
    assert found.source_tokenizer.encode(SENTENCE) == open_checkpoint(TINY).source_tokenizer.encode(SENTENCE)
    assert main(["average", str(TINY), "--shares", "a", "--out", str(out)]) == 2
    assert "no list of numbers above 0 such as 1,1,2" in capsys.readouterr().err
