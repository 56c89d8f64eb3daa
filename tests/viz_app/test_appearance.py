"""Light, dark and the size of text reach the whole application."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QFont, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from viz_app.appearance import Appearance, palette_of
from viz_app.state import Settings
from viz_app.theme import DARK, LIGHT, is_dark

Role, Group = QPalette.ColorRole, QPalette.ColorGroup


@pytest.fixture
def application(qapp: QApplication) -> Iterator[QApplication]:
    font = QFont(qapp.font())
    yield qapp
    qapp.setPalette(QPalette())
    qapp.setFont(font)
    qapp.styleHints().setColorScheme(Qt.ColorScheme.Unknown)


class Changes(QObject):
    """Counts what a widget is told of new looks."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.seen: list[QEvent.Type] = []
        widget.installEventFilter(self)

    def eventFilter(self, _: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self.seen.append(event.type())
        return False


def test_dark_and_light_follow_the_choice(application: QApplication) -> None:
    appearance = Appearance(application)
    appearance.apply(Settings(theme="dark"))
    assert application.palette().color(Role.Window).name() == DARK.window
    assert is_dark(application)
    appearance.apply(Settings(theme="light"))
    assert application.palette().color(Role.Window).name() == LIGHT.window
    assert not is_dark(application)


def test_text_grows_from_the_systems_size_and_back(application: QApplication) -> None:
    appearance = Appearance(application)
    appearance.apply(Settings())
    usual = application.font().pointSizeF()
    appearance.apply(Settings(text_size=4))
    appearance.apply(Settings(text_size=5))
    assert application.font().pointSizeF() == usual + 5
    appearance.apply(Settings())
    assert application.font().pointSizeF() == usual


def test_the_same_again_disturbs_no_widget(application: QApplication) -> None:
    appearance = Appearance(application)
    appearance.apply(Settings(theme="dark", text_size=2))
    widget = QWidget()
    widget.ensurePolished()
    changes = Changes(widget)
    try:
        appearance.apply(Settings(theme="dark", text_size=2, scale="sqrt"))
        application.processEvents()
        assert changes.seen == []
        appearance.apply(Settings(theme="light", text_size=2))
        application.processEvents()
        assert QEvent.Type.PaletteChange in changes.seen
    finally:
        widget.deleteLater()


def test_a_second_start_finds_the_systems_font_again(application: QApplication) -> None:
    Appearance(application).apply(Settings())
    usual = application.font()
    Appearance(application).apply(Settings(text_size=6))
    Appearance(application).apply(Settings())
    assert application.font() == usual


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_text_stands_out(application: QApplication, colours: object) -> None:
    assert isinstance(colours, type(LIGHT))
    palette = palette_of(colours)
    for ground, ink in ((Role.Window, Role.WindowText), (Role.Base, Role.Text), (Role.Button, Role.ButtonText)):
        distance = abs(palette.color(ground).lightness() - palette.color(ink).lightness())
        assert distance > 150
    assert palette.color(Group.Disabled, Role.Text) != palette.color(Group.Active, Role.Text)
