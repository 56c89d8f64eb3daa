"""From a snapshot to the chips of the token strip. Pure; the words of the tooltips are here too."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from model.record.trace import Trace
from viz_app.controls.token_strip.chips import Chip, Presence
from viz_app.pictures.drawing.picture_texts import place_name
from viz_app.pictures.drawing.quantities import name as quantity_name
from viz_app.pictures.drawing.tokens import Role, Token, tokens_of, typed_side
from viz_app.platform.text import exact, fill, quoted, translate
from viz_app.platform.theme import visible
from viz_app.platform.translations import reads_glosses
from viz_app.state.sentences import text_of
from viz_app.state.state import Snapshot
from viz_app.tables.parts.current_row import CurrentRow, origin, probability

if TYPE_CHECKING:
    from viz_app.state.classroom.glosses import Side


def typed_differs(snapshot: Snapshot) -> bool:
    """Is there something in the source box that is not the run's own sentence?"""
    if snapshot.tokens is None:
        return False
    shown = text_of(snapshot.batch) if snapshot.batch else "" if snapshot.run is None else snapshot.run.meta.source_text
    return snapshot.trace is None or _words(snapshot.source_text) != _words(shown)


def typed_tokens(snapshot: Snapshot) -> tuple[Token, ...]:
    """What is being typed, as it is read; roles are by the ids of the open checkpoint."""
    tokens, info = snapshot.tokens, snapshot.checkpoint
    if tokens is None:
        return ()
    special = frozenset(info.special_ids) if info is not None and info.special_ids else None
    side = typed_side(tokens.tokens, special)
    roles: list[Role] = [
        "unknown" if unknown else side.role(token, number)
        for token, number, unknown in zip(tokens.tokens, tokens.ids, tokens.unknown, strict=True)
    ]
    return side.read_all(side.labels(tokens.spelling, tokens.tokens, roles), roles)


def typed_chips(snapshot: Snapshot) -> tuple[Chip, ...]:
    """The tokens of what is being typed, faintly: nothing has run with them."""
    return tuple(Chip(token.text, token.role, "later", token.joined) for token in typed_tokens(snapshot))


def typed_lines(snapshot: Snapshot, index: int) -> list[str]:
    """What the tooltip of a typed token says."""
    tokens = snapshot.tokens
    if tokens is None:
        return []
    lines = _identity(typed_tokens(snapshot)[index], tokens.tokens[index], tokens.ids[index], index)
    return [*lines, translate("TokenStrip", "not translated yet")]


def source_chips(snapshot: Snapshot, row: CurrentRow | None) -> tuple[Chip, ...]:
    """The run's source, with the weights of a row whose keys it holds."""
    trace, selection = snapshot.trace, snapshot.selection
    if trace is None:
        return ()
    weighed = row if row is not None and row.kind != "decoder" else None
    strongest = weighed.strongest(1) if weighed is not None else []
    meant, changed = word_glosses(snapshot, "source"), _sources_changed(snapshot.run)
    return tuple(
        Chip(
            token.text,
            token.role,
            joined=token.joined,
            weight=None if weighed is None else weighed.share(index),
            strongest=index in strongest,
            query=selection.kind == "encoder" and index == selection.query,
            key=selection.kind != "decoder" and index == selection.key,
            changed=bool(changed) and not changed.keys().isdisjoint(_places_of(trace, index)),
            **meant.get(index, {}),
        )
        for index, token in enumerate(tokens_of(trace).source)
    )


def word_glosses(now: Snapshot, side: Side) -> dict[int, dict[str, Any]]:
    """By the chip at which a word begins: its gloss, and the chips that it is in; {} where none are shown."""
    trace = now.trace
    if trace is None or not reads_glosses(now.settings.glosses):
        return {}
    from viz_app.pictures.drawing.glosses.run_glosses import glosses_of, word_spans  # few first pictures have them

    found, run = glosses_of(now), tokens_of(trace)
    tokens, meant, first = run.source, found.source, 0
    if side == "target":
        whole = trace.produced_ids is None or not run.produced
        tokens, meant, first = (run.consumed, found.consumed, 0) if whole else (run.produced, found.produced, 1)
    spans = {span.start: len(span) for span in word_spans(tokens)} if any(meant) else {}
    return {start + first: {"gloss": meant[start], "pieces": count} for start, count in spans.items() if meant[start]}


