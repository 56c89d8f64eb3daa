"""The differences between encoder-decoder Transformers as one frozen, validated value.

It is not a registry of families: a format translates its own names and habits into these fields.
Sources: "Attention Is All You Need" (AIAYN, arXiv 1706.03762), bentrevett/pytorch-seq2seq 6 (tut6)
and, for what only one family does, the family that a field names.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, field, fields
from typing import Any, Literal

from model.common.lazy_dataclass import dataclass
from model.common.problems import Problem, shown
from model.common.text import Text

#: No published model comes near these; a header that asks for more is damaged or hostile.
LIMITS = {
    "source_vocabulary": 2_000_000,
    "target_vocabulary": 2_000_000,
    "width": 65_536,
    "layers": 1_000,
    "heads": 1_024,
    "head_width": 16_384,
    "feed_forward_width": 1_048_576,
    "value_width": 16_384,
    "max_length": 1_000_000,
    "target_max_length": 1_000_000,
    "relative_buckets": 65_536,
    "relative_distance": 1_000_000,
}
PaddingRule = Literal["keys", "queries", "both", "none"]
RULES: tuple[PaddingRule, ...] = ("keys", "queries", "both", "none")
MAX_CLASSES = 1_000_000
#: exp of a score this low is 0 beside any other, so that a blocked cell has no weight.
UNDERFLOWS = -1e3
SMOOTHING = "label_smoothing"  #: what a checkpoint of ours says of its training (AIAYN 5.4)
UPDATE, EPOCH = "update", "epoch"  #: when in its training a snapshot was taken


#: Fields that a run tells of its network: :mod:`model.analysis.explanation`, ``stream`` and ``formulas`` read them.
EXPLAINED = (
    "scale_scores", "mask_fill", "norm", "norm_order", "norm_eps", "positions", "scale_embeddings", "embedding_norm",
    "final_norm", "scale_logits", "activation", "gated", "feed_forward_bias",
)  # fmt: skip


class InvalidField(Problem):
    """A field that no network can have. ``field`` is our name: who read it elsewhere says how it is called there."""

    def __init__(self, field: str, value: Any, wanted: str) -> None:
        shown = repr(value)
        shown = shown if len(shown) <= 40 else shown[:37] + "…"
        told = Text("%1 is %2 and must be %3", field, shown, wanted)
        super().__init__("config.json", told, Text("Correct the value or export it again"))
        self.field, self.value, self.told = field, value, told


@dataclass(frozen=True)
class StackConfig:
    """One stack, encoder or decoder (AIAYN 3.1)."""

    layers: int  #: N in the paper, 6 there; 3 in tut6
    heads: int  #: h in the paper, 8
    head_width: int  #: D = d_k; M/H in the paper, but some models choose it freely
    feed_forward_width: int  #: F = d_ff, 4·M in the paper
    value_width: int | None = None  #: d_v where it is not d_k (possible in jadore)

    def __post_init__(self) -> None:
        for name in ("layers", "heads", "head_width", "feed_forward_width"):
            _require_count(name, getattr(self, name))
        if self.value_width is not None:
            _require_count("value_width", self.value_width)

    @property
    def values(self) -> int:
        """d_v: the width of one head's values."""
        return self.value_width or self.head_width


@dataclass(frozen=True)
class Dropout:
    """The dropout rates of training; all are identities afterwards."""

    embedding: float = 0.0  #: on token + position (AIAYN 5.4, tut6)
    residual: float = 0.0  #: on each sub-layer's output before the sum (AIAYN 5.4, tut6)
    attention: float = 0.0  #: on the weights after softmax (tut6; the paper has none)
    feed_forward: float = 0.0  #: inside the feed-forward after the activation (tut6)

    def __post_init__(self) -> None:
        for item in fields(self):
            value = getattr(self, item.name)
            if not _is_number(value) or not 0.0 <= value < 1.0:
                raise _invalid(f"dropout.{item.name}", value, Text("a number from 0 to below 1"))


