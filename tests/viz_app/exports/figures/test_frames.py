"""Animations, read by an image library: each frame's colours are the weights at its step, and nothing jumps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageSequence

from model.common.problems import Problem
from model.network.config import EPOCH, UPDATE
from model.record.trace import Kind
from model.transforms.view_transform import ViewTransform, read
from tests.all_pairs import all_pairs
from tests.model.subwords import make_run
from tests.viz_app.exports.decoding import Pixels, Place, centres, level
from tests.viz_app.exports.planted import planted
from tests.viz_app.pictures.reading import another_run
from tests.viz_app.sample_trace import make_trace
from viz_app.exports import apng, gif
from viz_app.exports.figures import frames as framess
from viz_app.exports.figures.figure import Figure, draw, lines_of_caption, picture_of
from viz_app.exports.figures.frames import Film, moment_of
from viz_app.platform.theme import BLUES, SEA
from viz_app.state.state import Selection, Settings, Snapshot

pytestmark = pytest.mark.usefixtures("qapp")
FIGURE = Figure(700, 520, 1.0)
BARE = Settings(values=False, dots=False)
both = pytest.mark.parametrize("export", [gif, apng], ids=["gif", "apng"])


def snapshot(view: str = "one_head", kind: Kind = "cross", **changes: Any) -> Snapshot:
    trace = make_trace(layers=2, heads=3)
    still = Snapshot(trace=trace, pinned=another_run(trace), view=view, selection=Selection(kind, 1, 2), settings=BARE)
    return replace(still, **changes)


@lru_cache
def filmed(view: str, kind: Kind) -> Film:
    return framess.film(snapshot(view, kind), FIGURE, "")


@lru_cache
def cells(view: str, kind: Kind) -> dict[Place, tuple[int, int]]:
    film = filmed(view, kind)
    return centres(film.at(film.steps - 1), film.figure, 4)


def attention(now: Snapshot) -> NDArray[np.float32]:
    found = None if now.trace is None else now.trace.attention(now.selection.kind)
    assert found is not None
    return found


def frames(path: Path) -> Iterator[tuple[Pixels, int]]:
    """Every frame as it is seen, and how many milliseconds."""
    with Image.open(path) as image:
        for frame in ImageSequence.Iterator(image):
            yield np.asarray(frame.convert("RGB")), round(frame.info["duration"])


@pytest.mark.parametrize(
    ("export", "kind", "view"), all_pairs((gif, apng), ("cross", "decoder"), ("one_head", "one_layer", "all_layers"))
)
def test_colours_of_every_frame_are_the_weights_at_its_step(
    export: ModuleType, view: str, kind: Kind, tmp_path: Path
) -> None:
    film = filmed(view, kind)
    weights = attention(film.snapshot)
    export.write(film.snapshot, FIGURE, tmp_path / f"a{export.SUFFIX}")
    where = cells(view, kind)
    maps = {"one_head": 1, "one_layer": 3, "all_layers": 6}[view]
    step = -1
    for step, (pixels, _) in enumerate(frames(tmp_path / f"a{export.SUFFIX}")):
        seen = 0
        for (layer, head, query, key), place in where.items():
            if query > step:
                assert (pixels[place[1], place[0]] == 255).all(), "not yet decoded"
            elif kind == "cross" or key <= query:
                found, away = level(pixels, place, BLUES)
                assert abs(found - round(float(weights[layer, head, query, key]) * 255)) <= 1
                assert away == 0, "the colour itself, not one like it"
                seen += 1
        count = len(range(step + 1)) * weights.shape[3] if kind == "cross" else (step + 1) * (step + 2) // 2
        assert seen == maps * count
    assert step == film.steps - 1


@pytest.mark.parametrize("dark", [False, True])
def test_many_colours_stay_within_a_level(dark: bool, tmp_path: Path) -> None:
    """1,800 cells, and a colour bar with all 256 levels among grey letters: more than a GIF has."""
    words = [f"w{number}" for number in range(14)]
    trace = replace(make_trace(layers=2, heads=4, source=words, target=words), encoder_attention=None)
    shown = Snapshot(trace=trace, view="all_layers", settings=replace(BARE, scale="sqrt"))
    figure = Figure(900, 560, 1.0, dark)
    weights, where = np.sqrt(attention(shown)), centres(moment_of(shown, trace.steps - 1), figure, 4)
    for export, most in ((gif, 1), (apng, 0)):
        export.write(shown, figure, tmp_path / f"a{export.SUFFIX}")
        pixels = list(frames(tmp_path / f"a{export.SUFFIX}"))[-1][0]
        found = {place: level(pixels, spot, SEA if dark else BLUES)[0] for place, spot in where.items()}
        assert len(found) == weights.size
        assert max(abs(found[place] - round(float(weights[place]) * 255)) for place in found) <= most
        colours = Image.fromarray(pixels).getcolors(1 << 20) or []
        assert len(colours) <= 255 if export is gif else len(colours) > 255


@pytest.mark.parametrize(("view", "dark"), [("masks", False), ("embeddings_layers", True), ("links", False)])
def test_a_gif_of_any_view_looks_like_its_figure(view: str, dark: bool, tmp_path: Path) -> None:
    """Scores of either sign in two more maps, hostile tokens."""
    run, place = planted(), Selection("decoder", 1, 2, topic="stream")
    shown = Snapshot(trace=run, pinned=another_run(run), view=view, selection=place)
    figure = Figure(640, 480, 1.0, dark)
    gif.write(shown, figure, tmp_path / "a.gif")
    film, last = framess.film(shown, figure, ""), list(frames(tmp_path / "a.gif"))[-1][0]
    words = framess.pixels(draw(film.at(film.steps - 1), film.figure))
    want = np.stack([words >> 16 & 255, words >> 8 & 255, words & 255], axis=-1).astype(int)
    away = np.abs(last.astype(int) - want).max(axis=-1)
    assert (away > 12).mean() < 0.004, "grey edges of letters may differ, all else is alike"


@both
def test_how_long_it_lasts_what_it_says_and_that_it_goes_on(export: ModuleType, tmp_path: Path) -> None:
    shown, path = snapshot(settings=replace(BARE, play_milliseconds=450)), tmp_path / f"a{export.SUFFIX}"
    export.write(shown, FIGURE, path)
    found = list(frames(path))
    assert shown.trace is not None
    assert [shown for _, shown in found] == [900, *[450] * (shown.trace.steps - 2), 1800]
    assert {pixels.shape for pixels, _ in found} == {(520, 700, 3)}
    with Image.open(path) as image:
        words = image.info["comment"].decode() if export is gif else image.info["Description"]
        assert image.info["loop"] == 0
        assert export is gif or image.info["dpi"] == pytest.approx((96, 96), abs=0.1)
    assert words.startswith("8 steps")
    assert "step 8 / 8" in words
    assert "not a measure of how much each word influenced the output" in words
    assert [item.name for item in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("view", ["one_head", "embeddings_layers", "links", "compare"])
def test_every_pixel_of_an_apng_is_that_of_the_figure(view: str, tmp_path: Path) -> None:
    """Hostile tokens, Hangul and right-to-left text among them."""
    run, place = planted(), Selection("decoder", 1, 2, topic="stream")
    shown = Snapshot(trace=run, pinned=another_run(run), view=view, selection=place)
    path = tmp_path / "a.apng"
    apng.write(shown, FIGURE, path)
    film = framess.film(shown, FIGURE, "")
    step = -1
    for step, (pixels, _) in enumerate(frames(path)):
        words = framess.pixels(draw(film.at(step), film.figure))
        want = np.stack([words >> 16 & 255, words >> 8 & 255, words & 255], axis=-1)
        assert np.array_equal(pixels, want), step
    assert step == film.steps - 1
    with Image.open(path) as image:
        assert "�" not in image.info["Description"]


@pytest.mark.parametrize(("view", "kind"), [("one_head", "cross"), ("all_layers", "decoder"), ("masks", "decoder")])
def test_nothing_jumps_between_frames(view: str, kind: Any) -> None:
    """What the first step shows of its own row, the last one shows at the same place; so does the caption."""
    words = [f"word{number}" for number in range(11)]
    trace = make_trace(layers=1, heads=2, source=words, target=words)
    shown = Snapshot(trace=trace, view=view, settings=BARE, selection=Selection(kind))
    narrow = Figure(420, 420, 1.0, margin=0)  # the caption breaks at other places for step 9 than for step 10
    film = framess.film(shown, narrow, "")
    places = [centres(film.at(step), film.figure, 2) for step in (0, film.steps - 1)]
    own = {
        cell: spot
        for cell, spot in places[0].items()
        if cell[2] == 0 and (kind == "cross" or cell[3] == 0)  # masks show later rows and keys, too
    }
    assert own
    assert all(places[1][cell] == spot for cell, spot in own.items())
    rooms = {film.figure.caption_lines, *(len(lines_of_caption(film.at(s), narrow)) for s in range(film.steps))}
    assert max(rooms) == film.figure.caption_lines


@both
@pytest.mark.parametrize("changes", [{"selection": Selection("encoder")}, {}])
def test_a_still_view_is_told_in_a_sentence(export: ModuleType, changes: dict[str, Any], tmp_path: Path) -> None:
    still = Snapshot(**{"trace": make_trace(), "view": "one_head", **changes}) if changes else Snapshot()
    with pytest.raises(Problem, match=r"the same at every step|no run to animate"):
        export.write(still, FIGURE, tmp_path / f"a{export.SUFFIX}")
    assert not list(tmp_path.iterdir())


@both
def test_one_step_is_no_animation(export: ModuleType, tmp_path: Path) -> None:
    with pytest.raises(Problem, match="no second step, so nothing moves"):
        export.write(Snapshot(trace=make_trace(target=()), view="one_head"), FIGURE, tmp_path / f"a{export.SUFFIX}")
    assert not list(tmp_path.iterdir())


@both
def test_what_would_take_too_much_memory_is_told_before(export: ModuleType, tmp_path: Path) -> None:
    with pytest.raises(Problem, match="too large for an animation"):
        export.write(snapshot(), Figure(4100, 4000, 1.0), tmp_path / f"a{export.SUFFIX}")
    assert not list(tmp_path.iterdir())


@both
def test_a_reading_has_its_own_steps(export: ModuleType, tmp_path: Path) -> None:
    run = make_run()
    shown = read(run, ViewTransform(words=True))
    assert shown.steps < run.steps
    export.write(Snapshot(trace=shown, unread=run, view="one_head"), FIGURE, tmp_path / f"a{export.SUFFIX}")
    assert len(list(frames(tmp_path / f"a{export.SUFFIX}"))) == shown.steps


@both
def test_a_film_of_a_training_is_one_picture_for_each_snapshot_and_names_its_epoch(
    export: ModuleType, tmp_path: Path
) -> None:
    """Three runs of other lengths, each whole: planted weights in each frame's colours, and where in the training."""
    runs = []
    for number, target in enumerate((("a", "b", "c", "d"), ("a",), ("a", "b"))):
        run = make_trace(layers=2, heads=3, target=target, seed=number)
        network = {**run.meta.network, UPDATE: 100 * number, EPOCH: 0.25 * number}
        runs.append(replace(run, meta=replace(run.meta, network=network)))
    shown = replace(snapshot(), trace=runs[-1])
    film = framess.film(shown, replace(FIGURE, runs=tuple(runs)), "")
    assert film.steps == 3
    export.write(shown, replace(FIGURE, runs=tuple(runs)), tmp_path / f"a{export.SUFFIX}")
    found = list(frames(tmp_path / f"a{export.SUFFIX}"))
    assert len(found) == 3
    for number, (pixels, _) in enumerate(found):
        now = film.at(number)
        assert now.selection.step == runs[number].steps - 1, "the whole translation"
        where = centres(now, film.figure, 4)
        weights = runs[number].cross_attention
        assert weights is not None
        assert set(where) == {(1, 2, *place) for place in np.ndindex(weights.shape[-2:])}
        for place, spot in where.items():
            assert level(pixels, spot, BLUES)[0] == pytest.approx(255 * weights[place], abs=1.5)
    said = [picture_of(film.at(number), film.figure).subtitle for number in range(3)]  # type: ignore[attr-defined]
    assert [words.partition(" · ")[0] for words in said] == [
        "before training", "after 100 updates, epoch 0.25", "after 200 updates, epoch 0.50",
    ]  # fmt: skip
    assert [lasting for _, lasting in found] == [1400, 700, 2800], "the first and the last one longer"
