"""What the guides say can be typed: every line is a command that the program takes, and what is quick runs here.

``scripts/page_blocks.py`` runs all of it, in minutes.
"""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path

import page_blocks
import pytest
from page_blocks import PageBlock, blocks, elsewhere, pages, run_line, words_of
from PySide6.QtWidgets import QApplication

from model.common.assets import TUTORIALS, notebook_cell
from tests import page_inputs
from tests.source_tree import PROJECT
from viz_app.cli import build_parser, command_names

ALL = [block for path in pages() for block in blocks(path)]
#: A line of each command that needs no network of layers, and whose own tests do not run it like that.
QUICK = ("cite ", "export dogs.npz --what run --out 20.csv", "inspect opus-mt-de-en --json")


def test_every_line_is_one_that_the_program_takes() -> None:
    lines = {line for block in ALL if block.language in page_blocks.SHELL for line in block.lines()}
    parser, ours = build_parser(), 0
    for line in sorted(lines):
        if not elsewhere(line):
            words, _ = words_of(line)
            parser.parse_args(words if words[0] in command_names() else ["window", *words])
            ours += 1
    assert ours > 100


def test_who_runs_a_line_elsewhere_is_there() -> None:
    for who in [*page_blocks.ELSEWHERE.values(), *page_blocks.ASKS.values()]:
        first = who.split(",", maxsplit=1)[0]
        assert not first.startswith(("tests/", "scripts/")) or (PROJECT / first).exists(), who


def test_a_block_of_another_kind_is_read_or_run() -> None:
    kinds = {block.language for block in ALL}
    assert kinds <= {*page_blocks.SHELL, "python", "json", "toml", "{toctree}", "{eval-rst}"}
    cells = {block.text.strip() for block in ALL if "headscope_save(" in block.text}
    assert cells == {notebook_cell(name).strip() for name in TUTORIALS}, "each is run by tests/model/checkpoints"
    for block in ALL:
        if block.language == "json":
            assert json.loads(block.text)
        elif block.language == "toml":
            assert tomllib.loads(block.text)


def test_remarks_and_broken_lines_are_no_part_of_a_command() -> None:
    block = PageBlock(
        "x.md", "bash", "# none\nmain.py cite a.npz   # says it\nmain.py page \\\n    a.npz --out '#.html'\n"
    )
    assert block.lines() == ["main.py cite a.npz", "main.py page a.npz --out '#.html'"]
    assert words_of("python main.py translate - < in.txt") == (["translate", "-"], "in.txt")
    with pytest.raises(ValueError, match="neither ours"):
        words_of("rm -r x")


def test_what_is_quick_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qapp: QApplication) -> None:
    """Python of the guides, and a line of some commands, beside the files that the pages speak of."""
    monkeypatch.setenv("HF_HUB_CACHE", os.environ.get("HF_HUB_CACHE", ""))  # put back at the end
    page_inputs.lay(tmp_path)
    page_inputs.recordings(tmp_path)
    monkeypatch.chdir(tmp_path)
    given = page_inputs.names()
    for block in ALL:
        if block.language == "python" and "headscope_save(" not in block.text and "layer.npz" not in block.text:
            exec(compile(block.text, block.page, "exec"), dict(given))
    lines = [line for block in ALL if block.language in page_blocks.SHELL for line in block.lines()]
    for start in QUICK:
        run_line(next(line for line in lines if line.partition("main.py ")[2].startswith(start)))
    assert {"dogs.html", "20.csv", "run-1.npz"} <= {path.name for path in tmp_path.iterdir()}
