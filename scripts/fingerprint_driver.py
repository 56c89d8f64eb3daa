"""A window driven by keys and the mouse, seen as a person and as a screen reader see it; run by ``fingerprints.py``.

``python fingerprint_driver.py MAIN.py OUT STEPS WORDS…`` runs ``main.py window WORDS… --snapshot OUT/window.png``.
Where the program takes its picture it stands still, and there the steps are taken: after each, every visible window is
saved as a picture and as a text with roles, names and values. No name of the program's own is used, only Qt's.

STEPS are separated by blanks: a key (``Ctrl+2``), ``menu:4.7`` (the eighth entry of the fifth menu), ``point:x,y``,
``click:x,y`` and ``ask:x,y`` (for a menu) in the window, ``text:…``, ``copy:1.4`` (an entry that copies; what can be
pasted then is written down), ``menus`` (every menu is). A session is opened as a copy in OUT, where ``save`` writes it.
"""

from __future__ import annotations

import hashlib
import re
import runpy
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleInterface,
    QAction,
    QContextMenuEvent,
    QHelpEvent,
    QKeySequence,
    QPixmap,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QLineEdit,
    QMainWindow,
    QMenu,
    QProgressBar,
    QToolTip,
    QWidget,
)

SETTLED = 0.25  #: seconds in which everything that follows from a step has happened
PATIENCE = 30  #: seconds for what another thread or process does
SESSION = "session.headscope"
SPEED = re.compile(r"[\d.,]+(?= ms)")  #: of a step, as the status line has it in each language
MOST = 300  #: parts of one part that are said
TEXTS = (
    QAccessible.Text.Name, QAccessible.Text.Value, QAccessible.Text.Description, QAccessible.Text.Help,
    QAccessible.Text.Accelerator,
)  # fmt: skip
plain_grab = QWidget.grab


def main() -> None:
    """Run the program with its own words; what it grabs is driven first."""
    program, out, steps, *words = sys.argv[1:]
    folder = Path(out)
    folder.mkdir(parents=True)
    words = [_copied(word, folder) if word.endswith(".headscope") else word for word in words]
    sys.path[0] = str(Path(program).parent)  # as if the program had been started itself
    sys.argv = [program, "window", *words, "--snapshot", str(folder / "window.png")]
    driven = _driving(folder, steps.split())
    QWidget.grab = driven  # type: ignore[method-assign]  # the one place where the program stands still
    runpy.run_path(program, run_name="__main__")


def _copied(name: str, folder: Path) -> str:
    return str(shutil.copy(name, folder / SESSION))


def _driving(folder: Path, steps: list[str]) -> Callable[..., QPixmap]:
    """What stands in for ``QWidget.grab``: once, of a main window that has come to rest, it takes the steps."""
    done: list[QWidget] = []
    quiet = Quiet()

    def grab(widget: QWidget, *given: Any) -> QPixmap:
        if not isinstance(widget, QMainWindow) or done:
            return plain_grab(widget, *given)
        done.append(widget)
        QApplication.setCursorFlashTime(0)  # a caret that is always there
        running = QApplication.instance()
        assert running is not None
        running.installEventFilter(quiet)
        settle()
        for line in widget.findChildren(QLineEdit):
            line.home(False)  # which part of a long text is seen depends on when a notice came and went
        settle()
        picture = shot(widget)
        take(widget, folder, steps)
        return picture

    return grab


def take(window: QMainWindow, folder: Path, steps: list[str]) -> None:
    """Every step, and what is on screen after it."""
    window.activateWindow()
    settle()
    for number, step in enumerate(steps, 1):
        what, _, given = step.partition(":")
        if what == "menus":
            (folder / f"{number:02}-menus.txt").write_text("\n".join(menus(window)), encoding="utf-8")
            continue
        if what == "copy":
            (folder / f"{number:02}-copied.txt").write_text("\n".join(copied(window, given)), encoding="utf-8")
        elif what == "save":
            save(window, folder / SESSION)
        else:
            act(window, step)
        settle()
        told = [f"tool tip: {hovered(window, spot(given))}"] if what == "point" else []
        for at, widget in enumerate(visible(window)):
            shot(widget).save(str(folder / f"{number:02}{'' if at == 0 else f'-{at}'}.png"))
            told += [f"--- {at}", *tree(QAccessible.queryAccessibleInterface(widget))]
        (folder / f"{number:02}.txt").write_text("\n".join([step, *told]), encoding="utf-8")
    for widget in visible(window)[1:]:
        widget.close()
    settle()


def shot(widget: QWidget) -> QPixmap:
    """A picture, which does not say how fast this machine is."""
    for label in widget.findChildren(QLabel):
        if SPEED.search(label.text()):
            label.setText(SPEED.sub("0", label.text()))
    return plain_grab(widget)


def save(window: QMainWindow, session: Path) -> None:
    """Save the session, and wait for the file."""
    before = session.stat().st_mtime_ns
    act(window, "Ctrl+S")
    wait(lambda: session.stat().st_mtime_ns != before)
    settle()


def act(window: QMainWindow, step: str) -> None:
    """Do one step, with the keyboard where a person would have it after a dialog has gone."""
    if len(visible(window)) == 1 and not window.isActiveWindow():
        window.activateWindow()
        settle()
    what, _, given = step.partition(":")
    if what == "menu" and given:
        menu, _, entry = given.partition(".")
        entries(window.menuBar().actions()[int(menu)].menu())[int(entry)].trigger()  # type: ignore[arg-type]
    elif what == "text" and given:
        QTest.keyClicks(focused(window), given)
    elif what in ("point", "click", "ask") and given:
        mouse(window, what, spot(given))
    else:
        QTest.keySequence(focused(window), QKeySequence(step))


