"""The figure: what stands on the paper is a choice, each on its own; words are whole, inside, and said for those who
do not see them."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter

from model.common.problems import Problem
from model.record.trace import KINDS, Kind
from tests.viz_app.exports.decoding import letters
from tests.viz_app.exports.planted import planted
from tests.viz_app.pictures.reading import another_run
from tests.viz_app.sample_trace import make_trace
from tests.viz_app.sample_vectors import with_vectors
from viz_app.exports import png
from viz_app.exports.figures import figure as figures
from viz_app.exports.figures.figure import Figure, broken, compose, description, draw
from viz_app.pictures import all_pictures
from viz_app.pictures.drawing.picture import Style
from viz_app.pictures.links.picture import Links
from viz_app.platform.theme import font, text_width
from viz_app.state.paper_sizes import PRESETS
from viz_app.state.state import Selection, Settings, Snapshot

pytestmark = pytest.mark.usefixtures("qapp")
HONEST = "not a measure of how much each word influenced the output"
LEGENDS = {
    "teacher_forcing": "input = target shifted right", "embeddings_layers": "", "links": "0.25",
    "beam_tree": "the run on screen",
}  # fmt: skip
TABLES = ("teacher_forcing", "beam_tree")  #: views without weights


def snapshot(view: str = "one_head") -> Snapshot:
    trace = with_vectors(make_trace(layers=2, heads=3))
    place, settings = Selection("cross", 1, 2, 4), Settings(values=False)
    return Snapshot(trace=trace, pinned=another_run(trace), view=view, selection=place, settings=settings)


def words(now: Snapshot, figure: Figure) -> str:
    """All texts of the figure."""
    return " | ".join(letters(now, figure))


@pytest.mark.parametrize("view", [name for name in all_pictures() if name != "embeddings_layers"])
def test_each_choice_is_its_own(view: str) -> None:
    now, legend = snapshot(view), LEGENDS.get(view, "this step")
    own = {"teacher_forcing": "Teacher forcing", "masks": "Masks", "beam_tree": "Beam tree"}
    heading = own.get(view, "Cross attention")
    for title, honest, caption, keyed in product((True, False), repeat=4):
        figure = Figure(700, 500, 1.0, title=title, honest=honest, caption=caption, legend=keyed, emphasis=True)
        told = words(now, figure)
        assert (heading in told) == title
        assert (HONEST in told) == (honest and view not in TABLES)
        assert ("Checkpoint sample" in told) == caption
        assert (legend in told) == keyed, told


def orange(image: QImage) -> int:
    """How many pixels have the colour of what is selected, at least nearly."""
    pixels = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(image.height(), -1, 4)[:, : image.width(), :3]
    blue, green, red = (pixels[:, :, channel].astype(int) for channel in range(3))
    return int(((red > 200) & (green < 150) & (blue < 90)).sum())


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("view", [name for name in all_pictures() if name not in ("embeddings_layers", "compare")])
def test_a_figure_marks_a_step_only_where_it_is_asked_to(view: str, kind: Kind) -> None:
    # In Compare, orange is also what became less.
    now = replace(snapshot(view), selection=Selection(kind, 1, 2, 4))
    assert orange(draw(now, Figure(700, 500, 1.0))) == 0
    assert "this step" not in words(now, Figure(700, 500, 1.0))
    marked = orange(draw(now, Figure(700, 500, 1.0, emphasis=True)))
    grows = kind != "encoder" and view in ("one_head", "links", "masks")
    assert (marked > 0) == (grows or view in ("one_layer", "all_layers", *TABLES))


@pytest.mark.parametrize(("view", "told"), [("one_layer", "head 3"), ("all_layers", "layer 2, head 3"), ("links", "")])
def test_the_caption_says_which_of_many_maps_is_framed(view: str, told: str) -> None:
    now, marked = snapshot(view), Figure(900, 700, 1.0, emphasis=True)
    assert "framed" not in words(now, replace(marked, emphasis=False))
    caption = " ".join(words(now, marked).replace("|", "").split())
    assert f"· framed map: {told}" in caption if told else "framed" not in caption


def test_without_a_mark_every_row_has_its_colour_in_links() -> None:
    """The accent of each row's strongest line, found where that line begins, half a pixel of it at least."""
    now, figure = snapshot("links"), Figure(700, 500, 2.0, legend=False)
    for emphasis, coloured in ((False, 5), (True, 1)):
        asked = replace(figure, emphasis=emphasis)
        picture, image = figures.picture_of(now, asked), draw(now, asked)
        assert isinstance(picture, Links)
        rows = 0
        for query in range(5):
            mine = [number for number in range(len(picture.lines)) if picture.lines.query[number] == query]
            best = max(mine, key=lambda number: picture.lines.weight[number])
            line = picture.line(query, int(picture.lines.key[best]), 2)
            near = line.pointAt(0.02) + QPointF(16 * 2, 16 * 2)
            colour = image.pixelColor(round(near.x()), round(near.y()))
            rows += colour.blue() - colour.red() > 40
        assert rows == coloured


