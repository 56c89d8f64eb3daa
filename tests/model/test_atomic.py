"""The old file stays until the new one is complete."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from model.atomic import write_atomically
from model.problems import Problem


def test_an_interrupted_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "t.npz"
    path.write_bytes(b"old")

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(Problem, match="No space left on device"):
        write_atomically(path, b"new")
    assert [(entry.name, entry.read_bytes()) for entry in tmp_path.iterdir()] == [("t.npz", b"old")]
