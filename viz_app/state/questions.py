"""The questions whose answers open as a sheet over the views, one at a time: names, words, and who can be asked.

Five have a setting of their own, as sessions have always stored them; :attr:`Settings.answer` names one of the others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from model.common.lazy_dataclass import dataclass
from viz_app.platform.preferences import Settings
from viz_app.platform.text import translate
from viz_app.state.intents import ChangeSettings, Intent, MeasureEarlyGuesses, MeasureEffects, Select
from viz_app.state.state import Selection, Snapshot

#: Questions with a setting of their own. The first that is on is the one that is open.
SWITCHES = ("computation", "effects", "early_guesses", "head_facts", "best_heads")
OF_ROW = ("computation", "projections")  #: whose answers say nothing without a row


def has_run(now: Snapshot) -> bool:
    """There is a run on screen."""
    return now.run is not None


def has_next_tokens(now: Snapshot) -> bool:
    """The run has a distribution over next tokens and says which followed, so that it can be repeated and compared."""
    run = now.run
    return run is not None and run.meta.vocabulary_head and not (run.consumed_ids is None or run.produced_ids is None)


def has_map(now: Snapshot) -> bool:
    """The run has maps of the selected kind."""
    return now.trace is not None and now.trace.attention(now.selection.kind) is not None


def has_cross(now: Snapshot) -> bool:
    """The run has maps of cross attention."""
    return now.trace is not None and now.trace.cross_attention is not None


def has_steps(now: Snapshot) -> bool:
    """The run has a decoder that consumed tokens."""
    return now.run is not None and now.run.steps > 0


def has_candidates(now: Snapshot) -> bool:
    """The run has candidates of every step."""
    return now.run is not None and now.run.candidate_probabilities is not None


@dataclass(frozen=True)
class AskedQuestion:
    """One question: its words in full and short, what the answer is, and whether this run can be asked."""

    name: str
    title: str
    short: str
    tip: str
    can: Callable[[Snapshot], bool]
    of_cell: bool = False  #: the answer is about one row, and about one of its keys


def questions() -> dict[str, AskedQuestion]:
    """All of them by name, in the order of the inspector's list; in the language that is spoken now."""
    return {question.name: question for question in (*_first(), *_further())}


def _first() -> tuple[AskedQuestion, ...]:
    return (
        AskedQuestion(
            "computation", translate("Computation", "How is this computed?"), "",
            translate("Computation", "From query and key to the weight and on, step by step, with the model’s own "
                      "numbers (3.2.1)"), has_map, of_cell=True),
        AskedQuestion(
            "effects", translate("Effects", "What happens without each word?"),
            translate("Effects", "Without each word?"),
            translate("Effects", "Replaces each source token in turn, runs again with the translation held fixed, and "
                      "compares log-probabilities: an effect, where a weight is only a weight."),
            has_next_tokens, of_cell=True),
        AskedQuestion(
            "early_guesses", translate("EarlyGuesses", "What would each layer say?"), "",
            translate("EarlyGuesses", "The vocabulary head, made for the last layer, applied to every decoder layer "
                      "(“logit lens”, nostalgebraist 2020): at which layer does the word come up?"), has_next_tokens),
        AskedQuestion(
            "head_facts", translate("HeadFacts", "What does this head do?"), "",
            translate("HeadFacts", "Six numbers about this head’s maps, on this sentence and over a table’s file. They "
                      "describe maps, not a purpose."), has_map),
        AskedQuestion(
            "best_heads", translate("BestHeads", "Which head aligns best?"), "",
            translate("BestHeads", "Which head of cross attention points at the aligned word, and by what measure; a "
                      "click selects it."), has_cross),
    )  # fmt: skip


