"""What a PDF file says of itself: title, what its pictures show, language, bookmarks, page labels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from model.version import VERSION
from viz_app.theme import visible

if TYPE_CHECKING:
    from pypdf import PdfWriter
    from pypdf.generic import IndirectObject


@dataclass(frozen=True)
class Bookmark:
    """A place that a reader's side bar offers."""

    words: str
    page: int  #: from 0
    depth: int = 0  #: below the last one of a smaller depth


@dataclass(frozen=True)
class About:
    """What a file says of itself."""

    title: str
    subject: str = ""  #: what its pictures show, for those who do not see them
    keywords: str = ""
    figure: bool = False  #: it is one picture, which a screen reader tells in the words of ``subject``
    language: str = "en"
    bookmarks: tuple[Bookmark, ...] = ()


def tag(writer: PdfWriter, words: str) -> None:
    """Tell screen readers that the only page is a figure, and what it shows (ISO 32000-1, 14.7 and 14.9.3).

    Its content has to stand between ``FIGURE``.
    """
    from pypdf.generic import ArrayObject, BooleanObject, DictionaryObject, NameObject, NumberObject, TextStringObject

    page, root = writer.pages[0], writer.root_object
    parts = figure, whole, tree = DictionaryObject(), DictionaryObject(), DictionaryObject()
    known, above, top = (writer._add_object(part) for part in parts)  # noqa: SLF001  # its own manual does
    for part, kind, parent in ((figure, "/Figure", above), (whole, "/Document", top)):
        part[NameObject("/Type")] = NameObject("/StructElem")
        part[NameObject("/S")] = NameObject(kind)
        part[NameObject("/P")] = parent
    figure[NameObject("/Pg")] = cast("IndirectObject", page.indirect_reference)
    figure[NameObject("/K")] = NumberObject(0)
    figure[NameObject("/Alt")] = TextStringObject(words)
    whole[NameObject("/K")] = ArrayObject([known])
    tree[NameObject("/Type")] = NameObject("/StructTreeRoot")
    tree[NameObject("/K")] = ArrayObject([above])
    by_number = ArrayObject([NumberObject(0), ArrayObject([known])])
    tree[NameObject("/ParentTree")] = DictionaryObject({NameObject("/Nums"): by_number})
    page[NameObject("/StructParents")] = NumberObject(0)
    root[NameObject("/StructTreeRoot")] = top
    root[NameObject("/MarkInfo")] = DictionaryObject({NameObject("/Marked"): BooleanObject(True)})


FIGURE = b"/Figure <</MCID 0>> BDC\n", b"\nEMC\n"  #: around what :func:`tag` tells of


def one_line(text: str) -> str:
    """Text out of a run, with nothing hidden in it; spaces stay."""
    return " ".join(visible(word) for word in text.split())


def describe(writer: PdfWriter, about: About) -> None:
    """Write it into the file, and nothing of when or where it was made: equal content makes equal files."""
    from pypdf.constants import PageLabelStyle
    from pypdf.generic import BooleanObject, DictionaryObject, NameObject, TextStringObject

    root = writer.root_object
    root.pop("/Metadata", None)  # Qt's, which repeats a part of this
    root[NameObject("/Lang")] = TextStringObject(about.language)
    root[NameObject("/ViewerPreferences")] = DictionaryObject({NameObject("/DisplayDocTitle"): BooleanObject(True)})
    told = {
        "/Title": about.title,
        "/Subject": about.subject,
        "/Keywords": about.keywords,
        "/Creator": f"Headscope {VERSION}",
        "/Producer": "Qt, pypdf",
    }
    writer.metadata = None  # with its dates
    writer.add_metadata({name: text for name, text in told.items() if text})
    if about.figure:
        tag(writer, about.subject)
    above: list[Any] = []
    for bookmark in about.bookmarks:
        del above[bookmark.depth :]
        parent = above[-1] if above else None
        above.append(writer.add_outline_item(title=bookmark.words, page_number=bookmark.page, parent=parent))
    if len(writer.pages) > 1:
        writer.set_page_label(0, len(writer.pages) - 1, style=PageLabelStyle.DECIMAL)  # as they are numbered in print
    if about.bookmarks:
        root[NameObject("/PageMode")] = NameObject("/UseOutlines")
