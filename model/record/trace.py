"""The complete, immutable record of one run, and its file. numpy only: no torch, no Qt.

Every array is read-only. Layers, heads, rows and columns count from 0 here; on screen from
1. A decoder row is computed at the *consumed* token and predicts the *produced* one.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import field, fields
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from model.common.lazy_dataclass import dataclass
from model.common.problems import Problem
from model.common.text import Text, plain_value

if TYPE_CHECKING:
    from model.record.labelled_matrix import LabelledMatrix

Kind = Literal["encoder", "decoder", "cross"]
KINDS: tuple[Kind, ...] = ("encoder", "decoder", "cross")
ATTENTION: dict[Kind, Text] = {
    "encoder": Text("encoder attention"),
    "decoder": Text("decoder attention"),
    "cross": Text("cross attention"),
}
Quantity = Literal["weight", "score", "norm", "difference"]  #: norm: weight × ‖value · W_O‖
FORMAT, VERSION = "headscope-trace", 1
BY_HAND = "stopped by hand"  #: the stop reason of a run that nobody waited for
IN_ONE_PASS = ("teacher forcing", "given target")  #: methods of decoding that decode nothing
Array = NDArray[Any]
Groups = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class ReadAs:
    """The way a trace was read from a run: the quantity of its maps, and the run's tokens of its rows and columns.

    Only a trace made by :func:`model.transforms.view_transform.read` has one; it is never in a file.
    """

    quantity: Quantity = "weight"
    limits: Mapping[str, float] = field(default_factory=dict, hash=False)  #: kind → largest size, where not 1
    aggregate: str = "none"  #: over what one map is a mean: heads, layers, all; or rollout
    heads: Mapping[str, int] = field(default_factory=dict, hash=False)  #: kind → how many the run has
    layers: Mapping[str, int] = field(default_factory=dict, hash=False)
    aside: str = "nothing"  #: specials, punctuation (specials too), nothing
    by_hand: bool = False  #: a person has set more columns aside
    source_aside: tuple[int, ...] = ()  #: positions as they are read
    target_aside: tuple[int, ...] = ()
    renormalised: bool = False
    source_words: Groups = ()  #: [S'] the run's tokens of each word; () where tokens are not merged
    consumed_words: Groups = ()  #: [T']
    produced_words: Groups = ()  #: [T'] by the steps that wrote them
    guessed: bool = False  #: the trace does not say where words start: ▁ was looked for

    def aside_keys(self, kind: Kind) -> tuple[int, ...]:
        """Columns of a kind's maps that are set aside."""
        return self.target_aside if kind == "decoder" else self.source_aside

    def query_words(self, kind: Kind) -> Groups:
        """The rows of the run behind each row of a kind's maps; () where tokens are not merged."""
        written = self.produced_words or self.consumed_words
        return {"encoder": self.source_words, "decoder": self.consumed_words, "cross": written}[kind]

    def key_words(self, kind: Kind) -> Groups:
        """The same of columns."""
        return self.consumed_words if kind == "decoder" else self.source_words


