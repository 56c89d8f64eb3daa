"""What can vary between encoder-decoder Transformers, as one frozen, validated value.

It is not a registry of families: a format translates its own names and habits into these fields.
Sources: "Attention Is All You Need" (AIAYN, arXiv 1706.03762) and bentrevett/pytorch-seq2seq 6
(tut6).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Literal

from model.problems import Problem

#: No published model comes near these; a header that asks for more is damaged or hostile.
LIMITS = {
    "source_vocabulary": 2_000_000,
    "target_vocabulary": 2_000_000,
    "width": 65_536,
    "layers": 1_000,
    "heads": 1_024,
    "head_width": 16_384,
    "feed_forward_width": 1_048_576,
    "max_length": 1_000_000,
}


@dataclass(frozen=True)
class StackConfig:
    """One stack, encoder or decoder (AIAYN 3.1)."""

    layers: int  #: N in the paper, 6 there; 3 in tut6
    heads: int  #: h in the paper, 8
    head_width: int  #: D = d_k = d_v; M/H in the paper, but some models choose it freely
    feed_forward_width: int  #: F = d_ff, 4·M in the paper

    def __post_init__(self) -> None:
        for name in ("layers", "heads", "head_width", "feed_forward_width"):
            _require_count(name, getattr(self, name))


@dataclass(frozen=True)
class Dropout:
    """Where each model drops values while training; all are identities afterwards."""

    embedding: float = 0.0  #: on token + position (AIAYN 5.4, tut6)
    residual: float = 0.0  #: on each sub-layer's output before the sum (AIAYN 5.4, tut6)
    attention: float = 0.0  #: on the weights after softmax (tut6; the paper has none)
    feed_forward: float = 0.0  #: inside the feed-forward after the activation (tut6)

    def __post_init__(self) -> None:
        for item in fields(self):
            value = getattr(self, item.name)
            if not _is_number(value) or not 0.0 <= value < 1.0:
                raise _invalid(f"dropout.{item.name}", value, "a number from 0 to below 1")


@dataclass(frozen=True)
class TransformerConfig:
    """Everything that decides which numbers the network computes, besides its weights."""

    source_vocabulary: int  #: V of the source
    target_vocabulary: int  #: V of the target
    width: int  #: M = d_model, 512 in the paper
    encoder: StackConfig
    decoder: StackConfig
    max_length: int  #: rows of the position table; tut6 has 100
    positions: Literal["sinusoidal", "learned"] = "sinusoidal"  #: AIAYN 3.5; tut6 learns them
    scale_embeddings: bool = True  #: token embedding times √M (AIAYN 3.4, tut6)
    norm_order: Literal["post", "pre"] = "post"  #: LayerNorm(x + f(x)) in AIAYN; pre: x + f(LayerNorm(x))
    final_norm: bool = False  #: one more LayerNorm after each stack; usual with pre-norm
    norm_eps: float = 1e-5  #: unspecified in AIAYN; PyTorch's default, used by tut6
    activation: Literal["relu", "gelu"] = "relu"  #: AIAYN 3.3; gelu is the exact, erf-based one
    mask_fill: float = -math.inf  #: score of a blocked cell: −∞ in AIAYN 3.2.3, −1e10 in tut6
    share_embeddings: bool = False  #: one table for source and target (AIAYN 3.4)
    tie_output: bool = False  #: the vocabulary head reuses the target table (AIAYN 3.4)
    dropout: Dropout = field(default_factory=Dropout)

    def __post_init__(self) -> None:
        for name in ("source_vocabulary", "target_vocabulary", "width", "max_length"):
            _require_count(name, getattr(self, name))
        for name in ("scale_embeddings", "final_norm", "share_embeddings", "tie_output"):
            if not isinstance(getattr(self, name), bool):
                raise _invalid(name, getattr(self, name), "true or false")
        _require_choice("positions", self.positions, ("sinusoidal", "learned"))
        _require_choice("norm_order", self.norm_order, ("post", "pre"))
        _require_choice("activation", self.activation, ("relu", "gelu"))
        if not _is_number(self.norm_eps) or not 0.0 <= self.norm_eps < 1.0:
            raise _invalid("norm_eps", self.norm_eps, "a number from 0 to below 1")
        if not _is_number(self.mask_fill, infinite=True) or self.mask_fill >= 0.0:
            raise _invalid("mask_fill", self.mask_fill, "a negative number or -inf")
        if self.positions == "sinusoidal" and self.width % 2:
            raise _invalid("width", self.width, "even with sinusoidal positions")
        if self.share_embeddings and self.source_vocabulary != self.target_vocabulary:
            raise _invalid(
                "share_embeddings",
                True,
                f"false unless both vocabularies have the same size "
                f"({self.source_vocabulary} and {self.target_vocabulary} here)",
            )

    @property
    def parameters(self) -> int:
        """Number of trainable values, computed without building anything."""
        m = self.width
        attention = [4 * m * s.heads * s.head_width + 3 * s.heads * s.head_width + m for s in self.stacks]
        feed_forward = [2 * m * s.feed_forward_width + s.feed_forward_width + m for s in self.stacks]
        encoder = self.encoder.layers * (attention[0] + feed_forward[0] + 2 * 2 * m)
        decoder = self.decoder.layers * (2 * attention[1] + feed_forward[1] + 3 * 2 * m)
        tables = self.source_vocabulary * m
        tables += 0 if self.share_embeddings else self.target_vocabulary * m
        tables += 2 * self.max_length * m if self.positions == "learned" else 0
        head = self.target_vocabulary + (0 if self.tie_output else self.target_vocabulary * m)
        return encoder + decoder + tables + head + (4 * m if self.final_norm else 0)

    @property
    def stacks(self) -> tuple[StackConfig, StackConfig]:
        return self.encoder, self.decoder

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values; −∞, which JSON lacks, becomes the string ``"-inf"``."""
        values = asdict(self)
        if math.isinf(self.mask_fill):
            values["mask_fill"] = "-inf"
        return values

    @staticmethod
    def from_json(values: Mapping[str, Any]) -> TransformerConfig:
        """The inverse of :meth:`to_json`. Raises :class:`Problem` naming the first wrong field."""
        known = {item.name for item in fields(TransformerConfig)}
        rest = _checked_names("architecture", values, known)
        for name in ("encoder", "decoder"):
            rest[name] = _build(StackConfig, name, rest.get(name))
        rest["dropout"] = _build(Dropout, "dropout", rest.get("dropout", {}))
        if rest.get("mask_fill") == "-inf":
            rest["mask_fill"] = -math.inf
        built: TransformerConfig = _build(TransformerConfig, "architecture", rest)
        return built

    @staticmethod
    def paper(source_vocabulary: int, target_vocabulary: int, **changes: Any) -> TransformerConfig:
        """The base model of AIAYN, table 3; ``changes`` replace single fields."""
        stack = StackConfig(layers=6, heads=8, head_width=64, feed_forward_width=2048)
        base = TransformerConfig(
            source_vocabulary,
            target_vocabulary,
            width=512,
            encoder=stack,
            decoder=stack,
            max_length=512,
            share_embeddings=source_vocabulary == target_vocabulary,
            tie_output=True,
            dropout=Dropout(embedding=0.1, residual=0.1),
        )
        return replace(base, **changes)

    @staticmethod
    def tut6(source_vocabulary: int, target_vocabulary: int, **changes: Any) -> TransformerConfig:
        """bentrevett/pytorch-seq2seq 6 as published; ``changes`` replace single fields."""
        stack = StackConfig(layers=3, heads=8, head_width=32, feed_forward_width=512)
        base = TransformerConfig(
            source_vocabulary,
            target_vocabulary,
            width=256,
            encoder=stack,
            decoder=stack,
            max_length=100,
            positions="learned",
            mask_fill=-1e10,
            dropout=Dropout(embedding=0.1, residual=0.1, attention=0.1, feed_forward=0.1),
        )
        return replace(base, **changes)


