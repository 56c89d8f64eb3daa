"""A job away from the window: its folder goes with it, and of an older one nothing is heard."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from model.common.problems import Problem
from tests.viz_app.running import wait_until
from viz_app.handlers.background import Background
from viz_app.handlers.export_job import Making
from viz_app.state.state import Notice

ABOUT = "figure.png"


class Bench:
    """A making and what it said."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.files = Background()
        self.making = Making(self.files)
        self.made: list[tuple[object, bool]] = []
        self.failed: list[Notice] = []
        self.making.made.connect(lambda folder, wanted: self.made.append((folder, wanted)))
        self.making.failed.connect(self.failed.append)

    def wait(self) -> None:
        wait_until(lambda: bool(self.made or self.failed))


@pytest.fixture
def bench(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    bench = Bench(tmp_path)
    yield bench
    bench.making.cancel()
    bench.files.stop()
    QApplication.processEvents()
    assert not list(tmp_path.iterdir()), "something stayed"


def version(_folder: Path) -> list[str]:
    return ["--version"]


def collect(folder: Path) -> Path:
    assert folder.is_dir()
    return folder


def test_what_the_command_needs_is_saved_in_its_folder(bench: Bench) -> None:
    seen: list[Path] = []

    def prepare(folder: Path) -> list[str]:
        seen.append(folder)
        return ["--version"]

    bench.making.make(prepare, collect, ABOUT)
    assert bench.making.busy
    bench.wait()
    assert bench.made == [(seen[0], True)]
    assert not seen[0].exists()
    assert not bench.making.busy


def test_a_run_that_cannot_be_given_is_one_sentence(bench: Bench) -> None:
    def refuse(_folder: Path) -> list[str]:
        raise Problem("the run", "it has gone", "Translate again")

    bench.making.make(refuse, collect, ABOUT)
    bench.wait()
    assert bench.failed == [Notice("the run", "it has gone", "Translate again")]
    assert not bench.making.busy


def test_a_command_that_fails_leaves_no_folder(bench: Bench) -> None:
    bench.making.make(lambda _: ["export", "a sentence", "--out", "a.nothing"], collect, ABOUT)
    bench.wait()
    assert "no such kind of file" in bench.failed[0].why
    assert not bench.making.busy


def test_a_newer_job_takes_the_place_of_an_older_one(bench: Bench) -> None:
    def slowly(_folder: Path) -> list[str]:
        time.sleep(0.05)
        return ["--version"]

    bench.making.make(slowly, collect, ABOUT)
    older = bench.making.folder
    bench.making.make(version, collect, ABOUT)
    newer = bench.making.folder
    bench.wait()
    bench.files.stop()
    assert (bench.made, bench.failed) == ([(newer, True)], [])
    assert older is not None
    assert older != newer


def test_what_ends_while_its_copy_is_written_leaves_nothing(bench: Bench) -> None:
    bench.making.make(version, collect, ABOUT)
    bench.making.cancel()
    assert not bench.making.busy
    for _ in range(20):  # the thread ends, and says so
        QApplication.processEvents()
        time.sleep(0.005)
    assert (bench.made, bench.failed) == ([], [])


def test_where_there_is_no_place_for_a_folder_it_says_so(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(bench.place / "gone"))
    bench.making.make(version, collect, ABOUT)
    assert "gone" in bench.failed[0].what
    assert not bench.making.busy