@dataclass(frozen=True)
class Meta:
    """The circumstances of the run; the JSON in the file's ``meta`` array."""

    checkpoint: str
    checkpoint_sha256: str
    family: str
    device: str
    decoding: Mapping[str, Any]  #: method, max_length, pad_to, forced …
    stop_reason: str  #: ``end token``, ``limit of N tokens``, ``end of the given target``, BY_HAND
    translation: str  #: detokenised, plain text
    program_version: str
    source_text: str = ""
    source_spelling: tuple[str, ...] = ()  #: [S] each source token as it was typed
    start_label: str = ""  #: how the start token is drawn where it is ``<pad>`` or ``</s>``; the arrays keep the token
    interventions: tuple[Any, ...] = ()
    unreached: tuple[int, ...] = ()  #: which of them name a step that the run did not come to
    vocabulary_head: bool = True
    leaky_mask: bool = False  #: the family's fill value leaves weight on blocked cells
    fully_masked_rows: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  #: kind → rows
    recorded: Mapping[str, Any] = field(default_factory=dict)  #: what headscope_recorder.py saw of somebody's own code
    special_ids: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  #: source, target → start, end, padding …
    unknown_ids: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  #: source, target → for unknown words
    network: Mapping[str, Any] = field(default_factory=dict)  #: the choices that an explanation needs
    word_marks: Mapping[str, str] = field(
        default_factory=dict
    )  #: source, target → see :mod:`model.transforms.word_groups`
    assumed: Mapping[str, Any] = field(default_factory=dict)
    #: what the checkpoint did not say: name of the answer → {"value": …, "certain": true or false}
    reading: ReadAs | None = None  #: None: the run as it was recorded

    @property
    def changes(self) -> tuple[Text, ...]:
        """What was changed in the network for this run, in words; a file may say anything."""
        if not self.interventions:
            return ()
        from model.record.run_changes import said_changes

        return said_changes(self.interventions, self.unreached)

    @property
    def uncertain(self) -> tuple[str, ...]:
        """What nobody has confirmed, as it is answered: ``heads = 8``; nothing of a vocabulary that is not there.

        A file may say anything.
        """
        said = ((name, one) for name, one in self.assumed.items() if isinstance(one, Mapping))
        return tuple(
            f"{name} = {plain_value(one.get('value'))}"
            for name, one in said
            if one.get("certain") is False and one.get("value") != ""
        )


@dataclasses.dataclass(frozen=True, eq=False)  # with methods of its own: one is made for every token
class Step:
    """One decoding step: the newest row only. Arrays as in :class:`Trace`."""

    consumed_id: int
    produced_id: int
    produced_probability: float
    origin: str
    own: NDArray[np.float32] = field(repr=False)  # [Ld,Hd,t+1]
    cross: NDArray[np.float32] = field(repr=False)  # [Ld,Hd,S]
    candidate_ids: NDArray[np.int64]  # [K]
    candidate_probabilities: NDArray[np.float32]  # [K]
    candidate_entropy: float  #: bits, over the whole vocabulary
    activations: Mapping[str, NDArray[np.float32]] = field(default_factory=dict, repr=False)
    drawn_probability: float | None = None  #: of the produced token, where tokens were drawn: what was drawn from
    candidate_drawn: NDArray[np.float32] | None = None  #: [K] the same of the candidates
    revised: Mapping[Kind, NDArray[np.float32]] = field(default_factory=dict, repr=False)  #: [Ld,t+1] what rows became


