"""SVG files: read as XML without anything of ours, and drawn by Qt's own reader as a second opinion."""

from __future__ import annotations

import ast
import base64
import io
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fontTools.ttLib import TTFont
from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from model.record.trace import KINDS, Kind, Trace
from tests.all_pairs import all_pairs
from tests.source_tree import PROJECT, python_files
from tests.viz_app.exports.svg_reader import SVG, images, maps, parse, texts
from tests.viz_app.pictures.maps import MAPS, maps_shown
from tests.viz_app.pictures.reading import another_run, array_of
from tests.viz_app.sample_trace import SOURCE, TARGET, make_trace, taught
from tests.viz_app.sample_vectors import with_vectors
from viz_app.exports import svg
from viz_app.exports.data.font_part import part_of_font
from viz_app.exports.figures.figure import Figure, description, draw, picture_of
from viz_app.exports.svg_pages.painter import SvgPainter
from viz_app.pictures import all_pictures
from viz_app.platform.theme import BLUES, SEA, font, level, text_width, visible
from viz_app.state.state import Selection, Settings, Snapshot

pytestmark = pytest.mark.usefixtures("qapp")

PLAIN = Settings(values=False, dots=False)
HOSTILE = (
    "<s>", "&amp;", "]]>", "</script><script>", "\x00", "\x1b", "\x85", "\ufffe", "a\u202eb", "\ud800", "'\"`", "  two",
    "가나다", "\u1112\u1161\u11ab", "\U0001f469\u200d\U0001f467", "\u05e9\u05dc\u05d5\u05dd", "漢字", "e\u0301", "",
)  # fmt: skip


def snapshot(view: str, trace: Trace | None = None, kind: Kind = "cross", **changes: Any) -> Snapshot:
    trace = trace or with_vectors(make_trace(layers=2, heads=3, padding=2))
    place = Selection(kind, 1, 2, max(0, trace.steps - 1))
    return replace(
        Snapshot(trace=trace, pinned=another_run(trace), view=view, selection=place, settings=PLAIN), **changes
    )


