"""Compare, measured from what is drawn: colours of either sign, the same cell in three maps, shapes, the list."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import figure_texts
import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QImage

from model.analysis.comparison.two_runs import Comparison
from model.network.interventions import HeadAblated
from model.record.trace import KINDS, Kind, Trace
from tests.viz_app.pictures.drawing.steps.test_change_marks import with_changes
from tests.viz_app.pictures.reading import Pixels, draw, pixels_of, plain_style, snapshot_of, spy_on_texts
from tests.viz_app.sample_trace import make_trace
from viz_app.pictures.compare import picture as compare
from viz_app.pictures.compare import ranks
from viz_app.pictures.compare.numbers import run_told
from viz_app.pictures.compare.picture import ComparisonSheet, picture
from viz_app.pictures.drawing.message import Message
from viz_app.pictures.drawing.panels import Panel
from viz_app.pictures.drawing.picture import FONT_POINTS, Cell, style_for
from viz_app.state.state import Settings, Snapshot

BEFORE = make_trace(source=("Zwei", "Hunde", "spielen", "im", "Schnee", "."))
AFTER = make_trace(source=("Zwei", "grosse", "Hunde", "spielen", "am", "Schnee"), seed=4)
WIDE, HIGH = 900, 520


def flat(run: Trace, **planted: float) -> Trace:
    """``run`` with empty maps, but for one number at a place of every map: ``at_2_3=0.5``."""
    maps: dict[str, Any] = {}
    for kind in KINDS:
        maps[f"{kind}_attention"] = np.zeros_like(run.maps(kind))
        for name, value in planted.items():
            row, column = map(int, name.removeprefix("at_").split("_"))
            maps[f"{kind}_attention"][..., row, column] = value
    return replace(run, source_ids=run.source_ids.copy(), **maps)


def compared(before: Trace, after: Trace, kind: Kind = "cross", **chosen: Any) -> Snapshot:
    settings = Settings(values=False, dots=False)
    return replace(snapshot_of(after, kind, **chosen), pinned=before, view="compare", settings=settings)


def drawn(now: Snapshot, size: tuple[int, int] = (WIDE, HIGH)) -> tuple[ComparisonSheet, Pixels]:
    found, pixels = draw("compare", now, *size, plain_style(dots=False))
    assert isinstance(found, ComparisonSheet)
    return found, pixels


def inside(pixels: Pixels, panel: Panel, row: int, column: int) -> tuple[int, int, int]:
    """The colour in the middle of a cell."""
    y, x = panel.top + panel.form.y.middle(row), panel.left + panel.form.x.middle(column)
    red, green, blue = pixels[int(y), int(x)].tolist()
    return red, green, blue


@pytest.mark.parametrize("kind", KINDS)
def test_more_less_and_the_same_have_a_colour_each_at_their_own_places(qapp: QCoreApplication, kind: Kind) -> None:
    before, after = flat(BEFORE, at_4_1=0.8), flat(replace(BEFORE), at_5_2=0.8)
    found, pixels = drawn(compared(before, after, kind, layer=1, head=2))
    left, middle, right = found.plan.panels
    strong, paper = inside(pixels, left, 4, 1), inside(pixels, left, 1, 0)
    assert sum(paper) > 3 * 225 > sum(strong)
    assert inside(pixels, middle, 5, 2) == strong
    assert inside(pixels, middle, 4, 1) == inside(pixels, left, 5, 2) == paper
    less, more = inside(pixels, right, 4, 1), inside(pixels, right, 5, 2)
    assert less[0] > less[2] + 20, "less is warm"
    assert more[2] > more[0] + 20, "more is blue: told apart without red and green"
    assert sum(inside(pixels, right, 1, 0)) > 3 * 225, "the same is the paper"


def test_the_same_cell_has_the_same_place_in_all_maps_and_is_marked_in_all(qapp: QCoreApplication) -> None:
    plain, without = drawn(compared(BEFORE, AFTER))
    marked, pixels = drawn(compared(BEFORE, AFTER, query=3, key=4))
    panels = marked.plan.panels
    assert len({(panel.top, panel.form.x, panel.form.y) for panel in panels}) == 1
    changed = (pixels != without).any(axis=2)
    there = [changed[p.top : p.top + p.form.y.length, p.left : p.left + p.form.x.length] for p in panels]
    assert all(part.any() for part in there)
    edges = [[each.any(axis=axis).nonzero()[0][[0, -1]].tolist() for axis in (0, 1)] for each in there]
    assert edges[0] == edges[1] == edges[2]
    row = marked.plan.panels[0].form.y.span(3)
    assert there[0][row[0] : row[0] + row[1]].any(), "its row: targets are alike"
    column = marked.plan.panels[0].form.x.span(4)
    assert there[0][:, column[0] : column[0] + column[1]].any(), "am, which stands for im: key 4 of this run"
    assert plain.plan.panels == marked.plan.panels


def test_what_only_one_run_has_is_told_by_shapes_and_stripes(qapp: QCoreApplication) -> None:
    found, pixels = drawn(compared(flat(BEFORE), flat(AFTER), "encoder"))
    above = [strip.strip.labels for strip in found.plan.strips if not strip.strip.rows]
    for labels, other in zip(above, ("≠im", "≠am", "im≠am"), strict=True):  # either run's own token, and both
        assert [label.text for label in labels] == [
            "Zwei",
            "▶grosse",
            "Hunde",
            "spielen",
            other,
            "Schnee",
            "◀.",
            "</s>",
        ]
    for number, panel in enumerate(found.plan.panels):
        across = panel.form.x
        box = pixels[panel.top + 2 : panel.top + panel.form.y.cell - 2, panel.left : panel.left + across.length]
        striped = [len(np.unique(box[:, slice(*_span(across.span(cell)))].reshape(-1, 3), axis=0)) > 1 for cell in
                   range(across.count)]  # fmt: skip
        assert {cell for cell, there in enumerate(striped) if there} == {0: {1}, 1: {6}, 2: {1, 6}}[number]


def _special(run: Trace) -> Trace:
    """With the last token that it produced as a special one."""
    assert run.produced_ids is not None
    return replace(run, meta=replace(run.meta, special_ids={"target": (int(run.produced_ids[-1]),)}))


def test_what_ends_either_translation_is_the_same_whatever_it_is_called(qapp: QCoreApplication) -> None:
    """`</s>` of one checkpoint and `<eos>` of another; a word that only one of them has stays different."""
    one, other = (_special(flat(run)) for run in (BEFORE, AFTER))
    assert other.produced_tokens is not None
    named = [{"</s>": "<eos>", "Two": "Both"}.get(token, token) for token in other.produced_tokens.tolist()]
    meta = replace(other.meta, checkpoint_sha256="of another checkpoint")
    found, _ = drawn(compared(one, replace(other, meta=meta, produced_tokens=np.array(named))))
    rows = next(strip.strip.labels for strip in found.plan.strips if strip.strip.rows)
    assert rows[-1].text == "<eos>" and rows[0].text == "Two≠Both"


def _span(span: tuple[int, int]) -> tuple[int, int]:
    return span[0] + 2, span[0] + span[1] - 2


def test_the_list_begins_with_the_planted_head_and_leads_to_its_cell(
    qapp: QCoreApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []

    def overheard(text: str, *_: Any) -> str:
        said.append(text)
        return text

    monkeypatch.setattr(ranks, "shorten", overheard)
    weights = BEFORE.maps("decoder").copy()
    weights[1, 2, 5, 3] += np.float32(0.25)
    after = replace(BEFORE, source_ids=BEFORE.source_ids.copy(), decoder_attention=weights)
    found, _ = drawn(compared(BEFORE, after))
    assert len(found.ranks) == 1, "no other head changed"
    assert said == ["1. Decoder 2.3"], "people count from 1"
    left, top, wide, high = found.ranks[0].box
    assert found.at(left + wide / 2, top + high / 2) == Cell("decoder", 1, 2, 5, 3)


@pytest.mark.parametrize("key", [1, 20, 38])
def test_the_name_of_a_selected_column_takes_nothing_from_the_names_of_the_maps(
    qapp: QCoreApplication, key: int
) -> None:
    words = tuple("ab"[number % 2] * (1 + number % 3) for number in range(40))
    before, after = make_trace(3, 4, words, words), make_trace(3, 4, words, words, seed=2)
    style = replace(style_for(Settings(), False, 1.0, on_screen=True), dots=False)
    without, named = (
        picture(compared(before, after, "decoder", step=39, key=chosen), WIDE, HIGH, style) for chosen in (None, key)
    )
    assert isinstance(named, ComparisonSheet)
    pages = [pixels_of(each, WIDE, HIGH, style) for each in (without, named)]
    strip = next(each.strip for each in named.plan.strips if not each.strip.rows)
    assert strip.stride > 1, "not every column has room for its name"
    top = named.plan.panels[0].top + strip.dy
    changed = (pages[0] != pages[1]).any(axis=2)
    assert changed[top : named.plan.panels[0].top].any(), "it is named"
    assert not changed[:top].any()


def test_that_one_network_has_more_is_said_where_no_switch_says_it(qapp: QCoreApplication) -> None:
    """Beside it the number of the change had no room."""
    now = compared(BEFORE, make_trace(3, 5, ("Zwei", "Hunde", "spielen", "im", "Schnee", "."), seed=2))
    now = replace(now, settings=replace(now.settings, compare_common=True))
    for screen in (True, False):
        found = picture(now, WIDE, HIGH, style_for(Settings(), False, 1.0, on_screen=screen))
        assert isinstance(found, ComparisonSheet)
        assert ("both have" in found.plan.note) is not screen


def test_rounding_is_no_change(qapp: QCoreApplication) -> None:
    nearly = BEFORE.maps("cross") + np.float32(1e-6)
    after = replace(BEFORE, source_ids=BEFORE.source_ids.copy(), cross_attention=nearly)
    found, pixels = drawn(compared(BEFORE, after))
    assert not found.ranks
    assert "no weight of this head differs" in found.alt
    panel = found.plan.panels[2]
    assert sum(inside(pixels, panel, 0, 0)) > 3 * 250


@pytest.mark.parametrize("size", [(550, 310), (700, 410), (1010, 700), (1700, 1100)])
@pytest.mark.parametrize("points", [FONT_POINTS, 2 * FONT_POINTS])
def test_nothing_lies_over_anything_else_on_any_page(
    qapp: QCoreApplication, size: tuple[int, int], points: float
) -> None:
    words = tuple(f"word{number}" for number in range(40))
    long = make_trace(4, 6, words, words), make_trace(4, 6, words[3:], words[5:], seed=2)
    for before, after in ((BEFORE, AFTER), long):
        style = style_for(Settings(), False, 1.0, points, on_screen=True)
        found = picture(compared(before, after), *size, style)
        assert isinstance(found, ComparisonSheet)
        boxes = [panel.box for panel in found.plan.panels] + [rank.box for rank in found.ranks]
        for number, (x, y, wide, high) in enumerate(boxes):
            assert 0 <= x < x + wide <= size[0]
            assert 0 <= y < y + high <= size[1]
            for a, b, c, d in boxes[:number]:
                assert x >= a + c or a >= x + wide or y >= b + d or b >= y + high
        top = found.plan.panels[0].top
        named = pixels_of(found, *size, style)[:top]
        thirds = [named[:, panel.left : panel.left + panel.form.x.length] for panel in found.plan.panels]
        assert all((each < 128).any() for each in thirds), "the name of each map, however low the page is"
        if not found.heading.box[2]:  # no room for other words
            continue
        bar, left, top = found.overlays[-1]
        assert left + bar.width() <= size[0]
        assert top >= max(y + high for _, y, _, high in boxes)
        legend = pixels_of(found, *size, style)[top + 2 : top + bar.height() - 2, : left + 2]
        blank = (legend == legend[0, 0]).all(axis=(0, 2))
        assert blank[left - 4 : left].all(), "the other legend ends before"


def test_without_two_runs_a_sentence_says_what_to_do(qapp: QCoreApplication) -> None:
    def told(now: Snapshot) -> str:
        found = picture(now, WIDE, HIGH, plain_style())
        assert isinstance(found, Message)
        return found.alt

    alone = snapshot_of(BEFORE)
    assert "Pin this run" in told(alone)
    assert "is pinned" in told(replace(alone, pinned=BEFORE))
    other = make_trace(layers=2, heads=3)
    assert told(replace(alone, pinned=other)).startswith("One run has 2 layers of 3 heads, the other 3 layers of 4")
    common = replace(alone, pinned=other, settings=Settings(compare_common=True))
    assert isinstance(picture(common, WIDE, HIGH, plain_style()), ComparisonSheet)
    far = replace(common, selection=replace(common.selection, layer=2))
    assert "Only this run" in told(far)


@pytest.mark.parametrize("off", ["before", "after"])
def test_a_head_is_crossed_out_in_the_run_in_which_it_is_off(qapp: QCoreApplication, off: str) -> None:
    before, after = flat(BEFORE), flat(replace(BEFORE))
    change = HeadAblated("cross", 0, 1)
    if off == "before":
        before = with_changes(before, change)
    else:
        after = with_changes(after, change)
    found, pixels = drawn(compared(before, after, layer=0, head=1))
    crossed = []
    for panel in found.plan.panels:
        left, top, wide, high = panel.box
        crossed.append(bool((pixels[top : top + high, left : left + wide].max(axis=2) < 180).any()))
    assert crossed == [off == "before", off == "after", False]


@pytest.mark.parametrize("size", [(700, 420), (903, 517), (1501, 811)])
def test_squares_lie_in_whole_cells_at_every_size(qapp: QCoreApplication, size: tuple[int, int]) -> None:
    now = replace(compared(BEFORE, AFTER), settings=Settings(squares=True))
    style = replace(plain_style(squares=True), on_screen=True)
    found, _ = draw("compare", now, *size, style)
    assert isinstance(found, ComparisonSheet)
    for panel in found.plan.panels:
        assert panel.form.x.length % panel.form.x.count == panel.form.y.length % panel.form.y.count == 0


def test_large_letters_in_a_low_pane_leave_the_rows_their_names(qapp: QCoreApplication) -> None:
    """Their width is there; names of columns would take half of the height."""
    large = replace(plain_style(dots=False), on_screen=True, font_points=2 * FONT_POINTS)
    sheet = picture(compared(BEFORE, AFTER), 720, 225, large)
    assert isinstance(sheet, ComparisonSheet)
    assert [strip.strip.rows for strip in sheet.plan.strips] == [True], "those of the rows, and no others"
    panel = sheet.plan.panels[0]
    assert panel.top + panel.form.y.length > 200, "a legend that has no room takes none"


def test_where_changes_have_no_room_over_a_map_they_are_counted_and_not_cut(
    qapp: QCoreApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = spy_on_texts(monkeypatch, compare)
    run, other = (replace(BEFORE, source_ids=BEFORE.source_ids.copy()) for _ in range(2))
    changed = with_changes(other, HeadAblated("cross", 0, 1), HeadAblated("cross", 1, 0), HeadAblated("encoder", 0, 0))
    sheet = picture(compared(run, changed), 545, 290, replace(plain_style(dots=False), on_screen=True))
    assert isinstance(sheet, ComparisonSheet)
    assert "This run: 3 changes" in [text.text for text in found]
    assert run_told(changed, run).startswith("what if: "), "in full where there is room"


def test_what_both_shapes_mean_costs_the_maps_no_height_in_a_small_pane(qapp: QCoreApplication) -> None:
    """The note stands at the end of the line over the list of heads, and both scales in one line below it."""
    same = flat(replace(BEFORE, source_ids=BEFORE.source_ids.copy()), at_1_1=0.5)
    other = flat(make_trace(source=("Zwei", "Hunde", "spielen", "im", "Garten", ".")), at_1_1=0.5)
    style = replace(plain_style(dots=False), on_screen=True)
    sheets = [picture(compared(flat(BEFORE), each), 553, 293, style) for each in (same, other)]
    plain, noted = (each.plan.panels[0] for each in sheets if isinstance(each, ComparisonSheet))
    assert noted.top + noted.form.y.length == pytest.approx(plain.top + plain.form.y.length, abs=2)
    image = QImage(553, 293, QImage.Format.Format_RGB32)
    reader = figure_texts.Reader(image)
    sheets[1].paint(reader)
    reader.end()
    found = {words.text: words.box for words in reader.found}
    title = next(box for text, box in found.items() if text.startswith("Heads by mean change"))
    note, scale = found["≠ another token"], found["this run − pinned"]
    assert note.center().y() == pytest.approx(title.center().y(), abs=3) and note.left() > title.right() + 12
    assert scale.center().y() == pytest.approx(found["weight"].center().y(), abs=3)
    assert not list(figure_texts.overlapping(reader.found))


def test_another_size_computes_no_number_anew(qapp: QCoreApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    """A window that is resized asks with every pixel; the maps of a head are those of its two runs."""
    computed: list[tuple[int, int]] = []
    usual = Comparison.difference

    def counted(both: Comparison, kind: Kind, layer: int, head: int) -> Any:
        computed.append((layer, head))
        return usual(both, kind, layer, head)

    monkeypatch.setattr(Comparison, "difference", counted)
    now = compared(flat(BEFORE, at_4_1=0.8), flat(BEFORE, at_2_1=0.4), layer=1, head=0)
    drawn(now)
    computed.clear()  # the ranking looks at all heads
    colours = set()
    for less in range(4):
        sheet, pixels = drawn(now, (WIDE - less, HIGH))
        colours.add((inside(pixels, sheet.plan.panels[2], 4, 1), inside(pixels, sheet.plan.panels[2], 0, 0)))
    assert computed == []
    assert len(colours) == 1 and len(set(colours.pop())) == 2
