"""What holds for every control, found by its folder: it shows what it is told, says nothing, and reads no rich text."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from tests.source_tree import module_name, python_files
from tests.viz_app.controls.parts import HOSTILE, Heard, painted, ready, snapshots
from tests.viz_app.sample_trace import make_trace
from viz_app.platform.theme import apply_theme
from viz_app.state.state import Selection

#: Files beside the controls: menus, what several share, what a control is made of.
PARTS = (
    "__init__",
    "checkpoint_menu",
    "display_list",
    "dropped_files",
    "fields",
    "lines_field",
    "menu_button",
    "pane_focus",
    "widgets",
    "window_header",
)
#: Every file, or folder's file of its own name, that is a control of the main window: it displays snapshots.
PLACES = {
    path.stem: module_name(path)
    for path in python_files("viz_app/controls")
    if path.parent.name in ("controls", "source", "header", "display", path.stem) and path.stem not in PARTS
}
NAMES = sorted(PLACES)
SIZE = (900, 700)


def control_of(name: str) -> type[QWidget]:
    """The widget that a file is named after."""
    module = import_module(PLACES[name])
    found = [value for key, value in vars(module).items() if key.lower() == name.replace("_", "")]
    assert [each.__module__ for each in found] == [module.__name__]
    assert issubclass(found[0], QWidget)
    kind: type[QWidget] = found[0]
    return kind


def make(name: str, qtbot: QtBot) -> QWidget:
    control = control_of(name)()
    qtbot.addWidget(control)
    control.resize(*SIZE)
    return control


@pytest.fixture
def light(qapp: QApplication) -> Iterator[QApplication]:
    """The application in light colours again afterwards."""
    yield qapp
    apply_theme(qapp, "light")


def test_the_first_screen_is_there() -> None:
    assert {"source_box", "stepper", "token_strip", "model_map", "row_sentence", "inspector", "status_line"} <= set(
        NAMES
    )


@pytest.mark.parametrize("name", NAMES)
def test_each_file_holds_the_widget_it_is_named_after(name: str) -> None:
    assert hasattr(control_of(name), "display")


@pytest.mark.parametrize("name", NAMES)
def test_it_survives_every_snapshot_and_says_nothing(name: str, qtbot: QtBot) -> None:
    control = make(name, qtbot)
    control.show()
    heard = Heard(control)
    for snapshot in [*snapshots(), *reversed(snapshots())]:
        control.display(snapshot)  # type: ignore[attr-defined]
        control.grab()
    assert heard == []


@pytest.mark.parametrize("name", NAMES)
def test_it_shows_only_what_the_last_snapshot_says(name: str, qtbot: QtBot) -> None:
    used, fresh = make(name, qtbot), make(name, qtbot)
    for snapshot in snapshots():
        used.display(snapshot)  # type: ignore[attr-defined]
    last = ready(make_trace(layers=2, heads=3), selection=Selection("cross", 1, 2, 4))
    used.display(last)  # type: ignore[attr-defined]
    fresh.display(last)  # type: ignore[attr-defined]
    assert painted(used) == painted(fresh)


@pytest.mark.parametrize("name", NAMES)
def test_labels_are_plain_text(name: str, qtbot: QtBot) -> None:
    control = make(name, qtbot)
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in control.findChildren(QLabel))


@pytest.mark.parametrize("name", ["token_strip", "row_sentence", "inspector", "model_map"])
def test_special_tokens_can_be_read(name: str, qtbot: QtBot) -> None:
    control = make(name, qtbot)
    control.display(ready(make_trace(), selection=Selection("cross", 0, 0, 0)))  # type: ignore[attr-defined]
    assert any("<s>" in text for text in painted(control))


@pytest.mark.parametrize("name", ["token_strip", "row_sentence", "inspector"])
def test_hostile_tokens_are_shown_literally(name: str, qtbot: QtBot) -> None:
    control = make(name, qtbot)
    trace = make_trace(layers=1, heads=3, source=HOSTILE, target=HOSTILE)
    for step, shown in enumerate(("<img␣src=x>", "&amp;", "a⟨RLO⟩b", "%2␣%1", "<b>bold</b>", "x")):
        control.display(ready(trace, selection=Selection("cross", 0, 0, step)))  # type: ignore[attr-defined]
        assert shown in "".join(painted(control))


@pytest.mark.parametrize("name", NAMES)
def test_it_follows_the_theme(name: str, qtbot: QtBot, light: QApplication) -> None:
    control = make(name, qtbot)
    control.display(ready(make_trace(), selection=Selection("cross", 0, 0, 1)))  # type: ignore[attr-defined]
    control.show()
    apply_theme(light, "light")
    light.processEvents()
    bright = control.grab().toImage()
    apply_theme(light, "dark")
    light.processEvents()
    dark = control.grab().toImage()
    assert bright != dark
