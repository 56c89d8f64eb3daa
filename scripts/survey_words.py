"""What a window of the survey says and where: words that are cut, shortened or lie on others; what has moved.

Measured from the widgets themselves, as they are laid out.
"""

from __future__ import annotations

from collections.abc import Iterator

import figure_texts
from PySide6.QtCore import QPoint, QRect, QRectF
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QWidget

from viz_app.app import Program
from viz_app.pictures.drawing.picture_texts import head_name
from viz_app.pictures.teacher_forcing.target_rows import headings, lesson_of
from viz_app.platform.text import translate
from viz_app.views.shared.canvas import Canvas


def cut_words(window: QWidget) -> list[str]:
    """Visible words that are wider or higher than the place they stand in."""
    found = []
    for widget in window.findChildren(QWidget):
        if not widget.isVisible() or not isinstance(widget, (QLabel, QAbstractButton, QComboBox)):
            continue
        if widget.window() is not window:
            continue  # a window of its own
        seen = in_sight(widget, window)
        text = widget.currentText() if isinstance(widget, QComboBox) else widget.text()
        if not text or text.startswith("<") or seen.isEmpty():
            continue
        metrics = widget.fontMetrics()
        wraps = isinstance(widget, QLabel) and widget.wordWrap()
        wide = 0 if wraps else max(metrics.horizontalAdvance(line.replace("&", "")) for line in text.split("\n"))
        if seen.width() < wide or seen.height() < metrics.ascent() + metrics.descent():
            found.append(f"{type(widget).__name__} {text[:40]!r} needs {wide}×{metrics.height()}, has "
                         f"{seen.width()}×{seen.height()}")  # fmt: skip
    return found


def shortened(window: QWidget) -> list[str]:
    """Visible labels whose end was left out; a sentence's own middle may be.

    *What if …* is called so, “…” alone stands where something is being computed, and what goes on into further lines
    has room for its end.
    """
    labels = [label for label in window.findChildren(QLabel) if label.isVisible() and label.text().endswith("…")]
    labels = [label for label in labels if not label.wordWrap()]
    labels = [label for label in labels if label.window() is window]
    cut = [label for label in labels if label.text() != "…" and type(label.parent()).__name__ != "WhatIfDock"]
    return [f"QLabel {label.text()!r} is shortened" for label in cut if not in_sight(label, window).isEmpty()]


def picture_words(canvas: Canvas) -> list[figure_texts.Words]:
    """Every text of the picture of a view, with its place."""
    image = QImage(max(1, canvas.width()), max(1, canvas.height()), QImage.Format.Format_RGB32)
    reader = figure_texts.Reader(image)
    try:
        canvas.picture.paint(reader)
    finally:
        reader.end()
    return reader.found


def nameless(program: Program) -> list[str]:
    """Maps and columns that do not say what they are, of those views where that is nowhere else to be read."""
    view, run = program.state.snapshot.view, program.state.snapshot.run
    lesson = None if run is None else lesson_of(run)
    wanted: dict[str, tuple[str, ...]] = {
        "masks": (translate("pictures", "Scores before"), translate("pictures", "Weights after")),
        "one_layer": (head_name(0), "1"), "all_layers": (head_name(0), "1"),
        "teacher_forcing": () if lesson is None else (headings(lesson)["label"],),
    }  # fmt: skip
    names = wanted.get(view, ())
    words = {each.text for each in picture_words(program.window.tabs.current.canvas)}
    return [f"no name is {names[0]!r}"] if names and not words.intersection(names) else []


def cut_in_picture(canvas: Canvas, view: str) -> list[str]:
    """Titles and notes that the picture of a view cuts; a token may be, and a sentence over one of two runs."""
    texts = {words.text for words in picture_words(canvas)}
    cut = {text for text in texts if text.endswith("…") and " " in text.strip(" …")}
    return [f"the picture cuts {text!r}" for text in sorted(cut) if view != "compare"]


