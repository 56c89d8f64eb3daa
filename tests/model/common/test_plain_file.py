"""Plain files are read whole, everything else is refused at once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from model.common.plain_file import read_plain


def test_a_plain_file_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"abc")
    assert read_plain(path, 3) == b"abc"


def test_a_larger_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(bytes(2**21))
    with pytest.raises(OSError, match="larger than 1 MB"):
        read_plain(path, 2**20)


def test_a_folder_and_nothing_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing"):
        with pytest.raises(OSError):  # noqa: PT011 (the system's own words)
            read_plain(path, 10)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_what_might_never_end_is_not_begun(kind: str, tmp_path: Path) -> None:
    path = Path("/dev/zero")
    if kind == "pipe":
        path = tmp_path / "pipe"
        os.mkfifo(path)
    with pytest.raises(OSError, match="no plain file"):
        read_plain(path, 10)
