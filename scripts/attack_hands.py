"""A person's hands at a window, by chance: keys, text, clicks, menus, drops, other sizes, languages and settings.

Widgets are found as a person finds them, by looking at what is on screen. Events are sent as Qt's own platform sends
them, so that shortcuts, focus and pop-ups take part. Used by ``attack_stage.py``, in the process of the window.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QDragEnterEvent,
    QDropEvent,
    QHelpEvent,
    QInputMethodEvent,
    QKeyEvent,
    QWheelEvent,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QLineEdit, QMainWindow, QPlainTextEdit, QWidget
from shiboken6 import isValid

from viz_app.platform.settings_table import rows

Key, Buttons = Qt.Key, Qt.MouseButton
MODIFIERS = (
    Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
)  # fmt: skip
NONE, CTRL = MODIFIERS[0], MODIFIERS[2]
EDITING = (Key.Key_Return, Key.Key_Enter, Key.Key_Backspace, Key.Key_Delete, Key.Key_Left, Key.Key_Home, Key.Key_End)
OTHERS = (
    Key.Key_Escape, Key.Key_Tab, Key.Key_Backtab, Key.Key_Up, Key.Key_Down, Key.Key_Right, Key.Key_PageUp,
    Key.Key_PageDown, Key.Key_Space, Key.Key_F1, Key.Key_F6, Key.Key_Menu, Key.Key_Insert,
)  # fmt: skip
LETTERS = tuple(Key(code) for code in range(Key.Key_0, Key.Key_9 + 1)) + tuple(
    Key(code) for code in range(Key.Key_A, Key.Key_Z + 1) if code != Key.Key_Q
)
WORDS = (
    "Hund", "der", "spielen", "Schnee.", "눈", "개 두 마리", "가", "\u1100\u1161", "😀", "e\u0301", "\u202e", "\u200b",
    "<b>", "&amp;", "[*]", "%1", "0", "-1", "999999999999", "ſ", "ﬁ", "\t", "\x07", "א", "👨‍👩‍👧", "\ufffd",
)  # fmt: skip
LONG_WORD = "Donaudampfschiff" * 12_500  #: 200,000 characters without a blank
FINAL = ("file.quit",)  #: commands that end what is to be watched
TYPING = (QLineEdit, QPlainTextEdit)


class Hands:
    """Two hands before a window. ``files`` may be dropped and opened; ``handle`` takes a setting to another value."""

    def __init__(self, chance: random.Random, files: list[Path], change: Callable[[dict[str, Any]], None]) -> None:
        self._chance = chance
        self._files = files
        self._change = change
        self._held: list[QWidget] = []
        self.pause = 0  #: milliseconds before the next action
        self.note: Callable[[str], object] = lambda _: None  #: hears what is about to be done
        self.actions: dict[Callable[[], str], int] = {
            self.type_and_enter: 20, self.type: 12, self.key: 14, self.letter: 10, self.compose: 4, self.click: 22,
            self.double_click: 3, self.ask_for_menu: 4, self.point: 6, self.turn_wheel: 4, self.drag: 3,
            self.trigger: 14, self.palette: 4, self.drop: 3, self.paste: 4, self.paste_long_word: 1, self.resize: 3,
            self.language: 1, self.setting: 4, self.close_one: 6, self.choose: 4, self.wait: 4,
        }  # fmt: skip

    def act(self) -> str:
        """Do one thing; returns what."""
        self.pause = 0
        return self._chance.choices(list(self.actions), list(self.actions.values()))[0]()

    # --- keys ---

    def type_and_enter(self) -> str:
        """Into a field that is there, then Return."""
        field = self._field()
        if field is None:
            return "no field"
        field.setFocus(Qt.FocusReason.MouseFocusReason)
        text = " ".join(self._chance.choices(WORDS[:8], k=self._chance.randint(1, 5)))
        self.note(f"types {text!r} and Return in {_named(field)} of {_named(field.window())}")
        self._say(field, text)
        if isValid(field):
            self._press(QApplication.focusWidget() or field, Key.Key_Return, NONE)
        return f"typed {text!r} and Return"

    def type(self) -> str:
        """Whatever it is, wherever the keyboard is."""
        text = "".join(self._chance.choices(WORDS, k=self._chance.randint(1, 3)))
        self._say(self._focus(), text)
        return f"typed {text!r}"

    def key(self) -> str:
        key, modifier = self._chance.choice(EDITING + OTHERS), self._chance.choice(MODIFIERS)
        self._press(self._focus(), key, modifier)
        return f"{key.name} {modifier.name}"

    def letter(self) -> str:
        """A letter or digit, perhaps as a shortcut."""
        key, modifier = self._chance.choice(LETTERS), self._chance.choice(MODIFIERS)
        self._press(self._focus(), key, modifier)
        return f"{key.name} {modifier.name}"

    def compose(self) -> str:
        """A Hangul syllable in the making; some input methods commit it with the Return that follows."""
        target = self._focus()
        QApplication.sendEvent(target, QInputMethodEvent("하", []))
        done = QInputMethodEvent("", [])
        done.setCommitString("한")
        if self._chance.random() < 0.7 and isValid(target):
            QApplication.sendEvent(target, done)
        self._press(self._focus(), Key.Key_Return, NONE)
        return "composed 한"

    def palette(self) -> str:
        if QApplication.activeModalWidget():
            return "no palette before a dialog"
        self._press(self._main(), Key.Key_P, MODIFIERS[4])
        query = self._chance.choice(("", "lang", "head", "마스크", "export", "zz", "layer 2 head 1", "step 3"))
        self._say(self._focus(), query)
        for _ in range(self._chance.randint(0, 3)):
            self._press(self._focus(), Key.Key_Down, NONE)
        self._press(self._focus(), self._chance.choice((Key.Key_Return, Key.Key_Escape)), NONE)
        return f"palette {query!r}"

    def paste(self) -> str:
        text = self._chance.choice(("Ein Hund.\nZwei Hunde.", "a\tb", "", "x" * 5_000, "가나다 " * 50, "\x00\x1b[31m"))
        return self._paste(text)

    def paste_long_word(self) -> str:
        """200,000 characters without a blank."""
        field = self._field()
        if field is not None:
            field.setFocus(Qt.FocusReason.MouseFocusReason)
        return self._paste(LONG_WORD)

    # --- the mouse ---

    def click(self) -> str:
        widget, place = self._somewhere()
        self.note(name := f"clicks {_named(widget)}")
        QTest.mouseClick(widget, Buttons.LeftButton, self._chance.choice(MODIFIERS[:3]), place)
        return name

    def double_click(self) -> str:
        widget, place = self._somewhere()
        QTest.mouseClick(widget, Buttons.LeftButton, NONE, place)
        if isValid(widget):
            QTest.mouseDClick(widget, Buttons.LeftButton, NONE, place)
        return "double click"

    def ask_for_menu(self) -> str:
        widget, place = self._somewhere()
        reason = self._chance.choice((QContextMenuEvent.Reason.Mouse, QContextMenuEvent.Reason.Keyboard))
        self.note(name := f"menu of {_named(widget)}")
        QApplication.sendEvent(widget, QContextMenuEvent(reason, place, widget.mapToGlobal(place)))
        return name

    def point(self) -> str:
        """The mouse moves there and rests."""
        widget, place = self._somewhere()
        name = _named(widget)
        QTest.mouseMove(widget, place)
        if isValid(widget):
            QApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, place, widget.mapToGlobal(place)))
        return f"pointed at {name}"

    def turn_wheel(self) -> str:
        widget, place = self._somewhere()
        turned = QPoint(0, self._chance.choice((-120, 120, -1200, 1)))
        QApplication.sendEvent(
            widget,
            QWheelEvent(
                QPointF(place), QPointF(widget.mapToGlobal(place)), turned, turned, Buttons.NoButton,
                self._chance.choice(MODIFIERS), Qt.ScrollPhase.NoScrollPhase, False,
            ),
        )  # fmt: skip
        return "wheel"

    def drag(self) -> str:
        """Press, move, let go."""
        widget, place = self._somewhere()
        QTest.mousePress(widget, Buttons.LeftButton, NONE, place)
        for _ in range(3):
            if isValid(widget):
                QTest.mouseMove(widget, self._place_in(widget))
        if isValid(widget):
            QTest.mouseRelease(widget, Buttons.LeftButton, NONE, self._place_in(widget))
        return "dragged"

    def drop(self) -> str:
        """Files fall onto the window."""
        if QApplication.activeModalWidget():
            return "nothing falls through a dialog"
        window, data = self._main(), QMimeData()
        paths = self._chance.sample(self._files, min(len(self._files), self._chance.choice((1, 1, 2))))
        data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
        place, action = self._place_in(window), Qt.DropAction.CopyAction
        self.note(f"drops {', '.join(path.name for path in paths)}")
        QApplication.sendEvent(window, QDragEnterEvent(place, action, data, Buttons.LeftButton, NONE))
        QApplication.sendEvent(window, QDropEvent(QPointF(place), action, data, Buttons.LeftButton, NONE))
        return f"dropped {', '.join(path.name for path in paths)}"

    # --- commands, settings, windows ---

    def trigger(self) -> str:
        """One of the commands that are possible now, as from a menu."""
        if QApplication.activeModalWidget():
            return "no command before a dialog"
        found = [
            action for action in self._main().findChildren(QAction)
            if action.isEnabled() and action.menu() is None and action.objectName() and action.objectName() not in FINAL
        ]  # fmt: skip
        if not found:
            return "no command"
        chosen = self._chance.choice(found)
        self.note(name := f"command {chosen.objectName()}")
        chosen.trigger()
        return name

    def choose(self) -> str:
        """Another entry of a box, as with the keyboard."""
        boxes = [box for box in self._widgets() if isinstance(box, QComboBox) and box.count() and box.isEnabled()]
        if not boxes:
            return "no box"
        box = self._chance.choice(boxes)
        index, name = self._chance.randrange(box.count()), _named(box)
        box.setCurrentIndex(index)
        if isValid(box):
            box.activated.emit(index)
        return f"chose {index} of {name}"

    def setting(self) -> str:
        row = self._chance.choice([row for row in rows().values() if row.name != "language"])
        return self._set(row.name)

    def language(self) -> str:
        """The window is made again."""
        return self._set("language")

    def resize(self) -> str:
        width, height = self._chance.choice(((960, 540), (1024, 600), (1600, 1000), (1, 1), (3000, 2000)))
        self._main().resize(width, height)
        return f"resized {width} × {height}"

    def close_one(self) -> str:
        """A pop-up, or a dialog."""
        popup = QApplication.activePopupWidget()
        found = [popup] if popup else [each for each in self._tops() if isinstance(each, QDialog)]
        if not found:
            return "nothing to close"
        chosen = self._chance.choice(found)
        name = _named(chosen)
        if self._chance.random() < 0.5:
            chosen.close()
        else:
            self._press(chosen, Key.Key_Escape, NONE)
        return f"closed {name}"

    def wait(self) -> str:
        """Let the engine answer."""
        self.pause = self._chance.choice((0, 5, 50, 300))
        return f"waits {self.pause} ms"

    # --- what there is ---

    def _main(self) -> QMainWindow:
        found = [each for each in QApplication.topLevelWidgets() if isinstance(each, QMainWindow)]
        return next((each for each in found if each.isVisible()), found[0])

    def _widgets(self) -> list[QWidget]:
        """All that can be seen in one of the windows that a person can use now."""
        chosen = self._chance.choice(self._tops() or [self._main()])
        self._held = [chosen, *chosen.findChildren(QWidget)]  # a wrapper that goes takes those of its children along
        return [each for each in self._held if each.isVisible() and not each.size().isEmpty()] or [chosen]

    def _tops(self) -> list[QWidget]:
        """The pop-up before all others, else the dialog that all others wait for, else every window."""
        top = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        return [top] if top else [each for each in QApplication.topLevelWidgets() if each.isVisible()]

    def _field(self) -> QWidget | None:
        found = [each for each in self._widgets() if isinstance(each, TYPING) and each.isEnabled()]
        return self._chance.choice(found) if found else None

    def _focus(self) -> QWidget:
        return QApplication.activePopupWidget() or QApplication.focusWidget() or self._main()

    def _somewhere(self) -> tuple[QWidget, QPoint]:
        widget = self._chance.choice(self._widgets())
        return widget, self._place_in(widget)

    def _place_in(self, widget: QWidget) -> QPoint:
        return QPoint(self._chance.randrange(max(1, widget.width())), self._chance.randrange(max(1, widget.height())))

    # --- how ---

    def _press(self, widget: QWidget, key: Qt.Key, modifier: Qt.KeyboardModifier) -> None:
        """Down and up; what the first deletes does not hear of the second, as with a real keyboard."""
        if (key, modifier) == (Key.Key_Q, CTRL):
            return
        QTest.keyPress(widget, key, modifier)
        QTest.keyRelease(self._focus(), key, modifier)

    def _say(self, widget: QWidget, text: str) -> None:
        """Key by key; QTest types only ASCII."""
        for letter in text:
            for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                if isValid(widget):
                    QApplication.sendEvent(widget, QKeyEvent(kind, Key.Key_unknown, NONE, letter))

    def _paste(self, text: str) -> str:
        QApplication.clipboard().setText(text)
        target = self._focus()
        self._press(target, Key.Key_V, CTRL)
        return f"pasted {len(text)} characters into {_named(target) if isValid(target) else 'what is gone'}"

    def _set(self, name: str) -> str:
        row = rows()[name]
        if row.choices:
            value: Any = self._chance.choice(row.choices)[0]
        elif row.limits is not None:
            value = self._chance.randint(row.limits.least, row.limits.most)
        else:
            value = self._chance.random() < 0.5
        if QApplication.activeModalWidget():
            return "no setting before a dialog"
        self._change({name: value})
        return f"set {name} = {value}"


def _named(widget: QWidget) -> str:
    return f"{type(widget).__name__} {widget.objectName() or widget.accessibleName()[:30]!r}"
