"""The words under a figure: what it is not, and where it comes from. No drawing happens here."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QCoreApplication

from model.common.version import VERSION
from model.record.trace import Kind, Trace
from viz_app.pictures.drawing import picture_texts, quantities
from viz_app.pictures.drawing.picture import SOME
from viz_app.pictures.links.heads import heads_name, shown_heads
from viz_app.platform.theme import visible
from viz_app.state.comparison import COMPARE, compared_with
from viz_app.state.state import Snapshot
from viz_app.tables.parts.provenance import whence

translate = QCoreApplication.translate
WITHOUT_WEIGHTS = ("teacher_forcing", "beam_tree")  #: views that show tokens and their probabilities
SENTENCE = 90  #: letters of one that is compared with
VECTORS = "embeddings_layers"  #: the view that shows the run's vectors, not its maps


def caption_lines(snapshot: Snapshot, honest: bool = True, provenance: bool = True) -> list[str]:
    """What must travel with the figure: what it is not, then where it comes from."""
    if snapshot.view in (VECTORS, COMPARE):  # they show the run itself, however that is read
        snapshot = replace(snapshot, trace=snapshot.run, unread=None, selection=snapshot.run_selection)
    trace, lines = snapshot.trace, []
    if honest and snapshot.view not in WITHOUT_WEIGHTS:
        lines.append(_honest_words(snapshot, trace))
    if provenance and trace is not None:
        lines.append(provenance_line(snapshot, trace))
    return lines


def named_words(rows: int, columns: int) -> str:
    """What follows the caption where not every token has its name: of how many rows, and of columns, one has.

    0 stands for none, :data:`SOME` for words here and there.
    """
    if not rows and not columns:
        return " · " + translate("Figure", "tokens have no names at this size")
    parts = []
    for number, one, none, some in (
        (
            rows,
            translate("Figure", "one row in {number} is named"),
            translate("Figure", "rows have no names at this size"),
            translate("Figure", "some rows are named"),
        ),
        (
            columns,
            translate("Figure", "one column in {number} is named"),
            translate("Figure", "columns have no names at this size"),
            translate("Figure", "some columns are named"),
        ),
    ):
        if number != 1:
            parts.append({0: none, SOME: some}.get(number, one).format(number=number))
    return "".join(f" · {part}" for part in parts)


def _honest_words(snapshot: Snapshot, trace: Trace | None) -> str:
    view = snapshot.view
    if view == VECTORS:
        return translate(
            "Figure",
            "Vectors inside the network on one sentence; not a measure of how much each word influenced the output.",
        )
    if view == COMPARE:
        return translate(
            "Figure",
            "Attention weights of one head in two runs, and the second’s minus the first’s; not a measure of how much "
            "each word influenced the output.",
        )
    done = None if trace is None else trace.meta.reading
    if done is not None and (done.quantity != "weight" or done.aggregate != "none"):
        return _of_reading()[done.aggregate if done.quantity == "weight" else done.quantity]
    if view in ("one_head", "links", "masks") and not _several(snapshot):
        return translate(
            "Figure",
            "Attention weights of one head on one sentence; not a measure of how much each word influenced the output.",
        )
    return translate(
        "Figure", "Attention weights on one sentence; not a measure of how much each word influenced the output."
    )


def _of_reading() -> dict[str, str]:
    """What a figure is not, by what its numbers are."""
    mean = translate(
        "Figure",
        "Mean of attention weights on one sentence; not a measure of how much each word influenced the output.",
    )
    return {
        "heads": mean,
        "layers": mean,
        "all": mean,
        "rollout": translate(
            "Figure",
            "Attention rollout on one sentence, from weights alone; not a measure of how much each word influenced the "
            "output.",
        ),
        "score": translate(
            "Figure",
            "Attention scores before mask and softmax on one sentence; not a measure of how much each word influenced "
            "the output.",
        ),
        "difference": translate(
            "Figure",
            "Attention weights after a change minus those before it, on one sentence; more and less weight have a "
            "colour each, what is equal has that of the paper.",
        ),
        "norm": translate(
            "Figure",
            "Attention weights times the length of what they weigh, on one sentence; not a measure of how much each "
            "word influenced the output.",
        ),
    }


def provenance_line(snapshot: Snapshot, trace: Trace) -> str:
    """Checkpoint and its hash, kind, layer, head, step, scale, what is uncertain, program version; counted from 1."""
    chosen, meta = snapshot.selection, trace.meta
    scale = translate("Figure", "√ scale") if snapshot.settings.scale == "sqrt" else translate("Figure", "linear scale")
    step = translate("Figure", "step {0} / {1}").format(chosen.step + 1, trace.steps) if trace.steps else ""
    if chosen.kind == "encoder" and snapshot.view not in (*WITHOUT_WEIGHTS, VECTORS):
        step = ""  # its maps are complete at once
    if snapshot.view in WITHOUT_WEIGHTS:
        parts = [
            whence(meta),
            step,
            *picture_texts.reservations(meta),
            f"Headscope {VERSION}",
        ]
    else:
        parts = [
            whence(meta),
            *_map(snapshot, trace),
            step,
            picture_texts.how_read(meta.reading, chosen.kind),
            scale,
            _trouble(trace, chosen.kind),
            *picture_texts.reservations(meta),
            _beside(snapshot),
            f"Headscope {VERSION}",
        ]
    return " · ".join(part for part in parts if part)


def _beside(snapshot: Snapshot) -> str:
    """What is compared with: its sentence, its checkpoint, and what was changed in it."""
    run = compared_with(snapshot) if snapshot.view == COMPARE else None
    if run is None:
        return ""
    told, sentence = translate("Figure", "compared with “{0}”, checkpoint {1}"), _named(run.meta.source_text)
    if len(sentence) > SENTENCE:  # its beginning tells which it is, and the picture keeps its room
        sentence = sentence[:SENTENCE].rpartition(" ")[0] + " …"
    parts = told.format(sentence, _named(run.meta.checkpoint)), picture_texts.what_if(run.meta)
    return ", ".join(part for part in parts if part)


def _trouble(trace: Trace, kind: Kind) -> str:
    """What a picture's heading warns of, for figures without one."""
    attention, done = trace.attention(kind), trace.meta.reading
    if attention is None or (done is not None and done.quantity != "weight"):
        return ""
    return quantities.warning(quantities.trouble(attention, "weight"))


