"""Light, dark and the size of text reach the whole application."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QFont, QIcon, QImage, QPalette, QPixmap, QRegion
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QCompleter,
    QDialogButtonBox,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QScrollBar,
    QSpinBox,
    QToolTip,
    QWidget,
)
from pytestqt.qtbot import QtBot

from model.common.fault import Fault
from tests.source_tree import PROJECT
from viz_app.dialogs.faults.dialog import FaultDialog
from viz_app.dialogs.notebook_cell import CellSheet
from viz_app.platform.appearance import PRESSED, Appearance, PressButton, palette_of, without_icons
from viz_app.platform.theme import DARK, LIGHT, is_dark
from viz_app.state.state import Settings, Snapshot

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


def test_text_grows_with_a_large_screen_and_never_shrinks(application: QApplication) -> None:
    appearance = Appearance(application)
    appearance.apply(Settings(text_size=1))
    usual = application.font().pointSizeF() - 1
    for high, times in ((600, 1.0), (1080, 1.0), (1200, 1.1), (1440, 1.3), (2160, 1.3), (600, 1.0)):
        appearance.stand_on(high)
        assert abs(application.font().pointSizeF() - 1 - times * usual) <= 0.25
    appearance.apply(Settings())


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


@pytest.mark.parametrize("theme", ["light", "dark", "back to light"])
@pytest.mark.parametrize(
    "make", [QCheckBox, QRadioButton, QLineEdit, QComboBox, QSpinBox, QPushButton, QScrollBar, QPlainTextEdit]
)
def test_the_outline_of_every_control_shows(application: QApplication, theme: str, make: type[QWidget]) -> None:
    """Some pixel of it stands out from the window as much as in the other theme."""
    appearance = Appearance(application)
    appearance.apply(Settings(theme="light" if theme == "light" else "dark"))
    if theme == "back to light":
        appearance.apply(Settings(theme="light"))
    widget = make()
    try:
        widget.resize(120, 24)
        image = QImage(widget.size(), QImage.Format.Format_RGB32)
        image.fill(application.palette().color(Role.Window))
        widget.render(image, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
        ground = luminance(application.palette().color(Role.Window))
        pixels = [luminance(image.pixelColor(x, y)) for x in range(120) for y in range(24)]
        assert max((max(each, ground) + 0.05) / (min(each, ground) + 0.05) for each in pixels) > 1.9
    finally:
        widget.deleteLater()


def luminance(colour: QColor) -> float:
    """Relative luminance of WCAG 2."""

    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)

    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF())


def popups(parent: QWidget) -> dict[str, QWidget]:
    """Everything of Qt's that opens over a window, open."""
    box = QComboBox(parent)
    box.addItems(["Each head", "Mean of heads", "Rollout"])
    box.resize(160, 26)
    box.show()
    box.showPopup()
    menu = QMenu(parent)
    for text in ("Copy picture", "Set aside", "Export…"):
        menu.addAction(text)
    menu.popup(QPoint(10, 10))
    field = QLineEdit(parent)
    field.setCompleter(QCompleter(["Hund", "Hunde", "Huhn"], field))
    field.completer().complete(QRect(0, 0, 120, 20))
    QToolTip.showText(QPoint(5, 5), "A tooltip of some words", parent)
    QApplication.processEvents()
    words = field.completer().popup()
    assert words is not None
    tip = next(each for each in QApplication.topLevelWidgets() if each.metaObject().className() == "QTipLabel")
    return {"combo": box.view().window(), "menu": menu, "completions": words, "tooltip": tip}


@pytest.mark.qt_log_ignore("does not support")  # the offscreen platform grabs no keyboard and raises no window
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_whatever_pops_up_is_the_same_paper_with_ink_that_can_be_read(application: QApplication, theme: str) -> None:
    """Combo boxes opened grey-blue beside white menus; in dark their text could not be read at all."""
    Appearance(application).apply(Settings(theme=theme))  # type: ignore[arg-type]
    colours = DARK if theme == "dark" else LIGHT
    window = QWidget()
    window.resize(300, 200)
    window.show()
    try:
        for name, popup in popups(window).items():
            image = popup.grab().toImage()
            half = range(image.height() // 2, image.height() - 3)  # below what a combo box has selected
            seen = [image.pixelColor(x, y) for y in half for x in range(3, image.width() - 3)]
            ground = max(set(map(QColor.name, seen)), key=[each.name() for each in seen].count)
            assert abs(luminance(QColor(ground)) - luminance(QColor(colours.paper))) < 0.002, name
            paper = luminance(QColor(ground))
            strongest = max((max(luminance(each), paper) + 0.05) / (min(luminance(each), paper) + 0.05)
                            for each in seen)  # fmt: skip
            assert strongest >= 4.5, name
            popup.hide()
    finally:
        QToolTip.hideText()
        window.close()
        window.deleteLater()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_pressed_button_is_seen_to_be_down(application: QApplication, theme: str, qtbot: QtBot) -> None:
    Appearance(application).apply(Settings(theme=theme))  # type: ignore[arg-type]
    button = PressButton("Cross")
    qtbot.addWidget(button)
    button.setCheckable(True)
    button.resize(120, 30)
    button.show()
    up = button.grab().toImage()
    button.setChecked(True)
    down = button.grab().toImage()
    found = []
    for x in range(12):
        low, high = sorted(luminance(image.pixelColor(x, 15)) for image in (up, down))
        found.append((high + 0.05) / (low + 0.05))
    assert max(found) >= 3


def test_the_bar_of_a_pressed_button_touches_no_letter(application: QApplication, qtbot: QtBot) -> None:
    Appearance(application).apply(Settings(theme="light"))
    button = PressButton("Decoder · later tokens hidden")
    qtbot.addWidget(button)
    button.resize(button.sizeHint())
    button.show()
    picture, middle = button.grab().toImage(), button.height() // 2
    letters = [x for x in range(4, button.width() // 2) for y in range(middle - 6, middle + 6)
               if luminance(picture.pixelColor(x, y)) < 0.2]  # fmt: skip
    assert min(letters) > 5 + PRESSED


def test_code_is_as_large_as_the_text_around_it(application: QApplication, qtbot: QtBot) -> None:
    Appearance(application).apply(Settings(text_size=9))
    for sheet in (FaultDialog(Fault("window", "KeyError", ()), Snapshot(), None), CellSheet("tut6")):
        qtbot.addWidget(sheet)
        assert sheet.text.font().pointSizeF() == sheet.font().pointSizeF() > 15


def test_standard_buttons_lose_their_icons(qtbot: QtBot) -> None:
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Close | QDialogButtonBox.StandardButton.Cancel)
    qtbot.addWidget(box)
    for button in box.buttons():
        button.setIcon(QIcon(QPixmap(16, 16)))
    assert without_icons(box) is box
    assert len(box.buttons()) == 2 and all(button.icon().isNull() for button in box.buttons())


def test_every_dialog_takes_the_icons_from_its_buttons() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (PROJECT / "viz_app").rglob("*.py")]
    assert not [text for text in texts if "= QDialogButtonBox(" in text]
    assert sum("without_icons(QDialogButtonBox(" in text for text in texts) > 8
