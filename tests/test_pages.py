"""The guides: each is there in Korean with the same structure, and its links and pictures lead somewhere.

What their blocks do is looked at by ``tests/scripts/test_page_blocks.py``.
"""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest
from page_blocks import DOCS, PICTURES, PageBlock, blocks, pages
from PIL import Image

from model.checkpoints.checkpoint import file_hash
from model.common.assets import CHECKPOINTS
from tests.source_tree import PROJECT

PAIRS = list(zip(pages(), pages(korean=True), strict=True))
LINK = re.compile(r"(!?)\[[^\]]*\]\(([^)\s]+)\)")
#: What a Korean page may say that its English page does not.
IN_KOREAN = re.compile(r" --language ko\b(?!\+)")
HANGUL = re.compile("[가-힣]")


def outside(text: str) -> str:
    """A page without its blocks, and each link in one line."""
    text = re.sub(r"^```.*?^```", "```", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"\[[^\]]*\]\(", lambda link: link[0].replace("\n", " "), text)


def shape(text: str) -> list[str]:
    """Headings by level, blocks, rows of tables by their cells, and items of lists, in their order."""
    found = []
    for line in outside(text).splitlines():
        if mark := re.match(r"#+ |```|- |\d+\. ", line):
            found.append(re.sub(r"\d+", "1", mark[0]))
        elif line.startswith("|"):
            found.append("|" * len(re.findall(r"(?<!\\)\|", line)))
    return found


def code(block: PageBlock) -> str:
    """A block without its remarks, without blanks, and without what makes it Korean."""
    text = re.sub(r"#.*|:caption:.*", "", IN_KOREAN.sub("", block.text)) if block.language != "json" else block.text
    return " ".join(re.sub(r"\s+", " ", text).split())


def leads(path: Path) -> list[tuple[str, str]]:
    """The pictures and links of a page: the mark of a picture, and the place in the project or the address."""
    found = []
    for mark, target in LINK.findall(outside(path.read_text(encoding="utf-8"))):
        if not re.match("https?:", target):
            place = (path.parent / target.partition("#")[0]).resolve().relative_to(PROJECT).as_posix()
            found.append((mark, place))
        else:
            found.append((mark, target))
    return found


def in_english(place: str) -> str:
    """What a Korean page leads to, as its English page names it."""
    return place.replace("docs/ko/", "docs/").replace("tutorial/ko/", "tutorial/en/").replace(".ko.md", ".md")


def pointed(path: Path) -> list[tuple[str, str]]:
    """What a page leads to, in either language; to its twin as to itself."""
    return sorted((mark, in_english(place)) for mark, place in leads(path))


@pytest.mark.parametrize(("english", "korean"), PAIRS, ids=lambda path: path.stem)
def test_a_korean_page_has_the_structure_of_its_english_one(english: Path, korean: Path) -> None:
    assert in_english(korean.relative_to(PROJECT).as_posix()) == english.relative_to(PROJECT).as_posix()
    texts = [path.read_text(encoding="utf-8") for path in (english, korean)]
    assert shape(texts[1]) == shape(texts[0])
    assert [(block.language, code(block)) for block in blocks(korean)] == [
        (block.language, code(block)) for block in blocks(english)
    ]
    assert pointed(korean) == pointed(english)
    words = [word for word in re.findall(r"[^\W\d_]+", LINK.sub("", outside(texts[1]))) if len(word) > 1]
    assert sum(HANGUL.search(word) is not None for word in words) > len(words) / 4


def test_links_and_pictures_are_there() -> None:
    targets = {(path.name, place) for pair in PAIRS for path in pair for _, place in leads(path)}
    assert [each for each in sorted(targets) if "://" not in each[1] and not (PROJECT / each[1]).exists()] == []


def test_the_tutorials_pictures_are_of_the_model_that_ships() -> None:
    """In both languages: its caption, which every picture keeps, ends in the model's hash."""
    shipped = file_hash(CHECKPOINTS / "everyday" / "model.safetensors")[:12]
    named = {}
    for path in sorted(PICTURES.rglob("*.png")):
        with Image.open(path) as picture:
            said = str(picture.info.get("Description", ""))
        named[path.relative_to(PICTURES).as_posix()] = re.findall(r"everyday \((\w+)\)", said)
    assert {path: found for path, found in named.items() if set(found) - {shipped}} == {}
    assert [path for path, found in named.items() if not found] == ["en/window.png", "ko/window.png"]  # screens


def test_no_level_of_headings_is_left_out() -> None:
    """The site would warn."""
    for path in [path for pair in PAIRS for path in pair]:
        levels = [len(mark) for mark in re.findall(r"^(#+) ", outside(path.read_text(encoding="utf-8")), re.MULTILINE)]
        assert levels[0] == 1, path
        assert all(after <= before + 1 for before, after in pairwise(levels)), path


def test_every_page_is_in_the_contents_of_the_site() -> None:
    for folder in (DOCS, DOCS / "ko"):
        named = set[str]()
        for page in ("index", "families"):
            trees = [block.text for block in blocks(folder / f"{page}.md") if block.language == "{toctree}"]
            named |= {line for text in trees for line in text.splitlines() if line and not line.startswith(":")}
        there = {path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.md")}
        assert named | {"index"} == {name for name in there if not name.startswith("ko/")}


@pytest.mark.parametrize("name", ["tutorial", "colab"])
def test_a_korean_notebook_has_the_same_cells(name: str) -> None:
    english, korean = (
        json.loads((folder / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"] for folder in (DOCS, DOCS / "ko")
    )
    assert [(cell["id"], cell["cell_type"]) for cell in korean] == [(cell["id"], cell["cell_type"]) for cell in english]
    for one, other in zip(english, korean, strict=True):
        if one["cell_type"] == "code":
            assert other == one
        else:
            assert HANGUL.search("".join(other["source"]))
            assert shape("".join(other["source"])) == shape("".join(one["source"]))


def test_no_emphasis_ends_after_a_mark_and_before_a_letter() -> None:
    """There it does not end: ``*저장…*은`` is shown with its asterisks, in Korean pages above all."""
    open_ended = re.compile(r"(?<![\w*])\*{1,2}(?!\s)[^*\n]+[^\w\s*`]\*{1,2}(?=\w)")
    assert open_ended.search("*저장…*은") and not open_ended.search("*저장*은, *저장…* 또는")
    found = {
        page.name: open_ended.findall(outside(page.read_text(encoding="utf-8")))
        for page in [*pages(), *pages(korean=True)]
    }
    assert not {name: said for name, said in found.items() if said}
