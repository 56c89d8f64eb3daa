"""A temporary folder goes with its program; of one that was killed, with the next."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from model.common.scratch_folder import MARK, PREFIX, make_scratch, remove_scratch, sweep_scratch
from tests.source_tree import PROJECT

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows removes no folder of another program")

MAKER = """
import sys, tempfile
tempfile.tempdir = sys.argv[1]
from model.common.scratch_folder import make_scratch
folder = make_scratch()
(folder / "a sentence").write_text("Zwei Hunde")
print(folder, flush=True)
sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_it_is_its_owners_alone_and_goes_with_all_that_is_in_it(place: Path) -> None:
    folder = make_scratch()
    assert folder.parent == place
    assert folder.stat().st_mode & 0o777 == 0o700
    (folder / "inner").mkdir()
    sweep_scratch()
    assert folder.is_dir()  # it is in use
    remove_scratch(folder)
    assert not list(place.iterdir())


def test_only_that_of_a_program_that_has_gone_is_swept(place: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", MAKER, str(place)], cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as maker:
        assert maker.stdout is not None
        folder = Path(maker.stdout.readline().strip())
        sweep_scratch()
        assert (folder / "a sentence").is_file()
        maker.kill()
        maker.wait()
    assert folder.is_dir()
    sweep_scratch()
    assert not folder.exists()


def test_what_has_no_mark_of_ours_stays(place: Path) -> None:
    (place / f"{PREFIX}notes").mkdir()
    (place / f"{PREFIX}notes" / "mine").write_text("precious")
    (place / "other").mkdir()
    (place / "other" / MARK).write_text("")
    (place / f"{PREFIX}link").symlink_to(place / "other")
    (place / f"{PREFIX}file").write_text("")
    (place / f"{PREFIX}linked").mkdir()
    (place / f"{PREFIX}linked" / MARK).symlink_to(place / "other" / MARK)
    before = sorted(place.rglob("*"))
    sweep_scratch()
    assert sorted(place.rglob("*")) == before


def test_what_links_in_it_lead_to_stays(place: Path) -> None:
    folder = place / f"{PREFIX}old"
    folder.mkdir()
    (folder / MARK).write_text("")
    (place / "precious").mkdir()
    (folder / "link").symlink_to(place / "precious")
    sweep_scratch()
    assert sorted(path.name for path in place.iterdir()) == ["precious"]


def test_without_a_place_it_is_an_error_and_nothing_stays(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(place / "gone"))
    with pytest.raises(OSError):  # noqa: PT011 (the system's own words)
        make_scratch()
    sweep_scratch()
    assert not list(place.iterdir())
