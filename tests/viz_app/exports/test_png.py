"""A picture as a file: read back by an image library, colours decoded against the trace."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from model.common.problems import Problem
from tests.viz_app.pictures.reading import another_run
from tests.viz_app.sample_trace import make_trace
from tests.viz_app.sample_vectors import with_vectors
from viz_app.exports import all_exports, png
from viz_app.exports.figures.caption import caption_lines
from viz_app.exports.figures.figure import MARGIN, Figure
from viz_app.pictures import all_pictures
from viz_app.pictures.drawing.picture import style_for
from viz_app.platform.theme import BLUES
from viz_app.state.intents import Topic
from viz_app.state.state import Selection, Settings, Snapshot

pytestmark = pytest.mark.usefixtures("qapp")


def snapshot(view: str = "one_head") -> Snapshot:
    trace = with_vectors(make_trace(layers=2, heads=3))
    settings = Settings(values=False, dots=False)
    place = Selection("cross", 1, 2, trace.steps - 1)
    return Snapshot(trace=trace, pinned=another_run(trace), view=view, selection=place, settings=settings)


@pytest.mark.parametrize(("view", "ratio"), [(view, 1.0 + place % 2) for place, view in enumerate(all_pictures())])
def test_every_view_is_written_at_the_size_asked_for(view: str, ratio: float, tmp_path: Path) -> None:
    png.write(snapshot(view), Figure(700, 500, ratio), tmp_path / "p.png")
    with Image.open(tmp_path / "p.png") as image:
        assert image.size == (round(700 * ratio), round(500 * ratio))
        assert len(image.convert("RGB").getcolors(1_000_000) or []) > 5, "something is drawn"
        assert image.info["Description"]
    assert [path.name for path in tmp_path.iterdir()] == ["p.png"]


@pytest.mark.parametrize("step", [0, 3, 7])
def test_the_description_tells_every_row_that_is_decoded(step: int, tmp_path: Path) -> None:
    trace = make_trace()
    weights = trace.cross_attention
    assert weights is not None
    png.write(Snapshot(trace=trace, selection=Selection("cross", 1, 2, step)), Figure(ratio=1), tmp_path / "p.png")
    with Image.open(tmp_path / "p.png") as image:
        lines = image.info["Description"].splitlines()
    told = [line for line in lines if re.match("[0-9]+: row ", line)]
    assert len(told) == step + 1
    for query, line in enumerate(told):
        best = max(range(weights.shape[-1]), key=lambda key: weights[1, 2, query, key])
        assert line.startswith(f"{query + 1}: row “")
        assert f"{weights[1, 2, query, best]:.2f}" in line


def test_colours_in_the_file_are_the_weights_of_the_trace(tmp_path: Path) -> None:
    shown, figure = snapshot(), Figure(900, 700, 1.0, caption=False)
    png.write(shown, figure, tmp_path / "p.png")
    with Image.open(tmp_path / "p.png") as image:
        pixels = np.asarray(image.convert("RGB")).astype(int)
    assert shown.trace is not None
    wide, high = int(figure.width) - 2 * MARGIN, int(figure.height) - 2 * MARGIN
    picture = all_pictures()["one_head"].picture(shown, wide, high, style_for(shown.settings, False, 1.0))
    matrix = shown.trace.matrix("cross", 1, 2).values
    checked = set()
    for y in range(0, high, 7):
        for x in range(0, wide, 7):
            cell, neighbours = picture.at(x, y), [picture.at(x + dx, y + dy) for dx in (-4, 4) for dy in (-4, 4)]
            if cell is None or cell.query is None or cell.key is None or any(other != cell for other in neighbours):
                continue
            distance = np.abs(BLUES.table.astype(int) - pixels[y + MARGIN, x + MARGIN]).sum(axis=1)
            if distance.min() > 0:
                continue  # the frame of the current step
            assert abs(int(distance.argmin()) - matrix[cell.query, cell.key] * 255) <= 1
            checked.add((cell.query, cell.key))
    assert len(checked) == matrix.size


#: What only a run with a target has.
OF_THE_TARGET = (
    "consumed_ids", "consumed_tokens", "produced_ids", "produced_tokens", "produced_probability", "origin",
    "decoder_attention", "cross_attention", "candidate_ids", "candidate_tokens", "candidate_probabilities",
    "look_ahead_mask", "target_mask", "decoder_mask", "cross_mask",
)  # fmt: skip


def test_the_caption_names_the_place_from_one() -> None:
    honest, place = caption_lines(snapshot())
    assert "not a measure" in honest
    assert "layer 2" in place and "head 3" in place and "cross attention" in place
    assert not any("weights" in line for line in caption_lines(snapshot("teacher_forcing")))
    assert "Attention weights of one head" in caption_lines(snapshot("masks"))[0]
    several = replace(snapshot("links"), link_heads=frozenset({0, 1}))
    assert "Attention weights of one head" in caption_lines(snapshot("links"))[0]
    assert caption_lines(several)[0].startswith("Attention weights on one sentence")
    assert "heads 1, 2, 3" in caption_lines(several)[1]
    assert "Vectors inside the network" in caption_lines(snapshot("embeddings_layers"))[0]
    assert "2 layers × 3 heads" in caption_lines(snapshot("all_layers"))[1]
    assert "layer 2 · all 3 heads" in caption_lines(snapshot("one_layer"))[1]


@pytest.mark.parametrize("view", ["one_head", "masks", "teacher_forcing"])
def test_a_run_without_a_target_has_no_step(view: str) -> None:
    nothing: dict[str, Any] = dict.fromkeys(OF_THE_TARGET)
    alone = replace(make_trace(), **nothing)
    shown = Snapshot(trace=alone, view=view, selection=Selection("encoder"))
    assert not any("step" in line for line in caption_lines(shown))


@pytest.mark.parametrize(
    ("topic", "said"),
    [("embedding", ""), ("position", ""), ("stream", "layer 2 · "), ("heads", "cross attention · layer 2 · head 3 · ")],
)
def test_pages_of_vectors_name_what_they_depend_on(topic: Topic, said: str) -> None:
    shown = replace(snapshot("embeddings_layers"), selection=Selection("cross", 1, 2, 4, topic=topic))
    assert f"(000000000000) · {said}step 5 / 8 · " in caption_lines(shown)[1]


def test_numbers_that_are_none_are_told() -> None:
    shown = snapshot()
    assert shown.trace is not None and shown.trace.cross_attention is not None
    weights = shown.trace.cross_attention.copy()
    weights[0, 0, 1, 1] = np.nan
    broken = replace(shown, trace=replace(shown.trace, cross_attention=weights))
    assert "some weights are not finite numbers" in caption_lines(broken)[1]
    assert "finite" not in "".join(caption_lines(shown))
    assert "finite" not in "".join(caption_lines(replace(broken, selection=Selection("decoder"))))


def test_a_place_that_cannot_be_written_is_a_problem_and_leaves_nothing(tmp_path: Path) -> None:
    for module in all_exports().values():
        with pytest.raises(Problem):
            module.write(snapshot(), Figure(200, 150, 1.0), tmp_path / "missing" / f"x{module.SUFFIX}")
        (tmp_path / f"folder{module.SUFFIX}").mkdir()
        with pytest.raises(Problem):
            module.write(snapshot(), Figure(200, 150, 1.0), tmp_path / f"folder{module.SUFFIX}")
    assert all(path.is_dir() for path in tmp_path.iterdir())


def test_exports_have_labels_and_suffixes() -> None:
    assert {".png", ".npz"} <= set(all_exports())
    labels = [module.label() for module in all_exports().values()]
    assert len(set(labels)) == len(labels)