@pytest.fixture
def no_font(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files without the font inside, for tests that look at other things: cutting it takes longer than drawing."""
    monkeypatch.setattr(svg, "font_face", lambda *_: "")


# --- cells ---


@pytest.mark.parametrize(("view", "kind", "dark"), all_pairs(MAPS, KINDS, (False, True)))
def test_cells_have_the_colours_of_their_weights(view: str, kind: Kind, dark: bool) -> None:
    shown, figure = snapshot(view, kind=kind), Figure(900, 700, 2.0, dark, text="paths")  # sooner: it needs no font
    table = (SEA if dark else BLUES).table.astype(int)
    root, picture = parse(svg.drawn(shown, figure)), picture_of(shown, figure)
    assert shown.trace is not None
    attention, seen = shown.trace.attention(kind), set()
    assert attention is not None and not images(root)
    for found in maps(root):
        for (row, column), colour in np.ndenumerate(found.colours):
            x, y = found.middle(row, column)
            cell = picture.at(x - figure.margin, y - figure.margin)
            if cell is None:
                continue  # the colour bar
            assert (cell.query, cell.key) == (row, column)
            rgb = np.array([colour >> 16, colour >> 8 & 255, colour & 255])
            distance = np.abs(table - rgb).sum(axis=1)
            assert distance.min() == 0
            weight = attention[cell.layer, cell.head, row, column]
            assert abs(int(distance.argmin()) - int(level(weight, "linear"))) <= 1
            seen.add((cell.layer, cell.head, row, column))
    assert len(seen) == len(maps_shown(view, shown.trace, shown.selection)) * attention[0, 0].size


@pytest.mark.usefixtures("no_font")
def test_rows_that_are_not_yet_decoded_are_not_in_the_file() -> None:
    shown = snapshot("one_head", kind="decoder", settings=Settings())
    early = replace(shown, selection=replace(shown.selection, step=2))
    root = parse(svg.drawn(early, Figure(900, 700)))
    assert [found.colours.shape for found in maps(root) if len(found.colours) > 1] == [(3, 3)]
    written = texts(root)
    for number, token in enumerate(("<s>", *TARGET[:-1])):
        assert (token in written) == (number <= 3), f"{token}: the fourth is what the third row produces"


@pytest.mark.usefixtures("no_font")
@pytest.mark.parametrize(
    ("view", "kind"),  # each view with two kinds
    [(view, kind) for at, view in enumerate((*MAPS, "masks", "links")) for n, kind in enumerate(KINDS) if (at + n) % 3],
)
def test_in_one_pass_nothing_is_not_yet_decoded(view: str, kind: Kind) -> None:
    """Stepping back moves the frame; every row of a given target is there, and its legend names nothing else."""
    run = taught(make_trace())
    whole, early = (
        parse(svg.drawn(snapshot(view, run, kind=kind, selection=Selection(kind, 1, 1, step)), Figure(1100, 800)))
        for step in (run.steps - 1, 2)
    )
    assert [found.colours.shape for found in maps(early)] == [found.colours.shape for found in maps(whole)]
    for one, other in zip(maps(early), maps(whole), strict=True):
        np.testing.assert_array_equal(one.colours, other.colours)
    assert "later steps" not in texts(early)
    steps = snapshot(view, make_trace(), kind=kind, selection=Selection(kind, 1, 1, 2))
    grown = parse(svg.drawn(steps, Figure(1100, 800)))
    assert ("later steps" in texts(grown)) == (kind != "encoder" and view != "links"), "the test sees such a legend"


@pytest.mark.usefixtures("no_font")
def test_the_cells_that_a_sentence_counts_are_those_that_are_drawn() -> None:
    run = taught(make_trace())
    for step in range(run.steps):
        shown = snapshot("masks", run, kind="decoder", selection=Selection("decoder", 1, 1, step))
        root = parse(svg.drawn(shown, Figure(1400, 1000)))
        said = re.search(r"the mask hides (\d+) cells", " ".join(texts(root)))
        assert said is not None
        rows, columns = {found.colours.shape for found in maps(root) if len(found.colours) > 1}.pop()
        assert int(said[1]) == sum(key > query for query in range(rows) for key in range(columns))


@pytest.mark.parametrize(("view", "dark"), [(view, place % 2 == 1) for place, view in enumerate(all_pictures())])
def test_another_reader_sees_what_a_png_shows(view: str, dark: bool) -> None:
    shown, figure = snapshot(view), Figure(700, 500, 1.0, dark, caption=False)
    drawn = svg.drawn(shown, replace(figure, text="paths"))
    ours, theirs = array_of(draw(shown, figure)).astype(int), rasterised(drawn, 700, 500).astype(int)
    large = [found for found in maps(parse(drawn)) if min(found.cell_width, found.cell_height) >= 3]
    assert bool(large) == (view in (*MAPS, "masks", "embeddings_layers", "compare"))
    for x, y in (found.middle(*place) for found in large for place in np.ndindex(found.colours.shape)):
        assert np.abs(ours[int(y), int(x)] - theirs[int(y), int(x)]).max() <= 1, (x, y)
    apart = np.abs(ours - theirs).max(axis=2) > 60
    assert apart.mean() < 0.02, "edges of letters differ a little, nothing else does"


def rasterised(drawn: str, width: int, height: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """[height, width, 3] as Qt's reader of SVG draws it."""
    reader = QSvgRenderer(QByteArray(drawn.encode()))
    assert reader.isValid()
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(0xFF00FF)
    painter = QPainter(image)
    reader.render(painter)
    painter.end()
    return array_of(image)


@pytest.mark.usefixtures("no_font")
@pytest.mark.parametrize("length", [64, 65])
def test_few_cells_are_shapes_and_many_are_exact_pixels(length: int) -> None:
    tokens = [f"w{number}" for number in range(length - 1)]
    trace = make_trace(layers=1, heads=1, source=tokens, target=tokens)
    place = Selection("cross", 0, 0, trace.steps - 1)
    shown, figure = snapshot("one_head", trace, selection=place), Figure(1000, 900)
    root = parse(svg.drawn(shown, figure))
    found = images(root)
    assert bool(found) == (length > 64)
    attention = trace.attention("cross")
    assert attention is not None
    colours = BLUES.table[level(attention[0, 0], "linear")]
    if not found:
        cells = next(each for each in maps(root) if each.colours.shape == (length, length))
        expected = (colours.astype(int) << [16, 8, 0]).sum(axis=2)
        np.testing.assert_array_equal(cells.colours, expected)
        return
    [(pixels, box)] = found
    times = len(pixels) // length
    assert times >= 2, "a viewer that smooths must leave the middle of a cell alone"
    np.testing.assert_array_equal(pixels, colours.repeat(times, axis=0).repeat(times, axis=1))
    picture = picture_of(shown, figure)
    for row, column in ((0, 0), (3, 60), (length - 1, length - 1)):
        x, y = box[0] + (column + 0.5) * box[2] / length, box[1] + (row + 0.5) * box[3] / length
        cell = picture.at(x - figure.margin, y - figure.margin)
        assert cell is not None and (cell.query, cell.key) == (row, column)


@pytest.mark.parametrize(("view", "squares"), [(view, place % 2 == 0) for place, view in enumerate(all_pictures())])
def test_up_to_64_tokens_no_view_has_pixels(view: str, squares: bool) -> None:
    settings = Settings(squares=squares, row_totals=True)
    root = parse(svg.drawn(snapshot(view, settings=settings), Figure(900, 700, caption=False, text="paths")))
    assert not list(root.iter(f"{SVG}image"))
    assert len(list(root.iter(f"{SVG}path"))) < 2000, "patterns are lines, not specks"


# --- text ---


@pytest.mark.usefixtures("no_font")
@pytest.mark.parametrize("view", ["one_head", "links"])
def test_every_label_is_there_once_and_in_order(view: str) -> None:
    trace = make_trace(
        layers=2, heads=3, source=[f"s{word}" for word in SOURCE], target=[f"t{word}" for word in TARGET]
    )
    written = texts(parse(svg.drawn(snapshot(view, trace), Figure(1000, 800))))
    source, consumed, produced = (
        [str(token) for token in tokens]
        for tokens in (trace.source_tokens, trace.consumed_tokens, trace.produced_tokens)
        if tokens is not None
    )
    labels = [text for text in written if text.removesuffix(" →") in {*source, *consumed, *produced}]
    if view == "one_head":  # of each row first the token that it writes, then more quietly the one that it reads
        rows = [text for pair in zip(produced, consumed, strict=True) for text in (pair[0], f"{pair[1]} →")]
        assert labels == [*rows, *source]
    else:
        marked = produced[-1]  # this step's name lies over all others
        assert labels == [*produced[:-1], marked, *source]


def test_hostile_tokens_are_text_and_nothing_else(request: pytest.FixtureRequest) -> None:
    trace = make_trace(layers=1, heads=2, source=HOSTILE, target=HOSTILE)
    for view in ("one_head", "links"):  # the first with its fonts
        drawn = svg.drawn(
            snapshot(view, trace, selection=Selection("cross", 0, 1, trace.steps - 1)), Figure(1400, 1100)
        )
        drawn.encode("utf-8")
        assert not re.search("[\u200e\u200f\u202a-\u202e\u2066-\u2069]", drawn), "nothing turns what stands beside it"
        root = parse(drawn)
        if view in MAPS:
            written = texts(root)
            wanted = [visible(token) for token in trace.source_tokens.tolist()]
            assert [text for text in written if text in wanted][: len(wanted)] == wanted
        assert {each.tag.removeprefix(SVG) for each in root.iter()} <= {
            "svg", "title", "desc", "defs", "style", "clipPath", "g", "path", "text", "image"}  # fmt: skip
        assert not re.search(r"""(?:href|src)\s*=\s*["'](?!data:)|url\((?!data:|#)|@import|\bon\w+=|javascript:""",
                             re.sub(r">[^<]*<", "><", drawn))  # fmt: skip
        assert not re.search(r"url\((?!data:)|@import", root.findtext(f"{SVG}defs/{SVG}style", "missing: url("))
        request.getfixturevalue("no_font")


@pytest.mark.usefixtures("no_font")
def test_the_title_and_the_description_are_for_those_who_do_not_see_it() -> None:
    shown, figure = snapshot("one_head"), Figure(640, 480)
    root = parse(svg.drawn(shown, figure))
    assert root.findtext(f"{SVG}title") == picture_of(shown, figure).title
    assert root.findtext(f"{SVG}desc") == description(shown, figure)
    assert (root.get("role"), root.get("lang")) == ("img", "en")
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("640", "480", "0 0 640 480")


def test_letters_that_are_used_travel_with_the_file() -> None:
    trace = make_trace(layers=1, heads=1, source=("가나", "q"), target=("다라",))
    drawn = svg.drawn(snapshot("one_head", trace, selection=Selection("cross", 0, 0, 1)), Figure(900, 700))
    faces = re.findall(
        r"@font-face\{font-family:Pretendard;font-weight:(\d+);src:url\(data:font/woff;base64,([^)]+)\)", drawn
    )
    known = {int(weight): TTFont(io.BytesIO(base64.b64decode(data))) for weight, data in faces}
    assert set(known) == {400, 600}
    assert set(map(ord, "가나다라q")) <= set(known[400].getBestCmap())
    assert (
        len(known[400].getBestCmap()) < 100 < len(TTFont(PROJECT / "assets/fonts/Pretendard-Regular.otf").getBestCmap())
    )
    assert not any("Pretendard" in str(name) for name in known[400]["name"].names if name.nameID in (1, 3, 4, 6, 16))
    assert any(name.nameID == 13 for name in known[400]["name"].names), "its licence goes with it"
    assert not re.search("pretendard", " ".join(known[400]["CFF "].cff.fontNames), re.IGNORECASE)
    first = parse(drawn).get("font-family", "").split(",")[0]
    assert first == "Pretendard"


def test_words_say_how_far_they_reach() -> None:
    """A viewer with another font must not write a heading into what stands beside it."""
    unseen = QImage(1, 1, QImage.Format.Format_RGB32)
    painter = SvgPainter(unseen)
    painter.scale(0.5, 0.5)
    painter.setFont(font(24))
    painter.drawText(QRectF(20, 10, 900, 40), Qt.AlignmentFlag.AlignLeft, "Cross attention")
    painter.drawText(QRectF(20, 90, 900, 40), Qt.AlignmentFlag.AlignRight, "Cross attention")
    painter.end()
    at_left, at_right = parse(f'<svg xmlns="{SVG[1:-1]}">{painter.elements()}</svg>')
    assert float(at_left.get("textLength", "")) == pytest.approx(text_width("Cross attention", font(24)) / 2, abs=0.01)
    assert at_right.get("textLength") is None and at_right.get("x") == "460"


def test_letters_as_outlines_need_no_font(request: pytest.FixtureRequest) -> None:
    shown, figure = snapshot("one_head", settings=Settings()), Figure(900, 700)
    paths = svg.drawn(shown, replace(figure, text="paths"))
    assert not list(parse(paths).iter(f"{SVG}text")) and "font-face" not in paths
    request.getfixturevalue("no_font")
    text = svg.drawn(shown, figure)
    one, other = rasterised(paths, 900, 700).astype(int), array_of(draw(shown, replace(figure, ratio=1.0))).astype(int)
    letters = (np.abs(one - other).max(axis=2) > 90)[:, :700]  # right of them are the dots of blocked columns
    assert letters.mean() < 0.02
    assert len(texts(parse(text))) > 80


@pytest.mark.usefixtures("no_font")
def test_an_emoji_without_an_outline_is_a_picture() -> None:
    trace = make_trace(layers=1, heads=1, source=("\U0001f469\u200d\U0001f467",), target=("a",))
    shown = snapshot("one_head", trace, selection=Selection("cross", 0, 0, 1))
    assert len(images(parse(svg.drawn(shown, Figure(900, 700, text="paths"))))) == 1
    assert "\U0001f469\u200d\U0001f467" in texts(parse(svg.drawn(shown, Figure(900, 700))))


# --- files ---


def test_equal_pictures_are_equal_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the letters that each asks a font for; that equal letters are equal fonts is asked below."""
    monkeypatch.setattr(svg, "font_face", lambda *given: f"/* {given} */")
    for name in ("a.svg", "b.svg"):
        svg.write(snapshot("one_head"), Figure(900, 700, caption=False), tmp_path / name)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


def test_forty_eight_heads_are_small() -> None:
    words = [f"w{number}" for number in range(29)]
    trace = make_trace(layers=6, heads=8, source=words, target=words)
    drawn = svg.drawn(snapshot("all_layers", trace), Figure(1600, 1200, text="paths"))
    assert len(drawn.encode()) < 1_000_000
    assert sum(found.colours.shape == (30, 30) for found in maps(parse(drawn))) == 48


def test_a_line_that_is_thinner_than_a_pixel_is_not_lost_between_two() -> None:
    unseen, found = QImage(1, 1, QImage.Format.Format_RGB32), []
    for high in (0.5, 1.0):
        painter = SvgPainter(unseen)
        painter.fillRect(QRectF(3, 4, 50, high), QColor("#123456"))
        painter.end()
        found.append("crispEdges" in painter.elements())
    assert found == [False, True]


def test_whatever_pictures_draw_is_written() -> None:
    """A way of drawing that the painter does not know would leave nothing in the file."""
    drawing = re.compile(r"(?:draw|fill|erase|stroke)[A-Z]\w+|setClip\w+")
    used = {
        node.func.attr
        for path in python_files("viz_app/pictures")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name) and node.func.value.id == "painter"
        and drawing.fullmatch(node.func.attr)
    }  # fmt: skip
    assert len(used) > 8
    assert not {name for name in used if getattr(SvgPainter, name) is getattr(QPainter, name)}


def test_the_same_letters_are_the_same_font_on_another_day(monkeypatch: pytest.MonkeyPatch) -> None:
    today = part_of_font("Pretendard-Regular.otf", "Das Tier")
    with monkeypatch.context() as later:
        later.setattr("fontTools.ttLib.tables._h_e_a_d.timestampNow", lambda: 2_000_000_000)
        assert part_of_font("Pretendard-Regular.otf", "Das Tier") == today
