"""From a snapshot to the chips of the token strip. Pure; the words of the tooltips are here too."""

from __future__ import annotations

import unicodedata

from model.trace import Trace
from viz_app.controls._chips import Chip, Presence, Role, joined, label_of, role_of
from viz_app.controls._row import Row, origin, probability
from viz_app.controls._words import exact, fill, quoted, translate
from viz_app.state import Snapshot
from viz_app.theme import visible


def typed_differs(snapshot: Snapshot) -> bool:
    """Is there something in the source box that is not the run's own sentence?"""
    if snapshot.tokens is None:
        return False
    return snapshot.trace is None or _words(snapshot.source_text) != _words(snapshot.trace.meta.source_text)


def typed_chips(snapshot: Snapshot) -> tuple[Chip, ...]:
    """The tokens of what is being typed, faintly: nothing has run with them."""
    tokens = snapshot.tokens
    if tokens is None:
        return ()
    roles: list[Role] = [
        "unknown" if unknown else role_of(token) for token, unknown in zip(tokens.tokens, tokens.unknown, strict=True)
    ]
    return tuple(
        Chip(label_of(spelling), role, "later", joins)
        for spelling, role, joins in zip(tokens.spelling, roles, joined(tokens.spelling), strict=True)
    )


def typed_lines(snapshot: Snapshot, index: int) -> list[str]:
    """What the tooltip of a typed token says."""
    tokens = snapshot.tokens
    if tokens is None:
        return []
    role: Role = "unknown" if tokens.unknown[index] else role_of(tokens.tokens[index])
    lines = _identity(tokens.spelling[index], tokens.tokens[index], tokens.ids[index], index, role)
    return [*lines, translate("TokenStrip", "not translated yet")]


def source_chips(snapshot: Snapshot, row: Row | None) -> tuple[Chip, ...]:
    """The run's source, with the weights of a row whose keys it holds."""
    trace, selection = snapshot.trace, snapshot.selection
    if trace is None:
        return ()
    weighed = row if row is not None and row.kind != "decoder" else None
    strongest = weighed.strongest(1) if weighed is not None else []
    labels = trace.source_labels
    joins = joined(labels)
    return tuple(
        Chip(
            label_of(label),
            _source_role(trace, index),
            joined=joins[index],
            weight=None if weighed is None else float(weighed.weights[index]),
            strongest=index in strongest,
            query=selection.kind == "encoder" and index == selection.query,
            key=selection.kind != "decoder" and index == selection.key,
        )
        for index, label in enumerate(labels)
    )


def source_lines(trace: Trace, row: Row | None, index: int) -> list[str]:
    """What the tooltip of a source token says."""
    token, number = str(trace.source_tokens[index]), int(trace.source_ids[index])
    lines = _identity(trace.source_labels[index], token, number, index, _source_role(trace, index))
    return lines + _weight_line(row if row is not None and row.kind != "decoder" else None, index)


def target_tokens(trace: Trace) -> tuple[list[str], list[int]]:
    """The start token and everything produced: position p was produced by step p − 1. Tokens, ids."""
    if trace.consumed_tokens is None or trace.consumed_ids is None:
        return [], []
    tokens, ids = list(map(str, trace.consumed_tokens)), [int(number) for number in trace.consumed_ids]
    if trace.produced_tokens is None or trace.produced_ids is None:
        return tokens, ids  # no vocabulary head: only what was given is known
    return [*tokens[:1], *map(str, trace.produced_tokens)], [*ids[:1], *(int(number) for number in trace.produced_ids)]


def target_chips(snapshot: Snapshot, row: Row | None) -> tuple[Chip, ...]:
    """The start token and the translation, as far as the selected step has come, and faintly beyond."""
    trace, selection = snapshot.trace, snapshot.selection
    if trace is None:
        return ()
    weighed = row if row is not None and row.kind == "decoder" else None
    weights = () if weighed is None else tuple(map(float, weighed.weights))
    strongest = [] if weighed is None else weighed.strongest(1)
    tokens, has_head = target_tokens(trace)[0], trace.produced_tokens is not None
    joins = joined(tuple(tokens))
    query = {"decoder": selection.query, "cross": _next(selection.query, has_head), "encoder": None}[selection.kind]
    return tuple(
        Chip(
            label_of(token),
            role_of(token),
            _presence(index, selection.step, has_head),
            joins[index],
            _forced(trace, index),
            weights[index] if index < len(weights) else None,
            index in strongest,
            query=index == query,
            key=selection.kind == "decoder" and index == selection.key,
        )
        for index, token in enumerate(tokens)
    )


def target_lines(trace: Trace, row: Row | None, index: int) -> list[str]:
    """What the tooltip of a target token says."""
    tokens, ids = target_tokens(trace)
    lines = _identity(tokens[index], tokens[index], ids[index], index, role_of(tokens[index]))
    inside = row is not None and row.kind == "decoder" and index < len(row.weights)
    return [*lines, *_step_lines(trace, index), *_weight_line(row if inside else None, index)]


def _source_role(trace: Trace, index: int) -> Role:
    padded = trace.padding_mask is not None and not trace.padding_mask[index]
    return role_of(str(trace.source_tokens[index]), padded)


def _next(query: int | None, has_head: bool) -> int | None:
    """A row of a cross map is named after the token it writes: one position further."""
    return query + 1 if query is not None and has_head else query


def _presence(index: int, step: int, has_head: bool) -> Presence:
    if index <= step:
        return "read" if index == step else "there"
    return "new" if index == step + 1 and has_head else "later"


def _forced(trace: Trace, index: int) -> bool:
    return trace.produced_tokens is not None and index > 0 and origin(trace, index - 1) == "forced"


def _identity(spelling: str, token: str, number: int, position: int, role: Role) -> list[str]:
    entry = fill(translate("TokenStrip", "vocabulary token %1, id %2"), visible(token), number)
    names = {
        "plain": "",
        "special": translate("TokenStrip", "special token"),
        "padding": translate("TokenStrip", "padding: fills the source up, no row may attend to it"),
        "unknown": translate("TokenStrip", "unknown word: the vocabulary has no entry for it"),
    }
    return [quoted(spelling), entry, fill(translate("TokenStrip", "position %1"), position), names[role]]


def _weight_line(row: Row | None, index: int) -> list[str]:
    if row is None:
        return []
    template = translate("TokenStrip", "weight %1 in the current row, layer %2, head %3")
    return [fill(template, exact(float(row.weights[index])), row.layer + 1, row.head + 1)]


def _step_lines(trace: Trace, index: int) -> list[str]:
    if trace.produced_tokens is None:
        return [fill(translate("TokenStrip", "consumed by step %1"), index + 1)]
    if index == 0:
        return [translate("TokenStrip", "the first token that the decoder consumes")]
    given = probability(trace, index - 1)
    written = fill(translate("TokenStrip", "produced by step %1"), index)
    if given is not None:
        written = fill(translate("TokenStrip", "produced by step %1 with probability %2"), index, exact(given))
    forced = translate("TokenStrip", "forced: not the model's own choice") if _forced(trace, index) else ""
    return [written, forced]


def _words(text: str) -> list[str]:
    return unicodedata.normalize("NFC", text).split()