@dataclass(frozen=True)
class PaddingBlocks:
    """The cells that padding blocks in each kind of attention: its columns, its rows, both, or none.

    The paper and most code block keys. Rows of padding that are blocked see nothing at all. None: code that passes
    ``nn.Transformer`` no padding mask for this kind.
    """

    encoder: PaddingRule = "keys"  #: both in family A
    decoder: PaddingRule = "keys"  #: both in family A, queries in hyunwoongko/transformer
    cross: PaddingRule = "keys"  #: both in family A: source columns and target rows

    def __post_init__(self) -> None:
        for item in fields(self):
            _require_choice(f"padding_blocks.{item.name}", getattr(self, item.name), RULES)


@dataclass(frozen=True)
class TransformerConfig:
    """Everything that decides which numbers the network computes, besides its weights."""

    source_vocabulary: int  #: V of the source
    target_vocabulary: int  #: V of the target
    width: int  #: M = d_model, 512 in the paper
    encoder: StackConfig
    decoder: StackConfig
    max_length: int  #: rows of the position table; tut6 has 100
    positions: Literal["sinusoidal", "learned", "stored", "relative"] = "sinusoidal"
    #: AIAYN 3.5; tut6 learns them; stored: fixed rows from the file (Marian); relative: biases on scores (T5)
    scale_embeddings: bool = True  #: token embedding times √M (AIAYN 3.4, tut6)
    norm_order: Literal["post", "pre"] = "post"  #: LayerNorm(x + f(x)) in AIAYN; pre: x + f(LayerNorm(x))
    final_norm: bool = False  #: one more LayerNorm after each stack; usual with pre-norm
    norm_eps: float = 1e-5  #: unspecified in AIAYN; PyTorch's default, used by tut6
    norm: Literal["layer", "rms", "unbiased"] = "layer"
    #: rms: no mean, no shift (T5); unbiased: (x−μ)/(σ+eps), σ over n−1 (harvardnlp/annotated-transformer)
    embedding_norm: bool = False  #: a LayerNorm on token + position (jadore, BART)
    target_token_norm: bool = False  #: the target's is on the bare token, before its position (BlenderbotSmall)
    activation: Literal["relu", "gelu", "gelu_tanh", "silu"] = "relu"  #: AIAYN 3.3; gelu is the exact, erf-based one
    gated: bool = False  #: activation(x·W1)·(x·W_gate) (T5 1.1, mT5)
    mask_fill: float = -math.inf  #: score of a blocked cell: −∞ in AIAYN 3.2.3, −1e10 in tut6
    share_embeddings: bool = False  #: one table for source and target (AIAYN 3.4)
    tie_output: bool = False  #: the vocabulary head reuses the target table (AIAYN 3.4)
    target_max_length: int | None = None  #: where the decoder's position table has another length
    padding_position: bool = False  #: padding has a position row of its own (paul-hyun, M2M100)
    relative_buckets: int = 32  #: rows of a relative bias table
    relative_distance: int = 128  #: from here on all distances share a bucket
    relative_layers: bool = False  #: every layer has a table of its own (UMT5)
    scale_scores: bool = True  #: scores times 1/√D (AIAYN 3.2.1); T5 does not
    scale_logits: bool = False  #: logits times 1/√M (T5 with a tied table, jadore)
    attention_bias: bool = True  #: on W_Q, W_K, W_V and W_O; not in jadore, T5
    feed_forward_bias: bool = True  #: not in T5
    output_bias: bool = True  #: on the vocabulary head; not in jadore, T5
    vocabulary_head: bool = True  #: paul-hyun's Transformer ends with hidden states
    head_layer: bool = False  #: a linear layer, the activation and a norm before the vocabulary head (BERT)
    classes: int = 0  #: rows of a classifier over the decoder's largest values (paul-hyun's MovieClassification)
    padding_blocks: PaddingBlocks = field(default_factory=PaddingBlocks)
    blocks_produced_padding: bool = True
    #: False: the family's decoding loop has a look-ahead mask alone, so padding that it produced stays visible
    dropout: Dropout = field(default_factory=Dropout)

    def __post_init__(self) -> None:
        for name in ("source_vocabulary", "target_vocabulary", "width", "max_length", "relative_buckets",
                     "relative_distance"):  # fmt: skip
            _require_count(name, getattr(self, name))
        if self.target_max_length is not None:
            _require_count("target_max_length", self.target_max_length)
        self._check_choices()
        self._check_numbers()

    def _check_choices(self) -> None:
        for item in fields(self):
            if item.type == "bool" and not isinstance(getattr(self, item.name), bool):
                raise _invalid(item.name, getattr(self, item.name), Text("true or false"))
        _require_choice("positions", self.positions, ("sinusoidal", "learned", "stored", "relative"))
        _require_choice("norm_order", self.norm_order, ("post", "pre"))
        _require_choice("norm", self.norm, ("layer", "rms", "unbiased"))
        _require_choice("activation", self.activation, ("relu", "gelu", "gelu_tanh", "silu"))

    def _check_numbers(self) -> None:
        if type(self.classes) is not int or not 0 <= self.classes <= MAX_CLASSES:
            raise _invalid("classes", self.classes, Text("a whole number from 0 to %1", f"{MAX_CLASSES:,}"))
        if not _is_number(self.norm_eps) or not 0.0 <= self.norm_eps < 1.0:
            raise _invalid("norm_eps", self.norm_eps, Text("a number from 0 to below 1"))
        if not _is_number(self.mask_fill, infinite=True) or self.mask_fill >= 0.0:
            raise _invalid("mask_fill", self.mask_fill, Text("a negative number or -inf"))
        if self.positions == "sinusoidal" and self.width % 2:
            raise _invalid("width", self.width, Text("even with sinusoidal positions"))
        if self.share_embeddings and self.source_vocabulary != self.target_vocabulary:
            sizes = self.source_vocabulary, self.target_vocabulary
            told = Text("false unless both vocabularies have the same size (%1 and %2 here)", *sizes)
            raise _invalid("share_embeddings", True, told)

    @property
    def parameters(self) -> int:
        """Number of values that the network holds, computed without building anything."""
        m, norm = self.width, self.norm_values
        attention = [self._attention_values(stack) for stack in self.stacks]
        expansions = 2 if self.gated else 1
        feed_forward = [
            m * s.feed_forward_width * (expansions + 1)
            + (s.feed_forward_width * expansions + m if self.feed_forward_bias else 0)
            for s in self.stacks
        ]
        encoder = self.encoder.layers * (attention[0] + feed_forward[0] + 2 * norm)
        decoder = self.decoder.layers * (2 * attention[1] + feed_forward[1] + 3 * norm)
        tables = self.source_vocabulary * m + self._position_values
        tables += 0 if self.share_embeddings else self.target_vocabulary * m
        norms = norm * (2 * self.final_norm + self.embedding_norm + (self.embedding_norm or self.target_token_norm))
        norms += self.head_layer * (m * m + m + norm * (1 - self.final_norm))
        return encoder + decoder + tables + norms + self._head_values

    def _attention_values(self, stack: StackConfig) -> int:
        queries, values = stack.heads * stack.head_width, stack.heads * stack.values
        biases = 2 * queries + values + self.width if self.attention_bias else 0
        return 2 * self.width * (queries + values) + biases

    @property
    def _position_values(self) -> int:
        if self.positions == "relative":
            return self.relative_buckets * sum(
                one.heads * (one.layers if self.relative_layers else 1) for one in self.stacks
            )
        rows = self.max_length + self.target_limit + 2 * self.padding_position
        return rows * self.width if self.positions in ("learned", "stored") else 0

    @property
    def _head_values(self) -> int:
        classifier = self.classes * self.width
        if not self.vocabulary_head:
            return classifier
        rows = 0 if self.tie_output else self.target_vocabulary * self.width
        return classifier + rows + (self.target_vocabulary if self.output_bias else 0)

    @property
    def norm_values(self) -> int:
        """Values of one norm: gain and shift, or the gain alone."""
        return self.width if self.norm == "rms" else 2 * self.width

    @property
    def target_limit(self) -> int:
        """The number of tokens that the decoder has positions for."""
        return self.target_max_length or self.max_length

    @property
    def revises(self) -> bool:
        """Whether a later token may change an earlier row, because blocked cells keep some weight."""
        return self.mask_fill > UNDERFLOWS

    @property
    def padding_revises(self) -> bool:
        """Whether padding in the target blocks whole rows, so that one that follows changes what was computed."""
        return self.padding_blocks.decoder in ("queries", "both")

    @property
    def sees_padding(self) -> bool:
        """Whether padding of the source changes what is computed at its words, as no mask hides it somewhere."""
        return "none" in (self.padding_blocks.encoder, self.padding_blocks.cross)

    @property
    def stacks(self) -> tuple[StackConfig, StackConfig]:
        return self.encoder, self.decoder

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values; −∞, which JSON lacks, becomes the string ``"-inf"``."""
        values = asdict(self)
        if math.isinf(self.mask_fill):
            values["mask_fill"] = "-inf"
        return values

    def conventions(self, provenance: Mapping[str, Any]) -> dict[str, Any]:
        """How the network computes, as a run tells it; and by which labels it was trained, where that is known."""
        held, smoothing = self.to_json(), provenance.get(SMOOTHING)
        told = {name: held[name] for name in EXPLAINED}
        if isinstance(smoothing, int | float) and not isinstance(smoothing, bool) and 0.0 <= smoothing < 1.0:
            told[SMOOTHING] = float(smoothing)
        told |= _learnt(provenance)
        if "none" in held["padding_blocks"].values():  # else it is the paper's rule, or a run shows it by itself
            told["padding_blocks"] = held["padding_blocks"]
        return told

    @staticmethod
    def from_json(values: Mapping[str, Any]) -> TransformerConfig:
        """The inverse of :meth:`to_json`. Raises :class:`Problem` naming the first wrong field."""
        known = {item.name for item in fields(TransformerConfig)}
        rest = _checked_names("architecture", values, known)
        for name in ("encoder", "decoder"):
            rest[name] = _build(StackConfig, name, rest.get(name))
        rest["dropout"] = _build(Dropout, "dropout", rest.get("dropout", {}))
        rest["padding_blocks"] = _build(PaddingBlocks, "padding_blocks", rest.get("padding_blocks", {}))
        if rest.get("mask_fill") == "-inf":
            rest["mask_fill"] = -math.inf
        built: TransformerConfig = _build(TransformerConfig, "architecture", rest)
        return built


def _learnt(provenance: Mapping[str, Any]) -> dict[str, int | float]:
    """After how many updates and epochs a snapshot was taken, as far as it says so."""
    update, epoch = provenance.get(UPDATE), provenance.get(EPOCH)
    if type(update) is not int or update < 0:
        return {}
    if isinstance(epoch, int | float) and not isinstance(epoch, bool) and 0 <= epoch < math.inf:
        return {UPDATE: update, EPOCH: float(epoch)}
    return {UPDATE: update}


def _build(kind: type, name: str, values: Any) -> Any:
    known = {item.name for item in fields(kind)}
    checked = _checked_names(name, values, known)
    try:
        return kind(**checked)
    except TypeError as error:  # a required field is absent
        missing = ", ".join(sorted(known - set(checked)))
        raise Problem(
            "config.json", Text("%1 lacks %2", name, missing), Text("Add the missing fields or export it again")
        ) from error


def _checked_names(name: str, values: Any, known: set[str]) -> dict[str, Any]:
    if not isinstance(values, Mapping):
        raise _invalid(name, values, Text("an object with named fields"))
    unknown = sorted(str(key) for key in values if key not in known)
    if unknown:
        raise Problem(
            "config.json",
            Text("%1 has a field this version does not know: %2", name, f"'{shown(str(unknown[0]))}'"),
            Text("Open it with the version that wrote it, or remove the field"),
        )
    return dict(values)


def _require_count(name: str, value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= LIMITS[name]:
        raise _invalid(name, value, Text("a whole number from 1 to %1", f"{LIMITS[name]:,}"))


def _require_choice(name: str, value: Any, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise _invalid(name, value, Text("one of %1", ", ".join(choices)))


def _is_number(value: Any, infinite: bool = False) -> bool:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    try:
        return math.isfinite(value) or (infinite and math.isinf(value))
    except OverflowError:  # a whole number beyond every float
        return False


def _invalid(name: str, value: Any, wanted: str) -> InvalidField:
    return InvalidField(name, value, wanted)
