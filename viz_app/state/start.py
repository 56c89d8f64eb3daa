"""The options that the program is started with, known before anything is there that could handle them."""

from __future__ import annotations

import json
from itertools import chain
from pathlib import Path
from typing import Any, get_args

from model.common.lazy_dataclass import dataclass
from model.record.trace import KINDS, Kind, Quantity
from model.transforms.aggregates import Aggregate
from model.transforms.set_aside import Aside
from model.transforms.view_transform import PLAIN, ViewTransform, conflict
from viz_app.state.intents import Topic
from viz_app.state.zoom import Zoom

#: Of a :class:`LastPlace` as texts, by older versions and by this one; digits.
OLDEST_PARTS, OLD_PARTS, GREEDY_PARTS, UNCHANGED_PARTS, PARTS, LONGEST_NUMBER = 7, 12, 14, 15, 16, 7
TARGET_USES = ("", "begin", "given")


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
    last: LastPlace | None = None  #: where ``sentence``, or ``trace``, was looked at when the program ended
    gone: Path | None = None  #: a file that was open when the program ended, and is no longer there


@dataclass(frozen=True)
class LastChanges:
    """The part of a run that a person chose, beside its sentences: enough to ask for it once more."""

    sha256: str = ""  #: of the checkpoint whose ids these are
    padding: int = 0  #: extra <pad> after ``length`` tokens
    length: int = 0
    given: bool = False  #: the tokens are whole translations
    sentence: int = 0  #: of a batch: the one that was looked at
    tokens: tuple[tuple[int, ...], ...] = ()  #: of each sentence, those at its start

    @property
    def is_plain(self) -> bool:
        """Would the sentences alone give the same run?"""
        return not self.padding and not self.given and not any(self.tokens)

    def as_texts(self) -> tuple[str, str]:
        """The numbers and the tokens."""
        numbers = (self.padding, self.length, int(self.given), self.sentence)
        tokens = ";".join(",".join(map(str, each)) for each in self.tokens)
        return " ".join((*map(str, numbers), self.sha256)), tokens


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
    file: str = ""  #: full path of the trace or session that was on screen; empty: it was run here
    target_use: str = ""  #: the target line, as it was open
    target_text: str = ""
    changes: LastChanges = LastChanges()
    reading: ViewTransform = PLAIN  #: the choices of *Display*
    topic: Topic = "embedding"  #: of the view of embeddings and layers
    decoding: str = ""  #: how tokens were chosen, as JSON, with the hypothesis that was on screen; empty: greedily
    query: int | None = None  #: the selected cell's row in the run, and its column
    key: int | None = None
    zoom: Zoom | None = None  #: which part of the map was shown
    what_if: str = ""  #: the list of *What if*, as JSON; empty: nothing was changed

    def as_texts(self) -> tuple[str, ...]:
        """As the settings file keeps it."""
        at = str(self.layer), str(self.head), str(self.step)
        rest = self.file, self.target_use, self.target_text, *self.changes.as_texts()
        shown = _said(self.reading), ";".join((self.topic, *_looked_at(self))).rstrip(";"), self.decoding
        return (self.checkpoint, self.text, self.view, self.kind, *at, *rest, *shown, self.what_if)


def last_place(texts: tuple[str, ...]) -> LastPlace | None:
    """The inverse; None for what is none. Older versions kept less: the first one the sentence and the place alone."""
    if (
        len(texts) not in (OLDEST_PARTS, OLD_PARTS, GREEDY_PARTS, UNCHANGED_PARTS, PARTS)
        or texts[3] not in KINDS
        or not all(map(_is_number, texts[4:7]))
    ):
        return None
    layer, head, step = map(int, texts[4:7])
    rest = *texts[OLDEST_PARTS:], *("",) * (PARTS - len(texts))
    file, use, target, numbers, tokens, display, topic, decoding, what_if = rest
    changes = _changes(numbers, tokens)
    if not (texts[1].strip() or file) or use not in TARGET_USES or changes is None:
        return None
    where = texts[0], texts[1], texts[2], texts[3], layer, head, step
    topic, _, said = topic.partition(";")
    shown: Topic = topic if topic in get_args(Topic) else "embedding"  # type: ignore[assignment]  # one of them
    told = _reading(display), shown, _object(decoding)
    return LastPlace(*where, file, use, target, changes, *told, **_cell(said), what_if=_object(what_if))


def _looked_at(place: LastPlace) -> tuple[str, str]:
    """The selected row and column, and the part of the map, as texts; empty where nothing is selected or zoomed."""
    zoom = place.zoom
    cell = "" if (place.query, place.key) == (None, None) else " ".join(
        "-" if index is None else str(index) for index in (place.query, place.key))  # fmt: skip
    return cell, "" if zoom is None else f"{zoom.row} {zoom.column} {zoom.rows} {zoom.columns}"


def _cell(said: str) -> dict[str, Any]:
    """The inverse; nothing for what is none: it is no reason to lose the place."""
    cell, _, part = said.partition(";")
    ends, corners = cell.split(" ") if cell else ["-", "-"], part.split(" ") if part else []
    numbers = (*(end for end in ends if end != "-"), *corners)
    if len(ends) != 2 or len(corners) not in (0, 4) or not all(map(_is_number, numbers)):
        return {}
    query, key = (None if end == "-" else int(end) for end in ends)
    return {"query": query, "key": key, "zoom": Zoom(*map(int, corners)) if corners else None}


def _said(reading: ViewTransform) -> str:
    """The choices of *Display* as one text."""
    columns = (",".join(map(str, side)) for side in (reading.source_columns, reading.target_columns))
    flags = str(int(reading.words)), str(int(reading.renormalise))
    return " ".join((reading.quantity, reading.aggregate, reading.aside, *flags, ";".join(columns)))


def _reading(said: str) -> ViewTransform:
    """The inverse; the plain one for what is none: how a run is displayed is no reason to lose the place."""
    parts = said.split(" ")
    allowed = (*map(get_args, (Quantity, Aggregate, Aside)), ("0", "1"), ("0", "1"))
    if len(parts) != 6 or any(part not in known for part, known in zip(parts, allowed, strict=False)):
        return PLAIN
    sides = [side.split(",") if side else [] for side in parts[5].split(";")]
    if len(sides) != 2 or not all(map(_is_number, chain.from_iterable(sides))):
        return PLAIN
    source, target = (tuple(map(int, side)) for side in sides)
    of_cells: dict[str, Any] = dict(zip(("quantity", "aggregate", "aside"), parts[:3], strict=True))
    found = ViewTransform(**of_cells, words=parts[3] == "1", source_columns=source, target_columns=target,
                          renormalise=parts[4] == "1")  # fmt: skip
    return PLAIN if conflict(found) else found


def _object(said: str) -> str:
    """The same where it is one, as JSON; else nothing: how a run was made is no reason to lose the place."""
    try:
        return said if isinstance(json.loads(said or "0"), dict) else ""
    except (ValueError, RecursionError):
        return ""


def _changes(said: str, tokens: str) -> LastChanges | None:
    numbers, ids = said.split(" "), [each.split(",") if each else [] for each in tokens.split(";")]
    if not said:
        return LastChanges()
    if len(numbers) != 5 or not all(map(_is_number, (*numbers[:4], *chain.from_iterable(ids)))):
        return None
    padding, length, given, sentence = map(int, numbers[:4])
    rows = tuple(tuple(map(int, row)) for row in ids) if tokens else ()
    return LastChanges(numbers[4], padding, length, given == 1, sentence, rows)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < LONGEST_NUMBER
