"""Every sentence and name in the pictures, translated, and the labels of a run's rows and columns."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.record.kept_by_run import kept_by_run
from model.record.trace import Kind, Meta, ReadAs, Trace
from viz_app.pictures.drawing import quantities
from viz_app.pictures.drawing.token_labels import Label, Labels, labels_of
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.platform.text import localised
from viz_app.platform.theme import visible
from viz_app.state.decoding import decoded
from viz_app.state.state import Selection, Snapshot


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


def layer_of(done: ReadAs | None, kind: Kind, layer: int) -> str:
    """What a row of maps is: one layer, the mean of all, or everything up to one."""
    translate, aggregate = QCoreApplication.translate, "none" if done is None else done.aggregate
    if done is not None and aggregate in ("layers", "all"):
        return translate("pictures", "mean of {count} layers").format(count=done.layers[kind])
    if aggregate == "rollout":
        return translate("pictures", "to layer {number}").format(number=layer + 1)
    return layer_name(layer)


def head_of(done: ReadAs | None, kind: Kind, head: int) -> str:
    """What a map of a layer is: one head, the mean of all, or the rollout."""
    translate, aggregate = QCoreApplication.translate, "none" if done is None else done.aggregate
    if done is not None and aggregate in ("heads", "all"):
        return translate("pictures", "mean of {count} heads").format(count=done.heads[kind])
    if aggregate == "rollout":
        return translate("pictures", "rollout")
    return head_name(head)


def place_name(done: ReadAs | None, kind: Kind, layer: int, head: int) -> str:
    """One map's place: ``Layer 3 · Head 2``, ``Layer 3 · mean of 8 heads``, ``rollout to layer 3``."""
    if done is not None and done.aggregate == "rollout":
        return QCoreApplication.translate("pictures", "rollout to layer {number}").format(number=layer + 1)
    return f"{layer_of(done, kind, layer)} · {head_of(done, kind, head)}"


def map_name(trace: Trace, chosen: Selection) -> str:
    """The selected map, for a title."""
    place = place_name(trace.meta.reading, chosen.kind, chosen.layer, chosen.head)
    return f"{kind_name(chosen.kind)} · {place}"


def all_heads(trace: Trace, kind: Kind) -> str:
    """What stands side by side in a layer."""
    count, done = trace.heads(kind), trace.meta.reading
    if done is not None and done.aggregate in ("heads", "all", "rollout"):
        return head_of(done, kind, 0)
    return QCoreApplication.translate("pictures", "all {count} heads, one map each").format(count=count)


def all_maps(trace: Trace, kind: Kind) -> str:
    """What there is of a kind."""
    translate, done = QCoreApplication.translate, trace.meta.reading
    if done is None or done.aggregate == "none":
        whole = translate("pictures", "{layers} layers × {heads} heads")
        return whole.format(layers=trace.layers(kind), heads=trace.heads(kind))
    if done.aggregate == "rollout":
        return translate("pictures", "rollout: each layer with all before it")
    joined = {"heads": head_of(done, kind, 0), "layers": layer_of(done, kind, 0)}
    return joined.get(done.aggregate) or " · ".join(joined.values())


def how_read(done: ReadAs | None, kind: Kind) -> str:
    """What has been done to the numbers beside choosing or joining heads; nothing for a run as it is."""
    if done is None:
        return ""
    translate = QCoreApplication.translate
    parts = [] if done.quantity == "weight" else [quantities.name(done.quantity)]
    if done.aggregate == "rollout" and kind != "encoder":
        parts.append(translate("pictures", "both decoder attentions together: our extension of rollout"))
    away = {
        "nothing": "",
        "specials": translate("pictures", "without special tokens"),
        "punctuation": translate("pictures", "without special tokens and punctuation"),
    }[done.aside]
    parts.append(away)
    if done.by_hand:
        parts.append(translate("pictures", "without chosen columns"))
    if done.renormalised:
        parts.append(translate("pictures", "renormalised"))
    if done.source_words:
        parts.append(translate("pictures", "in words: sum over key pieces, mean over query pieces"))
    if done.guessed:
        parts.append(translate("pictures", "words guessed from ▁"))
    return ", ".join(part for part in parts if part)


