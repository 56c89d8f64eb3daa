"""What holds for every control, found by its folder: it shows what it is told, says nothing, and reads no rich text."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib import import_module

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from tests.viz_app.controls.parts import HOSTILE, Heard, painted, ready, snapshots
from tests.viz_app.sample_trace import make_trace
from viz_app import controls
from viz_app.state import Selection
from viz_app.theme import apply_theme

NAMES = sorted(item.name for item in pkgutil.iter_modules(controls.__path__) if not item.name.startswith("_"))
SIZE = (900, 700)


def classes(name: str) -> list[type[QWidget]]:
    """The widgets that a file of the folder defines."""
    module = import_module(f"viz_app.controls.{name}")
    found = [
        value for value in vars(module).values() if isinstance(value, type) and value.__module__ == module.__name__
    ]
    return [value for value in found if issubclass(value, QWidget)]


def make(name: str, qtbot: QtBot) -> QWidget:
    control = classes(name)[0]()
    qtbot.addWidget(control)
    control.resize(*SIZE)
    return control


@pytest.fixture
def light(qapp: QApplication) -> Iterator[QApplication]:
    """The application in light colours again afterwards."""
    yield qapp
    apply_theme(qapp, "light")


def test_all_fourteen_are_there() -> None:
    assert NAMES == [
        "device_picker", "inspector", "language_picker", "model_map", "notes", "problem_banner", "reading_bar",
        "row_sentence", "sentence_picker", "source_box", "status_line", "stepper", "target_line", "token_strip",
    ]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_one_widget_per_file_named_like_it(name: str) -> None:
    assert [found.__name__.lower() for found in classes(name)] == [name.replace("_", "")]


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
