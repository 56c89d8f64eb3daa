"""What a window says and has no room for, or says in another language than its own.

Measured from the widgets themselves, as they are laid out. What scrolls is not cut, but for texts that scroll where no
bar is.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from functools import cache

from PySide6.QtCore import QModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QAction, QFontMetrics
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QComboBox,
    QFileDialog,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QStyle,
    QStyleOptionComboBox,
    QTabBar,
    QTreeView,
    QWidget,
)
from survey_words import in_sight

from viz_app.controls.widgets import FittedLabel

LINES = 200  #: of a list that are looked at
SUMMARIES = ("LessonWriter",)  #: their lists show beginnings of what stands beside them
HANGUL = re.compile("[가-힣]")
WORD = re.compile(r"[A-Za-zÀ-ž]{3,}")
#: Names, code, keys, files and what is called so in Korean too.
NAMES = re.compile(
    r"(https?://\S+|[\w./\\~-]*[./\\_][\w./\\~-]+|<\w+>|“[^”]*”|‘[^’]*’|\b("
    r"Headscope|PyTorch|NumPy|Marian\w*|everyday|classic|sample|English|Deutsch|CPU|CUDA|RAM|GPU|NVIDIA|GeForce|RTX|"
    r"PNG|SVG|PDF|CSV|TSV|JSON|JSONL|NPZ|GIF|APNG|HTML|BibTeX|BLEU|Softmax|softmax|LayerNorm|Norm|Add|FFN|BPE|GELU|"
    r"ReLU|Adam|Noam|dpi|float\d*|bfloat\d*|Python|Transformer|Markdown|TOML|Unicode|UTF|MiB|GiB|int|bool|masks?|"
    r"Ctrl|Shift|Alt|Esc|Enter|Tab|Home|End|PageUp|PageDown|PgUp|PgDown|Return|Space|Ins|Del|Backspace|Meta|Letter|"
    r"query, key, value|scores|weights|output|token|Vaswani|unk|sos|eos|pad|bos|std|var|min|max|log|exp|sin|cos|qkv|"
    r"Top|HS|recipe|paper-base|learning|family-\w|tut6-better|(?:steps )?at least|at most|tut6|KeyError|engine)\b)"
)


def clipped(window: QWidget, room: QSize, large: bool = False) -> list[str]:
    """Visible words that their control cuts, and a window that is larger than the screen.

    With large letters a label may be shortened that was made for it: its tooltip has the whole.
    """
    found = []
    if window.width() > room.width() or window.height() > room.height():
        found.append(f"the window takes {window.width()}×{window.height()}")
    if isinstance(window, QFileDialog):
        return found  # Qt's own
    for widget in (window, *window.findChildren(QWidget)):
        if not widget.isVisible() or widget.window() is not window or in_sight(widget, window).isEmpty():
            continue
        for kind, cut in CUTS:
            if isinstance(widget, kind):
                words = () if large and isinstance(widget, FittedLabel) else cut(widget)
                found += [f"{type(widget).__name__} {text}" for text in words]
                break
        if isinstance(widget, QScrollArea):
            found += _unscrolled(widget, room.width() - window.width())
    return found


def foreign(window: QWidget, language: str, own: frozenset[str]) -> list[str]:
    """Words of a window in another language; ``own`` are sentences and tokens, which have theirs."""
    found = [text for text in dict.fromkeys(words_of(window)) if is_foreign(text, language, own)]
    return [f"{text[:90]!r} is not translated" for text in found]


@cache
def is_foreign(text: str, language: str, own: frozenset[str]) -> bool:
    """Is it in another language than the interface's?"""
    marked = text.startswith("<")
    plain = html.unescape(re.sub(r"<[^>]*>", " ", text)) if marked else text.replace("&", "")
    plain = " ".join(plain.split())
    if plain in own or (plain.isalpha() and any(each.startswith(plain) for each in own)):
        return False
    if language == "en":
        return HANGUL.search(plain) is not None and "한국어" not in plain
    if HANGUL.search(plain):
        return False
    ends = plain.split("…")
    if len(ends) == 2 and any(each.startswith(ends[0]) and each.endswith(ends[1]) for each in own):
        return False  # its middle had no room
    for sentence in own:
        plain = plain.replace(sentence, " ") if len(sentence) > 3 else plain
    plain = " ".join(word for word in NAMES.sub(" ", plain).split() if word.strip('“”"().,:;→·') not in own)
    return WORD.search(plain) is not None


