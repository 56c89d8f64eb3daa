"""The lines of a student's own code at which a finding's cause is made, as headscope_recorder.py saw them.

The recorder notes where ids are compared, triangles are made, masks are applied, scores are multiplied and the softmax
is taken. Which of them to look at depends on the fault alone. Files of older recorders name none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from model.record.trace import Trace

MOST, LONGEST = 3, 200  #: lines of one finding, and letters of a line
#: Where to look for each fault, the likelier first; those of the run are ``compared=1`` and ``triangle``.
PLACES: dict[str, tuple[str, ...]] = {
    "scrambled": ("scores",), "mixed": ("scores",), "not_scaled": ("scores",),
    "softmax_axis": ("softmax",), "not_normalised": ("softmax",), "not_numbers": ("mask", "softmax"),
    "after_softmax": ("mask", "softmax"), "renormalised": ("mask",), "fill_too_weak": ("mask",),
    "wrong_dimension": ("mask",), "other_sentence": ("mask", "compared"), "mask_differs": ("mask",),
    "inverted": ("mask", "compared"), "rows_not_columns": ("mask", "compared"),
    "transposed": ("triangle", "mask"), "sees_next": ("triangle", "mask"), "cannot_see_itself": ("triangle", "mask"),
    "look_ahead_missing": ("mask", "softmax"), "look_ahead_in_encoder": ("mask", "triangle"),
    "target_mask_in_cross": ("mask", "compared"), "padding_missing": ("mask", "softmax"),
    "wrong_padding_id": ("compared", "mask"), "empty_rows": ("mask",),
    "padding_rows_blocked": ("compared",), "decoder_padding_open": ("compared", "mask"),
}  # fmt: skip
#: Of masks that are inverted in some kinds, while the line that applies them serves others well: where they are made.
MADE = {"decoder": ("triangle", "compared", "mask")}
MADE_OF_PADDING = ("compared", "mask")


def code_lines(
    trace: Trace, code: str, kind: str | None, layer: int | None, kinds: Collection[str | None] = ()
) -> tuple[str, ...]:
    """``model.py:41: energy = …`` for a finding's ``code``; the first place that has any counts.

    ``kinds`` are those with the same finding. A file may say anything.
    """
    told = _lines(trace.meta.recorded.get("lines"))
    blocks = list(_blocks(trace))
    own = next((lines for one, at, lines in blocks if (one, at) == (kind, layer)), {})
    told = {**told, **own}
    told["compared"] = _compared(told, trace.meta.recorded.get("padding_id"), code)
    places = PLACES.get(code, ())
    sharing = {one for one, _, lines in blocks if lines.get("mask") == own.get("mask")}
    if code == "inverted" and kinds and not sharing <= set(kinds):
        places = MADE.get(kind or "", MADE_OF_PADDING)
    return next((found for place in places if (found := told.get(place, ()))), ())


def _blocks(trace: Trace) -> Iterator[tuple[Any, Any, Mapping[str, tuple[str, ...]]]]:
    """Kind, layer and lines of each block that was recorded."""
    blocks = trace.meta.recorded.get("blocks", ())
    for block in blocks if isinstance(blocks, tuple) else ():
        if isinstance(block, Mapping) and isinstance(block.get("kind"), str):
            yield block["kind"], block.get("layer"), _lines(block.get("lines"))


def _compared(told: Mapping[str, tuple[str, ...]], padding: Any, code: str) -> tuple[str, ...]:
    """Where ids are compared: with another number than padding's, where that is the fault."""
    places = [place for place in told if place.startswith("compared=")]
    if code == "wrong_padding_id":
        places = [place for place in places if place != f"compared={padding}"] or places
    return tuple(dict.fromkeys(line for place in places for line in told[place]))[:MOST]


def _lines(said: Any) -> dict[str, tuple[str, ...]]:
    if not isinstance(said, Mapping):
        return {}
    return {str(place): tuple(_texts(lines))[:MOST] for place, lines in said.items()}


def _texts(lines: Any) -> Iterator[str]:
    for line in lines if isinstance(lines, tuple) else (lines,):
        if isinstance(line, str) and line.strip():
            yield line.strip()[:LONGEST]