def misplaced_in_picture(canvas: Canvas) -> list[str]:
    """Texts of the picture of a view that lie on each other or stand out of it."""
    found, page = picture_words(canvas), QRectF(canvas.rect())
    over = [f"{one.text!r} lies on {other.text!r}" for one, other in figure_texts.overlapping(found)]
    out = [f"{each.text!r} is cut off" for each in found if not page.contains(each.box)]
    return [f"in the picture {told}" for told in dict.fromkeys((*over, *out))]


def texts_of(window: QWidget) -> Iterator[QWidget]:
    """Everything that can be seen and says something by itself."""
    for widget in window.findChildren(QWidget):
        if isinstance(widget, (QLabel, QAbstractButton, QComboBox)) and widget.isVisible():
            text = widget.currentText() if isinstance(widget, QComboBox) else widget.text()
            if text and widget.window() is window and not in_sight(widget, window).isEmpty():
                yield widget


def overlapping(window: QWidget) -> list[str]:
    """Words that lie on words: two controls that share a part of the window, neither of which hides the other.

    What lies over the window with a ground of its own, as the palette does, hides what is below.
    """
    found, placed = [], []
    for widget in texts_of(window):
        seen = in_sight(widget, window)
        here = QRect(widget.mapTo(window, seen.topLeft()), seen.size())
        top = window.childAt(here.center())
        if top is widget or (top is not None and widget.isAncestorOf(top)):
            placed.append((widget, here))
    for number, (one, here) in enumerate(placed):
        for other, there in placed[:number]:
            if layer(one, window) is not layer(other, window) or one.isAncestorOf(other) or other.isAncestorOf(one):
                continue
            if here.intersects(there):
                found.append(f"{said(one)!r} lies on {said(other)!r}")
    return found


def layer(widget: QWidget, window: QWidget) -> QWidget:
    """The part of a window that a widget is in: all that stands in it, or one thing that lies over that."""
    holder = widget
    while (parent := holder.parentWidget()) is not None and parent is not window:
        holder = parent
    return window if holder is widget else holder


def said(widget: QWidget) -> str:
    """The text of a control, or its class."""
    return str(widget.property("text") or widget.property("currentText") or type(widget).__name__)[:40]


def places(program: Program) -> dict[str, QRect]:
    """Where everything is that people point at."""
    window = program.window
    header = window.header
    parts: dict[str, QWidget] = {
        "checkpoint": header.checkpoint_menu, "field": header.source_box.input, "translate": header.source_box.button,
        "more": header.more, "tokens": header.token_strip.target, "next": header.stepper.next,
        "why": header.questions.why, "tabs": window.tabs.tabBar(), "switch": window.kind_switch,
        "display": window.display_bar, "picture": window.tabs.current.canvas, "sentence": window.row_sentence,
        "map": window.model_map, "inspector": window.inspector,
    }  # fmt: skip
    return {name: QRect(part.mapTo(window, QPoint()), part.size()) for name, part in parts.items()}


def moved(before: dict[str, QRect], after: dict[str, QRect]) -> list[str]:
    """What is elsewhere than before."""
    return [f"{name} has moved from {box.getRect()} to {after[name].getRect()}" for name, box in before.items()
            if after[name] != box]  # fmt: skip


def in_sight(widget: QWidget, window: QWidget) -> QRect:
    """The part of a widget that its ancestors leave in sight, in its own coordinates; empty where scrolled away."""
    seen = widget.rect()
    ancestor = widget.parentWidget()
    while ancestor is not None:
        here = ancestor.rect().translated(widget.mapFrom(ancestor, QPoint(0, 0)) if ancestor is not window else
                                          -widget.mapTo(window, QPoint(0, 0)))  # fmt: skip
        inside = seen.intersected(here)
        if inside.isEmpty() or (ancestor.objectName() == "qt_scrollarea_viewport" and inside != seen):
            return QRect()  # scrolled: nothing is cut that one can scroll to
        seen = inside
        if ancestor is window:
            break
        ancestor = ancestor.parentWidget()
    return seen