def source_lines(trace: Trace, row: CurrentRow | None, index: int, run: Trace | None = None) -> list[str]:
    """What the tooltip of a source token says; ``run`` is the one behind ``trace``, where that is a reading of it."""
    token, number = str(trace.source_tokens[index]), int(trace.source_ids[index])
    lines = _identity(tokens_of(trace).source[index], token, number, index)
    run = run or trace
    lines += _told_before(run, _sources_changed(run), _places_of(trace, index), "source")
    return lines + _weight_line(row if row is not None and row.kind != "decoder" else None, index)


def target_tokens(trace: Trace) -> tuple[Token, ...]:
    """The start token and everything produced: position p was produced by step p − 1."""
    run = tokens_of(trace)
    if trace.consumed_ids is None:
        return ()
    if trace.produced_ids is None or not run.produced:
        return run.consumed  # no vocabulary head: only what was given is known
    return (*run.consumed[:1], *run.produced)


def target_chips(snapshot: Snapshot, row: CurrentRow | None) -> tuple[Chip, ...]:
    """The start token and the translation, as far as the selected step has come, and faintly what is not there yet."""
    trace, selection = snapshot.trace, snapshot.selection
    if trace is None:
        return ()
    weighed = row if row is not None and row.kind == "decoder" else None
    weights = () if weighed is None else tuple(map(weighed.share, range(len(weighed.weights))))
    strongest = [] if weighed is None else weighed.strongest(1)
    tokens, has_head = target_tokens(trace), trace.produced_tokens is not None
    changed, meant = _changed(snapshot.run), word_glosses(snapshot, "target")
    query = None if selection.kind == "encoder" else selection.query  # its vector is computed at the consumed token
    return tuple(
        Chip(
            token.text,
            token.role,
            _presence(index, selection.step, has_head, trace.at_once),
            token.joined,
            _forced(trace, index),
            weights[index] if index < len(weights) else None,
            index in strongest,
            query=index == query,
            key=selection.kind == "decoder" and index == selection.key,
            changed=bool(changed) and not changed.keys().isdisjoint(_steps_of(trace, index)),
            **meant.get(index, {}),
        )
        for index, token in enumerate(tokens)
    )


def target_lines(trace: Trace, row: CurrentRow | None, index: int, run: Trace | None = None) -> list[str]:
    """What the tooltip of a target token says; ``run`` is the one behind ``trace``, where that is a reading of it."""
    lines = _identity(target_tokens(trace)[index], *_target_entry(trace, index), index)
    inside = row is not None and row.kind == "decoder" and index < len(row.weights)
    run = run or trace
    before = _told_before(run, _changed(run), _steps_of(trace, index), "target")
    return [*lines, *before, *_step_lines(trace, index), *_weight_line(row if inside else None, index)]


def _changed(run: Trace | None) -> Mapping[int, tuple[int, ...]]:
    """The steps of a changed run that wrote other tokens than before, with those that did in their place."""
    if run is None or not run.meta.interventions:
        return {}
    from model.analysis.baseline import stood_before  # no first picture needs it

    return stood_before(run)


def _sources_changed(run: Trace | None) -> Mapping[int, tuple[int, ...]]:
    """The same of the source: positions that hold other tokens than before."""
    if run is None or not run.meta.interventions:
        return {}
    from model.analysis.baseline import sources_before  # no first picture needs it

    return sources_before(run)


def _places_of(trace: Trace, index: int) -> tuple[int, ...]:
    """The run's positions that a chip of the source stands for: of a word several."""
    done = trace.meta.reading
    if done is None or not done.source_words:
        return (index,)
    return tuple(done.source_words[index]) if index < len(done.source_words) else ()


