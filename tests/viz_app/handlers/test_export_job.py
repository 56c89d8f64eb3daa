"""Files are made by a child process away from the window; a failure is one sentence and leaves nothing behind."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from threading import Event
from typing import BinaryIO

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from model.common.assets import MAIN
from model.common.atomic import writing
from model.record.trace import KINDS
from model.record.trace_file import load_trace
from model.transforms.view_transform import ViewTransform
from tests.model.corpus.planted import planted
from tests.model.subwords import make_run
from tests.viz_app.recorder import MIDDLE
from tests.viz_app.running import wait_until
from tests.viz_app.sample_trace import TARGET, make_trace
from viz_app.handlers import export_job
from viz_app.handlers.background import Background
from viz_app.handlers.export_job import Exporting, to_take
from viz_app.state.export_choices import ExportChoices, What
from viz_app.state.state import Notice, Snapshot, State

PICTURE = ExportChoices()


class Desk:
    """An export and what it said."""

    def __init__(self) -> None:
        self.files = Background()
        self.exporting = Exporting(self.files)
        self.saved: list[Path] = []
        self.failed: list[Notice] = []
        self.exporting.saved.connect(self.saved.append)
        self.exporting.failed.connect(self.failed.append)


@pytest.fixture
def desk(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    desk = Desk()
    yield desk
    desk.exporting.cancel()
    desk.files.stop()
    assert not list((tmp_path / "temporary").iterdir()), "a temporary copy stayed"


def test_a_picture_is_written(desk: Desk, tmp_path: Path) -> None:
    desk.exporting.save(MIDDLE, tmp_path / "out.png", PICTURE)
    assert desk.exporting.busy
    wait_until(lambda: bool(desk.saved or desk.failed))
    assert desk.failed == []
    assert desk.saved == [tmp_path / "out.png"]
    assert not desk.exporting.busy
    assert not QImage(str(tmp_path / "out.png")).isNull()


def taken(what: What, suffix: str, folder: Path) -> tuple[ExportChoices, Path]:
    """A choice, and the file that is there already."""
    (path := folder / f"figure {{layer}}{suffix}").write_bytes(b"what was there before")
    return ExportChoices(what, suffix), path


def test_a_name_is_a_name_whatever_is_in_it(desk: Desk, tmp_path: Path) -> None:
    """Braces mean something on the command line, and nothing in a name that a person has typed."""
    chosen, path = taken("numbers", ".csv", tmp_path)
    desk.exporting.save(MIDDLE, path, chosen)
    wait_until(lambda: bool(desk.saved or desk.failed))
    assert (desk.saved, desk.failed) == ([path], [])
    assert b"weight" in path.read_bytes()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["figure {layer}.csv", "temporary"]


@pytest.mark.parametrize("place", ["gone/out.png", "file/out.png", "folder.png", "version 3.5"])
def test_a_place_that_is_none_is_said_in_one_sentence(desk: Desk, tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_bytes(b"what was there before")
    (tmp_path / "folder.png").mkdir()
    desk.exporting.save(MIDDLE, tmp_path / place, PICTURE)
    wait_until(lambda: bool(desk.saved or desk.failed))
    assert desk.saved == []
    assert desk.failed[0].what == str(tmp_path / place)
    assert (tmp_path / "file").read_bytes() == b"what was there before"
    assert not list((tmp_path / "folder.png").iterdir())
    assert not [path for path in tmp_path.iterdir() if path.name not in ("file", "folder.png", "temporary")]


def test_a_folder_that_goes_while_it_is_made(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    desk.exporting.save(MIDDLE, tmp_path / "here" / "out.png", PICTURE)
    wait_until(lambda: desk.exporting._child is not None)
    (tmp_path / "here").rmdir()
    wait_until(lambda: bool(desk.saved or desk.failed))
    assert desk.saved == []
    assert desk.failed[0].what == str(tmp_path / "here" / "out.png")
    assert not (tmp_path / "here").exists()
    assert not desk.exporting.busy


NO_ROOM = (
    "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000)); sys.argv = sys.argv[1:]; "
    "import runpy; runpy.run_path(sys.argv[0], run_name='__main__')"
)


@pytest.mark.skipif(
    sys.platform == "win32", reason="Windows has no such limit; there the disk itself would have to be full"
)
@pytest.mark.parametrize(("what", "suffix"), [("steps", ".gif"), ("handout", ".pdf")])
def test_a_full_disk_costs_no_file(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: What, suffix: str
) -> None:
    """The child may write files of two thousand bytes, as on a disk that is nearly full."""
    monkeypatch.setattr(export_job, "command", lambda words: [sys.executable, "-c", NO_ROOM, str(MAIN), *words])
    chosen, path = taken(what, suffix, tmp_path)
    desk.exporting.save(Snapshot(trace=make_trace(layers=1, heads=2, target=TARGET[:2])), path, chosen)
    wait_until(lambda: bool(desk.saved or desk.failed))
    assert desk.saved == []
    assert desk.failed[0].what == str(path)
    assert "File too large" in desk.failed[0].why
    assert path.read_bytes() == b"what was there before"
    assert len(list(tmp_path.iterdir())) == 2


def test_a_killed_child_costs_no_file_and_the_next_one_works(desk: Desk, tmp_path: Path) -> None:
    chosen, path = taken("numbers", ".tsv", tmp_path)
    desk.exporting.save(MIDDLE, path, chosen)
    making = desk.exporting
    wait_until(lambda: making._child is not None and making._child._process.processId() > 0)
    assert making._child is not None
    making._child._process.kill()
    wait_until(lambda: bool(desk.saved or desk.failed))
    assert (desk.saved, desk.failed[0].what) == ([], str(path))
    assert "stopped unexpectedly" in desk.failed[0].why
    assert path.read_bytes() == b"what was there before"
    desk.exporting.save(MIDDLE, path, chosen)
    wait_until(lambda: bool(desk.saved))
    assert path.read_bytes() != b"what was there before"


def test_cancelling_ends_the_child_and_writes_nothing(desk: Desk, tmp_path: Path) -> None:
    desk.exporting.save(MIDDLE, tmp_path / "out.png", PICTURE)
    wait_until(lambda: desk.exporting._child is not None)
    desk.exporting.cancel()
    assert not desk.exporting.busy
    assert desk.saved == []
    assert desk.failed == []
    assert not (tmp_path / "out.png").exists()


def test_cancelling_while_it_is_put_into_its_place_is_no_failure(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, cancelled = Event(), Event()

    def slowly(path: Path) -> AbstractContextManager[BinaryIO]:
        begun.set()
        cancelled.wait(10)
        return writing(path)

    monkeypatch.setattr(export_job, "writing", slowly)
    desk.exporting.save(MIDDLE, tmp_path / "out.png", PICTURE)
    wait_until(begun.is_set)
    desk.exporting.cancel()
    assert not desk.exporting.busy
    cancelled.set()
    desk.files.stop()
    QApplication.processEvents()
    assert desk.failed == []


def test_cancelling_before_the_child_has_started_starts_none(desk: Desk, tmp_path: Path) -> None:
    desk.exporting.save(MIDDLE, tmp_path / "out.png", PICTURE)
    desk.exporting.cancel()
    desk.files.stop()
    QApplication.processEvents()
    assert desk.exporting._child is None


def test_a_trace_is_written(desk: Desk, tmp_path: Path) -> None:
    assert MIDDLE.trace is not None
    desk.exporting.save_trace(MIDDLE.trace, tmp_path / "run.npz")
    wait_until(lambda: bool(desk.saved or desk.failed))
    assert load_trace(tmp_path / "run.npz").meta == MIDDLE.trace.meta


def test_a_reading_is_drawn_by_the_child_from_the_run(desk: Desk, tmp_path: Path) -> None:
    state = State()
    state.update(trace=make_run(activations=True))
    state.update(reading=ViewTransform(quantity="norm", aggregate="heads"))
    desk.exporting.save(state.snapshot, tmp_path / "out.png", PICTURE)
    wait_until(lambda: bool(desk.saved or desk.failed))
    assert desk.failed == []
    assert "mean of 3 heads" in QImage(str(tmp_path / "out.png")).text("Description")


def test_a_table_of_the_same_checkpoint_is_taken_for_what_is_said_of_heads() -> None:
    run = make_run()
    shapes = {kind: (run.layers(kind), run.heads(kind)) for kind in KINDS}
    own, other = (planted(shapes, sha256) for sha256 in (run.meta.checkpoint_sha256, "0f" * 32))
    assert to_take(Snapshot(trace=run, file_heads=own), "page").file_heads is own
    assert to_take(Snapshot(trace=run, file_heads=own), "run").file_heads is None
    assert to_take(Snapshot(trace=run, file_heads=other), "page").file_heads is None