def _further() -> tuple[AskedQuestion, ...]:
    return (
        AskedQuestion(
            "prediction", translate("Questions", "Why this word?"), "",
            translate("Questions", "The candidates of this step before and after the softmax, and the source words "
                      "that the head that aligns best gives weight to."), has_candidates),
        AskedQuestion(
            "projections", translate("Questions", "Where do q, k and v come from?"), "",
            translate("Questions", "x · W_Q, x · W_K and x · W_V of the selected cell, with the checkpoint’s own "
                      "weights (3.2.2); in cross attention K and V come from the encoder’s output."),
            has_map, of_cell=True),
        AskedQuestion(
            "masking", translate("Questions", "Why −∞?"), "",
            translate("Questions", "This row with −∞ in the blocked scores, with 0 instead, and with the weights set "
                      "to 0 after softmax (3.2.3)."), has_run),
        AskedQuestion(
            "first_input", translate("Questions", "What is the decoder’s first input?"),
            translate("Questions", "Decoder’s first input?"),
            translate("Questions", "The start token, its vector, and the target shifted right by one (3.1, 3.4)."),
            has_steps),
        AskedQuestion(
            "feed_forward", translate("Questions", "What does the feed-forward compute?"),
            translate("Questions", "Feed-forward?"),
            translate("Questions", "The activations of the selected layer’s feed-forward at one position, and which "
                      "units are on (3.3)."), has_run),
        AskedQuestion(
            "logits", translate("Questions", "What were the logits?"), "",
            translate("Questions", "The candidates before the softmax over the vocabulary: h times a row of the "
                      "vocabulary head each (3.4)."), has_candidates),
        AskedQuestion(
            "norm_order", translate("Questions", "Norm before or after?"), "",
            translate("Questions", "Where this network has its norms, and how the residual stream grows for it: "
                      "pre-norm against post-norm (3.1)."), has_run),
        AskedQuestion(
            "training", translate("Questions", "What is different in training?"),
            translate("Questions", "Training?"),
            translate("Questions", "Teacher forcing against step by step, the loss that this run would have, dropout "
                      "(3.1, 5.4)."), has_steps),
        AskedQuestion(
            "parameters", translate("Questions", "How many parameters per block?"),
            translate("Questions", "Parameters?"),
            translate("Questions", "Every matrix of the checkpoint by its shape: attention, feed-forward, norms, "
                      "embeddings."), has_run),
        AskedQuestion(
            "cost", translate("Questions", "What does length cost?"), "",
            translate("Questions", "How many scores and multiplications this run took, and how many it would take at "
                      "twice and four times the length (paper, table 1)."), has_run),
    )  # fmt: skip


def asked_step(place: Selection) -> int:
    """The step of the row that a person looks at."""
    return place.step if place.kind == "encoder" or place.query is None else place.query


def opened(settings: Settings) -> str:
    """The question that is open; "" for none. An older session may have several on: the first counts."""
    on = (name for name in SWITCHES if getattr(settings, name))
    return next(on, settings.answer)


def opening(name: str) -> dict[str, Any]:
    """The changes of settings that open this question and close every other; "" closes all."""
    changes: dict[str, Any] = {switch: switch == name for switch in SWITCHES}
    return changes | {"answer": "" if name in SWITCHES else name}


def one_at_a_time(changes: dict[str, Any]) -> dict[str, Any]:
    """``changes`` of settings, of which one opens a question, with all other questions closed."""
    name = next((name for name in SWITCHES if changes.get(name)), changes.get("answer", ""))
    return changes | opening(name) if name else changes


def closed(settings: Settings) -> Settings:
    """The same with no question open: a program starts with the picture, not with an answer over it."""
    return replace(settings, **opening("")) if opened(settings) else settings


def weights_wanted(now: Snapshot) -> tuple[str, int, int] | None:
    """Part, layer and head of the checkpoint's matrices that the open answer shows; None where it shows none."""
    name, chosen = opened(now.settings), now.run_selection
    if name == "projections":
        return chosen.kind, chosen.layer, chosen.head
    if name == "logits":
        return "vocabulary", chosen.step, 0
    if name == "parameters":
        return name, 0, 0
    if name == "feed_forward":
        return ("encoder_ff" if chosen.kind == "encoder" else "decoder_ff"), chosen.layer, 0
    return None


def with_row(now: Snapshot, name: str, chosen: Selection) -> Selection:
    """``chosen`` with a row for the answer to question ``name``: no row of the encoder is the step's.

    It is that of the source token to which the step gives most weight, on the average of the last layer's heads.
    """
    trace = now.trace
    if name not in OF_ROW or trace is None or chosen.kind != "encoder" or chosen.query is not None:
        return chosen
    attention, cross = trace.encoder_attention, trace.cross_attention
    if attention is None:
        return chosen
    row = 0
    if cross is not None and cross.shape[2] and cross.shape[3] == attention.shape[2]:
        row = int(cross[-1, :, min(chosen.step, cross.shape[2] - 1)].mean(axis=0).argmax())
    return replace(chosen, query=row)


def asking(name: str, now: Snapshot) -> tuple[Intent, ...]:
    """What opens a question and asks the engine for what its answer lacks; what closes it where it is open."""
    if opened(now.settings) == name:
        return (ChangeSettings(opening("")),)
    row = with_row(now, name, now.selection).query
    wanted: tuple[Intent, ...] = () if row == now.selection.query else (Select(query=row),)
    if name == "effects" and now.effects is None:
        wanted = (MeasureEffects(),)
    elif name == "early_guesses" and now.early_guesses is None:
        wanted = (MeasureEarlyGuesses(),)
    return (ChangeSettings(opening(name)), *wanted)
