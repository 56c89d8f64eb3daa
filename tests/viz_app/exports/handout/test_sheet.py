"""Text that flows over the pages of a handout: lines keep their paragraph's direction, and page 1 is used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pypdfium2
import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from tests.viz_app.sample_trace import make_trace
from viz_app.exports.handout import handout
from viz_app.exports.handout.handout import write_handout
from viz_app.exports.handout.sheet import PAPERS, Flow, framed
from viz_app.exports.pdf_pages.about import About
from viz_app.exports.pdf_pages.document import PaintPage, document

pytestmark = pytest.mark.usefixtures("qapp")
ARABIC, HEBREW = "العربية", "עברית"


class Directions(QPainter):
    """Notes each text with the direction in which the painter runs."""

    def __init__(self, image: QImage) -> None:
        super().__init__(image)
        self.seen: list[tuple[str, Qt.LayoutDirection]] = []

    def drawText(self, *where: object) -> None:  # type: ignore[override]  # noqa: N802 - Qt's name
        self.seen += [(word, self.layoutDirection()) for word in where if isinstance(word, str)]


def drawn(flow: Flow) -> list[tuple[str, Qt.LayoutDirection]]:
    image = QImage(800, 1200, QImage.Format.Format_RGB32)
    painter = Directions(image)
    for box, draw in flow.pages[0]:
        draw(painter, QRectF(box))
    after = painter.layoutDirection()
    painter.end()
    assert after == Qt.LayoutDirection.LayoutDirectionAuto, "left as it was"
    return painter.seen


@pytest.mark.parametrize("word", [ARABIC, HEBREW])
@pytest.mark.parametrize("before", range(1, 40))
def test_a_line_that_begins_with_a_word_from_right_to_left_keeps_the_title_s_direction(word: str, before: int) -> None:
    flow = Flow(PAPERS["A4"])
    flow.paragraph(" ".join(["Wort"] * before + [word, "und", "mehr", word, "Ende."] * 4), 17, bold=True)
    seen = drawn(flow)
    assert len(seen) > 1
    assert {direction for _, direction in seen} == {Qt.LayoutDirection.LeftToRight}


def test_a_text_from_right_to_left_runs_so_even_where_a_line_begins_with_another_word() -> None:
    flow = Flow(PAPERS["A4"])
    flow.paragraph(" ".join([ARABIC] * 9 + ["Transformer"] * 12 + [ARABIC] * 3), 17)
    flow.entry("name", " ".join([HEBREW] * 20 + ["Transformer"] * 12))
    values = [direction for text, direction in drawn(flow) if text not in ("name", "")]
    assert len(values) > 4
    assert set(values) == {Qt.LayoutDirection.RightToLeft}


@pytest.mark.parametrize("paper", ["A4", "16:9"])  # upright and across
def test_page_1_is_used_to_its_end(paper: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of a page's height is left white for more than a third of it."""

    def first(pages: Sequence[PaintPage], width: float, height: float, about: About) -> bytes:
        alone = replace(about, alternatives=about.alternatives[:1], bookmarks=about.bookmarks[:1])
        return document(pages[:1], width, height, alone)

    monkeypatch.setattr(handout, "document", first)
    write_handout(make_trace(layers=1, heads=1), tmp_path / "h.pdf", paper)
    page = pypdfium2.PdfDocument(tmp_path / "h.pdf")[0].render(scale=1, grayscale=True).to_numpy().squeeze()
    inked = [0, *(row for row in range(page.shape[0]) if (page[row] < 200).sum() > 2), page.shape[0]]
    gap = max(after - before for before, after in pairwise(inked))
    assert gap < page.shape[0] / 3


def test_a_long_sentence_above_a_page_has_two_lines_and_keeps_its_words() -> None:
    sentence = " ".join(f"word{number}" for number in range(20))
    image = QImage(800, 1200, QImage.Format.Format_RGB32)
    painter = Directions(image)
    framed(lambda _: None, PAPERS["A4"], (sentence, "a name"), ("", "1 / 2"))(painter)
    painter.end()
    said = [text for text, _ in painter.seen if text]
    assert said[-1] == "1 / 2"
    assert " ".join(text for text in said if text.startswith("word")) == sentence


class Places(QPainter):
    """Notes where each text is written."""

    def __init__(self, image: QImage) -> None:
        super().__init__(image)
        self.image = image  # it must live as long as its painter
        self.seen: dict[str, tuple[float, float]] = {}

    def drawText(self, *where: object) -> None:  # type: ignore[override]  # noqa: N802 - Qt's name
        box, *_, word = where
        assert isinstance(box, QRectF)
        assert isinstance(word, str)
        assert word == "cell" or word not in self.seen
        self.seen[word] = box.x(), box.y()


@pytest.mark.parametrize(("count", "columns"), [(7, 3), (8, 3), (9, 3), (2, 3), (5, 1)])
def test_rows_of_a_table_go_down_each_column_before_the_next(count: int, columns: int) -> None:
    flow = Flow(PAPERS["A4"])
    flow.table(("n", "cell"), [(f"row{number}", "cell") for number in range(count)], (0.5, 0.5), columns)
    painter = Places(QImage(800, 1200, QImage.Format.Format_RGB32))
    for box, draw in flow.pages[0][1:]:  # the first is the head
        draw(painter, QRectF(box))
    painter.end()
    places = [painter.seen[f"row{number}"] for number in range(count)]
    assert places == sorted(places), "from left to right, and there from top to bottom"
    assert len({x for x, _ in places}) == min(columns, count)
    assert len({y for _, y in places}) == -(-count // columns)