def words_of(widget: QWidget) -> Iterator[str]:
    """Every text of a widget and of what is in it; tooltips and what screen readers say too."""
    yield widget.windowTitle()
    if isinstance(widget, QFileDialog):
        yield from (text.partition(" (")[0] for text in widget.nameFilters())
        yield from (label.text() for label in widget.findChildren(QLabel))
        return
    for each in (widget, *widget.findChildren(QWidget)):
        if each is not widget and (each.window() is not widget or not each.isVisibleTo(widget)):
            continue
        yield from (each.toolTip(), each.accessibleName(), each.accessibleDescription(), each.whatsThis())
        yield from _texts(each)
    for action in widget.findChildren(QAction) if isinstance(widget, QMenu) else widget.actions():
        yield from (action.text(), action.toolTip())


def _texts(widget: QWidget) -> Iterator[str]:
    """What one widget shows by itself."""
    if isinstance(widget, FittedLabel):
        yield from widget.wordings  # whole, however much of them has room
    elif isinstance(widget, QLabel | QAbstractButton):
        yield widget.text()
    elif isinstance(widget, QComboBox):
        yield from (widget.itemText(at) for at in range(widget.count()))
    elif isinstance(widget, QLineEdit | QPlainTextEdit):
        yield widget.placeholderText()
    elif isinstance(widget, QTabBar):
        yield from (text for at in range(widget.count()) for text in (widget.tabText(at), widget.tabToolTip(at)))
    elif isinstance(widget, QGroupBox):
        yield widget.title()
    elif isinstance(widget, QHeaderView):
        yield from (_heading(widget, at) for at in range(widget.count()))
    elif isinstance(widget, QListView | QTreeView):
        yield from (text for _, text in _cells(widget))


def _cells(view: QListView | QTreeView) -> Iterator[tuple[QModelIndex, str]]:
    """The lines of a list, by column; not what lies below a line."""
    model = view.model()
    for row in range(min(LINES, model.rowCount())):
        for column in range(1 if isinstance(view, QListView) else model.columnCount()):
            index = model.index(row, column)
            yield index, str(index.data() or "")


def _heading(header: QHeaderView, at: int) -> str:
    return str(header.model().headerData(at, header.orientation()) or "") if header.model() is not None else ""


# --- what each control cuts ---


def _wide(metrics: QFontMetrics, text: str) -> int:
    return max((metrics.horizontalAdvance(line) for line in text.replace("&", "").split("\n")), default=0)


def _label(label: QLabel) -> list[str]:
    text, room, metrics = label.text(), label.contentsRect(), label.fontMetrics()
    if not text or text.startswith("<"):
        return []
    shown = repr(text[:60])
    if isinstance(label, FittedLabel):
        return [f"{shown} is shortened"] if text not in label.wordings else []
    if label.wordWrap():
        longest = max(metrics.horizontalAdvance(word) for word in text.split() or [""])
        high = label.heightForWidth(label.width())
        cut = longest > room.width() and label.textFormat() != Qt.TextFormat.RichText and not _breaks(text)
        return (
            [f"{shown} needs {longest}×{high}, has {room.width()}×{label.height()}"]
            if cut or high > label.height()
            else []
        )
    if _wide(metrics, text) > room.width() or label.height() < metrics.ascent() + metrics.descent():
        return [f"{shown} needs {_wide(metrics, text)}, has {room.width()}×{label.height()}"]
    return []


def _breaks(text: str) -> bool:
    """A path is a word that is no word."""
    return any("/" in word for word in text.split())


