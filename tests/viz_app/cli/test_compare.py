"""``compare``: a planted cell is at the top, as text, as JSON and in the figure's numbers."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from model.record.trace_file import save_trace
from tests.viz_app.sample_trace import make_trace
from viz_app.cli import main


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    run = make_trace()
    weights = run.maps("decoder").copy()
    weights[1, 2, 5, 3] += np.float32(0.25)
    paths = tmp_path / "a.npz", tmp_path / "b.npz"
    save_trace(run, paths[0])
    save_trace(replace(run, decoder_attention=weights), paths[1])
    return str(paths[0]), str(paths[1])


def test_a_planted_fault_is_the_first_of_the_heads(
    files: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str], qapp: QApplication
) -> None:
    out = tmp_path / "f.csv"
    assert main(["compare", *files, "--top", "2", "--figure", str(out)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[4].split()[:4] == ["1", "decoder", "2", "3"]
    assert lines[4].endswith("+0.250000  at the × play")
    assert lines[-1] == "… 34 more"
    rows = list(csv.DictReader(out.read_text(encoding="utf-8-sig").splitlines()))
    changed = [row for row in rows if row["difference"] and abs(float(row["difference"])) > 1e-6]
    assert [(row["query_position_after"], row["key_position_after"]) for row in changed] == [("5", "3")]
    assert float(changed[0]["difference"]) == pytest.approx(0.25)


def test_json_says_all_heads_and_who_stands_beside_whom(
    files: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", *files, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert len(said["heads"]) == 36
    first = said["heads"][0]
    assert (first["kind"], first["layer"], first["head"], first["query"], first["key"]) == ("decoder", 2, 3, 5, 3)
    assert said["source"] == [[at, at] for at in range(7)]


def test_networks_of_other_sizes_are_refused_unless_only_common_heads_are_wanted(
    files: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save_trace(make_trace(layers=2, heads=3), tmp_path / "c.npz")
    assert main(["compare", files[0], str(tmp_path / "c.npz")]) == 2
    assert "3 layers of 4 heads" in capsys.readouterr().err
    assert main(["compare", files[0], str(tmp_path / "c.npz"), "--common", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["heads"]) == 18