def _steps_of(trace: Trace, index: int) -> tuple[int, ...]:
    """The run's steps that wrote a chip of the target: none wrote the first one, several a word."""
    done = trace.meta.reading
    if index == 0 or trace.produced_tokens is None:
        return ()
    if done is None or not done.source_words:
        return (index - 1,)
    return tuple(done.produced_words[index - 1]) if index <= len(done.produced_words) else ()


def _told_before(
    run: Trace, changed: Mapping[int, tuple[int, ...]], places: tuple[int, ...], side: Side
) -> list[str]:  # fmt: skip
    """What stood there before a change, where that was something else."""
    if changed.keys().isdisjoint(places):
        return []
    from model.analysis.baseline import baseline_of

    baseline = baseline_of(run)
    assert baseline is not None, "something was compared"
    old = sorted({before for place in places for before in changed.get(place, ())})
    if not old:
        return [translate("TokenStrip", "◆ before the change nothing stood here")]
    tokens = tokens_of(baseline).source if side == "source" else tokens_of(baseline).produced
    words = " ".join(tokens[place].text for place in old)
    return [fill(translate("TokenStrip", "◆ before the change: %1"), quoted(words))]


def _target_entry(trace: Trace, index: int) -> tuple[str, int]:
    """The vocabulary's token and id at a position of the target."""
    tokens, ids = trace.consumed_tokens, trace.consumed_ids
    if index > 0 and trace.produced_tokens is not None and trace.produced_ids is not None:
        tokens, ids, index = trace.produced_tokens, trace.produced_ids, index - 1
    assert tokens is not None
    assert ids is not None
    return str(tokens[index]), int(ids[index])


def _presence(index: int, step: int, has_head: bool, at_once: bool) -> Presence:
    if index <= step:
        return "read" if index == step else "there"
    return "new" if index == step + 1 and has_head else "there" if at_once else "later"


def _forced(trace: Trace, index: int) -> bool:
    return trace.produced_tokens is not None and index > 0 and origin(trace, index - 1) == "forced"


def _identity(token: Token, entry: str, number: int, position: int) -> list[str]:
    named = fill(translate("TokenStrip", "vocabulary token %1, id %2"), visible(entry), number)
    names = {
        "plain": "",
        "special": translate("TokenStrip", "special token"),
        "padding": translate("TokenStrip", "padding: fills the source up, no row may attend to it"),
        "unknown": translate("TokenStrip", "unknown word: the vocabulary has no entry for it"),
    }
    return [quoted(token.text), named, fill(translate("TokenStrip", "position %1"), position), names[token.role]]


def _weight_line(row: CurrentRow | None, index: int) -> list[str]:
    if row is None:
        return []
    number, done = exact(float(row.weights[index])).replace("-", "−"), row.trace.meta.reading
    if done is None:
        template = translate("TokenStrip", "weight %1 in the current row, layer %2, head %3")
        return [fill(template, number, row.layer + 1, row.head + 1)]
    if index in row.aside:
        return [translate("TokenStrip", "set aside")]
    place = place_name(done, row.kind, row.layer, row.head)
    return [fill(translate("TokenStrip", "%1: %2 in the current row, %3"), quantity_name(row.quantity), number, place)]


def _step_lines(trace: Trace, index: int) -> list[str]:
    if trace.produced_tokens is None:
        return [fill(translate("TokenStrip", "input of step %1"), index + 1)]
    if index == 0:
        return [translate("TokenStrip", "the decoder’s first input token")]
    given = probability(trace, index - 1)
    if trace.at_once:
        label = fill(translate("TokenStrip", "given: the label of step %1"), index)
        if given is not None:
            template = translate("TokenStrip", "given: the label of step %1, to which the model gives probability %2")
            label = fill(template, index, exact(given))
        return [label]
    written = fill(translate("TokenStrip", "next token of step %1"), index)
    if given is not None:
        written = fill(translate("TokenStrip", "next token of step %1, probability %2"), index, exact(given))
    forced = translate("TokenStrip", "forced: not the model’s own choice") if _forced(trace, index) else ""
    return [written, forced]


def _words(text: str) -> list[str]:
    return unicodedata.normalize("NFC", text).split()