def _button(button: QAbstractButton) -> list[str]:
    text = button.text()
    if not text:
        return []
    needs = _wide(button.fontMetrics(), text)
    if isinstance(button, QCheckBox | QRadioButton):
        needs += button.style().pixelMetric(QStyle.PixelMetric.PM_IndicatorWidth)
    elif isinstance(button, QPushButton):
        needs = min(needs + 8, button.sizeHint().width())
    low = button.height() < button.fontMetrics().ascent() + button.fontMetrics().descent()
    return (
        [f"{text[:60]!r} needs {needs}, has {button.width()}×{button.height()}"]
        if button.width() < needs or low
        else []
    )


def _combo(box: QComboBox) -> list[str]:
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    room: QRect = box.style().subControlRect(
        QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, box
    )
    needs = box.fontMetrics().horizontalAdvance(box.currentText())
    return [f"{box.currentText()[:60]!r} needs {needs}, has {room.width()}"] if needs > room.width() + 2 else []


def _line(line: QLineEdit) -> list[str]:
    text = "" if line.text() else line.placeholderText()
    needs, room = line.fontMetrics().horizontalAdvance(text), line.contentsRect().width() - 4
    return [f"{text[:60]!r} needs {needs}, has {room}"] if needs > room else []


def _tabs(bar: QTabBar) -> list[str]:
    metrics = bar.fontMetrics()
    shown = [at for at in range(bar.count()) if bar.isTabVisible(at)]
    cut = [at for at in shown if metrics.horizontalAdvance(bar.tabText(at).replace("&", "")) > bar.tabRect(at).width()]
    return [f"{bar.tabText(at)!r} has {bar.tabRect(at).width()}" for at in cut]


def _group(box: QGroupBox) -> list[str]:
    needs = box.fontMetrics().horizontalAdvance(box.title().replace("&", ""))
    return [f"{box.title()!r} needs {needs}, has {box.width()}"] if needs > box.width() - 8 else []


def _header(header: QHeaderView) -> list[str]:
    """Headings of columns; those of rows are tokens."""
    found: list[str] = []
    if header.orientation() == Qt.Orientation.Vertical:
        return found
    for at in range(header.count()):
        text, room = _heading(header, at), header.sectionSize(at)
        if text and not header.isSectionHidden(at) and header.fontMetrics().horizontalAdvance(text) > room - 4:
            found.append(f"{text!r} has {room}")
    return found


def _items(view: QListView | QTreeView) -> list[str]:
    """Lines of a list that end in dots, where its bar does not bring the rest."""
    found: list[str] = []
    if type(view.window()).__name__ in SUMMARIES or view.wordWrap():
        return found
    for index, text in _cells(view):
        place, needs = view.visualRect(index), view.fontMetrics().horizontalAdvance(text)
        wide = place.width() if isinstance(view, QTreeView) else view.viewport().width() - place.left()
        if place.intersects(view.viewport().rect()) and text and needs > wide:
            found.append(f"line {text[:60]!r} needs {needs}, has {wide}")
    return found


def _unscrolled(area: QScrollArea, spare: int) -> list[str]:
    """What an area without a bar hides; and pages that are scrolled sideways, where the screen has ``spare`` room."""
    inside, room = area.widget(), area.viewport().size()
    if inside is None:
        return []
    found = []
    needed = inside.width() - room.width()
    if area.horizontalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAsNeeded and 0 < needed <= spare:
        found.append(f"{type(area.parent()).__name__}: {inside.width()} wide in {room.width()}, scrolled sideways")
    if area.horizontalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff and inside.width() > room.width():
        found.append(f"{type(area.parent()).__name__}: {inside.width()} wide in {room.width()}, and no bar")
    if area.verticalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff and inside.height() > room.height():
        found.append(f"{type(area.parent()).__name__}: {inside.height()} high in {room.height()}, and no bar")
    return found


CUTS: tuple[tuple[type[QWidget], Callable[..., list[str]]], ...] = (
    (QLabel, _label), (QAbstractButton, _button), (QComboBox, _combo), (QLineEdit, _line), (QTabBar, _tabs),
    (QGroupBox, _group), (QHeaderView, _header), (QListView, _items), (QTreeView, _items),
)  # fmt: skip
