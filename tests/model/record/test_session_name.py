"""A session is known by its name."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.record.session_name import SUFFIX, is_session


@pytest.mark.parametrize("name", ["a.headscope", "A.HEADSCOPE", "수업.headscope"])
def test_a_session_is_known_by_its_name(tmp_path: Path, name: str) -> None:
    assert is_session(tmp_path / name)
    (tmp_path / name).mkdir()
    assert not is_session(tmp_path / name)


def test_the_ending_alone_is_no_name() -> None:
    assert not is_session(Path("headscope"))
    assert not is_session(Path(SUFFIX))
    assert not is_session(Path("a.headscope.npz"))
