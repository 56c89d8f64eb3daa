"""Whose vector a page is about: the token that stands at the selected position of its side."""

from __future__ import annotations

from dataclasses import replace

import figure_texts
import pytest
from PySide6.QtGui import QImage

from model.record.trace import Kind
from tests.viz_app.pictures.reading import draw, plain_style, snapshot_of
from tests.viz_app.sample_trace import SOURCE, TARGET, make_trace
from tests.viz_app.sample_vectors import with_vectors
from viz_app.exports.figures.figure import Figure
from viz_app.state.paper_sizes import PRESETS

TRACE = with_vectors(make_trace(layers=2, heads=2))
TOKENS: dict[Kind, tuple[str, ...]] = {"encoder": (*SOURCE, "</s>"), "decoder": ("<s>", *TARGET)}


@pytest.mark.parametrize("kind", ["encoder", "decoder"])
@pytest.mark.parametrize("topic", ["embedding", "stream"])
def test_a_position_has_its_own_token(qapp: object, kind: Kind, topic: str) -> None:
    for position, token in enumerate(TOKENS[kind]):
        snapshot = snapshot_of(TRACE, kind, query=position, topic=topic)
        picture, _ = draw("embeddings_layers", snapshot, 700, 500, plain_style())
        assert f"position {position} “{token}”" in picture.alt


@pytest.mark.parametrize(
    ("topic", "told"), [("stream", {"Feed-forward", "‖f(x)‖", "cos", "σ"}), ("heads", {"Head 1", "heads side by side"})]
)
def test_the_lowest_page_says_what_its_numbers_and_strips_are(qapp: object, topic: str, told: set[str]) -> None:
    """553×106 logical pixels: a window of 1024×600 with text at 200 %."""
    style = replace(plain_style(), on_screen=True, font_points=9.0)
    picture, _ = draw("embeddings_layers", snapshot_of(TRACE, "encoder", query=1, topic=topic), 553, 106, style)
    image = QImage(553, 106, QImage.Format.Format_RGB32)
    reader = figure_texts.Reader(image)
    picture.paint(reader)
    reader.end()
    assert told <= {words.text for words in reader.found}
    assert not [other.text for _, other in figure_texts.overlapping(reader.found)]
    assert min(words.points for words in reader.found) >= 6.5


def test_a_column_of_a_paper_names_every_strip(qapp: object) -> None:
    """3.35 inches are less than what names and shapes take: it had neither."""
    style = replace(plain_style(), font_points=9.0)
    picture, _ = draw("embeddings_layers", snapshot_of(TRACE, "cross", query=1, topic="heads"), 321, 300, style)
    image = QImage(321, 300, QImage.Format.Format_RGB32)
    reader = figure_texts.Reader(image)
    picture.paint(reader)
    reader.end()
    found = {words.text.split(" “")[0] for words in reader.found}
    assert {"f(x)", "heads side by side", "Head 1", "v", "k", "q", "encoder output", "x"} <= found
    assert all(words.box.right() <= 321 for words in reader.found)
    assert not [other.text for _, other in figure_texts.overlapping(reader.found)]


@pytest.mark.parametrize("preset", ["paper-column", "slide"])
def test_a_stream_on_paper_has_columns_as_wide_as_what_stands_there_and_says_what_its_numbers_are(
    qapp: object, preset: str
) -> None:
    now = replace(snapshot_of(TRACE, "encoder", query=3, topic="stream"), view="embeddings_layers")
    figure = Figure(**PRESETS[preset].lengths)
    figure = replace(figure, height=0.6 * figure.height)  # lines too low for from where to where γ goes
    left = {words.text: words.box.left() for words in figure_texts.texts(now, figure)}
    assert left["Layer"] < left["Self-attention"] < left["‖x‖"] < left["‖f(x)‖/‖x‖"]
    assert sum("‖token‖" in text and "‖sum‖" in text for text in left) == 1, "how large the embedding is, in one line"
    if preset == "slide":
        assert left["β"] - left["γ"] == pytest.approx(left["σ"] - left["μ"], rel=0.2), "not as wide as from … to"
        assert left["LayerNorm"] == pytest.approx(left["μ"], abs=2)
