"""Every view on every paper, measured: ``python scripts/survey_figures.py [--only WORD] [--part K/N] [--out DIR]``.

Each case is a figure of a run, shipped or planted, drawn as an export draws it. Printed are its size, its smallest
letters in points, how many tokens have no name, and whatever is cut off or lies on each other; with ``--out`` each is
saved as a picture, to be looked at. The exit code is the number of cases with a finding, at most 100.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import figure_texts
import survey
import survey_states
from planted_runs import longer, planted
from PySide6.QtCore import Qt

from model.common.assets import SAMPLES
from model.record.trace import Kind
from model.record.trace_file import load_trace
from model.transforms.run_tree import run_tree
from viz_app.app import make_application
from viz_app.exports.figures.figure import Figure, draw, grown, picture_of
from viz_app.pictures.beam_tree import texts as texts_of_tree
from viz_app.platform.preferences import Settings
from viz_app.state.intents import Topic
from viz_app.state.paper_sizes import PRESETS
from viz_app.state.state import Selection, Snapshot

TOPICS: tuple[Topic, ...] = ("embedding", "position", "stream", "heads")
SEARCHED, COMPARED = "beam_tree", "compare"  #: views of a search, and of two runs
VIEWS = (*survey.VIEWS, *(f"embeddings_layers:{topic}" for topic in TOPICS[1:]), SEARCHED, COMPARED)
LENGTHS = (0, 60, 150)  #: source tokens of planted runs; 0 is the shipped example
LEAST = {"slide": 14.0, "paper-column": 6.0, "paper-page": 6.0, "screen": 6.5}  #: points of the smallest letters
NUMBER, LEAST_NUMBER = re.compile(r"[−-]?\d+\.\d+"), {"slide": 10.5}  #: in cells they may be smaller there
ELLIPSIS = " …"
MARKS, OTHER = "◀▶", "≠"  #: before a token of one run alone; between two of one place
SHOWN = 2  #: device pixels per logical pixel of a picture to look at
ROUNDING = 0.07  #: points that whole pixels may take away
MOST_TOLD = 4


@dataclass(frozen=True)
class Case:
    """One figure."""

    view: str
    preset: str
    kind: Kind = "cross"
    language: str = "en"
    dark: bool = False
    tokens: int = 0
    grid: tuple[int, int] = (3, 4)
    emphasis: bool = False

    @property
    def name(self) -> str:
        """Its file's stem."""
        words = [self.view.replace(":", "-"), self.preset, self.kind, self.language, "dark" if self.dark else "light"]
        marks = [f"{self.tokens}t"] * bool(self.tokens) + ["emphasis"] * self.emphasis
        return "-".join([*words, *marks, f"{self.grid[0]}x{self.grid[1]}"])


def cases() -> Iterator[Case]:
    """Every view on every paper, with one thing changed at a time."""
    for view in VIEWS:
        for preset in PRESETS:
            yield Case(view, preset)
            yield Case(view, preset, language="ko", dark=True)
            yield Case(view, preset, emphasis=True)
            for tokens in LENGTHS[1:]:
                yield Case(view, preset, tokens=tokens)
                yield Case(view, preset, tokens=tokens, language="ko", emphasis=True)
            if view in (*survey.MAPS, "links", COMPARED):
                yield Case(view, preset, kind="decoder")
                yield Case(view, preset, kind="encoder", language="ko")
                for tokens in LENGTHS:
                    yield Case(view, preset, tokens=tokens, grid=survey.GRIDS[1])


