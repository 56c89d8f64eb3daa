"""Small numbers as people write them: ``1.2 × 10⁻⁹``, or ``0, exactly``. Never cut, never ``e-09``."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
PLAIN = 0.001  #: from here on a number is written with four decimals


def readable(value: float, exactly: bool = True) -> str:
    """A number of 0 or more, with two digits where it is small; nothing at all is said to be that."""
    if value == 0:
        return QCoreApplication.translate("pictures", "0, exactly") if exactly else "0"
    if not 0 < value < PLAIN:
        return f"{value:.4f}"
    digits, power = f"{value:.1e}".split("e")
    return f"{digits} × 10{str(int(power)).translate(RAISED)}"
