"""Files and sentences are kept, forgotten and recalled by the window's own controller."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from model.common.assets import CHECKPOINTS
from model.record.trace_file import save_trace
from tests.viz_app.commands.test_command import INFO
from tests.viz_app.running import Running, wait_until
from tests.viz_app.sample_trace import make_trace
from viz_app.state.export_choices import Export, ExportChoices, from_texts
from viz_app.state.intents import (
    ChangeSettings,
    ForgetFiles,
    ForgetSentences,
    LookForFiles,
    OpenPath,
    RecallSentence,
    SetSource,
    Undo,
)
from viz_app.state.state import Memory, Settings


@pytest.fixture
def still(qapp: QApplication) -> Iterator[Running]:
    """With a memory and no engine."""
    running = Running.without_window()
    running.state.update(memory=Memory(("/a/one.pt",), ("newest", "older")))
    yield running
    running.controller.stop()


def kept(running: Running) -> list[Memory]:
    heard: list[Memory] = []
    running.controller.remembering.memory_changed.connect(heard.append)
    return heard


def test_a_trace_that_was_opened_is_remembered(still: Running, tmp_path: Path) -> None:
    heard = kept(still)
    save_trace(make_trace(), tmp_path / "run.npz")
    still.open(tmp_path / "run.npz")
    assert still.now.memory.files == (str(tmp_path / "run.npz"), "/a/one.pt")
    assert heard == [still.now.memory]


def test_one_that_could_not_be_opened_is_not(still: Running, tmp_path: Path) -> None:
    (tmp_path / "run.npz").write_bytes(b"damaged")
    still.controller.handle(OpenPath(tmp_path / "run.npz"))
    still.until("problem")
    assert still.now.memory.files == ("/a/one.pt",)


def test_a_checkpoint_is_remembered_unless_it_ships(still: Running) -> None:
    still.controller.remembering.checkpoint(replace(INFO, path=str(CHECKPOINTS / "everyday")))
    still.controller.remembering.checkpoint(replace(INFO, path=""))
    before = still.now.memory.files
    still.controller.remembering.checkpoint(replace(INFO, path="/b/two.pt"))
    assert (before, still.now.memory.files) == (("/a/one.pt",), ("/b/two.pt", "/a/one.pt"))


def test_what_is_gone_is_known_once_somebody_looks(still: Running, tmp_path: Path) -> None:
    still.state.update(memory=Memory((str(tmp_path), "/a/one.pt", "nul\0name")))
    still.controller.handle(LookForFiles())
    wait_until(lambda: bool(still.now.looked.missing))
    assert still.now.looked.missing == {"/a/one.pt", "nul\0name"}


def test_forgetting(still: Running) -> None:
    heard = kept(still)
    still.controller.handle(ForgetFiles())
    still.controller.handle(ForgetSentences())
    still.controller.handle(ForgetSentences())
    assert heard == [Memory((), ("newest", "older")), Memory()]


def test_who_wants_nothing_kept_wants_it_gone_and_undo_does_not_bring_it_back(still: Running) -> None:
    still.controller.handle(ChangeSettings({"remember_sentences": False}))
    assert still.now.memory == Memory(("/a/one.pt",))
    still.controller.remembering.sentence("a secret")
    assert not still.now.memory.sentences
    still.controller.handle(Undo())
    assert still.now.settings.remember_sentences
    assert not still.now.memory.sentences
    still.controller.handle(ChangeSettings({"remember_files": False}))
    still.controller.remembering.file(Path("/b/two.pt"))
    assert still.now.memory == Memory()


def test_recalling_fills_the_box_and_brings_back_what_was_typed(still: Running) -> None:
    still.controller.handle(SetSource("half a sen"))
    seen = []
    for by in (1, 1, -1, -1):
        still.controller.handle(RecallSentence(by))
        seen.append(still.now.source_text)
    assert seen == ["newest", "older", "newest", "half a sen"]


def test_what_was_taken_away_last_is_remembered(still: Running, tmp_path: Path) -> None:
    """Even where files and sentences are not: it says nothing about anybody."""
    heard = kept(still)
    still.state.update(trace=make_trace(), settings=Settings(remember_files=False, remember_sentences=False))
    choices = ExportChoices("numbers", ".tsv", caption=False)
    still.controller.handle(Export(tmp_path / "gone" / "a.tsv", choices))
    assert from_texts(still.now.memory.export) == choices
    assert heard[-1].export == choices.as_texts()
    still.until("not busy", "problem")
