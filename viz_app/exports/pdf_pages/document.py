"""Pages → one PDF file: true vectors, one size for every page, text that is found and copied as it was written."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QSizeF, QUuid
from PySide6.QtGui import QPageSize, QPainter, QPdfWriter

from viz_app.exports.pdf_pages.about import About
from viz_app.exports.pdf_pages.painter import PdfPainter
from viz_app.exports.pdf_pages.repair import repaired

POINTS, INCH = 72, 96  #: of an inch: a file's units, and logical pixels
_FINE = 1200  #: Qt counts in so many parts of an inch

Page = Callable[[QPainter], None]  #: paints itself in logical pixels


def document(pages: Sequence[Page], width: float, height: float, about: About, outlines: bool = False) -> bytes:
    """The file's bytes. ``width`` × ``height``: of every page, in logical pixels; ``outlines``: letters as paths."""
    size = width * POINTS / INCH, height * POINTS / INCH
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    device = QPdfWriter(buffer)
    device.setResolution(_FINE)
    device.setDocumentId(
        QUuid.createUuidV5(QUuid(), f"{about.title}\n{about.subject}".encode("utf-8", "replace"))
    )  # not by chance
    device.setPageMargins(QMarginsF(0, 0, 0, 0))
    device.setPageSize(QPageSize(QSizeF(*size), QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch))
    painter = PdfPainter(device, outlines)
    painter.scale(_FINE / INCH, _FINE / INCH)
    try:
        for number, page in enumerate(pages):
            if number:
                device.newPage()
            painter.save()
            page(painter)
            painter.restore()
            painter.write()
    finally:
        painter.end()
    return repaired(bytes(buffer.data().data()), size, painter.said, painter.maps, about)
