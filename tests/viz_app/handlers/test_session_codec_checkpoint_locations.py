"""Where a session's checkpoint is looked for, and where never."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from model.common.assets import CHECKPOINTS, shipped_sha
from viz_app.handlers.session_codec import find_home
from viz_app.handlers.session_fields import Home


def test_a_shipped_checkpoint_is_found_by_name_and_weights_wherever_it_lay() -> None:
    sha = shipped_sha("everyday")
    assert len(sha) == 64
    assert find_home(Home("everyday", sha)) == CHECKPOINTS / "everyday"
    assert find_home(Home("everyday", sha, "/elsewhere/everyday")) == CHECKPOINTS / "everyday"
    assert find_home(Home("everyday", "0" * 64)) is None
    assert find_home(Home("../everyday", sha)) is None
    assert shipped_sha("nobody") == ""


def test_any_other_is_found_at_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    (tmp_path / "model.pt").write_bytes(b"weights")
    assert find_home(Home("model", "1", str(tmp_path / "model.pt"))) == tmp_path / "model.pt"
    assert find_home(Home("model", "1", str(Path("~") / "model.pt"))) == tmp_path / "model.pt"
    assert find_home(Home("model", "1", str(tmp_path))) == tmp_path
    assert find_home(Home("model", "1", str(tmp_path / "gone.pt"))) is None


@pytest.mark.parametrize(
    "path",
    ["", "model.pt", "//server/share/x.pt", r"\\server\share\x.pt", "a\0b", "~nobody-at-all/x", "/" + "x" * 5000],
)
def test_what_is_no_place_on_this_computer(path: str) -> None:
    assert find_home(Home("model", "1", path)) is None


def test_a_pipe_is_no_checkpoint(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert find_home(Home("model", "1", str(tmp_path / "pipe"))) is None
