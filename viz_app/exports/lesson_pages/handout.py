"""A lesson as a handout (PDF): the steps with their pictures; the answers of its questions stand on the last page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from model.common.atomic import write_atomically
from model.common.problems import Problem
from model.common.version import VERSION
from model.lessons.lesson import Lesson
from viz_app.exports.figures.figure import Figure, description, picture_of
from viz_app.exports.handout.sheet import PAPERS, Draw, Flow, Paper, as_part, framed
from viz_app.exports.handout.steps import put_picture
from viz_app.exports.pdf_pages.about import About, Bookmark, one_line
from viz_app.exports.pdf_pages.document import document
from viz_app.exports.pdf_pages.structure import Part
from viz_app.platform.text import fill, translate
from viz_app.platform.translations import spoken
from viz_app.state.lessons.walked import WalkedStep

SUFFIX = ".pdf"
HIGH = 0.38  #: of a page's body that a picture takes
BLANK = "_" * 24  #: where a prediction is written
LINES = 5  #: of text that stand with the picture that they are about


def write_handout(lesson: Lesson, walked: Sequence[WalkedStep], path: Path, paper: str = "A4") -> None:
    """Write the handout in one step. Raises :class:`Problem`."""
    sheet, title = PAPERS[paper], one_line(lesson.title.in_language(spoken()))
    flow, run = Flow(sheet), walked[0].now.run
    flow.paragraph(title, 2.0 * sheet.points, bold=True, kind="H1")
    facts = [fill(translate("Lesson", "%1 minutes"), lesson.minutes)]
    if lesson.paper:
        facts.append(fill(translate("Lesson", "section %1 of the paper"), lesson.paper))
    flow.paragraph(" · ".join(facts), quiet=True)
    if run is not None:
        flow.gap()
        flow.paragraph(one_line(run.meta.source_text))
        flow.paragraph(f"→ {one_line(run.meta.translation)}")
    _steps(flow, walked)
    answers = [(number, each) for number, each in enumerate(walked, start=1) if each.asks]
    first = len(flow.pages)
    if answers:
        flow.pages.append([])
        flow.used = 0.0
        flow.heading(translate("Lesson", "Answers"))
        for number, each in answers:
            flow.paragraph(f"{number}. {each.answer} {each.seen}")
            flow.gap(0.4)
    pages = flow.as_pages()
    below = " · ".join(filter(None, ("" if run is None else one_line(run.meta.checkpoint), f"Headscope {VERSION}")))
    numbered = [framed(page, sheet, (title, translate("Lesson", "Lesson")), (below, f"{number} / {len(pages)}"))
                for number, page in enumerate(pages, start=1)]  # fmt: skip
    marks = [Bookmark(title, 0), *([Bookmark(translate("Lesson", "Answers"), first)] if answers else [])]
    about = About(
        title=title, subject=" · ".join(facts), keywords="Transformer, attention",
        language=spoken().partition("+")[0], alternatives=("",) * len(pages), bookmarks=tuple(marks),
    )  # fmt: skip
    write_atomically(path, document(numbered, sheet.width, sheet.height, about))


def _steps(flow: Flow, walked: Sequence[WalkedStep]) -> None:
    """Words, picture, and what is to be seen; a question has its picture where its answer is not told by it."""
    high, line = HIGH * flow.paper.body.height(), 1.35 * flow.paper.pixels
    before = ""
    for number, each in enumerate(walked, start=1):
        told = "" if each.asks else _told(each)
        shown = told and told != before
        if shown and flow.left < high + LINES * line:
            flow.used = flow.paper.body.height()  # the words stand above their picture
        flow.gap(1.2)
        flow.paragraph(f"{number}. {each.words}", bold=True, with_next=True, kind="H3")
        if shown:
            flow.add(high, as_part(Part("Figure", f"step {number}", alt=told), _drawn(each, flow.paper)))
            before = told
        if each.step.card is not None:
            right, wrong = translate("Lesson", "True"), translate("Lesson", "False")
            flow.paragraph(f"{right} / {wrong}")
        elif each.asks:
            flow.paragraph(BLANK)
        elif each.seen:
            flow.paragraph(each.seen)


def _told(each: WalkedStep) -> str:
    """The picture of the step in words; nothing where its view shows none."""
    figure = Figure(emphasis=True)
    try:
        picture_of(each.now, figure)
    except Problem:
        return ""
    return description(each.now, figure)


def _drawn(each: WalkedStep, paper: Paper) -> Draw:
    def draw(painter: QPainter, box: QRectF) -> None:

        put_picture(painter, each.now, box, paper.style)

    return draw
