"""Every sentence and name in the pictures, translated, and the labels of a run's rows and columns."""

from __future__ import annotations

import weakref
from functools import lru_cache

from PySide6.QtCore import QCoreApplication

from model.trace import Kind, Trace
from viz_app.pictures._labels import Label, Labels
from viz_app.pictures._tokens import tokens_of
from viz_app.state import Choice, Selection
from viz_app.theme import visible


def spoken() -> str:
    """The language that is spoken now; what is kept with words in it is kept by language."""
    return QCoreApplication.translate("Translations", "en")


def kind_name(kind: Kind) -> str:
    """The name of an attention kind at the start of a title."""
    translate = QCoreApplication.translate
    return {
        "encoder": translate("pictures", "Encoder self-attention"),
        "decoder": translate("pictures", "Decoder self-attention (masked)"),
        "cross": translate("pictures", "Cross attention"),
    }[kind]


def layer_name(layer: int) -> str:
    return QCoreApplication.translate("pictures", "Layer {number}").format(number=layer + 1)


def head_name(head: int) -> str:
    return QCoreApplication.translate("pictures", "Head {number}").format(number=head + 1)


def heads_name() -> str:
    """Before a row of heads that have room for their numbers only."""
    return QCoreApplication.translate("pictures", "Head")


def step_name(step: int, steps: int) -> str:
    """``step 4 / 12``."""
    return QCoreApplication.translate("pictures", "step {step} / {steps}").format(step=step + 1, steps=steps)


def step_of(trace: Trace, chosen: Selection) -> str:
    """The selected step, or nothing where maps do not grow."""
    return "" if chosen.kind == "encoder" or not trace.steps else step_name(chosen.step, trace.steps)


def why_chosen(choice: Choice | None, trace: Trace, chosen: Selection) -> str:
    """Why the head on screen was chosen, with the base of the claim; nothing for a head that a person chose."""
    if choice is None or choice.measure != "word alignment" or not choice.is_shown(trace, chosen):
        return ""
    reason = QCoreApplication.translate("pictures", "aligns words best ({count} held-out sentences)")
    return reason.format(count=choice.sentences)


def nothing_yet() -> str:
    return QCoreApplication.translate("pictures", "Type a sentence and translate it: its attention appears here.")


def no_such_attention(kind: Kind) -> str:
    return QCoreApplication.translate("pictures", "This run holds no weights of this kind: {kind}.").format(
        kind=kind_name(kind)
    )


def no_masks() -> str:
    return QCoreApplication.translate("pictures", "This run holds no masks.")


def mask_origin(family: str, recorded: bool = False) -> str:
    """Where a picture of masks comes from."""
    if recorded:
        return QCoreApplication.translate(
            "pictures", "the block’s mask is recorded from your own code; the others are the definitions"
        )
    if family == "Headscope":  # our own checkpoints do as the paper says
        return QCoreApplication.translate(
            "pictures", "computed by Headscope as in the paper: a checkpoint holds no mask code"
        )
    return QCoreApplication.translate(
        "pictures", "computed by Headscope as in {family}: a checkpoint holds no mask code"
    ).format(family=visible(family))


def block_mask(kind: Kind, recorded: bool = False) -> str:
    """What the mask of an attention block is."""
    translate = QCoreApplication.translate
    if recorded:
        return {
            "encoder": translate("pictures", "[S, S] encoder: your own code"),
            "decoder": translate("pictures", "[T, T] decoder: your own code"),
            "cross": translate("pictures", "[T, S] cross: your own code"),
        }[kind]
    return {
        "encoder": translate("pictures", "[S, S] encoder: padding, every row"),
        "decoder": translate("pictures", "[T, T] decoder: target mask"),
        "cross": translate("pictures", "[T, S] cross: padding, every row"),
    }[kind]


def not_finite() -> str:
    return QCoreApplication.translate("pictures", "some weights are not finite numbers")


def row_axis(kind: Kind, trace: Trace, pairs: bool) -> str:
    """Which token stands beside a row."""
    translate = QCoreApplication.translate
    if kind == "encoder":
        return translate("pictures", "query: source token")
    if pairs:
        return translate("pictures", "query: consumed → produced token")
    if kind == "decoder" or trace.produced_tokens is None:
        return translate("pictures", "query: consumed token")
    return translate("pictures", "query: row that writes this token")


def column_axis(kind: Kind) -> str:
    """Which token stands above a column."""
    translate = QCoreApplication.translate
    if kind == "decoder":
        return translate("pictures", "key: consumed token")
    return translate("pictures", "key: source token")


def row_labels(trace: Trace, kind: Kind, count: int) -> Labels:
    """The labels of ``count`` rows: source, consumed or produced tokens."""
    return _side(weakref.ref(trace), kind, count, rows=True)


def column_labels(trace: Trace, kind: Kind, count: int) -> Labels:
    """The labels of ``count`` columns."""
    return _side(weakref.ref(trace), kind, count, rows=False)


@lru_cache(maxsize=64)
def _side(reference: weakref.ref[Trace], kind: Kind, count: int, rows: bool) -> Labels:
    """Asked for with every step, so kept. Padding is quiet; positions stand in where a run has no tokens."""
    trace = reference()
    assert trace is not None, "the caller holds it"
    run = tokens_of(trace)
    of_source = kind == "encoder" or (kind == "cross" and not rows)
    tokens = run.source if of_source else run.consumed if kind == "decoder" else run.produced or run.consumed
    if len(tokens) != count:
        return tuple(Label(str(position)) for position in range(count))
    return tuple(Label(token.text, quiet=of_source and token.role == "padding") for token in tokens)


def pair_labels(trace: Trace, kind: Kind) -> Labels | None:
    """``consumed → produced`` for each row, where the run has both."""
    run = tokens_of(trace)
    if kind == "encoder" or not run.consumed or not run.produced:
        return None
    pairs = zip(run.consumed, run.produced, strict=True)
    return tuple(Label(produced.text, lead=consumed.text) for consumed, produced in pairs)


def most_weight(trace: Trace, kind: Kind, layer: int, head: int, query: int) -> str:
    """One row in a sentence: which column it gives most weight to."""
    attention = trace.attention(kind)
    assert attention is not None
    row = attention[layer, head, query]
    key = int(row.argmax())
    rows = row_labels(trace, kind, attention.shape[-2])
    columns = column_labels(trace, kind, attention.shape[-1])
    return QCoreApplication.translate("pictures", "row “{query}” gives most weight to “{key}”: {weight}").format(
        query=rows[query].text, key=columns[key].text, weight=f"{row[key]:.2f}"
    )


def most_weight_here(trace: Trace, chosen: Selection) -> str:
    """The selected row of the selected head, or the current step's, in a sentence."""
    attention = trace.attention(chosen.kind)
    assert attention is not None
    query = min(chosen.step if chosen.query is None else chosen.query, attention.shape[-2] - 1)
    sentence = most_weight(trace, chosen.kind, chosen.layer, chosen.head, query)
    return f"{head_name(chosen.head)}: {sentence}"


def sentence(parts: tuple[str, ...], trace: Trace, chosen: Selection) -> str:
    """A picture in words: what it shows, then the selected row."""
    return f"{', '.join(part for part in parts if part)}; {most_weight_here(trace, chosen)}."
