"""The current row: the one row of one map that the sentence, the strip and the inspector talk about.

Its words are in several lengths. A row *gives weight to* a column; it does not look at it, and nothing is "because of"
anything.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from model.common.lazy_dataclass import dataclass
from model.record.trace import BY_HAND, Kind, Trace
from viz_app.pictures.drawing.picture import Measure
from viz_app.pictures.drawing.quantities import EITHER_SIGN, figure, measure_of, strongest_keys
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.platform.text import fill, quoted, short, translate
from viz_app.state.questions import asked_step
from viz_app.state.state import Selection, Snapshot

Blocked = Literal["future", "padding", "mask"]


@dataclass(frozen=True, eq=False)
class CurrentRow:
    """One row of one head's map, as it was after the selected step."""

    trace: Trace
    kind: Kind
    layer: int
    head: int
    query: int  #: which row
    weights: NDArray[np.float32]  #: [K]
    allowed: NDArray[np.bool_]  #: [K] True = may attend
    keys: tuple[str, ...]  #: [K] as they are shown
    step: int | None = None  #: that is selected

    @property
    def revised(self) -> float:
        """By how much a weight of the row, or of another head's of the layer, has changed at the selected step."""
        if self.trace.decoder_revised is None or self.step is None:
            return 0.0
        from model.record.revised_rows import revised_rows  # hardly any run has such rows

        found = revised_rows(self.trace, self.kind, self.layer, self.step)
        return 0.0 if found is None else float(found[self.query])

    @property
    def blind(self) -> bool:
        """No key may be attended to: the weights are whatever the family computes then."""
        return not self.allowed.any() or self.query in self.trace.meta.fully_masked_rows.get(self.kind, ())

    @property
    def total(self) -> float:
        return float(self.weights.sum(dtype=np.float64))

    @property
    def quantity(self) -> Measure:
        """What the numbers are."""
        return measure_of(self.trace)

    @property
    def aside(self) -> frozenset[int]:
        """Keys that a person has set aside."""
        done = self.trace.meta.reading
        return frozenset() if done is None else frozenset(done.aside_keys(self.kind))

    @property
    def emptied(self) -> bool:
        """All that the row gave weight to is set aside."""
        return bool(self.aside) and not self.blind and self.quantity not in EITHER_SIGN and not self.weights.any()

    def share(self, key: int) -> float:
        """0…1 of the largest number that there is of this kind; what is below 0 counts as none."""
        return max(0.0, float(self.weights[key]) / self.trace.full_scale(self.kind))

    def strongest(self, count: int) -> list[int]:
        """The keys with the most weight, largest first; see there."""
        return strongest_keys(self.trace, self.kind, self.weights, self.query, count)


def current_row(snapshot: Snapshot) -> CurrentRow | None:
    """The pointed row, else the newest one. None without a trace, or in the encoder where none is pointed."""
    trace, selection = snapshot.trace, snapshot.selection
    if trace is None:
        return None
    kind, attention = selection.kind, trace.attention(selection.kind)
    query = selection.query
    if query is None and kind != "encoder":
        query = selection.step
    if attention is None or query is None:
        return None
    count = len(trace.columns(kind, None if kind == "encoder" else selection.step))
    weights, mask = attention[selection.layer, selection.head, query, :count], trace.mask(kind)
    allowed = np.ones(len(weights), dtype=bool) if mask is None else mask[query, :count]
    run = tokens_of(trace)
    keys = (run.consumed if kind == "decoder" else run.source)[:count]
    return CurrentRow(
        trace, kind, selection.layer, selection.head, query, weights, allowed, tuple(token.text for token in keys),
        selection.step,
    )  # fmt: skip


def current_key(row: CurrentRow, selection: Selection) -> int | None:
    """The pointed column, else the one with the most weight; None where no weight can be seen."""
    if selection.key is not None and selection.key < len(row.keys):
        return selection.key
    return next(iter(row.strongest(1)), None)


def blocked_by(row: CurrentRow, key: int) -> Blocked | None:
    """Why ``key`` may not be attended to in ``row``; None if it may."""
    if row.allowed[key]:
        return None
    if row.kind == "decoder" and key > row.query:
        return "future"
    if row.trace.meta.interventions and _is_flipped(row, key):
        return "mask"
    mask = row.trace.target_mask if row.kind == "decoder" else row.trace.padding_mask
    if mask is None:
        return "mask"
    return "mask" if (mask[row.query, key] if row.kind == "decoder" else mask[key]) else "padding"