@dataclass(frozen=True, eq=False)
class Trace:
    """One run. Arrays that a model cannot have (no vocabulary head) are None."""

    meta: Meta
    source_ids: Array  # [S] int64
    source_tokens: Array  # [S] str
    consumed_ids: Array | None = None  # [T] int64
    consumed_tokens: Array | None = None  # [T] str
    produced_ids: Array | None = None  # [T] int64
    produced_tokens: Array | None = None  # [T] str
    produced_probability: Array | None = None  # [T] float32
    origin: Array | None = None  # [T] str
    encoder_attention: Array | None = None  # [Le,He,S,S] float32
    decoder_attention: Array | None = None  # [Ld,Hd,T,T]
    cross_attention: Array | None = None  # [Ld,Hd,T,S]
    padding_mask: Array | None = None  # [S] bool
    look_ahead_mask: Array | None = None  # [T,T]
    target_mask: Array | None = None  # [T,T]
    encoder_mask: Array | None = None  # [S,S]
    decoder_mask: Array | None = None  # [T,T]
    cross_mask: Array | None = None  # [T,S]
    candidate_ids: Array | None = None  # [T,K] int64
    candidate_tokens: Array | None = None  # [T,K] str
    candidate_probabilities: Array | None = None  # [T,K] float32
    candidate_entropy: Array | None = None  # [T] float32: bits, over the whole vocabulary; older traces lack it
    drawn_probability: Array | None = None  # [T] float32: of what was produced, after temperature, top-k and top-p
    candidate_drawn: Array | None = None  # [T,K] float32: the same of the candidates; 0: cut off
    decoder_revised: Array | None = None  # [Ld,T,T] float32: step, row → see :mod:`model.record.revised_rows`
    cross_revised: Array | None = None  # the same
    activations: Mapping[str, Array] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ARRAYS:
            value = getattr(self, name)
            if value is not None:
                value.flags.writeable = False
        for value in self.activations.values():
            value.flags.writeable = False

    @property
    def source_length(self) -> int:
        """S, padding included."""
        return len(self.source_ids)

    @property
    def steps(self) -> int:
        """T: how many tokens the decoder consumed."""
        return 0 if self.consumed_ids is None else len(self.consumed_ids)

    @property
    def at_once(self) -> bool:
        """The target was given and all of it was consumed in one pass: no row comes before another."""
        taught = self.origin is not None and len(self.origin) > 0 and bool((self.origin == "teacher").all())
        return taught or self.meta.decoding.get("method") in IN_ONE_PASS

    def grows(self, kind: Kind) -> bool:
        """Did the rows of a kind's maps come step by step?"""
        return kind != "encoder" and self.steps > 0 and not self.at_once

    def had(self, kind: Kind, query: int, key: int) -> bool:
        """Did the key exist when the row was computed? No later token did in a run that was decoded step by step."""
        return kind != "decoder" or key <= query or not self.grows(kind)

    def attention(self, kind: Kind) -> Array | None:
        """[L,H,Q,K] of one kind, or None where the run has none."""
        result: Array | None = getattr(self, f"{kind}_attention")
        return result

    def maps(self, kind: Kind) -> Array:
        """[L,H,Q,K] of a kind that the run has. Raises KeyError for another."""
        attention = self.attention(kind)
        if attention is None:
            raise KeyError(kind)
        return attention

    def mask(self, kind: Kind) -> Array | None:
        """[Q,K] as the model used it, True = may attend."""
        result: Array | None = getattr(self, f"{kind}_mask")
        return result

    def layers(self, kind: Kind) -> int:
        attention = self.attention(kind)
        return 0 if attention is None else attention.shape[0]

    def heads(self, kind: Kind) -> int:
        attention = self.attention(kind)
        return 0 if attention is None else attention.shape[1]

    def full_scale(self, kind: Kind) -> float:
        """The size of the largest number that a kind's maps can hold: 1 for weights, else the largest there is."""
        reading = self.meta.reading
        return 1.0 if reading is None else reading.limits.get(kind, 1.0)

    @property
    def source_labels(self) -> tuple[str, ...]:
        """[S] as shown: the typed spelling where it is known, else the token."""
        return self.meta.source_spelling or tuple(self.source_tokens.tolist())

    @property
    def consumed_labels(self) -> tuple[str, ...]:
        """[T] as shown: a start token that is also another one's is named by its role here."""
        tokens = () if self.consumed_tokens is None else tuple(self.consumed_tokens.tolist())
        return (self.meta.start_label, *tokens[1:]) if tokens and self.meta.start_label else tokens

    def rows(self, kind: Kind, step: int | None = None) -> tuple[str, ...]:
        """Row labels up to ``step`` (0-based, inclusive): source, consumed or produced tokens.

        All of them where the target was consumed :attr:`at_once`: then none is later than another.
        Without a target nothing has steps: then all rows, by their positions.
        """
        if kind == "encoder":
            return self.source_labels
        attention = self.attention(kind)
        if not self.steps and attention is not None:
            return tuple(map(str, range(attention.shape[-2])))
        produced = self.produced_tokens if kind == "cross" else None
        shown = self.consumed_labels if produced is None else tuple(produced.tolist())
        return shown if step is None or self.at_once else shown[: step + 1]

    def columns(self, kind: Kind, step: int | None = None) -> tuple[str, ...]:
        """Column labels up to ``step``: source tokens, or consumed ones for ``decoder``."""
        return self.rows("decoder", step) if kind == "decoder" else self.source_labels

    def decoded(self, kind: Kind, step: int, shape: tuple[int, int]) -> tuple[int, int]:
        """How many rows and columns of a map of this ``shape`` there are at a step. Only the decoder's side grows."""
        rows, columns = shape
        if not self.grows(kind):
            return shape
        return min(step + 1, rows), min(step + 1, columns) if kind == "decoder" else columns

    def matrix(self, kind: Kind, layer: int, head: int, step: int | None = None) -> LabelledMatrix:
        """One head's map. ``step`` t keeps decoder-side rows 0…t, as they were after that step, or all of one pass.

        Raises IndexError for a layer, head or step that the run does not have.
        """
        from model.record.labelled_matrix import LabelledMatrix, check_index  # for Python, not for the first picture

        attention, mask = self.attention(kind), self.mask(kind)
        if attention is None:
            raise IndexError(f"this run has no {kind} attention")
        check_index("layer", layer, attention.shape[0])
        check_index("head", head, attention.shape[1])
        if step is not None:
            check_index("step", step, max(1, self.steps))
        values = attention[layer, head]
        mask = np.ones(values.shape, dtype=bool) if mask is None else mask
        rows, columns = self.rows(kind, step), self.columns(kind, step)
        consumed = kind == "cross" and self.produced_tokens is None  # then rows carry these
        row_axis, column_axis = AXES["decoder" if consumed else kind][0], AXES[kind][1]
        if self.at_once and kind == "cross" and not consumed:
            row_axis = LABEL_AXIS
        if self.meta.reading is not None and self.meta.reading.source_words:
            row_axis, column_axis = row_axis.replace("token", "word"), column_axis.replace("token", "word")
        shown = np.s_[: len(rows), : len(columns)]
        aside = () if self.meta.reading is None else self.meta.reading.aside_keys(kind)
        return LabelledMatrix(values[shown], mask[shown], rows, columns, row_axis, column_axis, aside)


