"""The structure of a PDF file for screen readers: headings, paragraphs, tables, pictures (ISO 32000-1, 14.7–14.8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from model.common.lazy_dataclass import dataclass

if TYPE_CHECKING:
    from pypdf import PdfWriter
    from pypdf.generic import DictionaryObject

ARTIFACT = b"/Artifact BMC\n"  #: what no reader has to hear: rules, grounds, lines above and below every page
END = b"EMC\n"


@dataclass(frozen=True)
class Part:
    """A stretch of a page. Parts of one ``key`` are one element, on however many lines and pages it stands."""

    kind: str  #: H1, H2, H3, P, TH, TD or Figure
    key: str
    alt: str = ""  #: what a picture shows, for those who do not see it
    table: str = ""  #: of a cell
    row: int = 0  #: of a cell, from 0

    def begin(self, number: int) -> bytes:
        """The operator before it, as the ``number``-th part of its page."""
        return b"/%s <</MCID %d>> BDC\n" % (self.kind.encode(), number)


def tag(writer: PdfWriter, pages: Sequence[Sequence[Part]]) -> None:
    """Tell what each page's parts are, which are marked in its content and numbered there from 0."""
    _Tree(writer).tell(pages)


class _Tree:
    """The elements of one file, each made when its first part comes."""

    def __init__(self, writer: PdfWriter) -> None:
        from pypdf.generic import DictionaryObject, NameObject

        self.writer = writer
        self.root = DictionaryObject({NameObject("/Type"): NameObject("/StructTreeRoot")})
        self.top = writer._add_object(self.root)  # noqa: SLF001  # its own manual does
        self.whole = self._element("Document", None)
        self.known: dict[object, Any] = {}
        self.rows: dict[str, dict[int, Any]] = {}  #: of each table

    def tell(self, pages: Sequence[Sequence[Part]]) -> None:
        """Write the tree, and for each page which element each of its parts belongs to."""
        from pypdf.generic import ArrayObject, BooleanObject, DictionaryObject, NameObject, NumberObject

        by_number = ArrayObject()
        for number, (page, parts) in enumerate(zip(self.writer.pages, pages, strict=True)):
            owners = ArrayObject(self._own(part, page, place) for place, part in enumerate(parts))
            by_number += [NumberObject(number), owners]
            page[NameObject("/StructParents")] = NumberObject(number)
        for rows in self.rows.values():  # which may stand in several columns of a page
            ordered = [rows[row] for row in sorted(rows)]
            ordered[0].get_object()["/P"].get_object()[NameObject("/K")] = ArrayObject(ordered)
        self.root[NameObject("/K")] = ArrayObject([self.whole])
        self.root[NameObject("/ParentTree")] = DictionaryObject({NameObject("/Nums"): by_number})
        self.writer.root_object[NameObject("/StructTreeRoot")] = self.top
        self.writer.root_object[NameObject("/MarkInfo")] = DictionaryObject(
            {NameObject("/Marked"): BooleanObject(True)}
        )

    def _own(self, part: Part, page: DictionaryObject, place: int) -> Any:
        """The element of a part, which now holds this stretch too."""
        from pypdf.generic import DictionaryObject, NameObject, NumberObject, TextStringObject

        element = self._once(part.key, part.kind, self._parent(part))
        held = element.get_object()
        stretch = DictionaryObject({NameObject("/Type"): NameObject("/MCR")})
        stretch[NameObject("/Pg")] = page.indirect_reference
        stretch[NameObject("/MCID")] = NumberObject(place)
        held["/K"].append(stretch)
        if part.alt:
            held[NameObject("/Alt")] = TextStringObject(part.alt)
        return element

    def _parent(self, part: Part) -> Any:
        """The row of a cell; the document for all else."""
        if not part.table:
            return self.whole
        table = self._once(("table", part.table), "Table", self.whole)
        row = self._once(("row", part.table, part.row), "TR", table)
        self.rows.setdefault(part.table, {})[part.row] = row
        return row

    def _once(self, key: object, kind: str, parent: Any) -> Any:
        if key not in self.known:
            self.known[key] = self._element(kind, parent)
        return self.known[key]

    def _element(self, kind: str, parent: Any) -> Any:
        from pypdf.generic import ArrayObject, DictionaryObject, NameObject

        made = DictionaryObject(
            {NameObject("/Type"): NameObject("/StructElem"), NameObject("/S"): NameObject(f"/{kind}")}
        )
        made[NameObject("/P")] = self.top if parent is None else parent
        made[NameObject("/K")] = ArrayObject()
        reference = self.writer._add_object(made)  # noqa: SLF001
        if parent is not None:
            parent.get_object()["/K"].append(reference)
        return reference
