"""Names from the code of every family that the program knows, for the palette: they find what they name."""

from __future__ import annotations

import re
from collections.abc import Iterable

from model.record.trace import Kind
from viz_app.pictures.drawing.code_names import FAMILIES

_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9.]*")


def words_of_kind(kind: Kind) -> str:
    """Modules and masks of a kind of attention."""
    return _names(code for family in FAMILIES.values() for code in (family.modules[kind], family.masks[kind]))


def words_of_masks() -> str:
    """Masks of every kind."""
    return _names(mask for family in FAMILIES.values() for mask in family.masks.values())


def words_of_numbers() -> str:
    """Scores and weights on their way."""
    return _names(family.numbers for family in FAMILIES.values())


def _names(codes: Iterable[str]) -> str:
    """The names in pieces of code, each once; shapes and words of a sentence are none."""
    found = (name for code in codes for name in _NAME.findall(re.sub(r"\[[^\]]*\]", "", code)))
    return " ".join(dict.fromkeys(name for name in found if len(name) > 2 and name not in ("and", "softmax")))
