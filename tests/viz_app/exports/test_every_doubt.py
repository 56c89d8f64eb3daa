"""What nobody has confirmed of a checkpoint, and what was changed in a network, stands in every export of its runs."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from PySide6.QtWidgets import QApplication

import headscope
from model.common.text import Text
from model.network.interventions import HeadAblated, MaskOff, to_json
from model.record.trace import Trace
from tests.model.network.test_what_if import CHANGES
from tests.viz_app.sample_trace import TARGET, make_trace
from tests.viz_app.sample_vectors import with_vectors
from viz_app.exports import csv as csv_file
from viz_app.exports import tsv
from viz_app.exports.data.web_page import document, run_data
from viz_app.exports.figures.caption import caption_lines
from viz_app.exports.figures.figure import Figure
from viz_app.exports.handout.handout import write_handout
from viz_app.exports.handout.texts import name_of, settings, value_of
from viz_app.pictures import picture_names
from viz_app.state.state import Selection, Snapshot

pytestmark = pytest.mark.usefixtures("qapp")
TOLD = "not certain: heads = 6, scale_embeddings = no"


def doubtful(trace: Trace, **more: Any) -> Trace:
    assumed = {
        "heads": {"value": 6, "certain": False},
        "norm_order": {"value": "post", "certain": True},
        "scale_embeddings": {"value": False, "certain": False},
        "source_vocabulary": {"value": "", "certain": False},
        **more,
    }
    return replace(trace, meta=replace(trace.meta, assumed=assumed))


def captions(trace: Trace, view: str) -> str:
    return " | ".join(caption_lines(Snapshot(trace=trace, view=view, selection=Selection("cross", 1, 2, 4))))


@pytest.mark.parametrize("view", picture_names())
def test_every_caption_says_it(view: str) -> None:
    trace = with_vectors(make_trace(layers=2, heads=3))
    assert TOLD in captions(doubtful(trace), view)
    assert "certain" not in captions(trace, view)


def test_what_a_file_hides_in_it_is_shown() -> None:
    trace = doubtful(make_trace(layers=2, heads=3), era={"value": "a\u202eb\nc", "certain": False})
    assert "era = a⟨RLO⟩b c" in captions(trace, "one_head")


def test_every_page_of_a_handout_says_it(tmp_path: Path) -> None:
    path = tmp_path / "h.pdf"
    write_handout(doubtful(make_trace(target=TARGET[:2])), path)  # a page of each kind
    with pypdfium2.PdfDocument(path) as pdf:
        pages = [page.get_textpage().get_text_bounded() for page in pdf]
    assert all(TOLD in page for page in pages)
    assert any("with other answers" in " ".join(page.split()) for page in pages)
    groups = dict(settings(doubtful(make_trace())))
    assert dict(groups["Assumed, as the checkpoint does not say it"]) == {
        "heads": "6 (not certain)", "place of the norm": "after each sub-layer (post-norm)",
        "token embedding times √d_model": "no (not certain)", "source vocabulary": "none (not certain)",
    }  # fmt: skip
    assert (name_of("padding blocks cross"), value_of("padding blocks cross", "none")) == (
        "padding blocks in cross attention", "nothing",
    )  # fmt: skip


def test_the_interactive_page_says_it_in_both_languages(qapp: QApplication) -> None:
    assert run_data(doubtful(make_trace()))["origin"]["uncertain"] == "heads = 6, scale_embeddings = no"
    assert run_data(make_trace())["origin"]["uncertain"] == ""
    page = document(doubtful(make_trace()), {"kind": "cross", "layer": 0, "head": 0, "step": 0}, "ko", "")
    assert 'fill(word("uncertain"), run.origin.uncertain)' in page
    words = json.loads((Path(headscope.__file__).parent.parent / "assets/web/words.json").read_text(encoding="utf-8"))
    assert words["en"]["uncertain"] == "not certain: {0}" and "{0}" in words["ko"]["uncertain"]


def test_python_says_it() -> None:
    assert repr(headscope.Run(doubtful(make_trace()))).endswith(f"steps, {TOLD}>")
    assert "certain" not in repr(headscope.Run(make_trace()))


def altered(trace: Trace) -> Trace:
    """A run with two changes, and one that a later version may write."""
    changes = to_json(HeadAblated("cross", 2, 0)), to_json(MaskOff("look_ahead")), {"what": "from a later version"}
    return replace(trace, meta=replace(trace.meta, interventions=changes))


CHANGED = (
    "what if: cross attention, layer 3, head 1: result set to 0; look-ahead mask off; "
    "a change that this version does not know"
)


@pytest.mark.parametrize("view", picture_names())
def test_every_caption_names_the_changes(view: str) -> None:
    trace = with_vectors(make_trace(layers=2, heads=3))
    assert CHANGED in captions(altered(trace), view)
    assert "what if" not in captions(trace, view)


def test_handout_page_and_python_name_the_changes(tmp_path: Path) -> None:
    path = tmp_path / "h.pdf"
    write_handout(altered(make_trace(target=TARGET[:2])), path)
    with pypdfium2.PdfDocument(path) as pdf:
        pages = [" ".join(page.get_textpage().get_text_bounded().split()) for page in pdf]
    assert all("look-ahead mask off" in page for page in pages)
    assert dict(dict(settings(altered(make_trace())))["What if"])["2"] == "look-ahead mask off"
    assert CHANGED in repr(headscope.Run(altered(make_trace())))
    told = run_data(altered(make_trace()))["origin"]["changes"]
    assert told[:2] == [
        ["%1, layer %2, head %3: result set to 0", "cross attention", "3", "1"],
        ["look-ahead mask off"],
    ]


@pytest.mark.parametrize("view", ["one_head", "all_layers", "masks", "links"])
def test_tables_name_the_changes_in_every_row_and_a_matrix_in_its_corner(view: str, tmp_path: Path) -> None:
    trace = make_trace(layers=2, heads=3)
    for run, told in ((altered(trace), CHANGED.removeprefix("what if: ")), (trace, "")):
        now = Snapshot(trace=run, view=view, selection=Selection("cross", 1, 2, 4))
        csv_file.write(now, Figure(), tmp_path / "t.csv")
        with (tmp_path / "t.csv").open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
        assert rows and all(row.get("what_if", "") == told for row in rows)
        if view == "one_head":
            tsv.write(now, Figure(), tmp_path / "t.tsv")
            with (tmp_path / "t.tsv").open(encoding="utf-8-sig", newline="") as file:
                corner = next(csv.reader(file, "excel-tab"))[0]
            assert corner.endswith(f"; what if: {told}") == bool(told)


def test_the_page_says_every_change_in_korean() -> None:
    words = json.loads((Path(headscope.__file__).parent.parent / "assets/web/words.json").read_text(encoding="utf-8"))
    known = words["ko"]
    changes = [one.said for changes in CHANGES.values() for one in changes]
    texts = [text for said in changes for text in (said, *said.values)]
    templates = {text.template for text in texts if isinstance(text, Text)}
    assert len(templates) > 12 and templates <= set(known)
    for template in templates:
        assert sorted(re.findall("%[1-9]", template)) == sorted(re.findall("%[1-9]", known[template]))
