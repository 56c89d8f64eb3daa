"""The words of the map of the model: captions from the run, and what each part does."""

from __future__ import annotations

from viz_app.controls.model_map.layout import Architecture, Column
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.platform.text import fill, quoted, short, translate
from viz_app.platform.theme import visible
from viz_app.state.state import Snapshot
from viz_app.tables.parts.current_row import consumed, probability, produced


def captions(snapshot: Snapshot, architecture: Architecture | None) -> dict[str, tuple[str, ...]]:
    """Wordings per caption, the longest first."""
    if architecture is None:
        return {}
    names: dict[Column, str] = {
        "encoder": translate("ModelMap", "Encoder"),
        "decoder": translate("ModelMap", "Decoder"),
    }
    result: dict[str, tuple[str, ...]] = {
        f"{column} title": (fill(translate("ModelMap", "%1 × %2"), name, architecture.layers[column]), name)
        for column, name in names.items()
    }
    if not architecture.vocabulary_head:
        result["produced"] = (translate("ModelMap", "no vocabulary head"), translate("ModelMap", "hidden states"))
    trace, step = snapshot.trace, snapshot.selection.step
    if trace is None or trace.consumed_tokens is None or not trace.steps:
        return result | {
            "encoder words": (translate("ModelMap", "source"),),
            "decoder words": (translate("ModelMap", "target so far"), translate("ModelMap", "target")),
        }
    typed = trace.meta.source_text or " ".join(token.text for token in tokens_of(trace).source)
    source = " ".join(map(visible, typed.split()))
    read = quoted(consumed(trace, step) or "")
    result |= {
        "encoder words": (source,),
        "decoder words": (fill(translate("ModelMap", "reads %1"), read), read),
    }
    token, share = produced(trace, step), probability(trace, step)
    if token is not None:
        with_share = quoted(token) if share is None else f"{quoted(token)} {short(share)}"
        result["produced"] = (fill(translate("ModelMap", "writes %1"), with_share), with_share, quoted(token))
    return result


def explain(part: str) -> str:
    """What a part does, in a sentence; for its tooltip."""
    sentences = {
        "encoder": translate("ModelMap", "Every source position gives weight to every source position"),
        "decoder": translate("ModelMap", "Every target position gives weight to itself and the positions before it"),
        "cross": translate("ModelMap", "Every target position gives weight to the encoder's output"),
        "feed_forward": translate("ModelMap", "Two linear layers at each position by itself"),
        "add_norm": translate("ModelMap", "Adds what the sub-layer received to what it computed, then LayerNorm"),
        "norm": translate("ModelMap", "LayerNorm of what the sub-layer receives (pre-norm)"),
        "add": translate("ModelMap", "Adds what the sub-layer received to what it computed"),
        "final_norm": translate("ModelMap", "One more LayerNorm after the stack"),
        "embedding": translate("ModelMap", "One vector per token, from a learned table"),
        "positions": translate("ModelMap", "One vector per position, added to the token's"),
        "linear": translate("ModelMap", "One logit per vocabulary entry"),
        "softmax": translate("ModelMap", "Logits become probabilities over the whole vocabulary"),
    }
    return sentences[part]
