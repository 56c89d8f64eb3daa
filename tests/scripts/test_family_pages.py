"""The pages of families are as the script writes them, and every family that opens has one."""

from __future__ import annotations

import family_pages

from model.common.assets import TUTORIALS
from tests.source_tree import PROJECT


def test_the_pages_are_as_the_script_writes_them() -> None:
    made = family_pages.pages()
    for path, text in made.items():
        assert path.read_text(encoding="utf-8") == text, "run scripts/family_pages.py"
    folders = {path.parent for path in made if path.name != "families.md"}
    assert {path for folder in folders for path in folder.glob("*.md")} == {
        path for path in made if path.parent in folders
    }


def test_every_family_that_opens_has_its_page_and_its_cell() -> None:
    rows = family_pages.families()
    named = {row["format"].partition(" ")[0] for row in rows}
    formats = {path.stem for path in (PROJECT / "model" / "checkpoints" / "formats").glob("[a-z]*.py")}
    assert {name for name in formats - {"toolkits"} if not name.startswith("hf_")} <= named, (
        "docs/families/families.toml"
    )
    assert {row.get("cell") for row in rows} - {None} == set(TUTORIALS)
