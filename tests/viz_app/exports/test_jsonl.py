"""The word alignment as a file: of the cross head on screen, else of the best one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.model.corpus.test_word_alignment import made
from viz_app.exports import jsonl
from viz_app.exports.figures.figure import Figure
from viz_app.state.selection import Selection
from viz_app.state.state import Snapshot

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize(("selection", "head"), [(Selection(head=1), 2), (Selection("encoder", 0, 1), None)])
def test_the_head_on_screen_or_the_best(selection: Selection, head: int | None, tmp_path: Path) -> None:
    out = tmp_path / "a.jsonl"
    jsonl.write(Snapshot(trace=made(), selection=selection), Figure(400, 300, 1.0), out)
    said: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    assert (said["source"], said["target"]) == (["x", "yy"], ["bb", "c"])
    if head is not None:
        assert (said["head"], said["links"]) == (head, "0-1 1-0")
