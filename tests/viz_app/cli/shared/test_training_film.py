"""An animation through a training, by the command and as the window asks for it: a frame for each snapshot."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtWidgets import QApplication

from model.checkpoints.checkpoint import open_checkpoint
from model.decoding.run import run_sentence
from model.record.learning_run import read_run
from model.record.trace_file import save_trace
from tests.training_run import FACTORS, write_training
from tests.viz_app.cli.shared.test_window_export import made
from tests.viz_app.commands.test_command import INFO
from tests.viz_app.running import SENTENCE
from viz_app.cli import main
from viz_app.dialogs.export.dialog import is_possible
from viz_app.platform.translations import speak
from viz_app.state.export_choices import ExportChoices
from viz_app.state.state import Selection, Snapshot
from viz_app.state.watched_training import Watched


def test_the_command_and_the_window_make_the_same_film(
    qapp: QApplication, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    speak(qapp, "en")
    folder = write_training(tmp_path)
    training = read_run(folder)
    assert training is not None
    newest = folder / "update-001000"
    run = run_sentence(open_checkpoint(newest), SENTENCE)
    opened = replace(INFO, path=str(newest), sha256=run.meta.checkpoint_sha256)
    shown = Snapshot(
        trace=run, selection=Selection("cross", 0, 1, run.steps - 1), learning=Watched(training, 3), checkpoint=opened
    )
    assert is_possible("training", shown)
    assert not is_possible("training", replace(shown, learning=None))
    assert not is_possible("training", replace(shown, checkpoint=replace(opened, sha256="of another")))
    ours = made(shown, tmp_path, ExportChoices("training", ".gif", "screen", dpi=96))
    with Image.open(ours) as image:
        assert image.n_frames == len(FACTORS)  # type: ignore[attr-defined]  # of a GIF
        assert "after 1,000 updates, epoch 5.0" in image.info["comment"].decode()
    out = tmp_path / "typed.gif"
    words = ["export", SENTENCE, "--checkpoint", str(newest), "--snapshots", "--head", "2", "--layer", "1"]
    assert main([*words, "--out", str(out), "--dpi", "96"]) == 0
    assert out.read_bytes() == ours.read_bytes()
    save_trace(run, tmp_path / "run.npz")
    for refused in ([*words, "--out", "a.png"], ["export", str(tmp_path / "run.npz"), "--snapshots", "--out", "a.gif"]):
        assert main(refused) == 2
        assert "--snapshots" in capsys.readouterr().err