def _build(kind: type, name: str, values: Any) -> Any:
    known = {item.name for item in fields(kind)}
    checked = _checked_names(name, values, known)
    try:
        return kind(**checked)
    except TypeError as error:  # a required field is absent
        missing = ", ".join(sorted(known - set(checked)))
        raise Problem("config.json", f"{name} lacks {missing}", "Add the missing fields or export it again") from error


def _checked_names(name: str, values: Any, known: set[str]) -> dict[str, Any]:
    if not isinstance(values, Mapping):
        raise _invalid(name, values, "an object with named fields")
    unknown = sorted(str(key) for key in values if key not in known)
    if unknown:
        raise Problem(
            "config.json",
            f"{name} has a field this version does not know: {unknown[0]!r}",
            "Open it with the version that wrote it, or remove the field",
        )
    return dict(values)


def _require_count(name: str, value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= LIMITS[name]:
        raise _invalid(name, value, f"a whole number from 1 to {LIMITS[name]:,}")


def _require_choice(name: str, value: Any, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise _invalid(name, value, "one of " + ", ".join(choices))


def _is_number(value: Any, infinite: bool = False) -> bool:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    try:
        return math.isfinite(value) or (infinite and math.isinf(value))
    except OverflowError:  # a whole number beyond every float
        return False


def _invalid(name: str, value: Any, wanted: str) -> Problem:
    shown = repr(value)
    shown = shown if len(shown) <= 40 else shown[:37] + "…"
    return Problem("config.json", f"{name} is {shown} and must be {wanted}", "Correct the value or export it again")
