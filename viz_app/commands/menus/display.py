"""Reading: how the run is transformed for display. What a reading is, :mod:`model.transforms.view_transform` says."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QCoreApplication

from model.analysis.formulas import conventions_of
from model.common.text import fill
from model.record.trace import Quantity
from model.transforms.aggregates import Aggregate
from model.transforms.set_aside import Aside
from model.transforms.view_transform import PLAIN
from viz_app.commands.command import Command, Hint, Menu, Section, asking, has_trace
from viz_app.pictures.drawing.picture_texts import column_labels
from viz_app.platform.theme import visible
from viz_app.state.intents import SetReading
from viz_app.state.state import Snapshot

translate = QCoreApplication.translate
NEXT_ASIDE: dict[Aside, Aside] = {"nothing": "specials", "specials": "punctuation", "punctuation": "nothing"}


def menu() -> Menu:
    """Joined heads; words and columns; the quantity; the way back."""
    return Menu("reading", translate("Commands", "&Display"), (_aggregates(), _tokens(), _quantities(), _back()))


def _aggregates() -> Section:
    return (
        _aggregate(
            "none", "each", translate("Commands", "Each head by itself"), "",
            translate("Hints", "One map per head, as the model computes them; nothing is averaged."),
            "each head itself separate single no mean 헤드마다 따로",
        ),
        _aggregate(
            "heads", "heads", translate("Commands", "Mean over heads"), "A",
            translate("Commands", "One map per layer: the mean of its heads’ weights. Heads that differ cancel out."),
            "mean average heads aggregate 평균 헤드 집계",
        ),
        _aggregate(
            "layers", "layers", translate("Commands", "Mean over layers"), "",
            translate("Commands", "One map per head number: heads 3 of all layers have nothing in common but the "
                      "number."),
            "mean average layers aggregate 평균 레이어 층",
        ),
        _aggregate(
            "all", "all", translate("Commands", "Mean over layers and heads"), "",
            translate("Commands", "One map: the mean of all weights of this kind."),
            "mean average layers heads everything aggregate 평균 전체",
        ),
        _aggregate(
            "rollout", "rollout", translate("Commands", "Attention rollout"), "O",
            translate(
                "Commands",
                "R = (½ mean of heads + ½ I) · R of the layer before: how much of each token reached "
                "each position (Abnar and Zuidema 2020). For the decoder’s two attentions together "
                "it is our extension.",
            ),
            "attention rollout abnar zuidema flow aggregate 어텐션 롤아웃",
        ),
    )  # fmt: skip


def _aggregate(aggregate: Aggregate, name: str, text: str, key: str, hint: str, words: str) -> Command:
    """A second press goes back to each head."""
    return Command(
        f"reading.{name}",
        text,
        asking(lambda now: _wish(now, aggregate="none" if now.reading.aggregate == aggregate else aggregate)),
        (key,) if key else (),
        has_trace,
        checked=lambda now: now.reading.aggregate == aggregate,
        one_of="aggregate",
        hint=hint,
        words=words,
    )


def _tokens() -> Section:
    return (
        Command(
            "reading.words", translate("Commands", "Sub-words merged into words"),
            asking(lambda now: _wish(now, words=not now.reading.words)), ("W",), has_trace,
            checked=lambda now: now.reading.words,
            hint=translate("Commands", "Weights are summed over key pieces and averaged over query pieces."),
            words="merged sub-words subwords bpe wordpiece sentencepiece pieces words 단어 합치기 서브워드",
        ),
        Command(
            "reading.aside", translate("Commands", "Set aside special tokens, then punctuation too"),
            asking(lambda now: _wish(now, aside=NEXT_ASIDE[now.reading.aside])), ("X",), has_trace,
            checked=lambda now: now.reading.aside != "nothing",
            hint=translate(
                "Commands", "Weight often collects on attention sinks, such as special tokens; without these "
                "columns the rest can be seen."
            ),
            words="set aside special tokens punctuation sink bos eos pad remove hide 특수토큰 빼기 제외",
        ),
        Command(
            "reading.column", translate("Commands", "Set the selected column aside"),
            asking(_with_column), ("Shift+X",), lambda now: has_trace(now) and now.selection.key is not None,
            of_cell=True, naming=_aside_or_back,
            hint=translate("Commands", "The weight of this column is left out of every row; again brings it back."),
            words="selected column set aside remove hide 열 빼기 제외",
        ),
        Command(
            "reading.renormalise", translate("Commands", "Renormalise rows without what is set aside"),
            asking(lambda now: _wish(now, renormalise=not now.reading.renormalise)), ("Shift+R",), has_trace,
            checked=lambda now: now.reading.renormalise, of_cell=True,
            hint=translate("Commands", "Divides the remaining weights of each row by their sum; a row without "
                           "any stays 0."),
            words="without bring back renormalise renormalize sum one rows 다시 정규화 합",
        ),
    )  # fmt: skip


def _quantities() -> Section:
    return (
        _quantity(
            "weight", translate("Commands", "Weights"), "", _weights,
            "weights probabilities softmax attn 어텐션 가중치",
        ),
        _quantity(
            "score", translate("Commands", "Scores before mask and softmax"), "S", _scores,
            "scores before mask softmax logits energy dot product scaled 어텐션 스코어 내적",
        ),
        _quantity(
            "norm", translate("Commands", "Weight × ‖value · W_O‖"), "V",
            translate(
                "Commands",
                "How long the vector is that a column adds to the head’s output: a large weight on a short value adds "
                "little (Kobayashi et al. 2020).",
            ),
            "weight value norm kobayashi length vector 밸류 크기 노름",
        ),
        _quantity(
            "difference", translate("Commands", "Difference made by the change"), "",
            translate("Commands", "Weight after the change under What if − weight before it, in colours of two signs."),
            "difference change what if compare baseline before after signed 차이 변화 비교",
        ),
    )  # fmt: skip


def _weights(now: Snapshot) -> str:
    told = translate("Hints", "%1: how much of each value is mixed in (3.2.1).")
    return fill(told, conventions_of(now.run, now.network).weight(now.selection.kind))


def _scores(now: Snapshot) -> str:
    told = translate("Commands", "%1 of every cell, of either sign: softmax makes them weights (3.2.1).")
    return fill(told, conventions_of(now.run, now.network).score)


def _quantity(quantity: Quantity, text: str, key: str, hint: Hint, words: str) -> Command:
    return Command(
        f"reading.{quantity}",
        text,
        asking(lambda now: _wish(now, quantity="weight" if now.reading.quantity == quantity else quantity)),
        (key,) if key else (),
        has_trace,
        checked=lambda now: now.reading.quantity == quantity,
        one_of="quantity",
        hint=hint,
        words=words,
    )


def _back() -> Section:
    return (
        Command(
            "reading.plain", translate("Commands", "Plain weights again"), asking(lambda _: SetReading(PLAIN)), (),
            lambda now: not now.reading.is_plain,
            hint=translate("Hints", "Every head, every column, every token piece, as recorded."),
            words="weights again plain reset as recorded back 원래대로",
        ),
    )  # fmt: skip


def _wish(now: Snapshot, **changes: object) -> SetReading:
    return SetReading(replace(now.reading, **changes))  # type: ignore[arg-type] # fields of a Reading


def _with_column(now: Snapshot) -> SetReading:
    """The selected column set aside, or back: all pieces of its word."""
    field, pieces = _selected_pieces(now)
    chosen = set(getattr(now.reading, field))
    changed = chosen - pieces if pieces <= chosen else chosen | pieces
    return _wish(now, **{field: tuple(sorted(changed))})


def _column_is_away(now: Snapshot) -> bool:
    field, pieces = _selected_pieces(now)
    return bool(pieces) and pieces <= set(getattr(now.reading, field))


def _aside_or_back(now: Snapshot) -> str:
    """What setting the selected column aside does, with its token."""
    trace, kind, key = now.trace, now.selection.kind, now.selection.key
    attention = None if trace is None else trace.attention(kind)
    if trace is None or attention is None or key is None:
        return translate("Commands", "Set the selected column aside")
    token = visible(column_labels(trace, kind, attention.shape[-1])[key].text)
    back, away = translate("Commands", "Bring the column “%1” back"), translate("Commands", "Set the column “%1” aside")
    return fill(back if _column_is_away(now) else away, token)


def _selected_pieces(now: Snapshot) -> tuple[str, set[int]]:
    """Which field of a Reading names the selected column, and its tokens in the run."""
    kind, key = now.selection.kind, now.selection.key
    field = "target_columns" if kind == "decoder" else "source_columns"
    if key is None or now.trace is None:
        return field, set()
    done = now.trace.meta.reading
    words = () if done is None else done.key_words(kind)
    return field, set(words[key]) if words else {key}
