"""The gallery shows every view and every kind of file, and each of its commands is one that the program has."""

from __future__ import annotations

import re

import gallery
import pytest

from tests.source_tree import PROJECT
from viz_app.cli import build_parser
from viz_app.exports import all_exports
from viz_app.pictures import all_pictures


@pytest.mark.parametrize("piece", gallery.pieces(), ids=lambda piece: piece.file)
def test_a_command_of_the_page_is_one_that_the_program_has(piece: gallery.Piece) -> None:
    assert build_parser().parse_args(piece.command).out == piece.file


def test_every_view_and_every_kind_of_file_is_there() -> None:
    options = [build_parser().parse_args(piece.command) for piece in gallery.pieces()]
    assert {each.view for each in options if each.command == "export"} == set(all_pictures()) - {"compare"}, "two runs"
    assert {f".{piece.file.rpartition('.')[2]}" for piece in gallery.pieces()} >= set(all_exports())


def test_the_page_is_as_the_script_writes_it_and_links_to_what_exists() -> None:
    text = gallery.PAGE.read_text(encoding="utf-8")
    assert text == gallery.page()
    links = re.findall(r"\]\((gallery/[^)]+)\)", text)
    assert links == [f"gallery/{piece.file}" for piece in gallery.pieces()]
    assert all((PROJECT / "docs" / link).stat().st_size > 0 for link in links)
