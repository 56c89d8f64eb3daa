"""The two runs of *Compare*, and one head of them: three maps among the rows and columns of both."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication

from model.analysis.comparison.spelled_tokens import end_of
from model.analysis.comparison.token_alignment import ALONE, TokenAlignment
from model.analysis.comparison.two_runs import Comparison, compare
from model.common.lazy_dataclass import dataclass
from model.common.problems import Problem
from model.record.trace import Kind, Trace
from viz_app.pictures.drawing import cell_states, picture_texts, quantities
from viz_app.pictures.drawing.drawings import PictureCache
from viz_app.pictures.drawing.picture import Cell
from viz_app.pictures.drawing.token_labels import Label, Labels
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.platform.text import localised
from viz_app.state.classroom.presentation import MOST_ROWS
from viz_app.state.comparison import compared_with, is_pinned_itself
from viz_app.state.sentences import padding_of
from viz_app.state.state import Selection, Snapshot
from viz_app.state.watched_training import learnt
from viz_app.state.zoom import Shape, Zoom, fitted

if TYPE_CHECKING:
    from viz_app.state.classroom.glosses import RunGlosses

Numbers = NDArray[np.float32]
FIRST_ONLY, SECOND_ONLY, OTHER = "◀", "▶", "≠"  #: shapes beside tokens: only left, only right, two different ones


def both_of(now: Snapshot) -> Comparison | str:
    """The run on screen beside the one that it is compared with; or, in a sentence, why there is nothing to see."""
    translate, first, run = QCoreApplication.translate, compared_with(now), now.run
    if run is None:
        return picture_texts.nothing_yet()
    if first is None:
        return translate("pictures", "Pin this run (P), then translate another sentence, change something under What "
                         "if or open another checkpoint: both runs are shown side by side here.")  # fmt: skip
    if now.grows:
        return translate("pictures", "Both runs are compared when this one is complete.")
    if is_pinned_itself(now):
        return translate("pictures", "This run is pinned. Translate another sentence, change something under What if, "
                         "or open another checkpoint or a trace: it is compared with this one here.")  # fmt: skip
    try:
        both = compare(first, run, now.settings.compare_common)
    except Problem as problem:
        why = localised(problem.why)
        return f"{why[:1].upper()}{why[1:]}. {localised(problem.next_step)}."
    if now.run_selection.kind not in both.kinds:
        return translate("pictures", "The pinned run has no attention of this kind.")
    layers, heads = both.shape(now.run_selection.kind)
    if now.run_selection.layer >= layers or now.run_selection.head >= heads:
        return translate("pictures", "Only this run has this layer and head. Choose one that both have.")
    return both


@dataclass(frozen=True, eq=False)
class ComparedMap:
    """One map of one head, [N,M]: 0 where ``states`` says that there is nothing."""

    values: Numbers
    states: cell_states.States


@dataclass(frozen=True, eq=False)
class HeadMaps:
    """What no size of the page changes of one head of two runs."""

    maps: tuple[ComparedMap, ComparedMap, ComparedMap]
    labels: tuple[Labels, Labels]
    own_columns: tuple[Labels, Labels]
    trouble: quantities.Trouble

    @property
    def bytes(self) -> int:
        """That the maps take."""
        return sum(each.values.nbytes + each.states.nbytes for each in self.maps)


_kept: PictureCache[HeadMaps] = PictureCache(32 << 20, lambda numbers: numbers.bytes, 8)


@dataclass(frozen=True, eq=False)
class ComparedHead:
    """One head of two runs. Everything counts from 0."""

    both: Comparison
    kind: Kind
    layer: int
    head: int
    zoom: Zoom | None = None  #: the rows that are shown; None: all of them

    @property
    def shape(self) -> Shape:
        """How many rows and columns both runs have together."""
        rows, columns = self.alignments
        return len(rows), len(columns)

    @property
    def rows(self) -> slice:
        """Which of them its maps and their labels have."""
        return slice(None) if self.zoom is None else slice(self.zoom.row, self.zoom.row + self.zoom.rows)

    @property
    def alignments(self) -> tuple[TokenAlignment, TokenAlignment]:
        """Of the rows, and of the columns."""
        return self.both.rows(self.kind), self.both.columns(self.kind)

    @cached_property
    def _numbers(self) -> HeadMaps:
        """Computed once for all sizes: a window that is resized asks again with every pixel."""
        runs = weakref.ref(self.both.before), weakref.ref(self.both.after)
        key = (*runs, self.both.whole, self.kind, self.layer, self.head, picture_texts.spoken())
        return _kept.get(key, lambda: HeadMaps(self._maps(), self._labels(), self._own_columns(), self._trouble()))

    @property
    def maps(self) -> tuple[ComparedMap, ComparedMap, ComparedMap]:
        """The first run's, the second's, and the second's minus the first's."""
        found = self._numbers.maps
        if self.zoom is None:
            return found
        first, second, both = (ComparedMap(each.values[self.rows], each.states[self.rows]) for each in found)
        return first, second, both

    @property
    def labels(self) -> tuple[Labels, Labels]:
        """Of all rows and of the columns, with the shapes of what only one run has."""
        return self._numbers.labels

    def told(self, meant: RunGlosses | None) -> tuple[Labels, Labels]:
        """The labels with what words of this run mean; of tokens that only the pinned run has nobody is told.

        A decoder's rows end in the next token, and its columns tell of input tokens: as in one map, rows have none.
        """
        rows, columns = self.labels
        if meant is not None:
            along = self.alignments
            if not (self.kind == "decoder" and any(label.lead for label in rows)):
                rows = _glossed(rows, along[0].second, meant.beside(self.kind, rows=True))
            columns = _glossed(columns, along[1].second, meant.beside(self.kind, rows=False))
        return rows[self.rows], columns

    @property
    def own_columns(self) -> tuple[Labels, Labels]:
        """Of the columns of either run: its own token where the other has a different one."""
        return self._numbers.own_columns

    def own_told(self, meant: RunGlosses | None) -> tuple[Labels, Labels]:
        """The columns as either run has them; a token of the pinned run that is another one has no gloss."""
        if meant is None:
            return self.own_columns
        (_, both), (pinned, mine) = self.told(meant), self.own_columns
        first = tuple(label._replace(gloss=each.gloss) for label, each in zip(pinned, both, strict=True))
        return first, _glossed(mine, self.alignments[1].second, meant.beside(self.kind, rows=False), own=True)

    @property
    def trouble(self) -> quantities.Trouble:
        """What is wrong with the numbers of either run as weights."""
        return self._numbers.trouble

    def _maps(self) -> tuple[ComparedMap, ComparedMap, ComparedMap]:
        place, (rows, columns) = (self.kind, self.layer, self.head), self.alignments
        one = _states(self.both.before, self.kind, rows.first, columns.first)
        two = _states(self.both.after, self.kind, rows.second, columns.second)
        either = np.where((one == cell_states.OPEN) | (two == cell_states.OPEN), cell_states.OPEN, one)
        either[(one == cell_states.ASIDE) | (two == cell_states.ASIDE)] = cell_states.ASIDE
        values = self.both.map_before(*place), self.both.map_after(*place), self.both.difference(*place)
        states = one, two, either.astype(np.uint8)
        found = [ComparedMap(np.nan_to_num(v, posinf=1, neginf=-1), s) for v, s in zip(values, states, strict=True)]
        return found[0], found[1], found[2]

    def _trouble(self) -> quantities.Trouble:
        place, runs = np.s_[self.layer, self.head], (self.both.before, self.both.after)
        return quantities.worst(*(quantities.trouble(run.maps(self.kind)[place], "weight") for run in runs))

    def _labels(self) -> tuple[Labels, Labels]:
        rows, columns = self.alignments
        return _row_labels(self.both, self.kind, rows), _labels(self.both, self.kind == "decoder", columns)

    def _own_columns(self) -> tuple[Labels, Labels]:
        of_target, columns = self.kind == "decoder", self.alignments[1]
        return _labels(self.both, of_target, columns, 0), _labels(self.both, of_target, columns, 1)


def _states(run: Trace, kind: Kind, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> cell_states.States:
    """Why cells of a map among the rows and columns of both hold no number; ASIDE where the run lacks the token."""
    own = cell_states.states(run, kind)
    found = np.full((len(rows), len(columns)), cell_states.ASIDE, dtype=np.uint8)
    there = np.ix_(rows != ALONE, columns != ALONE)
    cells = np.ix_(rows[rows != ALONE], columns[columns != ALONE])
    found[there] = cell_states.OPEN if own is None else own[cells]
    return found


# --- labels ---


def _labels(both: Comparison, of_target: bool, aligned: TokenAlignment, side: int | None = None) -> Labels:
    """One token, or two different ones, or a token with the side on which it is; of two only that of ``side``."""
    before, after = (_tokens(run, of_target, len(aligned)) for run in (both.before, both.after))
    found = []
    for one, two, same in zip(aligned.first.tolist(), aligned.second.tolist(), aligned.same.tolist(), strict=True):
        if one == ALONE:
            found.append(Label(f"{SECOND_ONLY}{after[two].text}", quiet=after[two].quiet))
        elif two == ALONE:
            found.append(Label(f"{FIRST_ONLY}{before[one].text}", quiet=before[one].quiet))
        elif same or before[one].text == after[two].text:
            found.append(after[two])
        else:
            words = before[one].text, after[two].text
            found.append(Label(OTHER.join(words) if side is None else f"{OTHER}{words[side]}"))
    return tuple(found)


def _glossed(labels: Labels, places: NDArray[np.intp], meant: Sequence[str], own: bool = False) -> Labels:
    """Each with the gloss of its token in this run; a pair of two tokens has none, but those of its ``own`` side."""
    known = dict(enumerate(meant))
    return tuple(
        label if OTHER in label.text and not own else label._replace(gloss=known.get(at, ""))
        for label, at in zip(labels, places.tolist(), strict=True)
    )


def _row_labels(both: Comparison, kind: Kind, aligned: TokenAlignment) -> Labels:
    """On the decoder's side the next token after the input token, and both where the runs go on differently."""
    plain = _labels(both, kind != "encoder", aligned)
    pair = both.before, both.after
    runs = [tokens_of(run).produced for run in pair]
    if kind == "encoder" or not all(runs):
        return plain
    ends = [end_of(run) for run in pair]
    found = []
    for label, *places in zip(plain, aligned.first.tolist(), aligned.second.tolist(), strict=True):
        written = [tokens[at].text for tokens, at in zip(runs, places, strict=True) if at != ALONE]
        same = len(set(written)) == 1 or (places == ends and ALONE not in ends)
        said = written[-1] if same else OTHER.join(written)
        found.append(Label(said, lead=label.text))
    return tuple(found)


