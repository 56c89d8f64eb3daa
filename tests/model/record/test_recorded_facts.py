"""What a recording holds, in words: where only the base is installed, too."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from model.record.recorded_facts import describe_recorded, describe_trace
from model.record.session_file import save_session
from model.record.trace_file import save_trace
from tests.model.traces import META, make_trace
from viz_app.cli import main


def test_what_a_trace_holds() -> None:
    facts = describe_trace(make_trace())
    assert facts["trace"]["sentence"] == META.source_text
    assert facts["contents"]["steps"] == 3
    assert facts["contents"]["activations"] == len(make_trace().activations)


def test_a_session_is_described_with_the_run_that_it_shows(tmp_path: Path) -> None:
    path = tmp_path / "a.headscope"
    save_session(
        path, {"view": "links", "place": {"kind": "decoder", "layer": 1, "head": 2, "step": 0}}, [make_trace()]
    )
    facts = describe_recorded(path)
    assert facts is not None
    assert facts["session"]["shows"] == "links, decoder 2.3, step 1"
    assert facts["trace"] == describe_trace(make_trace())["trace"]
    assert describe_recorded(tmp_path / "model.pt") is None


def test_no_torch_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in sys.modules if name.startswith("model.checkpoints")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "torch", None)
    save_trace(make_trace(), tmp_path / "a.npz")
    assert main(["inspect", str(tmp_path / "a.npz")]) == 0
    assert META.translation in capsys.readouterr().out
