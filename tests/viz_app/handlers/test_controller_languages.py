"""Telling a model of many languages another one, through the real engine."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QApplication

from tests.model.checkpoints.formats.hf_tokenizers import spoken
from tests.viz_app.running import SENTENCE, Running
from viz_app.state.intents import SetLanguages
from viz_app.state.start import Start


def test_another_language_is_told_and_translated_at_once(qapp: QApplication, tmp_path: Path) -> None:
    running = Running.without_window()
    try:
        running.controller.start(Start(checkpoint=str(spoken(tmp_path)), sentence=SENTENCE, ask=False))
        running.until("trace", "not busy")
        running.controller.handle(SetLanguages("kor_Hang", "deu_Latn"))
        running.until("busy")
        running.until("not busy")
        info, trace = running.now.checkpoint, running.now.trace
        assert info is not None and trace is not None and trace.produced_tokens is not None
        assert (info.source_language, info.target_language) == ("kor_Hang", "deu_Latn")
        assert (trace.source_tokens[0], trace.produced_tokens[0]) == ("kor_Hang", "deu_Latn")
        shown = running.now
        running.controller.handle(SetLanguages("kor_Hang", "deu_Latn"))
        assert running.now is shown  # nothing to do
    finally:
        running.controller.stop()
