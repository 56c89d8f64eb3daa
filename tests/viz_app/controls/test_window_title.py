"""The title bar's text; what each window shows in it is tested with the window."""

from __future__ import annotations

from viz_app.controls.window_title import title_of
from viz_app.state.state import Snapshot


def test_where_nothing_is_open_it_is_the_program() -> None:
    assert title_of(Snapshot()) == "Headscope"