def _is_flipped(row: CurrentRow, key: int) -> bool:
    from model.record.changed_places import flipped_cells  # no first picture needs it

    return (row.query, key) in flipped_cells(row.trace, row.kind)


def source(trace: Trace, position: int) -> str:
    """A token of the source, as it is shown."""
    return tokens_of(trace).source[position].text


def consumed(trace: Trace, step: int) -> str | None:
    """The token at which ``step`` is computed, as it is shown; None where a run does not say it."""
    tokens = tokens_of(trace).consumed
    return tokens[step].text if tokens else None


def produced(trace: Trace, step: int) -> str | None:
    """The token that follows after ``step`` in this run, as it is shown; None without a vocabulary head."""
    tokens = tokens_of(trace).produced
    return tokens[step].text if tokens else None


def probability(trace: Trace, step: int) -> float | None:
    """What the model gave the produced token."""
    return None if trace.produced_probability is None else float(trace.produced_probability[step])


def origin(trace: Trace, step: int) -> str:
    """Where the produced token comes from: greedy, forced, teacher, beam; empty where it is not known."""
    return "" if trace.origin is None else str(trace.origin[step])


NAMED = 3  #: columns in the longest wording


def wordings(snapshot: Snapshot) -> list[str]:
    """The sentence of the current row, longest wording first."""
    if snapshot.trace is None:
        return [
            translate("RowSentence", "Type a sentence and press Enter: its translation appears here, step by step"),
            translate("RowSentence", "Type a sentence and press Enter"),
        ]
    row = current_row(snapshot)
    if row is None:
        return _nothing_chosen(snapshot)
    if snapshot.selection.key is not None:
        from viz_app.tables.parts.blocked_cell import wordings as blocked  # nobody has pointed at a cell before

        if why := blocked(row, snapshot.selection.key):
            return why
    if row.kind == "encoder":
        return [_encoder(row, count) for count in range(NAMED, 0, -1)]
    sentences = [_decoder_side(row, count) for count in range(NAMED, 0, -1)]
    brief = [_decoder_side(row, 1, start) for start in (reads_and_writes(row, with_total=False), next_token(row))]
    if row.revised:
        return [*(f"{sentence}{_anew(row)}" for sentence in (*sentences, *brief)), f"{next_token(row)}{_anew(row)}"]
    return [*sentences, *brief, next_token(row)]


def _nothing_chosen(snapshot: Snapshot) -> list[str]:
    if snapshot.selection.kind == "encoder":
        return [
            translate("RowSentence", "Point at a row to read it: what each source position gives weight to"),
            translate("RowSentence", "Point at a row to read it"),
        ]
    return [translate("RowSentence", "This run holds no weights of this kind")]


def _encoder(row: CurrentRow, count: int) -> str:
    token = quoted(source(row.trace, row.query))
    padding = row.trace.padding_mask
    template = translate("RowSentence", "%1 (position %2) gives most weight to %3")
    if padding is not None and not padding[row.query]:
        template = translate("RowSentence", "%1 (position %2) is padding; its row gives most weight to %3")
    if row.quantity != "weight":
        template = translate("RowSentence", "%1 (position %2), largest numbers: %3")
    if row.emptied:
        template = translate("RowSentence", "%1 (position %2) gives all its weight to what is set aside")
    if row.blind:
        template = translate("RowSentence", "%1 (position %2): no column may be attended to")
    return fill(template, token, row.query, _columns(row, count))


def _decoder_side(row: CurrentRow, count: int, start: str = "") -> str:
    """After ``start``, which is shorter where there is little room: numbers are the last to go."""
    start = start or reads_and_writes(row, with_total=True)
    if row.blind:
        return fill(translate("RowSentence", "%1; no column may be attended to"), start)
    if row.emptied:
        return fill(translate("RowSentence", "%1; all its weight is on what is set aside"), start)
    if row.quantity != "weight":
        return fill(translate("RowSentence", "%1; largest numbers: %2"), start, _columns(row, count))
    return fill(translate("RowSentence", "%1; most weight: %2"), start, _columns(row, count))


