"""The options that the program is started with, known before anything is there that could handle them."""

from __future__ import annotations

from pathlib import Path

from model.common.lazy_dataclass import dataclass
from model.record.trace import KINDS, Kind

PARTS, LONGEST_NUMBER = 7, 7  #: of a :class:`LastPlace` as texts; digits


@dataclass(frozen=True)
class Start:
    """What the program was started with."""

    checkpoint: str = ""  #: path of a checkpoint; empty: none
    device: str = "auto"
    trace: Path | None = None
    sentence: str = ""  #: to translate; empty: the example stays
    ask: bool = True  #: what a file does not say; else as its family's code has it
    details: Path | None = None  #: activations of the run on screen
    typed: tuple[tuple[str, str], ...] = ()  #: ``--answer NAME=VALUE``: of ``checkpoint``
    last: LastPlace | None = None  #: where ``sentence`` was looked at when the program ended


@dataclass(frozen=True)
class LastPlace:
    """Where somebody was when the program ended: it begins there the next time."""

    checkpoint: str  #: full path
    text: str  #: the sentence, or several, one a line
    view: str
    kind: Kind
    layer: int
    head: int
    step: int

    def as_texts(self) -> tuple[str, ...]:
        """As the settings file keeps it."""
        return (self.checkpoint, self.text, self.view, self.kind, str(self.layer), str(self.head), str(self.step))


def last_place(texts: tuple[str, ...]) -> LastPlace | None:
    """The inverse; None for what is none."""
    if len(texts) != PARTS or not texts[1].strip() or texts[3] not in KINDS:
        return None
    numbers = texts[4:]
    if not all(number.isascii() and number.isdecimal() and len(number) < LONGEST_NUMBER for number in numbers):
        return None
    layer, head, step = map(int, numbers)
    return LastPlace(texts[0], texts[1], texts[2], texts[3], layer, head, step)
