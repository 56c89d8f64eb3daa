"""The entries of the palette: every command, places in the run, sentences and files. The search is elsewhere.

Places in a run are read as they are written: ``layer 2 head 3``, ``2.3``, ``step 5``, ``인코더 레이어 1``; from 1.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import get_args

from PySide6.QtCore import QCoreApplication

from model.common.assets import CHECKPOINTS, shipped_checkpoints
from model.common.lazy_dataclass import dataclass
from model.record.trace import Kind
from viz_app.commands import all_commands
from viz_app.commands.actions import shown_keys
from viz_app.commands.command import Command, Desk, Menu
from viz_app.commands.search import SearchEntry, SearchHit, search
from viz_app.dialogs.palette.elsewhere import elsewhere
from viz_app.pictures.drawing import head_orders
from viz_app.platform.preferences import HeadOrder
from viz_app.platform.settings_table import pages
from viz_app.platform.text import fill, localised, on_one_line
from viz_app.platform.theme import visible
from viz_app.state.intents import ChangeSettings, Intent, OpenPath, Select, SetDevice, SetSource, SetView, Translate
from viz_app.state.recent import labels
from viz_app.state.state import Snapshot

translate = QCoreApplication.translate
FILE_WORDS = "recent load checkpoint trace 최근 열기"
SENTENCE_WORDS = "sample history sentence 예문 문장"
DEVICE_WORDS = "device gpu cuda mps cpu 장치"
ORDER_WORDS = "heads order sort rank 헤드 순서 정렬"
SETTING_WORDS = "preferences options 설정"
MOST = 60  #: lines for a query; nobody reads more


def found(menus: tuple[Menu, ...], desk: Desk, current: Callable[[], Snapshot], query: str) -> tuple[SearchHit, ...]:
    """What fits ``query``: a place it names, then the best of everything. ``current`` tells what is true."""
    now = current()
    by_name = {command.name: _of_command(command, desk, current) for command in all_commands(menus)}
    commands = [*by_name.values()]
    if not query.strip():
        return search(commands, "")
    place = place_of(query)
    first = () if place is None else (SearchHit(_of_place(place, desk, now)),)
    places = (*_steps(desk, now), *_files(desk, now), *_sentences(desk, now), *_devices(desk, now))
    others = [*places, *_orders(desk, now), *_settings(desk)]
    here, nearest = search([*commands, *others], query), elsewhere(query, by_name)
    possible = any(hit.entry.enabled for hit in here)
    return (*first, *here, *nearest)[:MOST] if possible else (*first, *nearest, *here)[:MOST]


def _of_command(command: Command, desk: Desk, current: Callable[[], Snapshot]) -> SearchEntry:
    now = current()

    def run() -> None:
        later = current()
        if command.enabled(later):
            command.act(desk, later)

    keys = "" if command.name in now.settings.keys_off else shown_keys(command)
    on = command.checked is not None and command.checked(now)
    return SearchEntry(command.text_now(now), run, keys, command.hint_now(now), command.words, command.enabled(now), on)


# --- places ---


def _of_place(place: RunPlace, desk: Desk, now: Snapshot) -> SearchEntry:
    kind = place.kind or now.selection.kind
    parts = [_KINDS[kind]()] if place.kind or place.layer or place.head else []  # of which attention it is
    named = (
        (translate("Palette", "layer %1"), place.layer),
        (translate("Palette", "head %1"), place.head),
        (translate("Palette", "step %1"), place.step),
    )
    parts += [fill(text, number) for text, number in named if number is not None]
    layer, head, step = (None if number is None else number - 1 for _, number in named)
    intent = Select(place.kind, layer, head, step)
    missing = _missing(place, kind, now)
    hint = missing or translate("Palette", "Select this place; all views follow.")
    text = fill(translate("Palette", "Go to %1"), ", ".join(parts))
    return SearchEntry(text, lambda: desk.request(intent), hint=hint, enabled=not missing)


def _missing(place: RunPlace, kind: Kind, now: Snapshot) -> str:
    """Why there is no such place; empty if there is one."""
    run = now.trace
    if run is None:
        return translate("Palette", "There is no run yet.")
    layers, heads = run.layers(kind), run.heads(kind)
    wanted = ((place.layer, layers), (place.head, heads), (place.step, run.steps))
    if all(number is None or 1 <= number <= count for number, count in wanted):
        return ""
    template = translate("Palette", "This run has %1 layers, %2 heads and %3 steps.")
    return fill(template, layers, heads, run.steps)


_KINDS: dict[Kind, Callable[[], str]] = {
    "encoder": lambda: translate("KindSwitch", "Encoder"),
    "decoder": lambda: translate("KindSwitch", "Decoder"),
    "cross": lambda: translate("KindSwitch", "Cross"),
}


# --- what was said and opened ---


def _steps(desk: Desk, now: Snapshot) -> Iterator[SearchEntry]:
    """Each step by the token that it writes, or is asked for."""
    run = now.trace
    if run is None or run.produced_tokens is None:
        return
    template = translate("Palette", "Step %1: next token “%2”")
    if run.at_once:
        template = translate("Palette", "Step %1: label “%2”")
    hint = translate("Palette", "Select this place; all views follow.")
    for step, token in enumerate(run.produced_tokens):
        text = fill(template, step + 1, visible(str(token)))
        yield SearchEntry(text, _asking(desk, Select(step=step)), hint=hint)


def _files(desk: Desk, now: Snapshot) -> Iterator[SearchEntry]:
    """Checkpoints that ship, what was opened last, and what lies in the Hugging Face cache."""
    shipped = tuple(str(CHECKPOINTS / name) for name in shipped_checkpoints())
    cached = ((folder, name) for name, folder in now.looked.cached if folder not in now.memory.files)
    for file, label in (*zip(shipped, shipped_checkpoints(), strict=True), *_recent(now), *cached):
        text = fill(translate("Palette", "Open %1"), visible(label))
        there = file not in now.looked.missing
        yield SearchEntry(text, _asking(desk, OpenPath(Path(file))), hint=file, words=FILE_WORDS, enabled=there)


def _recent(now: Snapshot) -> Iterator[tuple[str, str]]:
    return zip(now.memory.files, labels(now.memory.files), strict=True)


def _sentences(desk: Desk, now: Snapshot) -> Iterator[SearchEntry]:
    """What was translated before, and the samples."""
    samples = () if now.checkpoint is None else now.checkpoint.samples
    possible = now.checkpoint is not None or bool(now.opening)  # an engine that starts does it then
    for sentence in dict.fromkeys((*now.memory.sentences, *samples)):
        text = fill(translate("Palette", "Translate “%1”"), on_one_line(sentence))
        ask = _asking(desk, SetSource(sentence), Translate())
        yield SearchEntry(text, ask, words=SENTENCE_WORDS, enabled=possible, said=True)


def _devices(desk: Desk, now: Snapshot) -> Iterator[SearchEntry]:
    """Where the model may run; one that cannot be used says why."""
    for device in now.devices:
        text = fill(translate("Palette", "Run on %1"), localised(device.label))
        hint = localised(device.reason)
        on, possible = now.device == device.name, device.available and now.checkpoint is not None
        yield SearchEntry(text, _asking(desk, SetDevice(device.name)), "", hint, DEVICE_WORDS, possible, on)


def _orders(desk: Desk, now: Snapshot) -> Iterator[SearchEntry]:
    """Each order of heads, in the view that shows it."""
    for order in get_args(HeadOrder):
        ask = _asking(desk, ChangeSettings({"head_order": order}), SetView("all_layers"))
        text = fill(translate("Palette", "Heads by: %1"), head_orders.name(order))
        yield SearchEntry(
            text, ask, hint=head_orders.base(now), words=f"{ORDER_WORDS} {order}", enabled=now.trace is not None,
            on=now.settings.head_order == order,
        )  # fmt: skip


def _settings(desk: Desk) -> Iterator[SearchEntry]:
    """Each setting in its dialog."""
    for page in pages():
        for row in page.rows:
            text = fill(translate("Palette", "Settings: %1"), row.label)
            yield SearchEntry(text, partial(desk.show_settings, row.name), hint=row.sentence, words=SETTING_WORDS)


def _asking(desk: Desk, *intents: Intent) -> Callable[[], None]:
    def run() -> None:
        for intent in intents:
            desk.request(intent)

    return run


KINDS: dict[Kind, str] = {"encoder": "encoder|인코더", "decoder": "decoder|디코더", "cross": "cross|크로스|교차"}
_NUMBER = r"\s*[:#=]?\s*(\d{1,4})"
_LAYER = re.compile(rf"(?:layer|레이어|층|l(?=\s*\d)){_NUMBER}|(\d{{1,4}})\s*(?:번\s*)?(?:레이어|층)", re.IGNORECASE)
_HEAD = re.compile(rf"(?:head|헤드|h(?=\s*\d)){_NUMBER}|(\d{{1,4}})\s*(?:번\s*)?헤드", re.IGNORECASE)
_STEP = re.compile(rf"(?:step|시점|단계|s(?=\s*\d)){_NUMBER}", re.IGNORECASE)
_BOTH = re.compile(r"(\d{1,4})\.(\d{1,4})")
_REST = re.compile(r"(?:[\s,·/]|self-?|attention|어텐션|셀프)*", re.IGNORECASE)


@dataclass(frozen=True)
class RunPlace:
    """What was named; None for the rest. Layer, head and step count from 1."""

    kind: Kind | None = None
    layer: int | None = None
    head: int | None = None
    step: int | None = None


def place_of(query: str) -> RunPlace | None:
    """The place that ``query`` names; None if it names something else or only a kind."""
    rest, numbers = query, dict.fromkeys(("layer", "head", "step"), 0)
    both = _BOTH.search(rest)
    if both is not None:
        numbers |= {"layer": int(both[1]), "head": int(both[2])}
        rest = _without(rest, both)
    for name, pattern in (("layer", _LAYER), ("head", _HEAD), ("step", _STEP)):
        found = pattern.search(rest)
        if found is not None and not numbers[name]:
            numbers[name] = int(next(group for group in found.groups() if group))
            rest = _without(rest, found)
    named: Kind | None = None
    for kind, words in KINDS.items():
        found = re.search(words, rest, re.IGNORECASE)
        if found is not None:
            named, rest = kind, _without(rest, found)
    if not _REST.fullmatch(rest) or not any(numbers.values()):
        return None
    return RunPlace(named, numbers["layer"] or None, numbers["head"] or None, numbers["step"] or None)


def _without(text: str, found: re.Match[str]) -> str:
    return f"{text[: found.start()]} {text[found.end() :]}"
