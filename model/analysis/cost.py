"""The cost of attention against length, counted as the network computes it (paper, table 1 and section 4).

Scores are counted, one per query, key and head; and multiplications, of scores with keys and values, and of each token
with the matrices around them. The feed-forward, the norms and the vocabulary head are not in it. numpy only.
"""

from __future__ import annotations

from model.common.lazy_dataclass import dataclass
from model.record.trace import Trace


@dataclass(frozen=True)
class Sizes:
    """What the cost depends on."""

    source: int  #: S
    target: int  #: T
    encoder: tuple[int, int]  #: layers, heads
    decoder: tuple[int, int]
    cross: tuple[int, int]
    stepwise: bool  #: the decoder's rows came one by one: each saw only the tokens up to its own

    def longer(self, times: int) -> Sizes:
        """The same network on a sentence so many times as long."""
        return Sizes(
            self.source * times, self.target * times, self.encoder, self.decoder, self.cross, self.stepwise
        )  # fmt: skip

    @property
    def scores(self) -> tuple[int, int, int]:
        """Of encoder, decoder and cross attention, all layers and heads."""
        own = self.target * (self.target + 1) // 2 if self.stepwise else self.target**2
        maps = self.source**2, own, self.target * self.source
        kinds = (self.encoder, self.decoder, self.cross)
        return tuple(layers * heads * cells for (layers, heads), cells in zip(kinds, maps, strict=True))  # type: ignore[return-value]  # three


def sizes_of(trace: Trace) -> Sizes:
    """Those of a run; a kind that it lacks has no layers."""

    def shape(kind: str) -> tuple[int, int]:
        attention = trace.attention(kind)  # type: ignore[arg-type]  # one of the kinds
        return (0, 0) if attention is None else (attention.shape[0], attention.shape[1])

    return Sizes(
        trace.source_length, trace.steps, shape("encoder"), shape("decoder"), shape("cross"), trace.grows("decoder")
    )  # fmt: skip


def widths(trace: Trace) -> tuple[int, int] | None:
    """M and d_k of the encoder, or of the decoder; None where the run holds no vectors."""
    for kind, side in (("encoder", "source"), ("decoder", "target")):
        query, read = trace.activations.get(f"{kind}_query"), trace.activations.get(f"{side}_embedded")
        if query is not None and read is not None and query.ndim == 4 and read.ndim == 2:
            return int(read.shape[1]), int(query.shape[3])
    return None


def multiplications(length: int, width: int, heads: int, head_width: int) -> tuple[int, int]:
    """Of one self-attention over ``length`` tokens: with the four matrices, and of queries, keys, weights and values.

    4·n·M·H·D and 2·n²·H·D: equal at n = 2·M.
    """
    inner = heads * head_width
    return 4 * length * width * inner, 2 * length**2 * inner