def reads_and_writes(row: CurrentRow, with_total: bool) -> str:
    trace, step = row.trace, row.query
    where = _step(row, with_total)
    token = consumed(trace, step)
    read = "" if token is None else quoted(token)
    written = _writes(row)
    if not written:
        return fill(translate("RowSentence", "%1: input %2"), where, read)
    return fill(translate("RowSentence", "%1: input %2 → %3"), where, read, written)


def _step(row: CurrentRow, with_total: bool = False) -> str:
    """Its number; one that is only pointed at says so: counter and candidates stay those of the step on screen."""
    where = fill(translate("RowSentence", "step %1"), row.query + 1)
    if with_total:
        where = fill(translate("RowSentence", "step %1 / %2"), row.query + 1, row.trace.steps)
    pointed = row.step not in (None, row.query)
    return fill(translate("RowSentence", "pointing at %1"), where) if pointed else where


def _anew(row: CurrentRow) -> str:
    """What became of an earlier row; the numbers are those of its own step."""
    template = translate("RowSentence", "; at step %1 changed by up to %2")
    return fill(template, 1 + (row.step or 0), short(row.revised))


def next_token(row: CurrentRow) -> str:
    """``step 15: “tired”``, without the input and where the token comes from; the step alone where none follows."""
    where, token = _step(row), produced(row.trace, row.query)
    return where if token is None else f"{where}: {quoted(token)}{_ending(row)}"


def _writes(row: CurrentRow) -> str:
    """``writes “play” (0.91)``, where it comes from if the model did not choose it, and what ends here."""
    token, share = produced(row.trace, row.query), probability(row.trace, row.query)
    if token is None:
        return ""
    sources = {"forced": translate("RowSentence", "forced")}
    if row.trace.at_once:
        from viz_app.tables.parts.label import label  # few runs have a given target

        return label(row, token, share, _pieces(row))
    facts = [sources.get(origin(row.trace, row.query), ""), "" if share is None else short(share), _pieces(row)]
    known = ", ".join(fact for fact in facts if fact)
    written = quoted(token) + (f" ({known})" if known else "")
    return fill(translate("RowSentence", "next token %1"), written) + _ending(row)


def _pieces(row: CurrentRow) -> str:
    """A word's probability is the product of its pieces'."""
    done = row.trace.meta.reading
    count = len(done.produced_words[row.query]) if done is not None and done.produced_words else 1
    return fill(translate("RowSentence", "product of %1 pieces"), count) if count > 1 else ""


def _ending(row: CurrentRow) -> str:
    """What happens after the last step."""
    if row.query != row.trace.steps - 1:
        return ""
    reason, limit = row.trace.meta.stop_reason, translate("RowSentence", ": stopped here by the limit")
    told = {
        "end token": translate("RowSentence", ": the translation ends here"),
        BY_HAND: translate("RowSentence", ": stopped here by hand"),
    }
    return limit if reason.startswith("limit") else told.get(reason, "")


def _columns(row: CurrentRow, count: int) -> str:
    """``“spielen” 0.83, “Hunde” 0.07``; of two tokens that are spelled alike each its position; and what is blocked."""
    blocked, chosen = translate("RowSentence", "blocked"), row.strongest(count)
    spelled, parts = [row.keys[key] for key in chosen], []
    for key in chosen:
        name = quoted(row.keys[key])
        if spelled.count(row.keys[key]) > 1:
            name = fill(translate("RowSentence", "%1 (position %2)"), name, key)
        part = f"{name} {figure(float(row.weights[key]), row.quantity)}"
        parts.append(part if row.allowed[key] else f"{part} ({blocked})")
    return ", ".join(parts)


def heaviest(now: Snapshot) -> int | None:
    """The source token, in the run, with most weight at the step on screen, of those that can be left out; a sign
    only where there is no word. In the head on screen where that is one of cross attention, else on the average of
    its last layer. None where no token can.
    """
    run, place = now.run, now.run_selection
    cross = None if run is None else run.cross_attention
    if run is None or cross is None or not run.steps:
        return None
    head = cross[place.layer, place.head] if place.kind == "cross" else cross[-1].mean(axis=0)
    rank = np.array([(one.role == "plain") * (1 + any(map(str.isalnum, one.text))) for one in tokens_of(run).source])
    weights = np.where(rank == rank.max(), head[min(asked_step(place), run.steps - 1)], -1.0)
    return int(weights.argmax()) if rank.any() else None