class Quiet(QObject):
    """No tool tip comes by itself, since when it comes depends on the machine; :func:`hovered` asks for one."""

    asked = False

    def eventFilter(self, _: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        return event.type() == QEvent.Type.ToolTip and not self.asked


def hovered(window: QMainWindow, place: QPoint) -> str:
    """What a tool tip says there; it is gone again then."""
    target = window.childAt(place) or window
    Quiet.asked = True
    help_wanted = QHelpEvent(QEvent.Type.ToolTip, target.mapFrom(window, place), window.mapToGlobal(place))
    QApplication.sendEvent(target, help_wanted)
    Quiet.asked = False
    text = QToolTip.text()
    QToolTip.hideText()
    settle()
    return text


def spot(text: str) -> QPoint:
    """``300,76`` as a place in the window."""
    x, _, y = text.partition(",")
    return QPoint(int(x), int(y))


def mouse(window: QMainWindow, what: str, place: QPoint) -> None:
    """Point at something, click on it, or ask for its menu."""
    target = window.childAt(place) or window
    inside = target.mapFrom(window, place)
    QTest.mouseMove(target, inside)
    if what == "click":
        QTest.mouseClick(target, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, inside)
    elif what == "ask":
        asked = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, inside, target.mapToGlobal(inside))
        QApplication.sendEvent(target, asked)


def focused(window: QMainWindow) -> QWidget:
    """Where the keyboard is."""
    return QApplication.activePopupWidget() or QApplication.focusWidget() or QApplication.activeModalWidget() or window


def settle() -> None:
    """Until nothing has happened for a while, and nothing says that it is at work."""
    rest()
    bars = [widget for widget in QApplication.allWidgets() if isinstance(widget, QProgressBar)]
    if any(bar.isVisible() for bar in bars):
        wait(lambda: not any(bar.isVisible() for bar in bars))
        rest()


def rest() -> None:
    """For a while do what comes."""
    until = time.monotonic() + SETTLED
    while time.monotonic() < until:
        QApplication.processEvents()
        time.sleep(0.005)


def wait(done: Callable[[], object]) -> None:
    """Until something is so, or has never become so."""
    until = time.monotonic() + PATIENCE
    while not done() and time.monotonic() < until:
        QApplication.processEvents()
        time.sleep(0.02)


def visible(window: QMainWindow) -> list[QWidget]:
    """The window, then every other one on screen, by its place."""
    others = [widget for widget in QApplication.topLevelWidgets() if widget.isVisible() and widget is not window]
    return [window, *sorted(others, key=lambda widget: (widget.windowTitle(), widget.width(), widget.height()))]


def entries(menu: QMenu) -> list[QAction]:
    """What a person can choose in a menu."""
    return [action for action in menu.actions() if not action.isSeparator()]


def menus(window: QMainWindow) -> Iterator[str]:
    """Every menu with every entry: text, keys, state, hints."""
    for action in window.menuBar().actions():
        yield f"{action.text()}"
        menu = action.menu()
        if isinstance(menu, QMenu):
            menu.aboutToShow.emit()
            yield from _entries(menu, 1)


def _entries(menu: QMenu, deep: int) -> Iterator[str]:
    for action in menu.actions():
        keys = ", ".join(key.toString() for key in action.shortcuts())
        state = "".join(
            letter
            for letter, on in (("e", action.isEnabled()), ("c", action.isChecked()), ("v", action.isVisible()))
            if on
        )
        said = [action.text(), keys, state, action.toolTip(), action.statusTip(), action.whatsThis()]
        yield "  " * deep + ("-" if action.isSeparator() else " | ".join(said))
        inner = action.menu()
        if isinstance(inner, QMenu):
            inner.aboutToShow.emit()
            yield from _entries(inner, deep + 1)


def copied(window: QMainWindow, entry: str) -> Iterator[str]:
    """What a program can paste after an entry of a menu: each form by its hash, and plain text as it is."""
    board = QApplication.clipboard()
    board.clear()
    act(window, f"menu:{entry}")
    wait(lambda: board.mimeData() is not None and board.mimeData().formats())
    held = board.mimeData()
    for form in sorted(held.formats()):
        yield f"{form} {hashlib.sha256(bytes(held.data(form).data())).hexdigest()}"
    yield held.text()


def tree(seen: QAccessibleInterface | None) -> Iterator[str]:
    """What a screen reader finds: role, texts and state of everything that can be seen and says something."""
    if seen is None or not seen.isValid() or seen.state().invisible:
        return
    state = seen.state()
    on = [name for name in ("checked", "disabled", "focused", "selected", "expanded") if getattr(state, name)]
    said = " | ".join(text for kind in TEXTS if (text := seen.text(kind)))
    widget = seen.object()
    tip = widget.toolTip() if isinstance(widget, QWidget) else ""
    if said or tip or on:
        yield " ".join([seen.role().name, said, *on, "" if tip in said else f"[{tip}]"]).rstrip()
    for at in range(min(seen.childCount(), MOST)):
        yield from tree(seen.child(at))


if __name__ == "__main__":
    main()