def test_a_legend_explains_what_is_still_to_come_only_while_it_is() -> None:
    last = make_trace(layers=2, heads=3).steps - 1
    for view in ("one_head", "one_layer", "all_layers", "masks"):
        for step in (0, last - 1, last):
            now = replace(snapshot(view), selection=Selection("cross", 1, 2, step))
            assert ("later steps" in words(now, Figure(900, 700, 1.0))) == (step < last), (view, step)


def test_the_honest_words_go_with_the_caption_where_nobody_says() -> None:
    assert HONEST in words(snapshot(), Figure(700, 500, 1.0))
    assert HONEST not in words(snapshot(), Figure(700, 500, 1.0, caption=False))


def test_a_picture_uses_the_room_that_nothing_else_takes() -> None:
    bare = Figure(700, 500, 1.0, title=False, caption=False, legend=False)
    heights = []
    for figure in (replace(bare, title=True, caption=True, legend=True), replace(bare, legend=True), bare):
        picture = figures.picture_of(snapshot(), figure)
        found = {y for y in range(picture.height) if (cell := picture.at(350, y)) and cell.query is not None}
        heights.append(len(found))
    assert heights == sorted(heights)
    assert heights[0] < heights[-1]


@pytest.mark.parametrize("name", list(PRESETS))
@pytest.mark.parametrize("view", list(all_pictures()))
def test_the_caption_stays_on_the_paper(view: str, name: str) -> None:
    figure = replace(Figure(**PRESETS[name].lengths), dpi=96.0)
    image = draw(snapshot(view), figure)
    pixels = np.frombuffer(image.constBits(), dtype=np.uint32).reshape(image.height(), image.bytesPerLine() // 4)
    ink = pixels[:, : image.width()] & 0xFFFFFF != 0xFFFFFF
    rows = np.flatnonzero(ink.any(axis=1))
    assert rows[0] >= 1 and rows[-1] < image.height() - 1, "nothing touches the paper's edges"
    assert not ink[:, 0].any() and not ink[:, -1].any()
    assert rows[-1] > image.height() - 24 - figure.margin, "and it stands at the bottom"


@pytest.mark.parametrize(
    "text",
    [
        "Attention weights of one head on one sentence; not a measure.",
        "한 문장, 한 헤드의 어텐션 가중치입니다. 각 단어가 출력에 미친 영향의 크기는 아닙니다.",
        "x" * 300,
        "漢字" * 60,
        "\U0001f469‍\U0001f467" * 40 + " ende",
        "one",
    ],
)
def test_lines_hold_every_letter_and_are_no_wider_than_asked_for(text: str) -> None:
    face = font(14)
    lines = broken(text, face, 200)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(text_width(line, face) <= 201 for line in lines)


@pytest.mark.parametrize("width", range(90, 400, 10))
def test_layer_and_number_stay_together(width: int) -> None:
    parts = ["Checkpoint sample", "cross attention", "layer 1", "head 3", "step 13 / 15", "linear scale"]
    lines = broken(" · ".join(parts), font(14), width)
    assert " ".join(lines).split() == " · ".join(parts).split()
    for part in parts:
        if text_width(part + " ·", font(14)) < width:
            assert any(part in line for line in lines), lines


def test_a_checkpoints_name_is_shown_with_nothing_hidden() -> None:
    trace = make_trace()
    trace = replace(trace, meta=replace(trace.meta, checkpoint="<b>a\u202e\x00\n한국어 & " + "long" * 40))
    told = words(Snapshot(trace=trace, view="one_head"), Figure(500, 400, 1.0))
    assert "<b>a⟨RLO⟩⟨NUL⟩ 한국어 &" in told
    assert "longlong" in told


@pytest.mark.parametrize("view", list(all_pictures()))
def test_the_description_says_picture_and_caption(view: str, tmp_path: Path) -> None:
    run = planted()
    now = Snapshot(trace=run, pinned=another_run(run), view=view, selection=Selection("decoder", 1, 2, 6))
    figure = Figure(600, 420, 1.0, caption=False, title=False)
    told = description(now, figure)
    assert told.startswith(figures.picture_of(now, figure).alt)
    assert "Headscope" in told and "Checkpoint sample" in told, "even where the paper does not say it"
    assert (HONEST in told) == (view not in TABLES)
    png.write(now, figure, tmp_path / "p.png")
    with Image.open(tmp_path / "p.png") as image:
        assert image.info["Description"] == told


def test_any_painter_is_left_as_it_was(qapp: object) -> None:
    image = QImage(500, 400, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.translate(3, 4)
    before = painter.transform(), painter.font(), painter.pen()
    compose(painter, snapshot(), Figure(480, 380, 1.0))
    assert (painter.transform(), painter.font(), painter.pen()) == before
    painter.end()


def test_a_figure_is_light_unless_it_is_asked_for() -> None:
    style: Style = figures.style_of(replace(snapshot(), settings=Settings(theme="dark")), Figure())
    assert style.palette.paper == "#ffffff"


def test_a_view_that_has_nothing_to_show_is_no_figure() -> None:
    """Without vectors, without a run, without masks: what the window says there is the reason."""
    bare = replace(snapshot("embeddings_layers"), trace=make_trace())
    with pytest.raises(Problem, match=r"^.*: This run was recorded without the vectors") as told:
        draw(bare, Figure())
    assert told.value.next_step == "Choose another view"
    with pytest.raises(Problem, match="Type a sentence and translate it"):
        draw(Snapshot(), Figure())
    assert description(snapshot("embeddings_layers"), Figure())


@pytest.mark.parametrize("view", ["one_head", "one_layer", "all_layers", "links", "masks"])
def test_weights_that_cannot_be_are_told_beside_the_heading_or_below(view: str) -> None:
    """As of a network that was recorded while it dropped out weights: the colours end at 1."""
    whole = snapshot(view)
    assert whole.trace is not None and whole.trace.cross_attention is not None
    weights = whole.trace.cross_attention.copy()
    weights[1, 2, 1, 3] = 1.25
    broken = replace(whole, trace=replace(whole.trace, cross_attention=weights))
    told = "some weights lie outside 0 … 1"
    for title in (True, False):
        figure = Figure(title=title)
        assert told in words(broken, figure) and told not in words(whole, figure)


@pytest.mark.parametrize("needed", [500.3, 500.7, 733.49])
def test_a_figure_that_grows_is_as_high_as_its_tokens_need(needed: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not a fraction of a pixel less: then the last row would have no room."""

    def pictured(_: object, figure: figures.Figure) -> SimpleNamespace:
        return SimpleNamespace(unnamed=0 if figure.height >= needed else 40)

    monkeypatch.setattr(figures, "picture_of", pictured)
    found = figures.grown(Snapshot(), figures.Figure(height=300, tallest=1300))
    assert needed <= found.height <= needed + figures.STEP + 1
