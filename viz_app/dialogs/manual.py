"""The manual: the guides of docs/ and the README in a window, with contents and search. It needs no network.

Where Korean is spoken they are the Korean ones, which have the same headings.
"""

from __future__ import annotations

import posixpath
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, QUrl
from PySide6.QtGui import (
    QDesktopServices,
    QFont,
    QKeySequence,
    QShortcut,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSplitter,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTextBrowser,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from model.common.assets import PROJECT
from viz_app.dialogs.panes import to_front
from viz_app.platform.appearance import without_icons
from viz_app.platform.text import fill
from viz_app.platform.translations import spoken
from viz_app.platform.window_room import grown

translate = QCoreApplication.translate
Index = QModelIndex | QPersistentModelIndex
#: In the order of the contents; what is about the making of this program is left to its repository.
PAGES = (
    "README", "tutorial", "pictures", "install", "own-model", "families", "own-masks", "experiments", "figures",
    "alignments", "teaching", "lessons", "sessions", "checkpoints", "python", "data-files", "batch", "corpus",
    "training", "learning", "asked",
)  # fmt: skip
FAMILIES = "families/"  #: its pages stand under the page that lists them
WIDE, HIGH, CONTENTS = 980, 680, 270
PLACE = Qt.ItemDataRole.UserRole
PICTURE = re.compile(r"!\[([^\]]*)\]\([^)]*\)")
FENCE = re.compile(r"^ {0,3}(```|~~~)")
DIRECTIVE = re.compile(r"^```\{.*?^```\n?", re.MULTILINE | re.DOTALL)  #: for the site alone
MARKS = re.compile(r"[`*]|\[([^\]]*)\]\([^)]*\)")
MOST = 200  #: places that a search lists
MOST_LINES = 4  #: of one of them


class ManualPage(NamedTuple):
    """One guide: ``name`` as links have it, its text and its headings, each with its level."""

    name: str
    text: str
    headings: tuple[tuple[int, str], ...]

    @property
    def title(self) -> str:
        """Its first heading."""
        return self.headings[0][1] if self.headings else self.name


class ManualPlace(NamedTuple):
    """A page, the number of a heading in it, and a word that was looked for."""

    page: str
    heading: int = 0
    word: str = ""


@cache
def pages(korean: bool = False, folder: Path = PROJECT) -> tuple[ManualPage, ...]:
    """The guides that are there, those of the families last."""
    docs = folder / "docs" / "ko" if korean else folder / "docs"
    readme = folder / ("README.ko.md" if korean else "README.md")
    names = (*PAGES, *sorted(f"{FAMILIES}{path.stem}" for path in (docs / FAMILIES).glob("*.md")))
    files = [(name, readme if name == "README" else docs / f"{name}.md") for name in names]
    return tuple(page_of(name, file.read_text(encoding="utf-8"), korean) for name, file in files if file.is_file())


def led_to(path: str, page: str) -> str:
    """The name of the guide that a link of another one leads to."""
    place = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
    return re.sub(r"^(docs/)?(ko/)?", "", place).removesuffix(".md").removesuffix(".ko")


def page_of(name: str, text: str, korean: bool = False) -> ManualPage:
    """A guide that says what its pictures show, and that they are elsewhere: an installed copy does not have them."""
    where = "온라인 안내서의 그림" if korean else "Picture in the online guide"
    text = PICTURE.sub(rf"*[{where}: \1]*", DIRECTIVE.sub("", text))
    found, fenced = [], False
    for line in text.splitlines():
        fenced ^= FENCE.match(line) is not None
        heading = None if fenced else re.match(r"(#{1,6}) +(.*)", line)
        if heading is not None:
            found.append((len(heading[1]), plain(heading[2].strip())))
    return ManualPage(name, text, tuple(found))


def make_readable(document: QTextDocument) -> None:
    """Bold as the shipped fonts have it, for a bolder one is smeared; and code whose lines break at the page's edge."""
    cursor, lighter, breaks = QTextCursor(document), QTextCharFormat(), QTextBlockFormat()
    lighter.setFontWeight(QFont.Weight.DemiBold)
    breaks.setNonBreakableLines(False)
    cursor.beginEditBlock()
    block = document.begin()
    while block.isValid():
        bold, parts = list[tuple[int, int]](), block.begin()
        while not parts.atEnd():
            part = parts.fragment()
            if part.charFormat().fontWeight() > QFont.Weight.DemiBold:
                bold.append((part.position(), part.length()))
            parts += 1
        for start, length in bold:
            cursor.setPosition(start)
            cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(lighter)
        if block.blockFormat().nonBreakableLines():
            cursor.setPosition(block.position())
            cursor.mergeBlockFormat(breaks)
        block = block.next()
    cursor.endEditBlock()


def plain(text: str) -> str:
    """Markdown of one line without its marks."""
    return MARKS.sub(lambda mark: mark[1] or "", text)


def found_in(page: ManualPage, wanted: str) -> list[tuple[int, str]]:
    """Under which headings all words of ``wanted`` stand in one paragraph or row, and the line that begins it."""
    words, heading, fenced, found = wanted.casefold().split(), -1, False, list[tuple[int, str]]()
    for part in re.split(r"\n(?=\n|#|\||- )", page.text):
        for line in part.strip("\n").splitlines():
            fenced ^= FENCE.match(line) is not None
            heading += not fenced and re.match(r"#{1,6} ", line) is not None
        if words and all(word in part.casefold() for word in words):
            lines = [plain(line.strip("#| ")) for line in part.strip().splitlines()]
            hit = next((line for line in lines if words[0] in line.casefold()), lines[0] if lines else "")
            found.append((max(0, heading), hit))
    return found


def show(window: QWidget) -> None:
    """Beside the window; asked for again, it comes to the front."""
    to_front(window.findChild(ManualWindow) or ManualWindow(window))


class WrappedLines(QStyledItemDelegate):
    """Lines of a tree with all of their words, up to :data:`MOST_LINES`: Qt forgets how far an entry stands in."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802 - Qt's name
        tree, depth, above = self.parent(), 1, index.parent()
        assert isinstance(tree, QTreeWidget), "it was made for one"
        while above.isValid():
            depth, above = depth + 1, above.parent()
        room = QRect(0, 0, tree.viewport().width() - depth * tree.indentation(), 1 << 14)
        option.rect = room
        most = MOST_LINES * option.fontMetrics.lineSpacing() + 4
        return super().sizeHint(option, index).boundedTo(QSize(1 << 20, most))


class ManualWindow(QDialog):
    """Contents, or what was found, on the left; the guide on the right. It stays beside the window."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("Manual", "Manual"))
        self.page, self.pages = "", pages(korean=spoken().startswith("ko"))
        self.search = QLineEdit()
        self.search.setPlaceholderText(translate("Manual", "Search the manual"))
        self.search.setAccessibleName(translate("Manual", "Search the manual"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._look)
        self.contents = QTreeWidget()
        self.contents.setHeaderHidden(True)
        self.contents.setAccessibleName(translate("Manual", "Contents"))
        self.contents.setWordWrap(True)
        self.contents.setItemDelegate(WrappedLines(self.contents))
        self.contents.currentItemChanged.connect(lambda item, _: self._go(item))
        self.count = QLabel()
        self.count.setTextFormat(Qt.TextFormat.PlainText)
        self.text = QTextBrowser()
        self.text.setOpenLinks(False)
        self.text.setAccessibleName(translate("Manual", "Text of the manual"))
        self.text.anchorClicked.connect(self._follow)
        self._place()
        QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self, self.search.setFocus)
        self._look("")
        first = self.contents.topLevelItem(0)
        if first is not None:
            self.contents.setCurrentItem(first)
        self.contents.setFocus()

    def show_page(self, name: str, heading: int = 0, word: str = "") -> None:
        """Open a guide at a heading, or at a word after it."""
        page = next((one for one in self.pages if one.name == name), None)
        if page is None:
            return
        if self.page != name:
            self.page = name
            self.text.document().setMarkdown(page.text, QTextDocument.MarkdownFeature.MarkdownDialectGitHub)
            make_readable(self.text.document())
        block, number = self.text.document().begin(), -1
        while block.isValid():
            number += block.blockFormat().headingLevel() > 0
            if number == heading:
                break
            block = block.next()
        cursor = QTextCursor(block if block.isValid() else self.text.document().begin())
        self.text.setTextCursor(cursor)
        self.text.verticalScrollBar().setValue(self._top_of(cursor))
        if word and self.text.find(word):
            self.text.ensureCursorVisible()

    def _top_of(self, cursor: QTextCursor) -> int:
        layout = self.text.document().documentLayout()
        return round(layout.blockBoundingRect(cursor.block()).top()) if cursor.block().blockNumber() else 0

    def _place(self) -> None:
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        for widget in (self.search, self.contents, self.count):
            column.addWidget(widget, 1 if widget is self.contents else 0)
        both = QSplitter(Qt.Orientation.Horizontal)
        both.addWidget(left)
        both.addWidget(self.text)
        both.setChildrenCollapsible(False)
        both.setSizes([CONTENTS, WIDE - CONTENTS])
        both.setStretchFactor(1, 1)
        buttons = without_icons(QDialogButtonBox(QDialogButtonBox.StandardButton.Close))
        buttons.rejected.connect(self.reject)
        for button in buttons.buttons():
            button.setAutoDefault(False)  # type: ignore[attr-defined]  # Enter is the search's
        box, row = QVBoxLayout(self), QHBoxLayout()
        box.addWidget(both, 1)
        row.addWidget(buttons)
        box.addLayout(row)
        self.resize(grown(self, WIDE, HIGH))

    def _look(self, wanted: str) -> None:
        """The contents, or of each guide the places where all words stand."""
        self.contents.blockSignals(True)
        self.contents.clear()
        hits = 0
        for page in self.pages:
            top = QTreeWidgetItem([page.title])
            top.setData(0, PLACE, ManualPlace(page.name))
            if wanted.strip():
                for heading, line in found_in(page, wanted)[: MOST - hits]:
                    item = QTreeWidgetItem(top, [f"{page.headings[heading][1]}: {line}"])
                    item.setData(0, PLACE, ManualPlace(page.name, heading, wanted.split(maxsplit=1)[0]))
                    item.setToolTip(0, line)
                    hits += 1
            else:
                self._list(page, top)
            if top.childCount() or (not wanted.strip() and not page.name.startswith(FAMILIES)):
                self.contents.addTopLevelItem(top)
                top.setExpanded(bool(wanted.strip()))
        self.contents.blockSignals(False)
        self.count.setText(fill(translate("Manual", "Found: %1"), hits) if wanted.strip() else "")
        self.count.setVisible(bool(wanted.strip()))

    def _list(self, page: ManualPage, top: QTreeWidgetItem) -> None:
        """What stands under a guide in the contents: its headings; of the list of families their pages."""
        if page.name.startswith(FAMILIES):
            return
        places = [(title, ManualPlace(page.name, at)) for at, (level, title) in enumerate(page.headings) if level == 2]
        if f"{page.name}/" == FAMILIES:
            places = [(one.title, ManualPlace(one.name)) for one in self.pages if one.name.startswith(FAMILIES)]
        for title, place in places:
            QTreeWidgetItem(top, [title]).setData(0, PLACE, place)

    def _go(self, item: QTreeWidgetItem | None) -> None:
        if item is not None:
            self.show_page(*item.data(0, PLACE))

    def _follow(self, link: QUrl) -> None:
        """To another guide; what is elsewhere, the browser of the system shows, when a person clicks it."""
        name = led_to(link.path(), self.page)
        if not link.scheme() and any(page.name == name for page in self.pages):
            self.show_page(name)
        elif link.scheme() in ("http", "https"):
            QDesktopServices.openUrl(link)
