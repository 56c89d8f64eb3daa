"""The findings of :mod:`model.analysis.diagnosis`, each with its sentence and its advice. No torch, no Qt.

One finding is one fault, or one remark about what differs and does no harm, of one kind of attention. Each text
has a sentence and what to change; %1, %2 … are the finding's facts. The window translates the same texts.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from model.common.lazy_dataclass import dataclass
from model.record.trace import Kind

Severity = Literal["fault", "remark"]


def translatable(_context: str, text: str) -> str:
    """``text``, marked for ``scripts/translations.py``: this room has no Qt, the window translates it."""
    return text


class Text(NamedTuple):
    """A fault in one sentence, and the next step."""

    severity: Severity
    sentence: str
    remedy: str


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
    def text(self) -> Text:
        """The English text with its places open, for a translator."""
        return TEXTS[self.code + self.variant]

    @property
    def severity(self) -> Severity:
        return self.text.severity

    @property
    def sentence(self) -> str:
        return fill(self.text.sentence, self.facts)

    @property
    def remedy(self) -> str:
        return fill(self.text.remedy, self.facts)

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


def fill(template: str, facts: tuple[str, ...]) -> str:
    """``template`` with its places filled in one pass, so that a token spelled ``%2`` stays as it is."""
    return re.sub("%([1-9])", lambda place: facts[int(place[1]) - 1], template)


#: By code, in the order in which findings are told: what causes others comes first.
TEXTS: dict[str, Text] = {
    "scrambled": Text(
        "fault",
        translatable("Findings", "The heads are split by a bare view: the rows of a head are not the positions."),
        translatable("Findings", "Split with view(B, N, H, D).transpose(1, 2), not with view(B, H, N, D)."),
    ),
    "mixed": Text(
        "fault",
        translatable("Findings", "Queries of one sentence meet keys of another: their heads are folded in two orders."),
        translatable("Findings", "Fold both alike, for example with view(B, N, H, D).transpose(1, 2).flatten(0, 1)."),
    ),
    "softmax_axis": Text(
        "fault",
        translatable("Findings", "The softmax runs over the wrong axis (%1): the weights of a row do not sum to 1."),
        translatable("Findings", "Take it over the keys, the last axis: softmax(dim=-1)."),
    ),
    "softmax_axis.turned": Text(
        "fault",
        translatable("Findings", "The softmax runs over the wrong axis (%1): the weights of a row do not sum to 1."),
        translatable("Findings", "Your scores are [K, Q]. Take it over the keys, here the last axis but one: dim=-2."),
    ),
    "wrong_dimension": Text(
        "fault",
        translatable("Findings", "The heads have different masks: a mask of sentences lies along the heads."),
        translatable("Findings", "Give the mask the shape [B, 1, 1, K] or [B, 1, Q, K] before it meets [B, H, Q, K]."),
    ),
    "wrong_dimension.folded": Text(
        "fault",
        translatable(
            "Findings", "The heads have masks of different sentences: repeated in another order than heads are folded."
        ),
        translatable(
            "Findings",
            "Repeat it as the queries are folded: repeat_interleave(H, dim=0) where the heads of a sentence stand "
            "together, repeat(H, 1, 1) where the sentences of a head do.",
        ),
    ),
    "other_sentence": Text(
        "fault",
        translatable("Findings", "The mask is that of another sentence of the batch (sentence %1)."),
        translatable(
            "Findings",
            "Make the mask from the ids that the model gets, in the same order, and repeat it for the heads in the "
            "order in which they are folded.",
        ),
    ),
    "inverted": Text(
        "fault",
        translatable("Findings", "The mask is inverted: it blocks what may be attended to and lets the rest through."),
        translatable(
            "Findings",
            "Invert the mask or the comparison. masked_fill and nn.Transformer block where a mask is True; "
            "scaled_dot_product_attention lets through where it is True.",
        ),
    ),
    "transposed": Text(
        "fault",
        translatable("Findings", "The look-ahead mask is transposed: rows may attend to the future, not to the past."),
        translatable("Findings", "Use tril() for what may be attended to, or triu(diagonal=1) for what is blocked."),
    ),
    "sees_next": Text(
        "fault",
        translatable("Findings", "The look-ahead mask is one too wide: each row may attend to the next token."),
        translatable("Findings", "Use tril() with diagonal 0, or block triu(diagonal=1)."),
    ),
    "cannot_see_itself": Text(
        "fault",
        translatable("Findings", "The look-ahead mask is one too narrow: no row may attend to its own token."),
        translatable("Findings", "Use tril() with diagonal 0, or block triu(diagonal=1)."),
    ),
    "look_ahead_missing": Text(
        "fault",
        translatable("Findings", "There is no look-ahead mask: every row may attend to all later tokens."),
        translatable("Findings", "Combine the target’s padding mask with tril() before the scores are masked."),
    ),
    "look_ahead_in_encoder": Text(
        "fault",
        translatable("Findings", "A look-ahead mask is used in the encoder, where the whole source is known."),
        translatable("Findings", "Give the encoder the padding mask alone."),
    ),
    "target_mask_in_cross": Text(
        "fault",
        translatable("Findings", "The target’s mask is used in cross attention, whose keys are the source."),
        translatable("Findings", "Give cross attention the padding mask of the source."),
    ),
    "rows_not_columns": Text(
        "fault",
        translatable("Findings", "Padding blocks rows (queries) and not columns (keys): other rows give it weight."),
        translatable("Findings", "Give the padding mask the shape [B, 1, 1, K], not [B, 1, Q, 1]."),
    ),
    "wrong_padding_id": Text(
        "fault",
        translatable("Findings", "The mask takes “%1” (id %2) for padding, and not id %3."),
        translatable("Findings", "Compare the ids with the padding token’s own id, %3."),
    ),
    "wrong_padding_id.unseen": Text(
        "fault",
        translatable("Findings", "The mask blocks no padding: the ids are compared with %2, and padding is %1."),
        translatable("Findings", "Compare the ids with the padding token’s own id, %1."),
    ),
    "wrong_padding_id.perhaps": Text(
        "fault",
        translatable("Findings", "A mask is applied, but it blocks no padding (id %1): perhaps it is for another id."),
        translatable("Findings", "Compare the ids with the padding token’s own id, %1."),
    ),
    "padding_missing.empty": Text(
        "fault",
        translatable("Findings", "A mask is applied, but it blocks nothing, padding (id %1) neither."),
        translatable("Findings", "Block the columns where the ids of the keys are padding."),
    ),
    "padding_missing": Text(
        "fault",
        translatable("Findings", "There is no padding mask: rows give weight to padding."),
        translatable("Findings", "Block the columns where the ids of the keys are padding."),
    ),
    "after_softmax": Text(
        "fault",
        translatable("Findings", "The mask is applied after the softmax: a row sums to %1 and not to 1."),
        translatable("Findings", "Mask the scores before the softmax, with a large negative number or −inf."),
    ),
    "fill_too_weak": Text(
        "fault",
        translatable("Findings", "Blocked cells still get weight (up to %1): the fill value is too weak (%2)."),
        translatable("Findings", "Fill with −1e9, −1e4 in half precision, or −inf. A value such as −1e-9 is almost 0."),
    ),
    "mask_differs": Text(
        "fault",
        translatable("Findings", "The mask differs from the definition in %1 of %2 cells, in no way that has a name."),
        translatable("Findings", "Compare it with the definition in Masks, cell by cell."),
    ),
    "not_numbers": Text(
        "fault",
        translatable("Findings", "Weights are not numbers (NaN), also in rows that may attend to something."),
        translatable("Findings", "Look for rows that are blocked everywhere with −inf, or fill with −1e9."),
    ),
    "not_normalised": Text(
        "fault",
        translatable("Findings", "The weights of a row do not sum to 1: it sums to %1."),
        translatable("Findings", "Take softmax(dim=-1) last, and change nothing in the weights afterwards."),
    ),
    "no_padding": Text(
        "remark",
        translatable("Findings", "This sentence has no padding, so its padding masks could not be judged."),
        translatable("Findings", "Record a padded sentence too: two sentences of different lengths in one batch."),
    ),
    "order_unknown": Text(
        "remark",
        translatable(
            "Findings",
            "Heads and sentences share one axis, and in which order was taken from the mask, as it could not be seen: "
            "whether the mask is repeated in the right order cannot be judged.",
        ),
        translatable("Findings", "Give the scores the shape [B, H, Q, K], or split the heads off a plain nn.Linear."),
    ),
    "padding_rows_blocked": Text(
        "remark",
        translatable(
            "Findings", "Rows of padding are blocked too. The paper does not, some tutorials do; it does no harm."
        ),
        translatable("Findings", "Nothing has to change: nobody reads these rows."),
    ),
    "decoder_padding_open": Text(
        "remark",
        translatable("Findings", "Padding in the target is not blocked. While it stands at the end it does no harm."),
        translatable("Findings", "Nothing has to change: the look-ahead mask hides it from every other row."),
    ),
    "empty_rows": Text(
        "remark",
        translatable("Findings", "Rows without a visible column are not numbers (NaN); they are shown as 0."),
        translatable("Findings", "Make sure that the loss leaves them out, or fill with −1e9 in place of −inf."),
    ),
    "renormalised": Text(
        "remark",
        translatable("Findings", "The mask is applied after the softmax and rows are made to sum to 1 again."),
        translatable("Findings", "Nothing has to change; masking the scores is the usual way."),
    ),
    "not_scaled": Text(
        "remark",
        translatable("Findings", "Scores are not divided by √%1, the root of a head’s width."),
        translatable("Findings", "Divide by √d_k before the softmax, unless it is left out on purpose, as in T5."),
    ),
    "set_aside": Text(
        "remark",
        translatable("Findings", "Other softmaxes have the shape of an attention and were left out: %1."),
        translatable("Findings", "If one of them is a layer’s, record a source and a target of different lengths."),
    ),
}  # fmt: skip
