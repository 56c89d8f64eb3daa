"""What a person must still find after any number of actions: the keyboard somewhere, every shortcut, every pane.

Used by ``attack_stage.py`` in the process of the window; each sense says in words what is missing, "" for nothing.
"""

from __future__ import annotations

from collections import Counter

from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from viz_app.app import Program
from viz_app.pictures import titles

PANES = ("map_shown", "inspector_shown", "notes_shown", "what_if_shown")


class KeyboardSense:
    """Whether something visible in the active window has the keyboard; a moment without is no finding."""

    PATIENCE = 3  #: turns in a row

    def __init__(self) -> None:
        self._turns = 0

    def look(self) -> str:
        """Once a turn."""
        lost = lost_keyboard()
        self._turns = self._turns + 1 if lost else 0
        return lost if self._turns > self.PATIENCE else ""


def lost_keyboard() -> str:
    """Where the keyboard goes to nobody."""
    window, focused = QApplication.activeWindow(), QApplication.focusWidget()
    if window is None or QApplication.activePopupWidget() is not None:
        return ""
    if not window.isVisible():  # a pop-up that has gone: the offscreen platform makes it active, a window manager none
        return ""
    if focused is None:
        seen = "visible" if window.isVisible() else "hidden"
        title = window.windowTitle() or getattr(window, "title", str)() or window.accessibleName()
        return f"nothing in the {seen} {type(window).__name__} {title!r} has the keyboard"
    if not focused.isVisible():
        said = focused.accessibleName() or getattr(focused, "text", str)()
        chain = [type(focused).__name__]
        while (focused := focused.parentWidget()) is not None:
            chain.append(type(focused).__name__)
        return f"{said!r} has the keyboard and cannot be seen, in {' in '.join(chain)}"
    return ""


def dead_shortcuts(program: Program) -> str:
    """Commands whose keys are on no window any more, or are those of another command; and three keys that are tried."""
    window, off = program.window, program.state.snapshot.settings.keys_off
    held = {action.objectName(): action for action in window.actions()}
    keyed = {name: action for name, action in program.actions.by_name.items() if action.shortcuts()}
    gone = sorted(name for name in keyed if name not in held)
    twice = [keys for keys, count in Counter(keys.toString() for action in keyed.values() for keys in action.shortcuts()
                                             if action.isEnabled()).items() if count > 1]  # fmt: skip
    dead = []
    for number, name in enumerate(titles(), 1):
        action = program.actions.by_name[f"view.{name}"]
        if action.isEnabled() and action.objectName() not in off:
            keys = QKeySequence(f"Ctrl+{number}")[0]  # type: ignore[index]  # the stubs lack it
            QTest.keyClick(window, keys.key(), keys.keyboardModifiers())
            if program.state.snapshot.view != name:
                dead.append(f"Ctrl+{number}")
    return "; ".join(f"{what}: {found}" for what, found in (("no window has", gone), ("two commands have", twice),
                                                            ("nothing comes of", dead)) if found)  # fmt: skip


def lost_panes(program: Program) -> str:
    """After *Reset the layout* and with every pane on, each of them has room."""
    from viz_app.state.intents import ChangeSettings

    program.actions.by_name["pane.reset"].trigger()  # the command: it brings home what has a window of its own
    program.handle(ChangeSettings(dict.fromkeys(PANES, True)))
    QApplication.processEvents()
    window = program.window
    panes: dict[str, QWidget] = {
        "model map": window.model_map, "inspector": window.inspector, "what if": window.what_if, "tabs": window.tabs,
        "header": window.stepper, "strip": window.token_strip, "sentence": window.row_sentence,
    }  # fmt: skip
    lost = [name for name, pane in panes.items() if not pane.isVisible() or pane.visibleRegion().isEmpty()]
    size, columns = window.size(), window.splitter.sizes()
    where = f"in {size.width()}×{size.height()} with columns {columns}"
    return f"after the reset these cannot be seen: {lost}, {where}" if lost else ""


def sensed(program: Program) -> str:
    """All that is looked at in the end, with no dialog in the way."""
    for each in QApplication.topLevelWidgets():
        if isinstance(each, QDialog) and each.isVisible():
            each.close()
    if program.state.snapshot.lesson is not None:
        program.desk.lessons.act("leave")  # in a low column it has the inspector's place beside the dock of changes
    program.window.activateWindow()
    program.window.setFocus()
    QApplication.processEvents()
    return "; ".join(filter(None, (dead_shortcuts(program), lost_panes(program))))
