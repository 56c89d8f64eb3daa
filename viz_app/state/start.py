"""The options that the program is started with, known before anything is there that could handle them."""

from __future__ import annotations

from pathlib import Path

from model.common.lazy_dataclass import dataclass


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
