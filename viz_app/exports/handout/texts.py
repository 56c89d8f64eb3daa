"""The tables and sentences of a handout: tokens, settings, a run's record, and the limits of its numbers.

It draws nothing. Fields of the record have names in plain language; so have those of its values that are words of ours.
"""

from __future__ import annotations

import platform
import re
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from PySide6.QtCore import QCoreApplication, qVersion

from model.common.text import Text
from model.common.version import VERSION
from model.decoding.beam_tree import without_tree
from model.record.trace import BY_HAND, Trace
from viz_app.exports.pdf_pages.about import one_line
from viz_app.pictures.drawing.picture_texts import mask_origin
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.platform.spelling import share_text
from viz_app.platform.text import localised
from viz_app.state.file_heads import base_told, heads_of_file
from viz_app.state.state import Snapshot

translate = QCoreApplication.translate
Row = tuple[str, ...]
BLOCKED = {  #: what padding blocks in one kind of attention
    "keys": Text("its columns"), "queries": Text("its rows"), "both": Text("its columns and its rows"),
    "none": Text("nothing"),
}  # fmt: skip
FROM_ONE = ("layer", "head")  #: numbers that a run counts from 0 and people from 1


def source_rows(trace: Trace) -> list[Row]:
    """[S] position, token, id."""
    tokens = tokens_of(trace).source
    return [(str(at), token.text, str(trace.source_ids[at])) for at, token in enumerate(tokens)]


def steps_table(trace: Trace) -> tuple[Row, list[Row], list[float]]:
    """Heads, rows and shares of the width of the columns that this run can fill."""
    head, rows, shares = target_head(trace.at_once), target_rows(trace), (0.11, 0.26, 0.26, 0.14, 0.23)
    known = [column for column in range(len(head)) if any(row[column] for row in rows)]
    kept = [tuple(row[column] for column in known) for row in rows]
    return tuple(head[column] for column in known), kept, [shares[column] for column in known]


def target_rows(trace: Trace) -> list[Row]:
    """[T] step, consumed token, produced token, its id and probability; "" for what a run does not say."""
    run, ids, shares = tokens_of(trace), trace.produced_ids, trace.produced_probability
    rows: list[Row] = []
    for step in range(trace.steps):
        read = run.consumed[step].text if run.consumed else ""
        wrote = run.produced[step].text if run.produced else ""
        number = "" if ids is None else str(ids[step])
        rows.append((str(step + 1), read, wrote, number, "" if shares is None else share_text(float(shares[step]))))
    return rows


def source_head() -> Row:
    """The names of the columns."""
    return translate("Handout", "position"), translate("Handout", "token"), translate("Handout", "id")


def target_head(taught: bool = False) -> Row:
    """The names of the columns; under teacher forcing no token is written."""
    return (
        translate("Handout", "step"),
        translate("Handout", "input"),
        translate("Handout", "label (given)") if taught else translate("Handout", "next token"),
        translate("Handout", "id"),
        translate("Handout", "probability"),
    )


def settings(trace: Trace) -> list[tuple[str, list[tuple[str, str]]]]:
    """Groups of names and values: all that the run's record says of how it was made, and with what it is shown."""
    meta = trace.meta
    known = [
        (translate("Handout", "Checkpoint"), meta.checkpoint),
        ("SHA-256", meta.checkpoint_sha256),
        (translate("Handout", "Family"), meta.family),
        (translate("Handout", "Device"), meta.device),
        (translate("Handout", "Stopped by"), why_it_stopped(meta.stop_reason)),
        (translate("Handout", "Run by"), f"Headscope {meta.program_version}" if meta.program_version else ""),
        (translate("Handout", "Drawn by"), f"Headscope {VERSION}"),
        (
            translate("Handout", "Libraries"),
            f"Python {platform.python_version()}, Qt {qVersion()}, numpy {np.__version__}",
        ),
    ]
    changes = {str(number): localised(change) for number, change in enumerate(meta.changes, 1)}
    fills = {"": translate("Handout", "leaves some weight on blocked cells")} if meta.leaky_mask else {}
    parts: tuple[tuple[str, Mapping[str, Any]], ...] = (
        (translate("Handout", "Decoding"), without_tree(meta.decoding)),
        (translate("Handout", "Network, as read or assumed"), meta.network),
        (translate("Handout", "Assumed, as the checkpoint does not say it"), _assumed(trace)),
        (translate("Handout", "What if"), changes),
        (translate("Handout", "Recorded from your own code"), meta.recorded),
        (translate("Handout", "Special ids"), meta.special_ids),
        (translate("Handout", "Ids for unknown words"), meta.unknown_ids),
        (translate("Handout", "Rows without any visible key"), meta.fully_masked_rows),
        (translate("Handout", "Mask"), fills),
    )
    groups = [(translate("Handout", "Run"), known)]
    groups += [
        (name, [(name_of(key), value_of(key, _value(value))) for key, value in _flat(part)]) for name, part in parts
    ]
    return [(name, [(one_line(key), one_line(value)) for key, value in rows if value]) for name, rows in groups if rows]


def _assumed(trace: Trace) -> dict[str, str]:
    """Each answer with its value, and whether anybody has confirmed it. A file may say anything."""
    entries = {name: one for name, one in trace.meta.assumed.items() if isinstance(one, Mapping)}
    doubt, nothing = translate("Handout", "{value} (not certain)"), translate("Handout", "none")
    values = {name: _value(one.get("value")) or nothing for name, one in entries.items()}
    return {
        name: doubt.format(value=values[name]) if one.get("certain") is False else values[name]
        for name, one in entries.items()
    }


