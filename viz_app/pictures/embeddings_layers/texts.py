"""Every name and sentence of *Embeddings & layers*, translated: what is shown, by which formula, what is missing."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from model.analysis.baseline import has_vectors
from model.analysis.formulas import PAPER, Conventions
from model.analysis.stream import Formula, Part, Side, formula_of, position_table
from model.record.trace import Trace
from viz_app.pictures.drawing import quantities
from viz_app.state.intents import Topic

translate = QCoreApplication.translate
TOPICS: tuple[Topic, ...] = ("embedding", "position", "stream", "heads", "guesses")


def topic_name(topic: Topic) -> str:
    """The name of a page."""
    return {
        "embedding": translate("pictures", "Embeddings"),
        "position": translate("pictures", "Positions"),
        "stream": translate("pictures", "Residual stream"),
        "heads": translate("pictures", "Head split"),
        "guesses": translate("pictures", "Logit lens"),
    }[topic]


def teaching(topic: Topic, known: Conventions = PAPER) -> str:
    """What a page shows, in a sentence with its source and the formula of the run's own network."""
    return {
        "embedding": _embedding(known),
        "position": translate(
            "pictures", "How the model tells positions apart: its own table, and each dimension’s curve (§3.5)."
        ),
        "stream": translate("pictures", "Every sub-layer adds to what a position carries: {formula} (§3.1).").format(
            formula=known.sub_layer()
        ),
        "heads": translate("pictures", "How M dimensions split into H heads and are joined again by W_O (§3.2.2)."),
        "guesses": translate(
            "pictures", "The next token if the vocabulary head were applied after an earlier layer already."
        ),
    }[topic]


def side_name(side: Side) -> str:
    """Whose positions."""
    names = {"source": translate("pictures", "source"), "target": translate("pictures", "target")}
    return names[side]


def part_name(part: Part) -> str:
    """A sub-layer."""
    return {
        "attention": translate("pictures", "Self-attention"),
        "cross": translate("pictures", "Cross-attention"),
        "feed_forward": translate("pictures", "Feed-forward"),
    }[part]


def _embedding(known: Conventions) -> str:
    if known.positions == "relative":
        told = translate("pictures", "Each token’s vector: x = {formula} (§3.4); positions change the scores instead.")
    else:
        told = translate("pictures", "Each token’s vector, plus one for its position: x = {formula} (§3.4, §3.5).")
    return told.format(formula=known.embedding)


def stream_meaning(known: Conventions) -> str:
    """The columns of the residual stream, for a tooltip; of the norm what the run says of it."""
    columns = translate(
        "pictures",
        "x is what the position carries, f(x) what the sub-layer adds to it, ‖ ‖ a vector’s length, cos the cosine of "
        "the angle between the two.",
    )
    if not known.norm:
        return columns
    norm = {
        "layer": translate(
            "pictures",
            "{norm} subtracts the mean μ, divides by the standard deviation σ, multiplies by γ and adds β (§3.1)",
        ),
        "rms": translate(
            "pictures",
            "{norm} divides by the root mean square (RMS) and multiplies by γ; it subtracts and adds nothing (Zhang "
            "and Sennrich 2019)",
        ),
        "unbiased": translate(
            "pictures",
            "{norm} subtracts the mean μ, divides by the standard deviation σ (over M − 1), multiplies by γ and adds "
            "β (§3.1)",
        ),
    }[known.norm]
    return f"{columns} {norm.format(norm=quantities.norm_word(known.norm))}: {known.norm_formula}."


def scaling(trace: Trace, width: int) -> str:
    """What happens to a token's row of the table (3.4)."""
    scaled = trace.meta.network.get("scale_embeddings")
    if scaled is True:
        return translate("pictures", "table row × √{width} (§3.4)").format(width=width)
    return translate("pictures", "table row, not scaled") if scaled is False else translate("pictures", "table row")


def positions_name(trace: Trace, side: Side) -> str:
    """How the model tells positions apart."""
    table = position_table(trace, side)
    if f"{side}_distance_table" in trace.activations:
        return translate("pictures", "relative: a bias on the scores")
    formula = None if table is None else formula_of(table)
    if formula is not None:
        halves = translate("pictures", "sines, then cosines")
        return halves if formula.halves else translate("pictures", "sines and cosines (§3.5)")
    return translate("pictures", "learned table") if _learned(trace) else translate("pictures", "the model’s own table")


def added_name(trace: Trace) -> str:
    """What is added for the position: an encoding that is computed, an embedding that is learned."""
    learned = _learned(trace)
    return translate("pictures", "Positional embedding") if learned else translate("pictures", "Positional encoding")


def _learned(trace: Trace) -> bool:
    return bool(trace.meta.network.get("positions") == "learned")


def formula_text(formula: Formula, width: int) -> str:
    """The formula of a whole table (3.5), with this model's width."""
    place = f"pos + {formula.first}" if formula.first else "pos"
    power = f"2i/{width}" if formula.steps * 2 == width else f"i/{formula.steps}"
    angle = f"{place} / 10000^({power})" if not formula.first else f"({place}) / 10000^({power})"
    first, second = ("i", f"{width // 2} + i") if formula.halves else ("2i", "2i + 1")
    return f"PE(pos, {first}) = sin({angle})   PE(pos, {second}) = cos({angle})"


def dimension_text(formula: Formula, dimension: int, width: int) -> str:
    """The formula of one dimension, with its numbers."""
    wave, pair = formula.pair(dimension, width)
    place = f"(pos + {formula.first})" if formula.first else "pos"
    power = f"{2 * pair}/{width}" if formula.steps * 2 == width else f"{pair}/{formula.steps}"
    return f"{wave}({place} / 10000^({power}))"


def early_base() -> str:
    """What early guesses are, and their base."""
    return translate(
        "pictures",
        "the vocabulary head applied to earlier layers: only the last was trained for it; on this sentence, n = 1",
    )


def not_measured() -> str:
    """How to get early guesses."""
    return translate(
        "pictures",
        "Not measured yet for this run: “Measure” runs the sentence once more and applies the vocabulary head after "
        "every decoder layer.",
    )


def no_guesses() -> str:
    """Where a network predicts no tokens."""
    return translate("pictures", "This run has no next tokens to predict: its network has no vocabulary head.")


def missing(trace: Trace) -> str:
    """Why a run has no vectors, and how to get them."""
    if trace.meta.recorded:
        return translate(
            "pictures", "This run was recorded from your own code: it holds its weights, not the vectors behind them."
        )
    if not has_vectors(trace):
        return translate(
            "pictures",
            "This run was recorded without the vectors behind its weights. Translate the sentence again to see them; "
            "only a very large run leaves them out.",
        )
    return older()


def older() -> str:
    """Where a run has vectors, but not these."""
    return translate(
        "pictures", "This run was recorded by an older Headscope, without this part. Translate the sentence again."
    )
