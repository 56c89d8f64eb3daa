"""Scales that show something, offered beside the colour bar of a map that is pale nearly all over."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.common.lazy_dataclass import dataclass
from model.common.text import fill
from viz_app.pictures.drawing import quantities
from viz_app.pictures.drawing.atlas import Weights
from viz_app.pictures.drawing.legends import grown
from viz_app.pictures.drawing.picture import Style
from viz_app.platform.preferences import Scale
from viz_app.platform.theme import font, text_width

PALE = 0.2  #: of full colour: a row whose maximum is below it looks empty, and a map of which most rows do
OWN = 0.5  #: of full colour: a map whose maximum is above it gains little by a scale of its own
BESIDE = 14  #: logical pixels of a button beside its text
GAP = 6  #: logical pixels between two


@dataclass(frozen=True)
class ScaleOffer:
    """Another scale for the same numbers."""

    text: str
    hint: str
    scale: Scale
    per_map_scale: bool


def offers(weights: Weights, style: Style, by_rows: bool = True) -> tuple[ScaleOffer, ...]:
    """What would show more of a map, [Q,K]; the way back where it is chosen; nothing where colours are strong: in
    most rows, or anywhere where most rows need not have any.
    """
    translate = QCoreApplication.translate
    if not style.on_screen or style.presented or not _is_pale(weights, style, by_rows):
        return ()
    most = quantities.highest(weights, style).item()
    told, signed = f"{most:.2g}" if most < 0.01 else f"{most:.2f}", style.below is not None
    if style.scale != "linear" or style.per_map_scale:
        shared = translate("pictures", "±%1, even") if signed else translate("pictures", "0 … %1, even")
        whole = fill(shared, f"{style.full:.3g}")
        return (ScaleOffer(whole, translate("pictures", "Back to the scale that all maps share"), "linear", False),)
    own = fill(translate("pictures", "Full colour at this map’s own maximum, %1"), told)
    root = translate("pictures", "Square-root scale: small numbers get more of the colours")
    of_map = ScaleOffer(f"±{told}" if signed else f"0 … {told}", own, "linear", True)
    of_roots = ScaleOffer(translate("pictures", "√ scale"), root, "sqrt", False)
    return (of_map, of_roots) if most < OWN * style.full else (of_roots,)


def _is_pale(weights: Weights, style: Style, by_rows: bool) -> bool:
    """A few strong cells among many pale rows show nothing of these."""
    sizes = np.abs(np.nan_to_num(weights, posinf=1, neginf=1)).max(axis=-1, initial=0)
    most = np.median(sizes) if by_rows and sizes.size else sizes.max(initial=0)
    return float(most) < PALE * style.full


def widths(found: tuple[ScaleOffer, ...], style: Style) -> list[int]:
    """Device pixels of a button for each, as wide as their texts in the legend's letters need."""
    face = font(round(0.9 * style.font_pixels))
    return [math.ceil(text_width(offer.text, face)) + grown(style, BESIDE) for offer in found]


def room(found: tuple[ScaleOffer, ...], style: Style) -> int:
    """What all of them take beside each other."""
    return sum(widths(found, style)) + max(0, len(found) - 1) * grown(style, GAP)
