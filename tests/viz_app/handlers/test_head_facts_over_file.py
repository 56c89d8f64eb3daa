"""The window's table of heads: read, or made by a child that can be given up; of another checkpoint it says so."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from model.corpus.corpus_heads import to_json
from tests.model.corpus.planted import planted
from tests.viz_app.controls.parts import info as make_info
from tests.viz_app.running import wait_until
from tests.viz_app.sample_trace import make_trace
from viz_app.handlers import head_facts
from viz_app.handlers.background import Background
from viz_app.handlers.head_facts import HeadsOverFile, arguments, is_table
from viz_app.state.intents import MeasureHeads
from viz_app.state.state import State

RUN = make_trace(layers=2, heads=3)


class FileDesk:
    """State and handler."""

    def __init__(self) -> None:
        self.state, self.files = State(), Background()
        self.heads = HeadsOverFile(self.state, self.files)
        self.state.update(trace=RUN, checkpoint=make_info())

    def measure(self, path: Path) -> None:
        self.heads.handlers[MeasureHeads](MeasureHeads(path))


@pytest.fixture
def desk(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FileDesk]:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    desk = FileDesk()
    yield desk
    desk.heads.stop()
    desk.files.stop()
    assert not list((tmp_path / "temporary").iterdir())


def write(folder: Path, sha256: str = RUN.meta.checkpoint_sha256) -> Path:
    path = folder / "heads.json"
    path.write_bytes(to_json(planted(sha256=sha256)))
    return path


def test_a_table_is_read_and_shown(desk: FileDesk, tmp_path: Path) -> None:
    desk.measure(write(tmp_path))
    assert desk.state.snapshot.busy is not None
    wait_until(lambda: desk.state.snapshot.file_heads is not None)
    now = desk.state.snapshot
    assert now.busy is None and now.problem is None
    assert now.message == "Heads measured over 200 sentences of sätze.tsv"


def test_a_table_is_known_by_its_first_line_whoever_opens_it(tmp_path: Path) -> None:
    assert is_table(write(tmp_path))
    (tmp_path / "vocab.json").write_text('{"</s>": 0, "headscope-heads": 1}', encoding="utf-8")
    assert not is_table(tmp_path / "vocab.json") and not is_table(tmp_path / "none.json") and not is_table(tmp_path)


def test_of_another_checkpoint_it_says_so(desk: FileDesk, tmp_path: Path) -> None:
    desk.measure(write(tmp_path, "cd" * 32))
    wait_until(lambda: desk.state.snapshot.problem is not None)
    problem = desk.state.snapshot.problem
    assert problem is not None and problem.calm
    assert problem.why == "it is of another checkpoint, planted"


def test_what_is_no_table_is_a_problem(desk: FileDesk, tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("{}", encoding="utf-8")
    desk.measure(tmp_path / "x.json")
    wait_until(lambda: desk.state.snapshot.problem is not None)
    assert desk.state.snapshot.busy is None
    assert desk.state.snapshot.file_heads is None


def test_sentences_are_measured_by_a_child(desk: FileDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The child's own work is tests/viz_app/cli/test_heads.py's; here one that ends well, and one that cannot."""
    monkeypatch.setattr(head_facts, "arguments", lambda *_: ["--version"])
    monkeypatch.setattr(head_facts, "read", lambda _: planted(sha256=RUN.meta.checkpoint_sha256))
    desk.measure(tmp_path / "sentences.txt")
    wait_until(lambda: desk.state.snapshot.file_heads is not None)
    monkeypatch.undo()
    desk.measure(tmp_path / "none.txt")
    wait_until(lambda: desk.state.snapshot.problem is not None)
    problem = desk.state.snapshot.problem
    assert problem is not None and "cannot be read" in problem.why
    assert desk.state.snapshot.file_heads is not None, "the one that was there stays"


def test_it_can_be_given_up(desk: FileDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.measure(tmp_path / "sentences.txt")
    desk.heads.cancel()
    assert desk.state.snapshot.busy is None
    desk.state.update(checkpoint=None)
    desk.measure(tmp_path / "sentences.txt")
    assert desk.state.snapshot.problem is not None
    assert desk.state.snapshot.problem.why == "no checkpoint is open"


def test_it_is_there_at_the_next_start_where_the_place_is_kept(desk: FileDesk, tmp_path: Path) -> None:
    folder, own = tmp_path / "data", write(tmp_path)
    desk.measure(own)
    wait_until(lambda: desk.state.snapshot.file_heads is not None)
    own.unlink()  # as a scratch folder goes that a child has measured into

    def leave(place: tuple[str, ...]) -> None:
        desk.state.update(memory=replace(desk.state.snapshot.memory, place=place))
        HeadsOverFile(desk.state, desk.files, folder=folder).leave()

    leave(("somewhere",))
    assert (folder / "heads.json").stat().st_mode & 0o077 == 0, "for nobody else to read"
    again = State()
    HeadsOverFile(again, desk.files, folder=folder).recall()
    wait_until(lambda: again.snapshot.file_heads is not None)
    assert again.snapshot.file_heads is not None and again.snapshot.file_heads.sentences == 200
    assert again.snapshot.message == "" and again.snapshot.problem is None, "nobody has asked for anything yet"
    leave(())
    assert not list(folder.iterdir())
    empty = State()
    HeadsOverFile(empty, desk.files, folder=folder).recall()
    desk.files.stop()
    assert empty.snapshot.file_heads is None and empty.snapshot.problem is None


def test_the_child_is_told_languages_only_where_there_is_a_choice() -> None:
    info = make_info()
    words = arguments(info, Path("a.tsv"))
    assert words[:3] == ["heads", info.path, "a.tsv"]
    assert "--source-language" not in words
    spoken = arguments(replace(info, target_languages=("fr", "es"), target_language="es"), Path("a.tsv"))
    assert spoken[-2:] == ["--target-language", "es"]