def shown_as(done: ReadAs | None, kind: Kind) -> str:
    """All that has been done, wherever one looks: ``mean of 8 heads, without special tokens, renormalised``."""
    if done is None:
        return ""
    joined = {
        "heads": (head_of(done, kind, 0),),
        "layers": (layer_of(done, kind, 0),),
        "all": (layer_of(done, kind, 0), head_of(done, kind, 0)),
        "rollout": (QCoreApplication.translate("pictures", "rollout"),),
    }.get(done.aggregate, ())
    return ", ".join(part for part in (*joined, how_read(done, kind)) if part)


def step_name(step: int, steps: int) -> str:
    """``step 4 / 12``."""
    return QCoreApplication.translate("pictures", "step {step} / {steps}").format(step=step + 1, steps=steps)


def step_of(trace: Trace, chosen: Selection) -> str:
    """The selected step, where maps grow; and how the run is read."""
    step = "" if chosen.kind == "encoder" or not trace.steps else step_name(chosen.step, trace.steps)
    return " · ".join(part for part in (step, how_read(trace.meta.reading, chosen.kind)) if part)


def uncertain(meta: Meta) -> str:
    """What the checkpoint does not say and nobody has confirmed, as it is answered; nothing where all is certain."""
    told = ", ".join(" ".join(map(visible, one.split())) for one in meta.uncertain)
    return QCoreApplication.translate("pictures", "not certain: {answers}").format(answers=told) if told else ""


def what_if(meta: Meta) -> str:
    """What was changed in the network for this run; nothing where it ran as it is."""
    told = "; ".join(map(localised, meta.changes))
    return told and QCoreApplication.translate("pictures", "what if: {changes}").format(changes=told)


def reservations(meta: Meta) -> tuple[str, ...]:
    """What a run has to say of itself, or "": how far it had learnt, its decoding, what was changed or is assumed."""
    from viz_app.state.watched_training import learnt  # the first picture says nothing of it

    return learnt(meta), decoded(meta), what_if(meta), uncertain(meta)


def nothing_yet() -> str:
    return QCoreApplication.translate("pictures", "Type a sentence and translate it: its attention appears here.")


def no_such_attention(kind: Kind) -> str:
    return QCoreApplication.translate("pictures", "This run holds no weights of this kind: {kind}.").format(
        kind=kind_name(kind)
    )


def no_maps(snapshot: Snapshot) -> str:
    """Why there are no maps of the selected kind; nothing where there are."""
    if snapshot.trace is None:
        return nothing_yet()
    attention = snapshot.trace.attention(snapshot.selection.kind)
    return no_such_attention(snapshot.selection.kind) if attention is None or 0 in attention.shape else ""


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


def row_axis(kind: Kind, trace: Trace, pairs: bool) -> str:
    """Which token stands beside a row."""
    translate = QCoreApplication.translate
    merged = _in_words(trace)
    if kind == "encoder":
        return translate("pictures", "query: source word") if merged else translate("pictures", "query: source token")
    if trace.at_once and trace.produced_tokens is not None and (pairs or kind == "cross"):
        return _label_axis(pairs, merged)
    if pairs:
        if merged:
            return translate("pictures", "query: input → next word")
        return translate("pictures", "query: input → next token")
    if kind == "decoder" or trace.produced_tokens is None:
        if merged:
            return translate("pictures", "query: input word")
        return translate("pictures", "query: input token")
    if merged:
        return translate("pictures", "query: next word")
    return translate("pictures", "query: next token")


def _label_axis(pairs: bool, merged: bool) -> str:
    """Under teacher forcing a row writes nothing: it is asked for its label."""
    translate = QCoreApplication.translate
    if pairs and merged:
        return translate("pictures", "query: input → label word")
    if pairs:
        return translate("pictures", "query: input → label")
    if merged:
        return translate("pictures", "query: label word")
    return translate("pictures", "query: label")


def column_axis(kind: Kind, trace: Trace) -> str:
    """Which token stands above a column."""
    translate = QCoreApplication.translate
    merged = _in_words(trace)
    if kind == "decoder":
        return translate("pictures", "key: input word") if merged else translate("pictures", "key: input token")
    return translate("pictures", "key: source word") if merged else translate("pictures", "key: source token")


