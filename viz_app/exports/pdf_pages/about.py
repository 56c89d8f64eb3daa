"""The data of a PDF file about itself: title, alternative texts, language, bookmarks, page labels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from model.common.lazy_dataclass import dataclass
from model.common.version import VERSION
from viz_app.platform.theme import visible

if TYPE_CHECKING:
    from pypdf import PdfWriter


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
    alternatives: tuple[
        str, ...
    ] = ()  #: each page's picture in words, "" for a page of text, whose parts its painter says; none: not told
    language: str = "en"
    bookmarks: tuple[Bookmark, ...] = ()


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
    above: list[Any] = []
    for bookmark in about.bookmarks:
        del above[bookmark.depth :]
        parent = above[-1] if above else None
        above.append(writer.add_outline_item(title=bookmark.words, page_number=bookmark.page, parent=parent))
    if len(writer.pages) > 1:
        writer.set_page_label(0, len(writer.pages) - 1, style=PageLabelStyle.DECIMAL)  # as they are numbered in print
    if about.bookmarks:
        root[NameObject("/PageMode")] = NameObject("/UseOutlines")