#: Axis titles, (rows, columns): each says which token stands there.
AXES: dict[Kind, tuple[str, str]] = {
    "encoder": ("query: source token", "key: source token"),
    "decoder": ("query: input token", "key: input token"),
    "cross": ("query: next token", "key: source token"),
}
LABEL_AXIS = "query: label"  #: in place of what a row writes, where it writes nothing
ARRAYS = tuple(item.name for item in fields(Trace) if item.name not in ("meta", "activations"))


def check_shapes(trace: Trace, what: str) -> None:
    """Every array has its dtype and its lengths agree, so that no view can index past an end.

    Raises :class:`Problem` about ``what``, the file or message that the trace came in.
    """
    sizes: dict[str, int] = {}
    for name, (letters, kinds) in SHAPES.items():
        value = getattr(trace, name)
        if value is None:
            continue
        good = value.ndim == len(letters) and value.dtype.kind in kinds
        if good:
            good = all(
                sizes.setdefault(letter, size) == size for letter, size in zip(letters, value.shape, strict=True)
            )
        if not good:
            shape = f"{value.dtype} {list(value.shape)}"
            raise Problem(what, Text("%1 is %2, which does not fit the rest", name, shape), Text("Record it again"))
    spelling = trace.meta.source_spelling
    if spelling and len(spelling) != trace.source_length:
        raise Problem(what, Text("source_spelling does not fit the source"), Text("Record it again"))


#: Axes, one letter per length that must agree (n, h: decoder layers and heads; N, G: the encoder's), and dtype kinds.
SHAPES: dict[str, tuple[str, str]] = {
    "source_ids": ("S", "iu"), "source_tokens": ("S", "U"), "consumed_ids": ("T", "iu"), "consumed_tokens": ("T", "U"),
    "produced_ids": ("T", "iu"), "produced_tokens": ("T", "U"), "produced_probability": ("T", "f"),
    "origin": ("T", "U"), "encoder_attention": ("NGSS", "f"), "decoder_attention": ("nhTT", "f"),
    "cross_attention": ("nhTS", "f"), "padding_mask": ("S", "b"), "look_ahead_mask": ("TT", "b"),
    "target_mask": ("TT", "b"), "encoder_mask": ("SS", "b"), "decoder_mask": ("TT", "b"), "cross_mask": ("TS", "b"),
    "candidate_ids": ("TK", "iu"), "candidate_tokens": ("TK", "U"), "candidate_probabilities": ("TK", "f"),
    "candidate_entropy": ("T", "f"), "drawn_probability": ("T", "f"), "candidate_drawn": ("TK", "f"),
    "decoder_revised": ("nTT", "f"), "cross_revised": ("nTT", "f"),
}  # fmt: skip
