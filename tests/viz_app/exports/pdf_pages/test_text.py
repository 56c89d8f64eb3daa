"""Texts on a page: drawn where Qt draws them, and read back by two programs as they were written."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from unicodedata import normalize

import numpy as np
import pypdf
import pypdfium2
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QBuffer, QIODevice, QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QGlyphRun, QImage, QPainter, QPdfWriter

from viz_app.exports.pdf_pages.about import About
from viz_app.exports.pdf_pages.document import document
from viz_app.exports.pdf_pages.painter import PdfPainter, box_with
from viz_app.exports.pdf_pages.text import block, corners, graphemes, placed
from viz_app.platform.theme import font

pytestmark = pytest.mark.usefixtures("qapp")

LEFT_TO_RIGHT = (
    "Hello <s> & </script>", "한국어 문장", "\u1112\u1161\u11ab", "中文 日本語", "e\u0301x a\u0308", "fi ffi office",
    "tail", "\U0001f600 \U0001f468\u200d\U0001f469\u200d\U0001f467 \U0001f1f0\U0001f1f7 x",
    "\U0001d4b3 \U00013000 \u0e01",
)  # fmt: skip
RIGHT_TO_LEFT = ("שלום", "مرحبا", "بالعالم", "لا", "سلام")
WITH_MARKS = ("שָׁלוֹם", "مُحَمَّد")
WHOLE = int(Qt.AlignmentFlag.AlignCenter)
WAYS: list[Callable[[QPainter, str], object]] = [
    lambda painter, text: painter.drawText(QPointF(9.5, 30), text),
    lambda painter, text: painter.drawText(QPoint(9, 30), text),
    lambda painter, text: painter.drawText(9, 30, text),
    lambda painter, text: painter.drawText(QRect(5, 4, 190, 50), WHOLE, text),
    lambda painter, text: painter.drawText(QRectF(5, 4, 90, 80), WHOLE | int(Qt.TextFlag.TextWordWrap), text),
    lambda painter, text: painter.drawText(
        QRectF(5, 4, 190, 60), int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom), text
    ),
    lambda painter, text: painter.drawText(QRectF(5, 4, 190, 60), int(Qt.AlignmentFlag.AlignVCenter), text),
]  # fmt: skip


def sheet() -> QImage:
    image = QImage(200, 100, QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    return image


def ink(image: QImage) -> NDArray[np.int_]:
    return 255 - np.frombuffer(image.constBits(), np.uint8).reshape(100, 200, 4)[..., 1].astype(int)


class Taking(QPainter):
    """Draws what our layout makes of a text with Qt's own glyphs."""

    def drawText(self, *given: object) -> None:  # type: ignore[override]  # noqa: N802 (Qt's name)
        place = placed(*given)
        laid = block(place, self.font(), self.layoutDirection())
        for line, corner in corners(place, laid, self.layoutDirection()):
            for glyphs in line.groups:
                run = QGlyphRun()
                run.setRawFont(glyphs.face)
                run.setGlyphIndexes(glyphs.indexes)
                run.setPositions(glyphs.places)
                self.drawGlyphRun(corner, run)


@pytest.mark.parametrize("way", WAYS, ids=[str(number) for number in range(len(WAYS))])
@pytest.mark.parametrize("text", ["Hagel → a gjy", "שלום עולם", "한국어 문장 둘 셋 넷", "e\u0301 first second third"])
@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.LayoutDirectionAuto])
def test_a_text_lies_where_qt_puts_it(
    way: Callable[[QPainter, str], object], text: str, direction: Qt.LayoutDirection
) -> None:
    found = []
    for kind in (QPainter, Taking):
        image = sheet()
        painter = kind(image)
        painter.setFont(font(17))
        painter.setLayoutDirection(direction)
        way(painter, text)
        painter.end()
        found.append(ink(image))
    assert found[0].max() > 100
    apart = [np.abs(found[0] - np.roll(found[1], down, axis=0)).sum() for down in (0, 1)]
    assert min(apart) < 0.01 * found[0].sum(), "to a fraction of a pixel, which is rounded down or up"


