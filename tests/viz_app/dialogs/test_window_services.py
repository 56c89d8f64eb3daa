"""Names that are suggested, paths that are meant. The dialogs themselves are in tests/e2e."""

from __future__ import annotations

from dataclasses import replace

from tests.viz_app.recorder import EMPTY, MIDDLE
from viz_app.commands.command import Desk
from viz_app.dialogs.window_services import WindowDesk, suggested_name


def test_a_name_says_what_is_in_the_file() -> None:
    assert suggested_name(MIDDLE, "cross 2.3", ".png") == "Two dogs play in the snow . - cross 2.3.png"
    assert suggested_name(MIDDLE, "", ".npz") == "Two dogs play in the snow.npz"
    assert suggested_name(EMPTY, "", ".npz") == "headscope.npz"


def test_a_run_without_a_translation_is_named_by_its_source() -> None:
    assert MIDDLE.trace is not None
    silent = replace(MIDDLE.trace, meta=replace(MIDDLE.trace.meta, translation=""))
    assert suggested_name(replace(MIDDLE, trace=silent), "", ".npz") == "Zwei Hunde spielen im Schnee.npz"


def test_the_window_has_a_desk_for_every_command() -> None:
    wanted = {name for name in vars(Desk) if not name.startswith("_")}
    assert wanted <= set(dir(WindowDesk))