def _in_words(trace: Trace) -> bool:
    return trace.meta.reading is not None and bool(trace.meta.reading.source_words)


def row_labels(trace: Trace, kind: Kind, count: int) -> Labels:
    """The labels of ``count`` rows: source, consumed or produced tokens."""
    return _side(trace, kind, count, rows=True)


def column_labels(trace: Trace, kind: Kind, count: int) -> Labels:
    """The labels of ``count`` columns."""
    return _side(trace, kind, count, rows=False)


@kept_by_run(64)
def _side(trace: Trace, kind: Kind, count: int, rows: bool) -> Labels:
    """Asked for with every step, so kept. Padding is quiet; positions stand in where a run has no tokens."""
    run = tokens_of(trace)
    of_source = kind == "encoder" or (kind == "cross" and not rows)
    tokens = run.source if of_source else run.consumed if kind == "decoder" else run.produced or run.consumed
    if len(tokens) != count:
        return tuple(Label(str(position)) for position in range(count))
    done = trace.meta.reading
    away = () if rows or done is None else done.aside_keys(kind)
    return labels_of(tokens, of_source, tuple(away))


@kept_by_run(16)
def pair_labels(trace: Trace, kind: Kind) -> Labels | None:
    """``consumed → produced`` for each row, where the run has both."""
    run = tokens_of(trace)
    if kind == "encoder" or not run.consumed or not run.produced:
        return None
    return tuple(Label(out.text, lead=read.text) for read, out in zip(run.consumed, run.produced, strict=True))


def mixed(kind: Kind, layer: int) -> str:
    """What a column is, where it is no bare token any more."""
    translate = QCoreApplication.translate
    if kind == "cross":
        return translate(
            "Inspector", "A column is a position of the encoder’s output: already mixed with the other positions."
        )
    if layer > 0:
        return translate(
            "Inspector", "From layer 2 on, a column is a position already mixed with others, not the bare token."
        )
    return ""


def most_weight(trace: Trace, kind: Kind, layer: int, head: int, query: int) -> str:
    """One row in a sentence: which column it gives most weight to."""
    row = trace.maps(kind)[layer, head, query]
    rows = row_labels(trace, kind, trace.maps(kind).shape[-2])
    key = largest_key(trace, kind, layer, head, query)
    if key is None:
        nothing = QCoreApplication.translate("pictures", "row “{query}” gives all its weight to what is set aside")
        return nothing.format(query=rows[query].text)
    columns = column_labels(trace, kind, len(row))
    done = trace.meta.reading
    told = QCoreApplication.translate("pictures", "row “{query}” gives most weight to “{key}”: {weight}")
    if quantities.measure_of(trace) != "weight":
        told = QCoreApplication.translate("pictures", "row “{query}” has its largest number at “{key}”: {weight}")
    weight = quantities.figure(row[key], "weight" if done is None else done.quantity)
    return told.format(query=rows[query].text, key=columns[key].text, weight=weight)


def largest_key(trace: Trace, kind: Kind, layer: int, head: int, query: int) -> int | None:
    """The column with a row's largest number; None where all of it is set aside."""
    row, mask, done = trace.maps(kind)[layer, head, query], trace.mask(kind), trace.meta.reading
    if done is None:
        return int(row.argmax())
    open_keys = np.ones(len(row), dtype=bool) if mask is None or not mask[query].any() else mask[query].copy()
    open_keys[list(done.aside_keys(kind))] = False
    if not open_keys.any() or (done.quantity != "score" and not row[open_keys].any()):
        return None
    return int(np.where(open_keys, row, -np.inf).argmax())


def most_weight_here(trace: Trace, chosen: Selection) -> str:
    """The selected row of the selected head, or the current step's, in a sentence."""
    rows = trace.maps(chosen.kind).shape[-2]
    query = min(chosen.step if chosen.query is None else chosen.query, rows - 1)
    sentence = most_weight(trace, chosen.kind, chosen.layer, chosen.head, query)
    return f"{head_of(trace.meta.reading, chosen.kind, chosen.head)}: {sentence}"


def sentence(parts: tuple[str, ...], trace: Trace, chosen: Selection) -> str:
    """A picture in words: what it shows, then the selected row."""
    return f"{', '.join(part for part in parts if part)}; {most_weight_here(trace, chosen)}."
