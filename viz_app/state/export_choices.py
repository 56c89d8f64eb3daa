"""Choices of the export dialog: what is taken away, and how; remembered for the next time.

And what is wanted then: intents that :mod:`viz_app.handlers.files` handles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from model.common.languages import LANGUAGES
from model.common.lazy_dataclass import dataclass
from viz_app.platform.preferences import Memory, Settings
from viz_app.state.paper_sizes import PRESETS

if TYPE_CHECKING:
    from model.common.fields import Fields

What = Literal["picture", "steps", "training", "numbers", "run", "page", "handout"]
Letters = Literal["text", "paths"]
Paper = Literal["A4", "letter", "16:9"]
Heads = Literal["best", "shown"]
Copies = Literal["picture", "image", "numbers"]

RESOLUTIONS = (0, 96, 150, 192, 300, 600)  #: dots per inch of an image; 0 as its size asks
VALUES: dict[str, tuple[object, ...]] = {
    "what": get_args(What), "text": get_args(Letters), "language": ("", *LANGUAGES), "dpi": RESOLUTIONS,
    "preset": tuple(PRESETS), "paper": get_args(Paper), "heads": get_args(Heads),
}  # fmt: skip


@dataclass(frozen=True)
class ExportChoices:
    """The defaults are a figure for a slide."""

    what: What = "picture"
    suffix: str = ".png"  #: which kind of file
    preset: str = "slide"  #: name of a size
    dark: bool = False
    title: bool = True  #: the picture's heading
    caption: bool = True  #: where the numbers come from
    honest: bool = True  #: what they are not
    legend: bool = True  #: what colours and patterns mean
    language: str = ""  #: of the words in it; "" as the window
    text: Letters = "text"  #: how a vector holds letters
    dpi: int = 0  #: of an image
    paper: Paper = "A4"  #: of a handout
    heads: Heads = "best"  #: there: whose maps
    emphasis: bool = False  #: frames around the current step's row and the selected map

    def as_texts(self) -> tuple[str, ...]:
        """What differs from the defaults, as ``name=value``: in the settings file, and for the process that exports."""
        return tuple(f"{name}={value}" for name, value in asdict(self).items() if value != DEFAULTS[name])


DEFAULTS = asdict(ExportChoices())


def from_texts(texts: Iterable[str]) -> ExportChoices:
    """The inverse of :meth:`ExportChoices.as_texts`; what it does not understand stays as it is by default."""
    pairs = (text.partition("=") for text in texts)
    read = {name: _value(name, word) for name, _, word in pairs}
    return ExportChoices(**{name: value for name, value in read.items() if value is not None})


def choices_in(said: Fields) -> ExportChoices:
    """The field ``choices`` of a file, as :meth:`ExportChoices.as_texts` wrote it.

    Raises :class:`model.common.problems.Problem` for anything else.
    """
    texts = said.texts("choices")
    choices = from_texts(texts)
    return choices if choices.as_texts() == texts else said.refuse("choices")


def last_choices(memory: Memory, settings: Settings) -> ExportChoices:
    """What was chosen last; without captions where the settings leave them out."""
    choices = from_texts(memory.export)
    return choices if settings.captions else replace(choices, caption=False, honest=False)


def _value(name: str, word: str) -> Any:
    """A word as the field of this name takes it; None for what it may not be."""
    default = DEFAULTS.get(name)
    if isinstance(default, bool):
        return {"True": True, "False": False}.get(word)
    value = int(word) if isinstance(default, int) and word.isascii() and word.isdecimal() and len(word) < 10 else word
    return value if type(value) is type(default) and value in VALUES.get(name, (value,)) else None


@dataclass(frozen=True)
class Export:
    """Write what was chosen of the run on screen to a file, and remember what was chosen."""

    path: Path
    choices: ExportChoices


@dataclass(frozen=True)
class Copy:
    """Put what is on screen into the clipboard: picture and numbers, the picture alone, or the numbers alone."""

    what: Copies


@dataclass(frozen=True)
class SaveTrace:
    """Write the run on screen to a trace file."""

    path: Path


@dataclass(frozen=True)
class ShowFile:
    """Open a file that was written with the program that the system has for it, or the folder where it lies."""

    path: Path
    folder: bool = False


@dataclass(frozen=True)
class Made:
    """A file that has been written, and the message that says so."""

    path: Path
    message: str


@dataclass(frozen=True)
class SavePlot:
    """Write a plot, as it was made for a file of the kind ``suffix``."""

    path: Path
    suffix: str
    content: Callable[[], bytes]  #: called beside the window: a million numbers take a second to be written out


@dataclass(frozen=True)
class SaveLesson:
    """Write the lesson of a file as a page or as a handout, as ``path`` ends."""

    lesson: Path
    path: Path