def _flat(part: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """Names and values; of a group inside, the names one after the other."""
    for key, value in part.items():
        name = f"{above}{key}".replace("_", " ")
        if isinstance(value, Mapping):
            yield from _flat(value, f"{name} ")
        elif isinstance(value, list | tuple) and value and all(isinstance(each, Mapping) for each in value):
            yield from ((f"{name} {number}", each) for number, each in enumerate(value, 1))
        elif key in FROM_ONE and type(value) is int:
            yield name, value + 1
        else:
            yield name, value


def _value(value: object) -> str:
    if isinstance(value, bool):
        return translate("Handout", "yes") if value else translate("Handout", "no")
    if isinstance(value, Mapping):
        return "; ".join(f"{name}: {_value(part)}" for name, part in _flat(value))
    if isinstance(value, list | tuple):
        return ", ".join(map(_value, value)) or "–"
    return str(value)


def honest_words(now: Snapshot) -> list[str]:
    """What a reader should not take the pictures for."""
    trace = now.run
    assert trace is not None, "it is what the handout is of"
    words = [
        translate(
            "Handout",
            "Attention is not explanation: a row gives weight to a column. How much a word mattered for the output is "
            "another question, which weights do not answer.",
        ),
        translate(
            "Handout",
            "From layer 2 on, a column is a position already mixed with others, not the bare token.",
        ),
        _base(now),
    ]
    masks = translate("Handout", "Masks: {origin}.").format(
        origin=mask_origin(trace.meta.family, bool(trace.meta.recorded))
    )
    doubt = translate(
        "Handout",
        "The checkpoint does not say everything, and some of it nobody has confirmed ({answers}): with other answers "
        "the pictures are others.",
    )
    open_ones = ", ".join(trace.meta.uncertain)
    return [*words, masks, *([doubt.format(answers=one_line(open_ones))] if open_ones else [])]


def _base(now: Snapshot) -> str:
    """On what stands what is said of a head."""
    over = heads_of_file(now)
    if over is None:
        return translate("Handout", "What is said of a head holds on this sentence, n = 1.")
    words = translate("Handout", "Maps are of this sentence, n = 1. Heads were measured over {sentences}.")
    return words.format(sentences=base_told(over))


def name_of(field: str) -> str:
    """``field`` as people call it; unknown ones as they are."""
    return {
        "method": translate("Handout", "tokens are chosen"),
        "max length": translate("Handout", "most tokens"),
        "forced": translate("Handout", "forced tokens (ids)"),
        "source length": translate("Handout", "source tokens"),
        "scale scores": translate("Handout", "scores times 1/√d_k"),
        "mask fill": translate("Handout", "score of a blocked cell"),
        "norm": translate("Handout", "norm"),
        "norm order": translate("Handout", "place of the norm"),
        "norm eps": translate("Handout", "ε of the norm"),
        "positions": translate("Handout", "positions"),
        "scale embeddings": translate("Handout", "token embedding times √d_model"),
        "embedding norm": translate("Handout", "norm on token + position"),
        "final norm": translate("Handout", "norm after each stack"),
        "scale logits": translate("Handout", "logits times 1/√d_model"),
        "activation": translate("Handout", "activation of the feed-forward"),
        "gated": translate("Handout", "gated feed-forward"),
        "label smoothing": translate("Handout", "label smoothing in training"),
        "feed forward bias": translate("Handout", "bias in the feed-forward"),
        "padding blocks encoder": localised(Text("padding blocks in the encoder")),
        "padding blocks decoder": localised(Text("padding blocks in the decoder")),
        "padding blocks cross": localised(Text("padding blocks in cross attention")),
        "source": translate("Handout", "source"),
        "target": translate("Handout", "target"),
    }.get(field, field)


def value_of(field: str, value: str) -> str:
    """``value`` of a field in words, where it is a word of ours."""
    known = {
        "method": {
            "greedy": translate("Handout", "greedy: the most probable one"),
            "beam": translate("Handout", "by beam search"),
            "sampled": translate("Handout", "drawn"),
            "teacher forcing": translate("Handout", "given (teacher forcing)"),
        },
        "mask fill": {"-inf": "−∞"},
        "norm": {
            "layer": "LayerNorm",
            "rms": "RMSNorm",
            "unbiased": translate("Handout", "LayerNorm with the unbiased standard deviation"),
        },
        "norm order": {
            "pre": translate("Handout", "before each sub-layer (pre-norm)"),
            "post": translate("Handout", "after each sub-layer (post-norm)"),
        },
        "activation": {"relu": "ReLU", "gelu": "GELU", "gelu_tanh": "GELU (tanh)", "silu": "SiLU"},
        "positions": {
            "sinusoidal": translate("Handout", "sines and cosines, computed"),
            "learned": translate("Handout", "learned"),
            "stored": translate("Handout", "fixed, from the file"),
            "relative": translate("Handout", "relative"),
        },
    }
    if field.startswith("padding blocks"):
        return localised(BLOCKED.get(value, value))
    return known.get(field, {}).get(value, value)


def why_it_stopped(reason: str) -> str:
    """A run's stop reason; see :class:`model.record.trace.Meta`."""
    limit = re.fullmatch(r"limit of (\d+) tokens", reason)
    if limit:
        return translate("Handout", "limit of {count} tokens").format(count=limit[1])
    return {
        "end token": translate("Handout", "the end token"),
        BY_HAND: translate("Handout", "your Cancel"),
        "end of the given target": translate("Handout", "the end of the given target"),
    }.get(reason, reason)
