"""Panes on the other side and in windows of their own: each where the settings say, none lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication, QWidget

from tests.viz_app.sample_trace import make_trace
from viz_app.controls.panes.pane_places import GRASP, NAMES, PaneWindow, reachable
from viz_app.main_window import SIDES, MainWindow
from viz_app.platform.presets import PRESETS
from viz_app.platform.settings_store import Store, StoredLayout
from viz_app.platform.settings_table import DEFAULTS
from viz_app.state.intents import ChangeSettings, Intent
from viz_app.state.state import Settings, Snapshot

SHOWN = {f"{name}_shown": True for name in NAMES}


@pytest.fixture(scope="module")
def made(qapp: QApplication) -> Iterator[MainWindow]:
    window = MainWindow()
    window.display(now())
    window.resize(1200, 700)
    window.show()
    qapp.processEvents()
    yield window
    window.close()
    window.deleteLater()


@pytest.fixture
def window(made: MainWindow) -> MainWindow:
    made.display(now())
    made.reset_layout()
    return made


def now(**changes: object) -> Snapshot:
    trace = make_trace()
    return replace(Snapshot(), trace=trace, settings=replace(Settings(), **SHOWN, **changes))  # type: ignore[arg-type]


def pane(window: MainWindow, name: str) -> QWidget:
    return {"map": window.model_map, "inspector": window.inspector, "notes": window.notes, "what_if": window.what_if}[
        name
    ]


def test_every_pane_stands_where_the_settings_say(window: MainWindow, qapp: QApplication) -> None:
    """Every seventh of the 81 arrangements, each after another one, measured on the screen."""
    for places in list(product(("left", "right", "window"), repeat=len(NAMES)))[::7]:
        window.display(now(**{f"{name}_place": place for name, place in zip(NAMES, places, strict=True)}))
        qapp.processEvents()
        middle = window.tabs.mapToGlobal(window.tabs.rect().center()).x()
        for name, place in zip(NAMES, places, strict=True):
            one = pane(window, name)
            assert one.isVisible(), (name, places)
            centre = one.mapToGlobal(one.rect().center())
            if place == "window":
                assert isinstance(one.window(), PaneWindow)
            else:
                assert one.window() is window
                assert (centre.x() < middle) == (place == "left"), (name, places)
        for side in ("left", "right"):  # from top to bottom in one order
            tops = [pane(window, name).mapToGlobal(pane(window, name).rect().topLeft()).y()
                    for name, place in zip(NAMES, places, strict=True) if place == side]  # fmt: skip
            assert tops == sorted(tops)
        assert window.splitter.count() == 3


def test_closing_a_window_closes_the_pane_and_it_comes_back_where_it_was(
    window: MainWindow, qapp: QApplication
) -> None:
    heard: list[Intent] = []
    window.requested.connect(heard.append)
    out = now(notes_place="window")
    window.display(out)
    holder = window.notes.window()
    holder.setGeometry(40, 90, 300, 280)
    holder.close()
    window.requested.disconnect(heard.append)
    assert heard == [ChangeSettings({"notes_shown": False})]
    window.display(replace(out, settings=replace(out.settings, notes_shown=False)))
    assert not holder.isVisible()
    window.display(out)
    assert holder.isVisible()
    assert holder.geometry() == QRect(40, 90, 300, 280)


def test_a_window_never_keeps_the_program_from_ending(qapp: QApplication) -> None:
    window, heard = MainWindow(), list[Intent]()
    window.display(now(notes_place="window"))
    window.show()
    qapp.processEvents()
    holder = window.notes.window()
    assert isinstance(holder, PaneWindow)
    window.requested.connect(heard.append)
    window.close()
    assert holder.close()
    assert not heard, "at the next start it is there again"
    window.deleteLater()


def test_where_windows_were_is_there_at_the_next_start(window: MainWindow, tmp_path: Path, qapp: QApplication) -> None:
    out = now(inspector_place="window")
    window.display(out)
    window.inspector.window().setGeometry(60, 80, 310, 320)
    store = Store(tmp_path / "headscope.ini")
    store.save_layout(StoredLayout(*window.layout_pieces(), window.pane_windows()))
    later = MainWindow()
    later.display(out)
    later.restore_layout(*store.layout())
    assert later.inspector.window() is later, "the first paint has no window beside it"
    later.show()
    qapp.processEvents()
    assert later.inspector.window().geometry() == QRect(60, 80, 310, 320)
    later.close()
    later.deleteLater()


@pytest.mark.parametrize(
    "said", ['"x"', "{}", '{"notes": 5, "map": "zz", "../x": "00"}', f'{{"notes": "{"00" * 999}"}}']
)
def test_what_a_settings_file_says_of_windows_may_be_anything(said: str, tmp_path: Path) -> None:
    store = Store(tmp_path / "headscope.ini")
    store.save_layout(StoredLayout(b"x", (1, 2, 3), {"notes": b"y"}))
    path = tmp_path / "headscope.ini"
    text = path.read_text(encoding="utf-8")
    assert store.layout().windows == {"notes": b"y"}
    for spelled in ('{"notes": "79"}', '{\\"notes\\": \\"79\\"}'):
        text = text.replace(spelled, said.replace('"', '\\"') if "\\" in spelled else said)
    path.write_text(text, encoding="utf-8")
    assert not Store(path).layout().windows


def test_the_keyboard_goes_to_windows_too(window: MainWindow, qapp: QApplication) -> None:
    window.display(now(notes_place="window", inspector_place="left"))
    qapp.processEvents()
    window.activateWindow()
    reached = set[str]()
    for _ in range(12):
        window.focus_pane(1)
        qapp.processEvents()
        focused = QApplication.focusWidget()
        reached |= {name for name in NAMES if focused is not None and pane(window, name).isAncestorOf(focused)}
    assert {"notes", "inspector"} <= reached


def test_a_window_with_nothing_to_type_into_has_the_keyboard_itself(qapp: QApplication) -> None:
    beside = QWidget()
    holder = PaneWindow("map", "Map", beside)
    holder.show()
    holder.activateWindow()
    qapp.processEvents()
    assert holder.isActiveWindow() and QApplication.focusWidget() is holder
    shiboken6.delete(beside)


def test_a_presentation_takes_windows_in(window: MainWindow) -> None:
    from viz_app.state.classroom.presentation import Presentation

    out = now(notes_place="window")
    window.display(out)
    window.display(replace(out, presentation=Presentation()))
    assert window.notes.window() is window
    window.display(out)
    assert isinstance(window.notes.window(), PaneWindow)


AREAS = [QRect(0, 0, 1280, 720), QRect(1280, 0, 1920, 1080)]


@pytest.mark.parametrize(
    ("place", "areas", "stays"),
    [
        (QRect(100, 100, 300, 300), AREAS, True),
        (QRect(2000, 500, 300, 300), AREAS, True),
        (QRect(2000, 500, 300, 300), AREAS[:1], False),  # the screen went away
        (QRect(1270, 100, 300, 300), AREAS[:1], False),  # ten pixels are left of it
        (QRect(100, -200, 300, 300), AREAS, False),  # its title is above the screen
        (QRect(100, 715, 300, 300), AREAS[:1], True),  # the title bar is what one takes hold of
        (QRect(100, 900, 300, 300), AREAS[:1], False),
        (QRect(-5000, -5000, 9000, 9000), AREAS[:1], False),
    ],
)
def test_a_window_can_always_be_taken_hold_of(place: QRect, areas: list[QRect], stays: bool) -> None:
    found = reachable(place, areas)
    assert (found.topLeft() == place.topLeft()) == stays
    assert any(area.intersected(found.adjusted(0, -36, 0, 0)).width() >= GRASP.width() for area in areas)
    assert any(found.width() <= area.width() and found.height() <= area.height() for area in areas)


def test_the_usual_sides_are_those_of_the_settings_and_of_every_preset() -> None:
    assert {name: DEFAULTS[name] for name in SIDES} == SIDES
    assert {f"{name}_place" for name in NAMES} == set(SIDES)
    for preset in PRESETS:
        assert {name: preset.values[name] for name in SIDES} == SIDES
