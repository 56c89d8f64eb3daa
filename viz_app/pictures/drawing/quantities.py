"""The quantities of a map and their colours: weights, scores of either sign, or weight × ‖value · W_O‖.

The scale always says its own ends. A score's colours start at 0 in the paper's colour and go two ways.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication

from model.record.trace import Kind, Trace
from viz_app.pictures.drawing.picture import Measure, Style
from viz_app.platform.theme import LEVELS, SIGNED, level

Numbers = NDArray[np.float32]
#: What can be wrong with a map's numbers as such, the worst last.
Trouble = Literal["", "outside", "infinite"]
EITHER_SIGN = ("score", "difference")  #: colours go two ways from 0
SHOWN = 0.005  #: weights are written with two decimals
SLACK = 1e-3  #: how far a weight may lie outside 0…1: what half precision rounds


def measured(style: Style, trace: Trace, kind: Kind) -> Style:
    """``style`` with the scale of what a kind's maps hold."""
    measure, done = measure_of(trace), trace.meta.reading
    if measure == "weight" or done is None:
        return style
    if measure == "rollout":
        return replace(style, quantity=measure, full=trace.full_scale(kind))
    below, above = SIGNED[style.palette] if done.quantity in EITHER_SIGN else (None, style.colour_map)
    totals = style.row_totals and done.quantity not in EITHER_SIGN  # scores have no sum that means anything
    return replace(
        style, quantity=done.quantity, full=trace.full_scale(kind), colour_map=above, below=below, row_totals=totals
    )  # fmt: skip


def measure_of(trace: Trace) -> Measure:
    """What the numbers of a trace's maps are."""
    done = trace.meta.reading
    return "weight" if done is None else "rollout" if done.aggregate == "rollout" else done.quantity


def strongest_keys(trace: Trace, kind: Kind, numbers: Numbers, row: int, count: int) -> list[int]:
    """The keys with the most weight in a row, whose ``numbers`` are [K], largest first; none that is shown as 0.00.

    Of scores and differences every one counts that is neither blocked nor set aside.
    """
    order, done, mask = np.argsort(-numbers, kind="stable").tolist(), trace.meta.reading, trace.mask(kind)
    if measure_of(trace) not in EITHER_SIGN:
        return [key for key in order[:count] if numbers[key] >= SHOWN]
    aside = () if done is None else done.aside_keys(kind)
    return [key for key in order if key not in aside and (mask is None or mask[row, key])][:count]


def name(quantity: Measure) -> str:
    """What one number is called."""
    translate = QCoreApplication.translate
    return {
        "weight": translate("pictures", "weight"),
        "score": translate("pictures", "score before mask and softmax"),
        "norm": translate("pictures", "weight × ‖value · W_O‖"),
        "difference": translate("pictures", "weight after − before the change"),
        "rollout": translate("pictures", "share by rollout"),
    }[quantity]


def norm_word(norm: str) -> str:
    """A norm where it is a word; in a formula it is called as in the papers, in every language."""
    return "RMSNorm" if norm == "rms" else QCoreApplication.translate("pictures", "LayerNorm")


def short_name(quantity: Measure) -> str:
    """The same where there is little room."""
    translate = QCoreApplication.translate
    short = {"score": translate("pictures", "score"), "norm": translate("pictures", "weight × norm"),
             "difference": translate("pictures", "difference")}  # fmt: skip
    return short.get(quantity) or name(quantity)


def words(shares: Numbers, style: Style, out: NDArray[np.uint32], within: bool = False) -> None:
    """Shares of full colour, −1…1 → QImage words of the same shape, into ``out``; see ``level`` for ``within``."""
    style.colour_map.fill(out, level(shares, style.scale, within))
    if style.below is not None:
        negative = shares < 0
        out[negative] = style.below.words[level(-shares[negative], style.scale)]


def is_dark(shares: Numbers, style: Style) -> NDArray[np.bool_]:
    """Must text on these colours be light? The same shape."""
    dark = style.colour_map.dark[level(shares, style.scale)]
    return dark if style.below is None else np.where(shares < 0, style.below.dark[level(-shares, style.scale)], dark)


def highest(values: Numbers, style: Style) -> Numbers:
    """[…,Q,K] → […,1,1] the number of full colour where each map has its own."""
    known = np.nan_to_num(values, posinf=1, neginf=-1 if style.below is not None else 0)
    sizes = np.abs(known) if style.below is not None else known
    most: Numbers = sizes.max(axis=(-2, -1), keepdims=True, initial=0)
    return np.where(most > 0, most, np.float32(1))


def bar_words(style: Style) -> NDArray[np.uint32]:
    """The colours of a bar, from its left to its right end."""
    above = style.colour_map.words
    return above if style.below is None else np.concatenate([style.below.words[::-1], above])


def bar_ticks(style: Style) -> tuple[float, ...]:
    """Shares of full colour that are written under a bar."""
    if style.below is not None:
        return (-1.0, -0.5, 0.0, 0.5, 1.0) if style.scale == "linear" else (-1.0, -0.25, 0.0, 0.25, 1.0)
    return (0.0, 0.25, 0.5, 0.75, 1.0) if style.scale == "linear" else (0.0, 0.01, 0.05, 0.1, 0.25, 0.5, 1.0)


def bar_place(share: float, style: Style, width: int) -> float:
    """Pixels from a bar's left end to a share of full colour, where the bar is ``width`` pixels long."""
    along = int(level(abs(share), style.scale)) / (LEVELS - 1)
    if style.below is not None:
        along = (1 + (along if share >= 0 else -along)) / 2
    return along * (width - 1)


def figure(value: float, quantity: Measure, decimals: int = 2) -> str:
    """A number in a cell or beside one: a weight with its decimals, another with as many as it has room for."""
    if quantity in ("score", "norm"):
        size = abs(value)
        decimals = max(0, decimals - (size >= 9.995) - (size >= 99.95))
    return f"{value:z.{decimals}f}".replace("-", "−")  # z: no minus before zeros alone


_ONE = int(np.float32(1).view(np.uint32))


def are_shares(numbers: Numbers) -> bool:
    """Are all of them 0 … 1? In one pass: the bits of what is negative, more or no number are more than those of 1."""
    return not numbers.size or int(numbers.view(np.uint32).max()) <= _ONE


def trouble(numbers: NDArray[np.floating], measure: Measure) -> Trouble:
    """Are ``numbers`` of any shape what their name says: numbers, and weights between 0 and 1?"""
    low, high = (float(numbers.min()), float(numbers.max())) if numbers.size else (0.0, 0.0)
    if not (math.isfinite(low) and math.isfinite(high)):
        return "infinite"
    shares = measure in ("weight", "rollout")
    return "outside" if shares and (low < -SLACK or high > 1 + SLACK) else ""


def worst(*found: Trouble) -> Trouble:
    """The one to tell of."""
    return max(found, key=get_args(Trouble).index, default="")


def warning(found: Trouble) -> str:
    """What a person has to know before reading the colours; "" where nothing is wrong."""
    if not found:
        return ""
    translate = QCoreApplication.translate
    return {
        "outside": translate("pictures", "some weights lie outside 0 … 1"),
        "infinite": translate("pictures", "some weights are not finite numbers"),
    }[found]
