"""Every picture draws every reading: upright, each cell in the colour of its own number, and says what was done."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from model.record.trace import Kind, Trace
from model.transforms.view_transform import ViewTransform, read
from tests.model.subwords import make_run
from tests.viz_app.pictures.maps import maps_shown
from tests.viz_app.pictures.reading import MAGENTA, Pixels, areas, draw, plain_style, rgb, snapshot_of
from tests.viz_app.pictures.test_every_picture import OF_CELLS, OF_WEIGHTS, PICTURES
from tests.viz_app.sample_vectors import with_vectors
from viz_app.pictures.drawing import picture_texts, quantities
from viz_app.pictures.drawing.picture import Style
from viz_app.platform.theme import ColourMap

RUN = make_run(activations=True)
READINGS = {
    "heads": ViewTransform(aggregate="heads"),
    "all, words": ViewTransform(aggregate="all", words=True),
    "rollout": ViewTransform(aggregate="rollout"),
    "rollout, words": ViewTransform(aggregate="rollout", words=True, aside="specials"),
    "words": ViewTransform(words=True),
    "aside": ViewTransform(aside="punctuation"),
    "aside, renormalised": ViewTransform(aside="specials", source_columns=(1,), target_columns=(2,), renormalise=True),
    "layers, aside": ViewTransform(aggregate="layers", aside="punctuation", renormalise=True),
    "score": ViewTransform(quantity="score"),
    "norm, heads": ViewTransform(quantity="norm", aggregate="heads"),
    "norm, words": ViewTransform(quantity="norm", words=True),
}
every_reading = pytest.mark.parametrize("name", READINGS)


@pytest.fixture(autouse=True)
def _application(qapp: object) -> None:
    """Fonts need one."""


def level(colour: Pixels, table: ColourMap) -> int | None:
    hits = np.flatnonzero((table.table == colour).all(axis=1))
    return int(hits[0]) if len(hits) else None


def decoded(colour: Pixels, style: Style) -> float | None:
    """The share of full colour that a pixel shows, −1…1; None for no colour of the scale."""
    above = level(colour, style.colour_map)
    if above is not None:
        return above / 255
    below = None if style.below is None else level(colour, style.below)
    return None if below is None else -below / 255


@pytest.mark.parametrize("view", PICTURES)
@every_reading
def test_it_is_painted_to_the_last_pixel_at_any_size(view: str, name: str) -> None:
    run = replace(RUN, activations={**with_vectors(RUN).activations, **RUN.activations})
    snapshot = replace(snapshot_of(read(run, READINGS[name])), unread=run)
    sizes: dict[Kind, tuple[int, int]] = {"decoder": (1, 1), "cross": (300, 200)}
    for kind, size in sizes.items():
        shown = replace(snapshot, selection=replace(snapshot.selection, kind=kind))
        picture, pixels = draw(view, shown, *size, plain_style())
        assert not (pixels == MAGENTA).all(axis=-1).any()
        assert picture.alt


#: By turns not in one of the three views: how a number is coloured is the same in all of them.
COLOURED: tuple[tuple[str, Kind], ...] = (
    ("heads", "encoder"), ("all, words", "cross"), ("rollout", "decoder"), ("rollout, words", "cross"),
    ("words", "decoder"), ("aside, renormalised", "cross"), ("aside, renormalised", "decoder"),
    ("layers, aside", "encoder"), ("score", "encoder"), ("score", "decoder"), ("norm, words", "cross"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("view", "name", "kind"),
    [
        (view, *one)
        for place, one in enumerate(COLOURED)
        for number, view in enumerate(OF_CELLS)
        if number != place % len(OF_CELLS)
    ],
)
def test_each_cell_has_the_colour_of_its_number(view: str, name: str, kind: Kind) -> None:
    trace = read(RUN, READINGS[name])
    attention, mask, done = trace.attention(kind), trace.mask(kind), trace.meta.reading
    assert attention is not None
    assert mask is not None
    assert done is not None
    style = plain_style(dots=False)
    scale = quantities.measured(style, trace, kind)
    picture, pixels = draw(view, snapshot_of(trace, kind), 520, 360, style)
    seen = 0
    for cell, area in areas(picture, 1, every=4).items():
        if cell.query is None or cell.key is None or area.smallest < 2:
            continue
        if not mask[cell.query, cell.key] or cell.key in done.aside_keys(kind):
            continue
        share = decoded(pixels[area.middle], scale)
        wanted = attention[cell.layer, cell.head, cell.query, cell.key] / scale.full
        assert share is not None
        assert abs(share - wanted) <= 1.01 / 255, (cell, share, wanted)
        seen += 1
    shown = mask.sum() - mask[:, list(done.aside_keys(kind))].sum()
    assert seen == shown * len(maps_shown(view, trace, snapshot_of(trace, kind).selection))


@pytest.mark.parametrize("view", OF_CELLS)
@pytest.mark.parametrize("leaky", [False, True])
def test_a_column_that_is_set_aside_has_stripes_and_no_colour_of_the_scale(view: str, leaky: bool) -> None:
    run = replace(RUN, meta=replace(RUN.meta, leaky_mask=leaky))
    trace, style = read(run, ViewTransform(source_columns=(1,))), plain_style()
    picture, pixels = draw(view, snapshot_of(trace), 520, 360, style)
    found = 0
    for cell, area in areas(picture, 1, every=4).items():
        if cell.key == 1 and cell.query is not None:
            inside = pixels[area.top + 2 : area.bottom - 2, area.left + 2 : area.right - 2].reshape(-1, 3)
            colours = {tuple(colour) for colour in inside.tolist()}
            assert rgb(style.palette.hatch) in colours
            assert rgb(style.palette.blocked) in colours
            found += 1
    assert found >= len(trace.rows("cross"))


@pytest.mark.parametrize("view", OF_WEIGHTS)
@every_reading
def test_titles_and_sentences_say_what_was_done(view: str, name: str) -> None:
    trace = read(RUN, READINGS[name])
    picture, _ = draw(view, snapshot_of(trace), 640, 440, plain_style())
    done = trace.meta.reading
    assert done is not None
    said = picture_texts.how_read(done, "cross")
    assert said in picture.alt
    expected = {"heads": "mean of 3 heads", "rollout": "rollout", "layers": "mean of 2 layers"}
    assert expected.get(done.aggregate, "") in picture.alt


def texts(trace: Trace, kind: Kind) -> tuple[list[str], list[str]]:
    rows = picture_texts.row_labels(trace, kind, len(trace.rows(kind)))
    return [label.text for label in rows], [
        label.text for label in picture_texts.column_labels(trace, kind, len(trace.columns(kind)))
    ]


def test_words_stand_at_their_rows_and_columns() -> None:
    trace = read(RUN, READINGS["words"])
    source = ["Der", "Schneeball", ".", "</s>", "<pad>"]
    assert texts(trace, "encoder") == (source, source)
    assert texts(trace, "decoder") == (["<s>", "The", "snowball", "flew"],) * 2
    assert texts(trace, "cross") == (["The", "snowball", "flew", "</s>"], source)
    assert picture_texts.row_axis("cross", trace, pairs=False) == "query: next word"
    assert picture_texts.column_axis("decoder", trace) == "key: input word"


def test_a_label_is_quiet_where_its_column_is_set_aside() -> None:
    trace = read(RUN, ViewTransform(source_columns=(1,)))
    assert [label.quiet for label in picture_texts.column_labels(trace, "cross", 6)] == [
        False,
        True,
        False,
        False,
        False,
        True,
    ]
    assert not any(label.quiet for label in picture_texts.row_labels(trace, "cross", 7))


def test_names_of_places() -> None:
    names = {
        name: picture_texts.place_name(read(RUN, reading).meta.reading, "cross", 1, 0)
        for name, reading in READINGS.items()
    }
    assert names["heads"] == "Layer 2 · mean of 3 heads"
    assert names["all, words"] == "mean of 2 layers · mean of 3 heads"
    assert names["rollout"] == "rollout to layer 2"
    assert names["layers, aside"] == "mean of 2 layers · Head 1"
    assert names["words"] == "Layer 2 · Head 1"


def test_a_row_whose_weight_is_all_set_aside_says_so() -> None:
    trace = read(RUN, ViewTransform(source_columns=(0, 1, 2, 3, 4), renormalise=True))
    assert picture_texts.largest_key(trace, "cross", 0, 0, 2) is None
    assert "gives all its weight to what is set aside" in picture_texts.most_weight(trace, "cross", 0, 0, 2)
    scores = read(RUN, READINGS["score"])
    assert picture_texts.largest_key(scores, "decoder", 0, 0, 1) in (0, 1)
    assert "has its largest number at" in picture_texts.most_weight(scores, "decoder", 0, 0, 1)
