"""Applies a person's settings to the whole application: light or dark, and the size of text.

Where the platform follows :func:`viz_app.platform.theme.apply_theme`, its own palette stays; bare X11 and
pictures taken without a display know no colour scheme and get ours.
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontDatabase,
    QGuiApplication,
    QIcon,
    QLinearGradient,
    QPainter,
    QPaintEvent,
    QPalette,
)
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QPushButton, QWidget

from viz_app.platform.preferences import Settings
from viz_app.platform.theme import DARK, LIGHT, Palette, apply_theme, families, is_dark

Role, Group = QPalette.ColorRole, QPalette.ColorGroup
BARE_FONT = "Sans Serif"  #: what Qt says where nobody has chosen a font
BARE_POINTS = 10.0
TALL, MOST_GROWN = 1080, 1.3  #: logical pixels of a screen from which on text grows with it; how many times at most
FUSION = "fusion"  #: Qt's own style, where a platform brings none
#: What Fusion outlines in a darker shade of the window, which nobody sees on a dark one.
OUTLINED = (
    "QCheckBox", "QRadioButton", "QSlider", "QScrollBar", "QComboBox", "QAbstractSpinBox", "QLineEdit",
    "QPlainTextEdit", "QProgressBar", "QPushButton", "QToolButton", "QAbstractItemView", "QMenu",
)  # fmt: skip
PRESSED = 3  #: pixels of the bar in a button that is down
DARKER = 140  #: by how many hundredths
FILLED = ("QComboBox", "QAbstractItemView", "QMenu")  #: whose popups Fusion also fills with the colour of the outline


def points_on(high: int, points: float) -> float:
    """The usual letters on a screen so many logical pixels ``high``, where the system has ``points``."""
    return round(2 * points * min(max(1.0, high / TALL), MOST_GROWN)) / 2 if high > TALL else points


class Appearance:
    """Starts from the system's own font every time, so that sizes can be set again and again."""

    def __init__(self, application: QApplication) -> None:
        self._application = application
        self._font = system_font()
        self._high = application.primaryScreen().geometry().height()
        self._settings = Settings()

    def apply(self, settings: Settings) -> None:
        """Theme and text size. Does nothing that is already so: each change restyles every widget."""
        application, self._settings = self._application, settings
        apply_theme(application, settings.theme)
        if application.styleHints().colorScheme() == Qt.ColorScheme.Unknown:
            palette = palette_of(DARK if settings.theme == "dark" else LIGHT)
            if application.palette() != palette:
                application.setPalette(palette)
        if application.style().name() == FUSION:
            _outline(application)
        font = QFont(self._font)
        font.setPointSizeF(points_on(self._high, self._font.pointSizeF()) + settings.text_size)
        if application.font() != font:
            application.setFont(font)

    def follow(self, window: QWidget) -> None:
        """From now on text is as large as it is on the screen of a window that is shown."""
        handle = window.windowHandle()
        handle.screenChanged.connect(lambda screen: self.stand_on(screen.geometry().height()))
        self.stand_on(handle.screen().geometry().height())

    def stand_on(self, high: int) -> None:
        """The screen is so many logical pixels high."""
        if high != self._high:
            self._high = high
            self.apply(self._settings)


def _outline(application: QApplication) -> None:
    """Outlines that stand out, on light and on dark. A style sheet would take every widget its platform's look."""
    palette, colours = application.palette(), DARK if is_dark(application) else LIGHT
    groups = ((Group.Active, colours.dots), (Group.Inactive, colours.dots), (Group.Disabled, colours.undecoded))
    filled = QPalette(palette)
    paper = QLinearGradient()
    paper.setColorAt(0, QColor(colours.paper))
    for group, colour in groups:
        outline = QColor(colour).lighter(DARKER)
        palette.setColor(group, Role.Window, outline)
        both = QBrush(paper)  # fills with its gradient, and outlines with its colour
        both.setColor(outline)
        filled.setBrush(group, Role.Window, both)
    for name in OUTLINED:  # str, whatever the stubs say: Qt for Python refuses bytes
        wanted = filled if name in FILLED else palette
        if QApplication.palette(name).color(Role.Window) != wanted.color(Role.Window):  # type: ignore[call-overload]
            QApplication.setPalette(wanted, name)  # type: ignore[arg-type]


def system_font() -> QFont:
    """The platform's font for interfaces; the one that ships where the platform has no opinion."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    if font.family() == BARE_FONT:
        font.setFamilies(list(families()))
        font.setPointSizeF(BARE_POINTS)
    return font


def fixed_font(like: QFont) -> QFont:
    """The platform's font for code, as large as another one."""
    result = QFont(like)
    result.setFamilies([QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()])
    return result


def palette_of(colours: Palette) -> QPalette:
    """Our colours as Qt's roles."""
    palette = QPalette()
    roles = {
        Role.Window: colours.window,
        Role.WindowText: colours.ink,
        Role.Base: colours.paper,
        Role.AlternateBase: colours.grid,
        Role.Text: colours.ink,
        Role.Button: colours.window,
        Role.ButtonText: colours.ink,
        Role.BrightText: colours.paper,
        Role.ToolTipBase: colours.paper,
        Role.ToolTipText: colours.ink,
        Role.PlaceholderText: colours.muted,
        Role.Highlight: colours.accent,
        Role.HighlightedText: colours.paper,
        Role.Accent: colours.accent,
        Role.Link: colours.accent,
        Role.Light: colours.paper,
        Role.Midlight: colours.grid,
        Role.Mid: colours.line,
        Role.Dark: colours.muted,
        Role.Shadow: colours.ink,
    }
    for role, colour in roles.items():
        palette.setColor(role, QColor(colour))
    faint = QColor(colours.undecoded)
    for role in (Role.WindowText, Role.Text, Role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, faint)
    return palette


class PressButton(QPushButton):
    """Has a bar of the accent's colour at its left while it is down: Qt's own look is unseen on dark.

    Not a frame, which is what shows the keyboard.
    """

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        super().paintEvent(event)
        if self.isChecked():
            painter = QPainter(self)
            place = self.rect().adjusted(5, 4, -1, -4)  # clear of the ring of the keyboard
            painter.fillRect(place.x(), place.y(), PRESSED, place.height(), QGuiApplication.palette().accent().color())
            painter.end()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """With room for the bar before the first letter, down or not: nothing moves."""
        return super().sizeHint() + QSize(2 * PRESSED, 0)


def without_icons(buttons: QDialogButtonBox) -> QDialogButtonBox:
    """The same box, its buttons with words alone: the icons that some desktops add are black in the dark."""
    for button in buttons.buttons():
        button.setIcon(QIcon())
    return buttons
