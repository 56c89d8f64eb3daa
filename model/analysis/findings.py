"""The findings of :mod:`model.analysis.diagnosis`, each with its sentence and its advice. No torch, no Qt.

One finding is one fault, or one remark about what differs and does no harm, of one kind of attention. Each text
has a sentence and what to change; %1, %2 … are the finding's facts. The window translates the same texts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from model.common.lazy_dataclass import dataclass
from model.common.text import Text
from model.record.trace import Kind

Severity = Literal["fault", "remark"]


class FindingTexts(NamedTuple):
    """A fault in one sentence, and the next step."""

    severity: Severity
    sentence: Text
    remedy: Text


@dataclass(frozen=True)
class Evidence:
    """A cell or a row that shows it. Everything counts from 0; None where a whole row or map is meant."""

    layer: int = 0
    head: int = 0
    row: int | None = None
    column: int | None = None
    value: float | None = None  #: the weight there, or what a row sums to


@dataclass(frozen=True)
class Finding:
    """One finding, in every layer that ``layers`` names. ``kind`` is None where it is about the whole run."""

    code: str
    kind: Kind | None
    layers: tuple[int, ...] = ()
    facts: tuple[str, ...] = ()
    evidence: Evidence | None = None
    variant: str = ""  #: which of a code's texts

    @property
    def texts(self) -> FindingTexts:
        """The English text with its places open, for a translator."""
        return TEXTS[self.code + self.variant]

    @property
    def severity(self) -> Severity:
        return self.texts.severity

    @property
    def sentence(self) -> str:
        return self.texts.sentence.filled(*self.facts)

    @property
    def remedy(self) -> str:
        return self.texts.remedy.filled(*self.facts)

    @property
    def where(self) -> str:
        """``decoder attention, layers 1, 2``, counted from 1."""
        if self.kind is None:
            return "this run"
        layers = ", ".join(str(layer + 1) for layer in self.layers)
        return f"{self.kind} attention, {'layer' if len(self.layers) == 1 else 'layers'} {layers}"

    @property
    def layer(self) -> int | None:
        """The first layer that shows it."""
        return self.layers[0] if self.layers else None


def kinds_with(finding: Finding, found: Iterable[Finding]) -> frozenset[Kind | None]:
    """The kinds of attention that have the same finding."""
    return frozenset(one.kind for one in found if one.code == finding.code)


#: By code, in the order in which findings are told: what causes others comes first.
TEXTS: dict[str, FindingTexts] = {
    "scrambled": FindingTexts(
        "fault",
        Text("The heads are split by a bare view: the rows of a head are not the positions."),
        Text("Split with view(B, N, H, D).transpose(1, 2), not with view(B, H, N, D)."),
    ),
    "mixed": FindingTexts(
        "fault",
        Text("Queries of one sentence meet keys of another: their heads are folded in two orders."),
        Text("Fold both alike, for example with view(B, N, H, D).transpose(1, 2).flatten(0, 1)."),
    ),
    "softmax_axis": FindingTexts(
        "fault",
        Text("The softmax runs over the wrong axis (%1): the weights of a row do not sum to 1."),
        Text("Take it over the keys, the last axis: softmax(dim=-1)."),
    ),
    "softmax_axis.turned": FindingTexts(
        "fault",
        Text("The softmax runs over the wrong axis (%1): the weights of a row do not sum to 1."),
        Text("Your scores are [K, Q]. Take it over the keys, here the last axis but one: dim=-2."),
    ),
    "wrong_dimension": FindingTexts(
        "fault",
        Text("The heads have different masks: a mask of sentences lies along the heads."),
        Text("Give the mask the shape [B, 1, 1, K] or [B, 1, Q, K] before it meets [B, H, Q, K]."),
    ),
    "wrong_dimension.folded": FindingTexts(
        "fault",
        Text("The heads have masks of different sentences: repeated in another order than heads are folded."
        ),
        Text("Repeat it as the queries are folded: repeat_interleave(H, dim=0) where the heads of a sentence stand "
            "together, repeat(H, 1, 1) where the sentences of a head do.",
        ),
    ),
    "other_sentence": FindingTexts(
        "fault",
        Text("The mask is that of another sentence of the batch (sentence %1)."),
        Text("Make the mask from the ids that the model gets, in the same order, and repeat it for the heads in the "
            "order in which they are folded.",
        ),
    ),
    "inverted": FindingTexts(
        "fault",
        Text("The mask is inverted: it blocks what may be attended to and lets the rest through."),
        Text("Invert the mask or the comparison. masked_fill and nn.Transformer block where a mask is True; "
            "scaled_dot_product_attention lets through where it is True.",
        ),
    ),
    "transposed": FindingTexts(
        "fault",
        Text("The look-ahead mask is transposed: rows may attend to the future, not to the past."),
        Text("Use tril() for what may be attended to, or triu(diagonal=1) for what is blocked."),
    ),
    "sees_next": FindingTexts(
        "fault",
        Text("The look-ahead mask is one too wide: each row may attend to the next token."),
        Text("Use tril() with diagonal 0, or block triu(diagonal=1)."),
    ),
    "cannot_see_itself": FindingTexts(
        "fault",
        Text("The look-ahead mask is one too narrow: no row may attend to its own token."),
        Text("Use tril() with diagonal 0, or block triu(diagonal=1)."),
    ),
    "look_ahead_missing": FindingTexts(
        "fault",
        Text("There is no look-ahead mask: every row may attend to all later tokens."),
        Text("Combine the target’s padding mask with tril() before the scores are masked."),
    ),
    "look_ahead_in_encoder": FindingTexts(
        "fault",
        Text("A look-ahead mask is used in the encoder, where the whole source is known."),
        Text("Give the encoder the padding mask alone."),
    ),
    "target_mask_in_cross": FindingTexts(
        "fault",
        Text("The target’s mask is used in cross attention, whose keys are the source."),
        Text("Give cross attention the padding mask of the source."),
    ),
    "rows_not_columns": FindingTexts(
        "fault",
        Text("Padding blocks rows (queries) and not columns (keys): other rows give it weight."),
        Text("Give the padding mask the shape [B, 1, 1, K], not [B, 1, Q, 1]."),
    ),
    "wrong_padding_id": FindingTexts(
        "fault",
        Text("The mask takes “%1” (id %2) for padding, and not id %3."),
        Text("Compare the ids with the padding token’s own id, %3."),
    ),
    "wrong_padding_id.unseen": FindingTexts(
        "fault",
        Text("The mask blocks no padding: the ids are compared with %2, and padding is %1."),
        Text("Compare the ids with the padding token’s own id, %1."),
    ),
    "wrong_padding_id.perhaps": FindingTexts(
        "fault",
        Text("A mask is applied, but it blocks no padding (id %1): perhaps it is for another id."),
        Text("Compare the ids with the padding token’s own id, %1."),
    ),
    "padding_missing.empty": FindingTexts(
        "fault",
        Text("A mask is applied, but it blocks nothing, padding (id %1) neither."),
        Text("Block the columns where the ids of the keys are padding."),
    ),
    "padding_missing": FindingTexts(
        "fault",
        Text("There is no padding mask: rows give weight to padding."),
        Text("Block the columns where the ids of the keys are padding."),
    ),
    "after_softmax": FindingTexts(
        "fault",
        Text("The mask is applied after the softmax: a row sums to %1 and not to 1."),
        Text("Mask the scores before the softmax, with a large negative number or −inf."),
    ),
    "fill_too_weak": FindingTexts(
        "fault",
        Text("Blocked cells still get weight (up to %1): the fill value is too weak (%2)."),
        Text("Fill with −1e9, −1e4 in half precision, or −inf. A value such as −1e-9 is almost 0."),
    ),
    "mask_differs": FindingTexts(
        "fault",
        Text("The mask differs from the definition in %1 of %2 cells, in no way that has a name."),
        Text("Compare it with the definition in Masks, cell by cell."),
    ),
    "not_numbers": FindingTexts(
        "fault",
        Text("Weights are not numbers (NaN), also in rows that may attend to something."),
        Text("Look for rows that are blocked everywhere with −inf, or fill with −1e9."),
    ),
    "not_normalised": FindingTexts(
        "fault",
        Text("The weights of a row do not sum to 1: it sums to %1."),
        Text("Take softmax(dim=-1) last, and change nothing in the weights afterwards."),
    ),
    "no_padding": FindingTexts(
        "remark",
        Text("This sentence has no padding, so its padding masks could not be judged."),
        Text("Record a padded sentence too: two sentences of different lengths in one batch."),
    ),
    "order_unknown": FindingTexts(
        "remark",
        Text("Heads and sentences share one axis, and in which order was taken from the mask, as it could not be seen: "
            "whether the mask is repeated in the right order cannot be judged.",
        ),
        Text("Give the scores the shape [B, H, Q, K], or split the heads off a plain nn.Linear."),
    ),
    "padding_rows_blocked": FindingTexts(
        "remark",
        Text("Rows of padding are blocked too. The paper does not, some tutorials do; it does no harm."
        ),
        Text("Nothing has to change: nobody reads these rows."),
    ),
    "decoder_padding_open": FindingTexts(
        "remark",
        Text("Padding in the target is not blocked. While it stands at the end it does no harm."),
        Text("Nothing has to change: the look-ahead mask hides it from every other row."),
    ),
    "empty_rows": FindingTexts(
        "remark",
        Text("Rows without a visible column are not numbers (NaN); they are shown as 0."),
        Text("Make sure that the loss leaves them out, or fill with −1e9 in place of −inf."),
    ),
    "renormalised": FindingTexts(
        "remark",
        Text("The mask is applied after the softmax and rows are made to sum to 1 again."),
        Text("Nothing has to change; masking the scores is the usual way."),
    ),
    "not_scaled": FindingTexts(
        "remark",
        Text("Scores are not divided by √%1, the root of a head’s width."),
        Text("Divide by √d_k before the softmax, unless it is left out on purpose, as in T5."),
    ),
    "set_aside": FindingTexts(
        "remark",
        Text("Other softmaxes have the shape of an attention and were left out: %1."),
        Text("If one of them is a layer’s, record a source and a target of different lengths."),
    ),
}  # fmt: skip