def _tokens(run: Trace, of_target: bool, count: int) -> Labels:
    tokens = tokens_of(run).consumed if of_target else tokens_of(run).source
    if not tokens:
        return tuple(Label(str(position)) for position in range(count))
    return tuple(Label(token.text, quiet=not of_target and token.role == "padding") for token in tokens)


# --- places ---


def among_both(both: Comparison, chosen: Selection) -> Selection:
    """A selection in the run on screen → the same among the rows and columns of both."""
    rows, columns = both.rows(chosen.kind), both.columns(chosen.kind)
    step = chosen.step if chosen.kind == "encoder" else rows.place_of(chosen.step)
    place = rows.place_of(chosen.query), columns.place_of(chosen.key)
    return replace(chosen, step=0 if step is None else step, query=place[0], key=place[1])


def few_rows(head: ComparedHead, marked: Selection) -> ComparedHead:
    """With as many rows as a hall can read, around the one that is talked about."""
    row = marked.step if marked.query is None and marked.kind != "encoder" else marked.query
    rows, columns = head.shape
    few = Zoom((row or 0) - MOST_ROWS // 2, 0, MOST_ROWS, columns)
    return head if rows <= MOST_ROWS else replace(head, zoom=fitted(few, head.shape))


def in_run(both: Comparison, cell: Cell) -> tuple[int | None, int | None]:
    """A cell among the rows and columns of both → query and key in the run on screen; None for what it lacks."""
    sides = (cell.query, both.rows(cell.kind)), (cell.key, both.columns(cell.kind))
    own = [ALONE if index is None else int(aligned.second[index]) for index, aligned in sides]
    return None if own[0] == ALONE else own[0], None if own[1] == ALONE else own[1]


# --- words ---


def run_told(run: Trace, other: Trace, brief: bool = False, counted: bool = False) -> str:
    """What is different in a run from another one, in few words: its sentence, its changes, its checkpoint or epoch.

    In ``brief`` a sentence begins with its first word that the other one has not, and changes stand by themselves;
    ``counted``: of them only how many there are.
    """
    meta, parts = run.meta, []
    if meta.checkpoint_sha256 != other.meta.checkpoint_sha256:
        moment = learnt(meta, brief=True)
        parts += [moment] if moment and meta.checkpoint == other.meta.checkpoint else [meta.checkpoint, moment]
    named = "; ".join(map(localised, meta.changes)) if brief else picture_texts.what_if(meta)
    parts.append(_counted(len(meta.changes)) if counted else named)
    if meta.source_text != other.meta.source_text:
        said = meta.source_text or " ".join(run.source_labels)
        parts.append(own_words(said, other.meta.source_text) if brief else said)
    elif padding_of(run) != padding_of(other):
        count = padding_of(run)
        padded = QCoreApplication.translate("pictures", "{count} <pad>").format(count=count)
        parts.append(padded if count else QCoreApplication.translate("pictures", "no <pad>"))
    told = [" ".join(part.split()) for part in parts if part]
    if not told and other.meta.interventions:
        return QCoreApplication.translate("pictures", "before the change")
    return " · ".join(told) or meta.translation


def _counted(changes: int) -> str:
    """How many there are of *What if*; "" for none."""
    translate = QCoreApplication.translate
    several = translate("pictures", "{count} changes").format(count=changes)
    return several if changes > 1 else translate("pictures", "1 change") if changes else ""


def own_words(text: str, other: str) -> str:
    """A sentence without the words at its ends that another one has there too."""
    words, others = text.split(), other.split()
    first = _alike(words, others)
    last = _alike(words[first:][::-1], others[first:][::-1])
    kept = words[first : len(words) - last]
    return " ".join([*["…"][:first], *kept, *["…"][:last]]) if kept else text


def _alike(words: Sequence[str], others: Sequence[str]) -> int:
    """How many at the beginning are the same."""
    pairs = zip(words, others, strict=False)
    return next((at for at, (one, two) in enumerate(pairs) if one != two), min(len(words), len(others)))
