"""``--what-if``: what is written becomes that change and no other; what is none is one sentence."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from model.common.problems import Problem
from model.network.interventions import (
    CHANGES,
    CellFlipped,
    DropoutOn,
    HeadAblated,
    Intervention,
    MaskOff,
    PositionMoved,
    PositionsOff,
    RowSet,
    ScoreTemperature,
    SourceDropped,
    SourceReplaced,
    SourceSwapped,
    TargetForced,
    Unscaled,
)
from model.record.trace_file import save_trace
from tests.model.traces import make_trace
from tests.viz_app.cli.runner import SENTENCE, TINY
from viz_app.cli import main
from viz_app.cli.shared.what_if import FORMS, OFF, READERS, intervention


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("look-ahead=off", MaskOff("look_ahead")),
        ("padding=off", MaskOff("padding")),
        ("scale=off", Unscaled()),
        ("positions=off", PositionsOff()),
        ("cell=decoder:1:4", CellFlipped("decoder", 1, 4)),
        ("head=cross:3:1", HeadAblated("cross", 2, 0)),
        ("head=encoder:1:4:uniform", HeadAblated("encoder", 0, 3, "uniform")),
        ("row=cross:3:1:14:1", RowSet("cross", 2, 0, 14, (0.0, 1.0))),
        ("row=cross:3:1:14:0.25,0,0.75,0", RowSet("cross", 2, 0, 14, (0.25, 0.0, 0.75))),
        ("position=source:0:8", PositionMoved("source", 0, 8)),
        ("temperature=0.5", ScoreTemperature(0.5)),
        ("dropout=0", DropoutOn(0)),
        ("dropout=7:0.25", DropoutOn(7, 0.25)),
        ("replace=1:Hund", SourceReplaced(1, "Hund")),
        ("replace=1:::", SourceReplaced(1, "::")),
        ("drop=2", SourceDropped(2)),
        ("swap=0", SourceSwapped(0)),
        ("force=4:a : b", TargetForced(3, "a : b")),
    ],
)
def test_what_is_written_is_what_is_meant(written: str, meant: Intervention) -> None:
    assert intervention(written) == meant
    assert any(form.split("=")[0] == written.split("=", maxsplit=1)[0] for form in FORMS)


@pytest.mark.parametrize(
    "written",
    [
        "", "look-ahead", "look-ahead=on", "padding=", "head=cross:3", "head=cross:0:1", "head=cross:3:1:zero:more",
        "head=across:3:1", "head=cross:3:-1", "head=cross:3:1:noise", "row=cross:3:1:15:0.5,0.4",
        "row=cross:1:1:1:nan,1",
        "row=cross:1:1:1:999999999", "cell=decoder:2", "cell=decoder:two:5", "position=left:1:2", "heads=off",
        "x" * 5000,
        "temperature=0", "temperature=-1", "temperature=nan", "dropout=", "dropout=x", "dropout=1:1", "dropout=1:",
        "replace=2", "replace=-1:a", "replace=1: ", "drop=-1", "swap=a", "force=0:a", "force=1", "temperature=1e-9",
        "cell=decoder:1:²", "row=cross:1:1:1:,", "\x1b[31m=off",
    ],
)  # fmt: skip
def test_anything_else_is_refused_in_one_sentence(written: str) -> None:
    with pytest.raises(Problem, match="no change that is known") as refusal:
        intervention(written)
    assert str(refusal.value).isprintable() and len(str(refusal.value)) < 600


def test_every_kind_of_change_can_be_written() -> None:
    """The table of all that can be asked for has a form each."""
    forms = {"mask_off": "look-ahead", "unscaled": "scale", "positions_off": "positions", "source_replaced": "replace",
             "source_dropped": "drop", "source_swapped": "swap", "target_forced": "force"}  # fmt: skip
    names = {forms.get(kind.word, kind.word) for kind in CHANGES}
    assert names <= {form.split("=")[0] for form in FORMS} == {*OFF, *READERS}


@pytest.mark.parametrize("command", [["export", "--view", "one_head"], ["page"], ["handout"]])
def test_what_is_made_of_a_finished_run_is_not_changed(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name, *options = command
    save_trace(make_trace(), tmp_path / "t.npz")
    out = tmp_path / {"export": "f.csv", "page": "f.html", "handout": "f.pdf"}[name]
    asked = [name, str(tmp_path / "t.npz"), *options, "--out", str(out)]
    assert main([*asked, "--what-if", "padding=off"]) == 2
    assert "this file holds a finished run" in capsys.readouterr().err and not out.exists()
    assert main([*asked, "--what-if", "padding=of"]) == 2


def test_what_is_written_and_what_is_scored_is_changed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines, csv = tmp_path / "lines.txt", tmp_path / "f.csv"
    lines.write_text(f"{SENTENCE}\n", encoding="utf-8")
    checkpoint, change = ["--checkpoint", str(TINY)], ["--what-if", "force=1:children"]
    assert main(["translate", str(lines), *checkpoint, *change]) == 0
    assert capsys.readouterr().out.startswith("children")
    assert main(["export", SENTENCE, *checkpoint, "--out", str(csv), *change]) == 0
    assert "children" in csv.read_text(encoding="utf-8").replace(",", " ")
    asked = ["evaluate", str(TINY), "--source", str(lines), "--reference", str(lines), "--beam", "1", *change]
    assert main(asked) == 0
    assert "|what-if:force=1:children" in capsys.readouterr().out


def test_a_run_is_recorded_with_its_changes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, plain, no = (str(tmp_path / name) for name in ("t.npz", "p.npz", "no.npz"))
    asked = ["trace", SENTENCE, "--checkpoint", str(TINY), "--max-length", "4", "--out"]
    assert main([*asked, plain]) == 0
    assert main([*asked, path, "--what-if", "head=cross:1:2", "--what-if", "padding=off"]) == 0
    with np.load(path) as found, np.load(plain) as before:
        assert json.loads(str(found["meta"]))["interventions"] == [
            {"what": "head", "kind": "cross", "layer": 0, "head": 1, "instead": "zero"},
            {"what": "mask_off", "mask": "padding"},
        ]
        assert np.array_equal(found["encoder_attention"], before["encoder_attention"]), "nothing before it changes"
        assert not np.array_equal(found["produced_probability"][:2], before["produced_probability"][:2])
    assert main([*asked, no, "--what-if", "head=cross:9:1"]) == 2
    assert ", and 9 is asked for" in capsys.readouterr().err and not Path(no).exists()
