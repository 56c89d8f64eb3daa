"""A box for a whole number that may stand for one with decimals: 5 hundredths are shown and typed as 0.05."""

from __future__ import annotations

from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QSpinBox, QWidget


class NumberBox(QSpinBox):
    """Whole numbers as Qt has them; with ``places`` decimals, ``10 ** places`` stands for 1."""

    def __init__(self, places: int = 0, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._places = places

    @property
    def typing(self) -> bool:
        """Has somebody typed what it does not hold yet?"""
        special = self.specialValueText() if self.value() == self.minimum() else ""
        held = special or self.textFromValue(self.value())
        return self.lineEdit().isModified() and self._plain(self.text()) != held

    def textFromValue(self, value: int) -> str:  # noqa: N802 - Qt's name
        return f"{value / 10**self._places:.{self._places}f}" if self._places else super().textFromValue(value)

    def valueFromText(self, text: str) -> int:  # noqa: N802 - Qt's name
        number = self._number(text)
        return self.value() if number is None else number

    def validate(self, text: str, place: int) -> tuple[QValidator.State, str, int]:
        """Anything that may become a number of the range while it is typed."""
        number = self._number(text)
        if number is not None and self.minimum() <= number <= self.maximum():
            return QValidator.State.Acceptable, text, place
        plain = self._plain(text)
        typing = not plain.strip("0123456789.,-") and plain.count(".") + plain.count(",") <= 1
        return QValidator.State.Intermediate if typing else QValidator.State.Invalid, text, place

    def _plain(self, text: str) -> str:
        return text.removeprefix(self.prefix()).removesuffix(self.suffix()).strip()

    def _number(self, text: str) -> int | None:
        plain = self._plain(text)
        if plain == self.specialValueText() != "":
            return self.minimum()
        try:
            number = float(plain.replace(",", "."))
        except ValueError:
            return None
        return round(number * 10**self._places) if abs(number) < 1e9 else None
