"""A run's record in people's words: what its fields are called, and what those values say that are words of ours."""

from __future__ import annotations

import re

from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate


def name_of(field: str) -> str:
    """``field`` as people call it; unknown ones as they are."""
    return {
        "method": translate("Handout", "tokens are chosen"),
        "max length": translate("Handout", "most tokens"),
        "forced": translate("Handout", "forced tokens (ids)"),
        "source length": translate("Handout", "source tokens"),
        "scale scores": translate("Handout", "scores times 1/√d_k"),
        "mask fill": translate("Handout", "score of a blocked cell"),
        "norm": translate("Handout", "norm"),
        "norm order": translate("Handout", "place of the norm"),
        "norm eps": translate("Handout", "ε of the norm"),
        "positions": translate("Handout", "positions"),
        "scale embeddings": translate("Handout", "token embedding times √d_model"),
        "source": translate("Handout", "source"),
        "target": translate("Handout", "target"),
    }.get(field, field)


def value_of(field: str, value: str) -> str:
    """``value`` of a field in words, where it is a word of ours."""
    known = {
        "method": {
            "greedy": translate("Handout", "greedy: the most probable one"),
            "beam": translate("Handout", "by beam search"),
            "teacher forcing": translate("Handout", "given (teacher forcing)"),
        },
        "mask fill": {"-inf": "−∞"},
        "norm": {
            "layer": "LayerNorm",
            "rms": "RMSNorm",
            "unbiased": translate("Handout", "LayerNorm with the unbiased standard deviation"),
        },
        "norm order": {
            "pre": translate("Handout", "before each sub-layer (pre-norm)"),
            "post": translate("Handout", "after each sub-layer (post-norm)"),
        },
        "positions": {
            "sinusoidal": translate("Handout", "sines and cosines, computed"),
            "learned": translate("Handout", "learned"),
            "stored": translate("Handout", "fixed, from the file"),
            "relative": translate("Handout", "relative"),
        },
    }
    return known.get(field, {}).get(value, value)


def why_it_stopped(reason: str) -> str:
    """A run's stop reason; see :class:`model.record.trace.Meta`."""
    limit = re.fullmatch(r"limit of (\d+) tokens", reason)
    if limit:
        return translate("Handout", "limit of {count} tokens").format(count=limit[1])
    return {
        "end token": translate("Handout", "the end token"),
        "end of the given target": translate("Handout", "the end of the given target"),
    }.get(reason, reason)
