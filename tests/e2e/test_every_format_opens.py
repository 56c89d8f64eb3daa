"""Every format that opens, by drop and by dialog: asked where something is open, then translated and drawn."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.screen import CTRL, SHIFT, Key, Screen
from tests.e2e.test_files import drop, put
from tests.model.checkpoints.formats.samples import all_samples, format_of
from tests.viz_app.running import wait_until

#: Opened and asked about as others are that stay: their own tests hold what differs, their numbers.
ALIKE = {
    "hkproj", "samlynn", "gordicaleksa", "aladdinpersson", "d2l", "labml", "hf_pegasus",
    "hf_blenderbot_small", "hf_fsmt", "hf_led", "hf_umt5", "joeynmt", "opennmt",
}  # fmt: skip
#: The first sample of each other format.
FIRST = {
    format_of(name): sample
    for name, sample in reversed(list(all_samples().items()))
    if sample.opens and format_of(name) not in ALIKE
}


def by_dialog(screen: Screen, path: Path) -> None:
    """A folder has a dialog of its own."""
    screen.press(Key.Key_O, CTRL | SHIFT if path.is_dir() else CTRL)
    put(screen, path)


#: A dialog knows files and folders: the first two formats of each kind go through it.
BY_DIALOG = [*[name for name in FIRST if "hf" in name][:2], *[name for name in FIRST if "hf" not in name][:2]]


@pytest.mark.parametrize(
    ("name", "way"), [*((name, drop) for name in FIRST), *((name, by_dialog) for name in BY_DIALOG)]
)
def test_from_a_file_to_a_picture(
    name: str, way: Callable[[Screen, Path], None], screen: Screen, tmp_path: Path
) -> None:
    assert screen.now.checkpoint is not None
    before = screen.now.checkpoint.sha256
    way(screen, FIRST[name].write(tmp_path))
    wait_until(lambda: screen.now.busy is None, "the file to be read")
    if screen.now.asked is not None:
        question = screen.program.desk.questions.dialog
        assert question is not None
        wait_until(question.isVisible, "the dialog")
        screen.click(question.open_button)
        wait_until(lambda: screen.now.asked is None and screen.now.busy is None, "the file to open")
    screen.leave_dialog()
    wait_until(lambda: checkpoint_of(screen) != before, "the new checkpoint")
    screen.until("not busy")
    assert screen.now.problem is None, "the sentence that it begins with is one that it can read"
    if way is by_dialog:
        return  # from here on it is the same
    screen.write(FIRST[name].sentence)
    screen.press(Key.Key_Return)
    wait_until(lambda: screen.now.busy is None and text_of(screen) == FIRST[name].sentence, "its run")
    assert trace_of(screen) == checkpoint_of(screen)
    assert screen.place_of() is not None


def checkpoint_of(screen: Screen) -> str:
    """The open checkpoint's hash."""
    return "" if screen.now.checkpoint is None else screen.now.checkpoint.sha256


def text_of(screen: Screen) -> str:
    """What the drawn run translates."""
    return "" if screen.now.trace is None else screen.now.trace.meta.source_text


def trace_of(screen: Screen) -> str:
    """The hash of the checkpoint that the drawn run was made with."""
    return "" if screen.now.trace is None else screen.now.trace.meta.checkpoint_sha256