def texts_of(texts: tuple[str, ...], degrees: float) -> tuple[str, str]:
    """What PDFium and pypdf find of texts drawn far from each other."""

    def page(painter: QPainter) -> None:
        painter.setFont(font(20))
        for number, text in enumerate(texts):
            painter.save()
            painter.translate(40 + (90 * number if degrees else 0), 700 if degrees else 40 + 60 * number)
            painter.rotate(-degrees)
            painter.drawText(QPointF(0, 0), text)
            painter.restore()

    data = document([page], 1000, 800, About("x"))
    with pypdfium2.PdfDocument(data) as file:
        return file[0].get_textpage().get_text_bounded(), pypdf.PdfReader(BytesIO(data)).pages[0].extract_text()


@pytest.mark.parametrize("degrees", [0, 45, 90])
@pytest.mark.parametrize("texts", [LEFT_TO_RIGHT, RIGHT_TO_LEFT], ids=["to the right", "to the left"])
def test_characters_come_out_as_they_were_written(texts: tuple[str, ...], degrees: float) -> None:
    """Of texts in several fonts pypdf, and of turned ones PDFium too, break lines between these."""
    found = texts_of(texts, degrees)
    for number, text in enumerate(found):
        whole = not degrees and number == 0
        for part in texts if whole else " ".join(texts).split():
            assert normalize("NFC", part) in normalize("NFC", text), (ascii(part), ascii(text))


def test_words_that_run_to_the_left_keep_their_marks() -> None:
    """pypdf takes them apart; PDFium reads them."""
    text = normalize("NFC", texts_of(WITH_MARKS, 0)[0])
    assert all(normalize("NFC", word) in text for word in WITH_MARKS), ascii(text)


def test_what_is_read_is_in_no_private_or_compatibility_code() -> None:
    for text in texts_of((*LEFT_TO_RIGHT, *RIGHT_TO_LEFT, *WITH_MARKS), 0):
        assert not any("\u2e80" <= letter <= "\u2fdf" or "\ue000" <= letter <= "\uf8ff" for letter in text)
        assert not any("\ufb1d" <= letter <= "\ufeff" or letter == "\x01" for letter in text)


def test_a_character_without_a_shape_is_its_number_in_a_box() -> None:
    box = box_with("1F468", 24, QPointF(10, 40)).boundingRect()
    assert box.left() >= 10 and box.right() <= 34 and 10 < box.top() < box.bottom() < 50
    pictures = []
    for text in ("\U0001f468", "\U0001f469"):
        data = document([_one(text)], 100, 80, About("x"))
        with pypdfium2.PdfDocument(data) as file:
            assert text in file[0].get_textpage().get_text_bounded()
            pictures.append(np.asarray(file[0].render(scale=3).to_pil().convert("L")))
    assert not np.array_equal(pictures[0], pictures[1]) or pictures[0].min() == 255, (
        "different characters look different"
    )


def _one(text: str) -> Callable[[QPainter], None]:
    def page(painter: QPainter) -> None:
        painter.setFont(font(24))
        painter.drawText(QPointF(10, 40), text)

    return page


def test_what_is_cut_off_is_left_out_and_what_is_half_there_is_cut() -> None:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    device = QPdfWriter(buffer)
    painter = PdfPainter(device)
    painter.setFont(font(20))
    painter.setClipRect(QRectF(0, 0, 100, 100))
    painter.drawText(QPointF(10, 50), "inside")
    painter.drawText(QPointF(10, 300), "below")
    painter.drawText(QPointF(90, 80), "across")
    painter.setPen(Qt.PenStyle.NoPen)
    painter.drawText(QPointF(10, 20), "without a pen")
    painter.write()
    painter.end()
    assert ["".join(said.texts) for said in painter.said] == ["inside", "across"]


def test_graphemes() -> None:
    assert list(graphemes("e\u0301a\U0001f468\u200d\U0001f467한")) == [
        "e\u0301",
        "a",
        "\U0001f468\u200d\U0001f467",
        "한",
    ]
    assert not list(graphemes(""))


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(TypeError, match="no way to place a text"):
        placed("here")
