"""What lies among the locks and is none."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from viz_app.handlers.recovery import left_behind


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "recovery"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_odd_things_among_the_locks_are_left_alone(folder: Path) -> None:
    folder.mkdir(parents=True)
    os.mkfifo(folder / "ab.lock")
    (folder / "cd.lock").mkdir()
    (folder / "ef.lock").symlink_to("/dev/zero")
    (folder / "09.lock").write_bytes(b"1" * 5_000)
    os.mkfifo(folder / "aa.headscope")
    before = sorted(folder.iterdir())
    found = left_behind(folder)
    assert found is None or found.path.name == "aa.headscope"
    if found is not None:
        found.lock.unlock()
    assert sorted(folder.iterdir()) == before