def _named(name: str) -> str:
    """A name from a file on one line, with nothing hidden in it."""
    return " ".join(visible(word) for word in name.split())


def _map(snapshot: Snapshot, trace: Trace) -> list[str]:
    """Kind, layer and head; of pages of vectors what they depend on."""
    chosen = snapshot.selection
    if snapshot.view != VECTORS or chosen.topic == "heads":
        return [kind_name(chosen.kind), *_place(snapshot, trace)]
    return [translate("Figure", "layer {0}").format(chosen.layer + 1)] if chosen.topic == "stream" else []


def _place(snapshot: Snapshot, trace: Trace) -> list[str]:
    """Layer and head, or what stands for them."""
    chosen, done = snapshot.selection, trace.meta.reading
    if done is not None and done.aggregate == "rollout":
        return [picture_texts.place_name(done, chosen.kind, chosen.layer, chosen.head)]
    if snapshot.view == "all_layers":
        return [picture_texts.all_maps(trace, chosen.kind)]
    over = "" if done is None else done.aggregate
    layer = translate("Figure", "layer {0}").format(chosen.layer + 1)
    head = translate("Figure", "head {0}").format(chosen.head + 1)
    head = heads_name(shown_heads(snapshot)) if _several(snapshot) else head
    head = picture_texts.all_heads(trace, chosen.kind) if snapshot.view == "one_layer" else head
    return [
        picture_texts.layer_of(done, chosen.kind, 0) if over in ("layers", "all") else layer,
        picture_texts.head_of(done, chosen.kind, 0) if over in ("heads", "all") else head,
    ]


def framed_words(snapshot: Snapshot) -> str:
    """Which of many maps has a frame in a figure that marks it: nothing else says so."""
    trace, chosen = snapshot.trace, snapshot.selection
    if trace is None or trace.attention(chosen.kind) is None or snapshot.view not in ("one_layer", "all_layers"):
        return ""
    layers, heads = trace.maps(chosen.kind).shape[:2]
    layer = translate("Figure", "layer {0}").format(chosen.layer + 1)
    head = translate("Figure", "head {0}").format(chosen.head + 1)
    many = layers > 1 and snapshot.view == "all_layers"
    place = ", ".join([layer] * many + [head] * (heads > 1))
    return translate("Figure", "framed map: {0}").format(place) if place else ""


def _several(snapshot: Snapshot) -> bool:
    """Are there lines of several heads?"""
    return snapshot.view == "links" and len(shown_heads(snapshot)) > 1


def kind_name(kind: str) -> str:
    """An attention kind in words."""
    return {
        "encoder": translate("Figure", "encoder self-attention"),
        "decoder": translate("Figure", "decoder self-attention"),
        "cross": translate("Figure", "cross attention"),
    }[kind]
