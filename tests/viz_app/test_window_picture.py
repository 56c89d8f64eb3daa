"""A picture of the window, of whatever it may be started with; the engine is asked only where it must be."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from model.common.problems import Problem
from model.record.session_file import save_session
from model.record.trace_file import save_trace
from tests.viz_app.running import SENTENCE, TINY
from tests.viz_app.sample_trace import make_trace
from tests.viz_app.test_app import arguments, untouched
from viz_app.app import run_window
from viz_app.engine.client import EngineClient
from viz_app.handlers.session_codec import facts_of, runs_of
from viz_app.state.state import Snapshot

__all__ = ["untouched"]  # a fixture, for every test here


def test_the_example_is_pictured_without_an_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EngineClient, "start", lambda _: pytest.fail("the engine was started"))
    assert run_window(arguments(snapshot=str(tmp_path / "window.png"), size="1100x700", theme="dark")) == 0
    image = QImage(str(tmp_path / "window.png"))
    assert (image.width(), image.height()) == (1100, 700)
    assert image.pixelColor(5, 300).lightness() < 80
    assert len({image.pixel(x, y) for y in (350, 400, 450) for x in range(0, 1100, 3)}) > 20


def test_a_sentence_is_translated_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "window.png"
    assert run_window(arguments(checkpoint=str(TINY), sentence=SENTENCE, snapshot=str(out))) == 0
    assert not QImage(str(out)).isNull()
    assert capsys.readouterr().err == ""


def test_a_trace_is_pictured_without_an_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EngineClient, "start", lambda _: pytest.fail("the engine was started"))
    save_trace(make_trace(), tmp_path / "run.npz")
    assert run_window(arguments(file=str(tmp_path / "run.npz"), snapshot=str(tmp_path / "window.png"))) == 0
    assert not QImage(str(tmp_path / "window.png")).isNull()


def test_a_problem_is_no_picture(tmp_path: Path) -> None:
    (tmp_path / "run.npz").write_bytes(b"damaged")
    with pytest.raises(Problem, match="damaged"):
        run_window(arguments(file=str(tmp_path / "run.npz"), snapshot=str(tmp_path / "window.png")))
    assert not (tmp_path / "window.png").exists()


def test_a_session_is_pictured_without_an_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EngineClient, "start", lambda _: pytest.fail("the engine was started"))
    now = Snapshot(trace=make_trace(), view="links")
    save_session(tmp_path / "a.headscope", facts_of(now), runs_of(now))
    given = arguments(file=str(tmp_path / "a.headscope"), snapshot=str(tmp_path / "window.png"))
    assert run_window(given) == 0
    assert not QImage(str(tmp_path / "window.png")).isNull()
