"""The page of a class: every student's fault by name, with the line of code; nothing of a file comes alive in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests import planted_class
from viz_app.cli import main

FAULTS = ("", "sees_next", "wrong_padding_id", "softmax_axis", "not_scaled")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A few of the forty, and every hostile one."""
    made = tmp_path_factory.mktemp("class")
    whole = [planted_class.record_student(made, f"<b>{place}", fault) for place, fault in enumerate(FAULTS)]
    planted_class.write_hostile(made, whole[0])
    return made


@pytest.fixture(scope="module")
def page(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    out = tmp_path_factory.mktemp("out") / "class.html"
    assert main(["check", str(folder), "--report", str(out), "--language", "en", "--workers", "2"]) == 1
    assert not list(folder.glob("hacked"))
    assert not Path("hacked").exists()
    return out.read_text(encoding="utf-8")


def section(page: str, name: str) -> str:
    """What stands under one submission's heading."""
    return page[page.index(f"<h2>{name} ") :].partition("</section>")[0]


def line_of(code: str) -> int:
    """Where the tests' own student wrote something."""
    lines = Path(planted_class.__file__).read_text(encoding="utf-8").splitlines()
    [number] = [at for at, line in enumerate(lines, start=1) if code in line]
    return number


def test_each_fault_names_the_students_line(page: str) -> None:
    assert "1 fault<" in section(page, "&lt;b&gt;1.npz")
    own = Path(planted_class.__file__).parent / "own_code.py"
    ahead = (
        own.read_text(encoding="utf-8")
        .splitlines()
        .index("    return torch.ones(ids.shape[1], ids.shape[1]).tril(diagonal).bool()")
    )
    assert f"<code>own_code.py:{ahead + 1}: return torch.ones" in section(page, "&lt;b&gt;1.npz")
    padding = section(page, "&lt;b&gt;2.npz")
    assert padding.count("<code>") == 2, "of encoder and cross, and not where the target's ids are compared"
    assert "return (ids != padding)[:, None, None, :]</code>" in padding
    axis = section(page, "&lt;b&gt;3.npz")
    assert f"<code>planted_class.py:{line_of('dim=-2')}: return torch.softmax(" in axis
    assert "<code>" not in section(page, "&lt;b&gt;0.npz")


def test_the_masks_are_drawn_as_they_are(page: str) -> None:
    """Counted in the drawing: the open cells and the wrong ones of the mask that sees the next token."""
    drawn = [figure for figure in section(page, "&lt;b&gt;1.npz").split("<figure>")[1:] if "Decoder" in figure]
    [figure] = drawn
    shut, opened = (re.search(f'fill="var\\({name}\\)" d="([^"]*)"', figure) for name in ("--shut", "--open"))
    visible, size = 3, 5  # "<s> … </s> <pad> <pad>"
    allowed = sum(min(row + 2, visible) for row in range(size))
    assert opened is not None
    assert shut is not None
    assert opened[1].count("M") == allowed
    assert shut[1].count("M") == size * size - allowed
    wrong = re.search('stroke="var\\(--wrong\\)"[^>]* d="([^"]*)"', figure)
    assert wrong is not None
    assert wrong[1].count("M") == 2, "rows 1 and 2 see one too many; later ones see all words anyway"


def test_nothing_of_a_file_is_alive(page: str) -> None:
    assert "<script" not in page
    assert "<b>0" not in page
    assert "&lt;script" in page, "the token is there, as text"
    assert "default-src 'none'" in page
    assert not re.search(r"(src|href)=\"(?!#)", page)


def test_the_list_says_what_else_there_is_to_remark(page: str) -> None:
    """Scores without a scale are no fault of a mask, and yet what a teacher looks for."""
    rows = {row.partition("</a>")[0].rpartition(">")[2]: row for row in page.split("<tr>")}
    assert "no fault</span><p " in rows["&lt;b&gt;4.npz"]
    assert "Scores are not divided by √…, the root of a head’s width." in rows["&lt;b&gt;4.npz"]
    assert "no fault</span></td>" in rows["&lt;b&gt;0.npz"]
    assert "<p " not in rows["&lt;b&gt;1.npz"], "its fault is counted above"


def test_broken_ones_are_rows(folder: Path, page: str) -> None:
    for name in ("bomb.npz", "cut.npz", "empty.npz", "objects.npz", "page.npz", "pickle.npz"):
        assert "not readable" in section(page, name)
    assert "right" in section(page, "odd.npz")
    assert "Other files in the folder: 1. They were not looked at, and no code is run: homework.py" in page
