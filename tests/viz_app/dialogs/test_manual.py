"""The manual: every guide with its headings, found by words, without a network."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt, QUrl
from PySide6.QtWidgets import QApplication

from viz_app.dialogs.manual import FAMILIES, PAGES, ManualWindow, found_in, led_to, page_of, pages

ROOT = Path(__file__).resolve().parents[3]
#: About the making of the program; and pages of the site, which hold lists of other pages and of the source.
MAKING = {"arrangements", "before-after", "bundles", "gallery", "survey"} | {"index", "commands", "api"}


@pytest.fixture(scope="module")
def manual(qapp: QApplication) -> Iterator[ManualWindow]:
    made = ManualWindow()
    made.show()
    yield made
    made.close()
    made.deleteLater()


def test_every_guide_is_in_the_contents(manual: ManualWindow) -> None:
    assert set(PAGES) | MAKING == {"README"} | {path.stem for path in (ROOT / "docs").glob("*.md")}
    listed = [page for page in pages() if not page.name.startswith(FAMILIES)]
    assert [page.name for page in listed] == list(PAGES)
    tops = [manual.contents.topLevelItem(at) for at in range(manual.contents.topLevelItemCount())]
    assert [item.text(0) for item in tops if item is not None] == [page.title for page in listed]
    for item, page in zip(tops, listed, strict=True):
        assert item is not None
        text = re.sub(r"^```.*?^```", "", page.text, flags=re.DOTALL | re.MULTILINE)
        families = len(pages()) - len(listed) if page.name == "families" else 0
        assert item.childCount() == (families or len(re.findall(r"^## ", text, re.MULTILINE)))


def test_korean_guides_have_the_same_headings_and_other_words() -> None:
    english, korean = pages(), pages(korean=True)
    assert [page.name for page in korean] == [page.name for page in english]
    for one, other in zip(english, korean, strict=True):
        assert [level for level, _ in other.headings] == [level for level, _ in one.headings]
        assert "```{" not in other.text
    assert [page.title for page in korean[1:3]] == ["첫걸음", "그림이 말하는 것과 말하지 않는 것"]


@pytest.mark.parametrize(
    ("path", "page", "name"),
    [
        ("python.md", "corpus", "python"), ("../own-masks.md", "families/tut6", "own-masks"),
        ("families/tut6.md", "families", "families/tut6"), ("docs/ko/teaching.md", "README", "teaching"),
        ("docs/python.md", "README", "python"),
    ],
)  # fmt: skip
def test_a_link_leads_to_the_guide_that_it_names(path: str, page: str, name: str) -> None:
    assert led_to(path, page) == name


@pytest.mark.parametrize("name", PAGES)
def test_a_heading_is_gone_to(name: str, manual: ManualWindow) -> None:
    page = next(one for one in pages() if one.name == name)
    for number in range(0, len(page.headings), 4):
        manual.show_page(name, number)
        block = manual.text.textCursor().block()
        assert block.blockFormat().headingLevel() == page.headings[number][0]
        assert re.sub(r"\W", "", block.text()) == re.sub(r"\W", "", page.headings[number][1])


def test_words_are_found_in_one_paragraph_under_their_heading() -> None:
    page = page_of(
        "x", "# One\n\nhere is tea\n\n## Two `b`\n\n```\n# no heading\ntea\n```\n\nmilk\nand Tea\n\n| tea | row |\n"
    )
    assert page.headings == ((1, "One"), (2, "Two b"))
    assert [heading for heading, _ in found_in(page, "tea")] == [0, 1, 1, 1]
    assert found_in(page, "MILK tea") == [(1, "milk")]
    assert not found_in(page, "milk row")
    assert not found_in(page, "  ")


def test_a_search_shows_the_word(manual: ManualWindow) -> None:
    manual.search.setText("clicker's keys")
    item = manual.contents.topLevelItem(0)
    assert item is not None
    assert item.childCount() == 1, item.text(0)
    found = item.child(0)
    assert found is not None
    manual.contents.setCurrentItem(found)
    assert manual.page == "teaching"
    assert manual.text.textCursor().selectedText().casefold() == "clicker's"
    assert manual.count.text() == "Found: 1"
    manual.search.clear()
    assert manual.contents.topLevelItemCount() == len(PAGES)


@pytest.mark.parametrize("wanted", ["", "attention"])
def test_lines_of_the_list_have_all_of_their_words_up_to_four(manual: ManualWindow, wanted: str) -> None:
    manual.resize(760, 560)
    manual.show()
    manual.search.setText(wanted)
    QApplication.processEvents()
    tree, high = manual.contents, list[int]()
    line = tree.fontMetrics().lineSpacing()
    for item in tree.findItems("*", Qt.MatchFlag.MatchWildcard | Qt.MatchFlag.MatchRecursive):
        box = tree.visualItemRect(item)
        if box.height():
            room = QRect(0, 0, box.width() - 4, 999)
            inside = tree.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, item.text(0))
            high.append(round(inside.height() / line))
            assert box.height() >= min(inside.height() - line, 4 * line), item.text(0)  # margins may take a word
    assert max(high) > 1, "one of them needs more than a line"


def test_links_stay_on_this_computer(manual: ManualWindow) -> None:
    manual.show_page("corpus")
    manual.text.anchorClicked.emit(QUrl("python.md"))
    assert manual.page == "python"
    manual.text.anchorClicked.emit(QUrl("survey.md"))
    manual.text.anchorClicked.emit(QUrl("file:///etc/passwd"))
    assert manual.page == "python"