class Figures:
    """Runs, and what is found in their figures."""

    def __init__(self) -> None:
        self.application = make_application("en")
        self.example = load_trace(SAMPLES / "everyday.npz")
        self.details = load_trace(SAMPLES / "everyday-details.npz").activations
        self.runs = survey_states.Runs()

    def snapshot(self, case: Case) -> Snapshot:
        """What is shown in a case: the run to its last step, on a head in the middle."""
        plain = not case.tokens and case.grid == survey.GRIDS[0]
        trace = self.example if plain else planted(case.tokens or 14, case.grid, self.example)
        if case.view == SEARCHED:
            trace = self.runs["beam-long" if case.tokens else "beam"]
        elif case.grid == survey.GRIDS[0]:
            vectors = longer(self.details, self.example, trace.source_length, trace.steps)
            trace = replace(trace, activations=vectors)
        view, _, topic = case.view.partition(":")
        place = Selection(case.kind, case.grid[0] - 1, 1, trace.steps - 1)
        if view == "embeddings_layers":
            place = replace(place, topic=topic or "embedding")  # type: ignore[arg-type]
        settings = Settings(language=case.language, link_threshold=10)
        pinned = None
        if view == COMPARED:
            pinned = self.runs["other"] if plain else planted(len(trace.source_tokens) + 4, case.grid, trace)
        return Snapshot(trace=trace, view=view, selection=place, settings=settings, pinned=pinned)

    def figure(self, case: Case, snapshot: Snapshot) -> Figure:
        """The paper as an export takes it."""
        figure = Figure(**PRESETS[case.preset].lengths, dark=case.dark, emphasis=case.emphasis)
        return grown(snapshot, figure)

    def look(self, case: Case, out: Path | None) -> tuple[str, list[str]]:
        """What a case measures, and what is wrong with it."""
        make_application(case.language)
        snapshot = self.snapshot(case)
        figure = self.figure(case, snapshot)
        if out is not None:
            picture = draw(snapshot, figure)
            if figure.scale > SHOWN:  # as large as on a screen, but drawn as on paper
                picture = picture.scaledToWidth(round(figure.width * SHOWN), Qt.TransformationMode.SmoothTransformation)
            picture.save(str(out / f"{case.name}.png"))
        found = figure_texts.texts(snapshot, figure)
        smallest = min(found, key=lambda words: words.points)
        wide, high = figure.inches
        trace = snapshot.trace
        assert trace is not None
        shown = (trace,) if snapshot.pinned is None else (trace, snapshot.pinned)
        texts = [side for run in shown for side in (run.source_tokens, run.consumed_tokens, run.produced_tokens)]
        names = [str(token) for side in texts if side is not None for token in side]
        if case.view == SEARCHED and (tree := run_tree(trace)) is not None:
            names += [texts_of_tree.label(trace, tree, place) for place in range(len(tree.tree.nodes))]
        unnamed = picture_of(snapshot, figure).unnamed
        size = f"{wide:.2f}×{high:.2f} in, {smallest.points:.1f} pt"
        return f"{size}, {unnamed} unnamed", findings(found, figure, case.preset, names)


def findings(found: list[figure_texts.Words], figure: Figure, preset: str, tokens: Iterable[str] = ()) -> list[str]:
    """What a reader of the paper would stumble over. Only ``tokens`` may be shortened."""
    small = [f"{words.text!r} has {words.points:.1f} pt" for words in found if words.points < least(words, preset)]
    known = tuple(tokens)
    gone = [f"{words.text!r} is shortened" for words in found if _shortened(words.text, known)]
    cut = [f"{words.text!r} is cut off" for words in figure_texts.outside(found, figure)]
    over = [f"{one.text!r} lies on {other.text!r}" for one, other in figure_texts.overlapping(found)]
    return [told for kind in (small, gone, cut, over) for told in _first(kind)]


def least(words: figure_texts.Words, preset: str) -> float:
    """How small a text may be on a paper."""
    number = NUMBER.fullmatch(words.text) and preset in LEAST_NUMBER
    return (LEAST_NUMBER[preset] if number else LEAST[preset]) - ROUNDING


def _shortened(text: str, tokens: tuple[str, ...]) -> bool:
    """Does a text end in “…”, and is neither a token's nor words quoted from within a sentence, “… so …”?"""
    if ELLIPSIS in f" {text.removesuffix(ELLIPSIS)}":
        return False
    begun = text.rpartition(OTHER)[2].strip(f"·…{MARKS}")
    return text.endswith("…") and not any(token.lstrip("·▁").startswith(begun) for token in tokens)


def _first(told: list[str]) -> list[str]:
    return [*told[:MOST_TOLD], *([f"{len(told) - MOST_TOLD} more"] if len(told) > MOST_TOLD else [])]


def main() -> int:
    """Look at every case; returns the exit code."""
    arguments = survey.asked()
    figures, bad = Figures(), 0
    for case in survey.chosen(cases(), arguments.only, arguments.part):
        measured, found = figures.look(case, arguments.out)
        bad += bool(found)
        print(case.name, "|", measured, "|", "; ".join(found) or "as it should be", flush=True)
    print(f"{bad} with a finding")
    return min(100, bad)


if __name__ == "__main__":
    sys.exit(main())
