"""A lesson's page and handout: every step's words, the pictures of its places, and answers that do not stand open."""

from __future__ import annotations

import base64
import hashlib
import io
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pypdfium2
import pytest
from fontTools.ttLib import TTFont

from model.lessons.lesson import Bilingual, Claim, Lesson, LessonOpening, LessonStep
from tests.viz_app.sample_trace import make_trace
from viz_app.exports.lesson_pages import page as lesson_page
from viz_app.exports.lesson_pages.handout import write_handout
from viz_app.exports.lesson_pages.page import page_of
from viz_app.state.lessons.walked import WalkedStep
from viz_app.state.state import Selection, Snapshot

pytestmark = pytest.mark.usefixtures("qapp")

RUN = make_trace()
NOW = Snapshot(trace=RUN, selection=Selection("cross", 0, 0, 2), view="one_head")
TOKEN = str(RUN.produced_tokens[2])  # type: ignore[index]
STEPS = (
    WalkedStep(LessonStep(Bilingual("Open <the> map", "맵"), Bilingual("It writes {token}.", "말")), NOW, NOW),
    WalkedStep(LessonStep(Bilingual("And again", "다시")), NOW, NOW),  # the same picture: not twice
    WalkedStep(LessonStep(Bilingual("Predict it", "예측"), Bilingual("So it was.", "네"), predict="word"), NOW, NOW),
    WalkedStep(LessonStep(Bilingual("All is well", "참"), Bilingual("It is not.", "아니요"), card=False),
               NOW, replace(NOW, view="masks")),
    WalkedStep(LessonStep(Bilingual("A claim", "주장"), claims=(Claim("steps", "is", 999),)), NOW, NOW),
)  # fmt: skip
LESSON = Lesson("x", Bilingual("A & B", "가"), 4, tuple(each.step for each in STEPS), LessonOpening(), paper="3.2.1")


class Reader(HTMLParser):
    """Tags by name, and the text outside of folded answers."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open, self.folded = "", ""
        self.inside = False

    def handle_starttag(self, tag: str, _: object) -> None:
        self.tags.append(tag)
        self.inside = self.inside or tag == "details"

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag != "details"

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.folded += data
        else:
            self.open += data


def test_a_page_says_every_step_and_folds_its_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lesson_page, "vector", lambda now, _: f"<svg>{now.view}</svg>")  # its letters take seconds
    page = page_of(LESSON, STEPS)
    reader = Reader()
    reader.feed(page)
    for each in STEPS:
        assert each.step.words.en in reader.open
    assert f"It writes {TOKEN}" in reader.open.replace("“", "").replace("▁", "") or TOKEN.lstrip("▁") in reader.open
    assert "It is false. It is not." in reader.folded and "It is not." not in reader.open
    assert TOKEN.lstrip("▁") in reader.folded
    assert reader.tags.count("li") == 5 and reader.tags.count("img") == 3 and reader.tags.count("details") == 2
    assert "script" not in reader.tags and "A & B" in reader.open
    assert not re.search(r"""(?:src|href)=["'](?!data:)""", page)


def test_a_korean_page_brings_the_letters_of_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """In both weights that it is set in; an English one brings none."""
    monkeypatch.setattr(lesson_page, "vector", lambda now, _: "<svg/>")
    assert "@font-face" not in page_of(LESSON, STEPS)
    monkeypatch.setattr(lesson_page, "spoken", lambda: "ko")
    monkeypatch.setattr("viz_app.state.lessons.walked.spoken", lambda: "ko")
    page = page_of(LESSON, STEPS)
    fonts = [TTFont(io.BytesIO(base64.b64decode(part))) for part in re.findall(r"font/woff;base64,([^)]*)\)", page)]
    assert len(fonts) == 2
    for font in fonts:
        assert {ord(letter) for letter in "가맵말다시예측"} <= set(font.getBestCmap())
    said = page.partition("<style>")[2].partition("</style>")[0]
    assert base64.b64encode(hashlib.sha256(said.encode()).digest()).decode() in page.partition("<style>")[0]


def test_a_handout_has_its_answers_on_its_last_page(tmp_path: Path) -> None:
    write_handout(LESSON, STEPS, tmp_path / "x.pdf")
    with pypdfium2.PdfDocument(tmp_path / "x.pdf") as document:
        texts = [page.get_textpage().get_text_bounded() for page in document]
    assert len(texts) >= 2
    before, last = "".join(texts[:-1]), texts[-1]
    assert all(each.step.words.en in before for each in STEPS)
    assert "It is false." in last and "It is false." not in before and "So it was." not in before


def test_a_claim_that_fails_is_told_with_what_the_run_says() -> None:
    assert [each.missed for each in STEPS[:4]] == [()] * 4
    assert STEPS[4].missed == (f"steps is 999; the run says {RUN.steps}",)
