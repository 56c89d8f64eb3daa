"""The options of decoding: each command that makes or scores runs follows them, and captions name them."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage

from model.checkpoints.checkpoint import open_checkpoint
from model.decoding.beam import beam_search
from model.decoding.beam_tree import SearchRules
from model.training.data import Pair
from model.training.evaluation import Scored, evaluate
from tests.viz_app.cli.runner import SENTENCE, TINY
from viz_app.cli import main

pytestmark = pytest.mark.usefixtures("qapp")
BEAM = ["--beam", "4", "--length-penalty", "-2", "--stop", "never"]
OTHER = "Ein Mann schläft."


def test_a_search_follows_its_rules_in_trace_and_translate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, lines = tmp_path / "t.npz", tmp_path / "lines.txt"
    assert main(["trace", SENTENCE, "--checkpoint", str(TINY), "--out", str(out), *BEAM]) == 0
    told = capsys.readouterr().out.strip()
    checkpoint = open_checkpoint(TINY)
    (best,) = beam_search(checkpoint, [checkpoint.source(SENTENCE)], 4, -2.0, stop="never")
    with np.load(out) as found:
        assert found["produced_ids"].tolist() == list(best.ids)
        held = json.loads(str(found["meta"]))["decoding"]["beam"]
    assert (held["width"], held["penalty"], held["stop"]) == (4, -2.0, "never")
    lines.write_text(SENTENCE, encoding="utf-8")
    assert main(["translate", str(lines), "--checkpoint", str(TINY), *BEAM]) == 0
    assert capsys.readouterr().out.strip() == told


def test_evaluate_searches_so_and_says_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pairs = tmp_path / "pairs.tsv"
    pairs.write_text(f"{SENTENCE}\tTwo dogs.\n{OTHER}\tA man sleeps.\n", encoding="utf-8")
    assert main(["evaluate", str(TINY), "--pairs", str(pairs), *BEAM]) == 0
    said = capsys.readouterr().out
    assert "|beam:4|length-penalty:-2.0|stop:never" in said
    given = [Pair(SENTENCE, ("Two dogs.",)), Pair(OTHER, ("A man sleeps.",))]
    *_, scored = evaluate(open_checkpoint(TINY), given, SearchRules(4, -2.0, "never"))
    assert isinstance(scored, Scored) and f"BLEU {scored.bleu:.2f}" in said


@pytest.mark.parametrize(
    ("options", "said"),
    [(BEAM, "beam 4, length penalty -2.0"), (["--seed", "3", "--temperature", "0.8", "--top-k", "10"],
                                            "sampled with temperature 0.8, seed 3, top-k 10")],
)  # fmt: skip
def test_what_is_exported_names_it(options: list[str], said: str, tmp_path: Path) -> None:
    png, table = tmp_path / "f.png", tmp_path / "f.csv"
    words = ["export", SENTENCE, "--checkpoint", str(TINY), "--view", "beam_tree", "--out", str(png)]
    assert main([*words, "--also", str(table), *options]) == 0
    assert said in QImage(str(png)).text("Description")
    rows = list(csv.DictReader(table.read_text(encoding="utf-8-sig").splitlines()))
    searched = "--beam" in options
    assert len(rows) > 20 and {"kept", "pruned", "ended"} <= {row["fate"] for row in rows}
    best = [row for row in rows if row["rank"] == "1"]
    assert len(best) == searched
    for row in rows[:40]:
        length = int(row["step"])
        divisor = length ** (-2.0 if searched else 1.0)
        assert float(row["score"]) == pytest.approx(float(row["log_probability"]) / divisor, rel=1e-4)


def test_impossible_ones_are_told_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, run = tmp_path / "f.png", tmp_path / "t.npz"
    words = ["export", SENTENCE, "--checkpoint", str(TINY), "--out", str(out)]
    assert main([*words, "--length-penalty", "0.6"]) == 2
    assert "only a beam has it" in capsys.readouterr().err
    assert main([*words, "--beam", "3", "--seed", "1"]) == 2
    assert "drawn one by one" in capsys.readouterr().err and not out.exists()
    assert main(["trace", SENTENCE, "--checkpoint", str(TINY), "--out", str(run)]) == 0
    assert main(["export", str(run), "--out", str(out), "--beam", "3"]) == 2
    assert "finished run" in capsys.readouterr().err
