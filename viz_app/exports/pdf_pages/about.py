"""The data of a PDF file about itself: title, alternative texts, language, bookmarks, page labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from model.common.lazy_dataclass import dataclass
from model.common.version import VERSION
from viz_app.platform.theme import visible

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
    alternatives: tuple[str, ...] = ()  #: each page's picture in words, "" for a page of text; none: not told
    language: str = "en"
    bookmarks: tuple[Bookmark, ...] = ()


def tag(writer: PdfWriter, alternatives: Sequence[str]) -> None:
    """Tell screen readers what each page is, and what a picture shows (ISO 32000-1, 14.7 and 14.9.3).

    ``alternatives``: one for each page. The page's content has to be marked by :func:`marked`.
    """
    from pypdf.generic import ArrayObject, BooleanObject, DictionaryObject, NameObject, NumberObject, TextStringObject

    def element(kind: str, parent: IndirectObject) -> DictionaryObject:
        names = {"/Type": "/StructElem", "/S": kind}
        made = DictionaryObject({NameObject(name): NameObject(value) for name, value in names.items()})
        made[NameObject("/P")] = parent
        return made

    tree = DictionaryObject({NameObject("/Type"): NameObject("/StructTreeRoot")})
    top = writer._add_object(tree)  # noqa: SLF001  # its own manual does
    whole = element("/Document", top)
    above, parts, by_number = writer._add_object(whole), ArrayObject(), ArrayObject()  # noqa: SLF001
    for number, (page, words) in enumerate(zip(writer.pages, alternatives, strict=True)):
        part = element(_kind(words), above)
        part[NameObject("/Pg")] = cast("IndirectObject", page.indirect_reference)
        part[NameObject("/K")] = NumberObject(0)
        if words:
            part[NameObject("/Alt")] = TextStringObject(words)
        known = writer._add_object(part)  # noqa: SLF001
        parts.append(known)
        by_number += [NumberObject(number), ArrayObject([known])]
        page[NameObject("/StructParents")] = NumberObject(number)
    whole[NameObject("/K")] = parts
    tree[NameObject("/K")] = ArrayObject([above])
    tree[NameObject("/ParentTree")] = DictionaryObject({NameObject("/Nums"): by_number})
    writer.root_object[NameObject("/StructTreeRoot")] = top
    writer.root_object[NameObject("/MarkInfo")] = DictionaryObject({NameObject("/Marked"): BooleanObject(True)})


def _kind(words: str) -> str:
    """A picture has an alternative, a text is read itself."""
    return "/Figure" if words else "/P"


def marked(content: bytes, words: str) -> bytes:
    """A page's operators as what :func:`tag` tells of."""
    return b"%s <</MCID 0>> BDC\n%s\nEMC\n" % (_kind(words).encode(), content)


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
    if about.alternatives:
        tag(writer, about.alternatives)
    above: list[Any] = []
    for bookmark in about.bookmarks:
        del above[bookmark.depth :]
        parent = above[-1] if above else None
        above.append(writer.add_outline_item(title=bookmark.words, page_number=bookmark.page, parent=parent))
    if len(writer.pages) > 1:
        writer.set_page_label(0, len(writer.pages) - 1, style=PageLabelStyle.DECIMAL)  # as they are numbered in print
    if about.bookmarks:
        root[NameObject("/PageMode")] = NameObject("/UseOutlines")
