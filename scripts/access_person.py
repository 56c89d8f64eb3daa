"""Whoever has only the accessibility tree: reads names, roles, values and announcements, and acts by actions.

No coordinates, no keys, no look at the screen. Texts are found in the language of the window through the program's own
catalogue, so that a person who reads Korean finds the same things.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from access_bus import Bus, BusError

PROJECT = Path(__file__).resolve().parent.parent
ATSPI = "org.a11y.atspi."
ACCESSIBLE, PROPERTIES = ATSPI + "Accessible", "org.freedesktop.DBus.Properties"
ROOT = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
BITS = {"checked": 4, "enabled": 8, "focused": 12, "showing": 25, "visible": 30}
PATIENCE = 120.0  #: seconds for one thing to come; a bound, not a measurement
MOST = 400  #: children of one thing that are looked at
Found = TypeVar("Found")
SENTENCE = "Zwei Hunde spielen im Schnee."


class Missed(Exception):
    """What is not in the tree, or does nothing."""


@dataclass(frozen=True)
class Thing:
    """One thing in the tree."""

    bus: Bus
    owner: str
    path: str

    def ask(self, interface: str, member: str, signature: str = "", *values: Any) -> list[Any]:
        """A method of one of its interfaces."""
        return self.bus.call(self.owner, self.path, ATSPI + interface, member, signature, *values)

    def _property(self, interface: str, name: str) -> Any:
        return self.bus.call(self.owner, self.path, PROPERTIES, "Get", "ss", ATSPI + interface, name)[0]

    @cached_property
    def role(self) -> str:
        """As *push button*."""
        return str(self.ask("Accessible", "GetRoleName")[0])

    @property
    def name(self) -> str:
        """What is said first."""
        return str(self._property("Accessible", "Name"))

    @property
    def description(self) -> str:
        """What is said after it."""
        return str(self._property("Accessible", "Description"))

    @cached_property
    def states(self) -> set[str]:
        """Those of :data:`BITS` that it had when it was found."""
        low, high = self.ask("Accessible", "GetState")[0]
        both = low | high << 32
        return {name for name, bit in BITS.items() if both >> bit & 1}

    @property
    def children(self) -> list[Thing]:
        """What lies in it."""
        return [Thing(self.bus, owner, path) for owner, path in self.ask("Accessible", "GetChildren")[0][:MOST]]

    @property
    def value(self) -> float:
        """Of a slider."""
        return float(self._property("Value", "CurrentValue"))

    def set_value(self, value: float) -> None:
        """Move a slider."""
        self.bus.call(self.owner, self.path, PROPERTIES, "Set", "ssv", ATSPI + "Value", "CurrentValue", ("d", value))

    def write(self, text: str) -> None:
        """Put ``text`` into a field."""
        if not self.ask("EditableText", "SetTextContents", "s", text)[0]:
            raise Missed(f"{self.role} “{self.name}” takes no text")

    @property
    def text(self) -> str:
        """What stands in a field."""
        return str(self.ask("Text", "GetText", "ii", 0, -1)[0])

    def act(self, *wanted: str) -> None:
        """Do the first of these actions that it has."""
        actions = [str(each[0]) for each in self.ask("Action", "GetActions")[0]]
        action = next((each for each in wanted if each in actions), None)
        if action is None:
            raise Missed(f"{self.role} “{self.name}” has only {actions}")
        self.ask("Action", "DoAction", "i", actions.index(action))


class Reader:
    """The person. ``home`` is where files go."""

    def __init__(self, bus: Bus, home: Path, language: str) -> None:
        self.bus, self.home = bus, home
        self._language = language

    # --- words ---

    @cached_property
    def _catalogue(self) -> dict[str, str]:
        if self._language == "en":
            return {}
        from xml.etree import ElementTree as ET

        file = PROJECT / "assets" / "translations" / f"headscope_{self._language}.ts"
        tree = ET.parse(file)  # noqa: S314 - our own
        messages = tree.iter("message")
        said = ((each.findtext("source", ""), each.findtext("translation", "")) for each in messages)
        return {source.replace("&", ""): words.replace("&", "") for source, words in said}  # underlined letters

    def word(self, english: str) -> str:
        """In the language of the window, as the program says it; up to its first place for a value."""
        return self._catalogue.get(english, english).partition("%1")[0].strip()

    def phrase(self, english: str, *values: str) -> str:
        """The same with values in its places."""
        said = self._catalogue.get(english, english)
        for number, value in enumerate(values, 1):
            said = said.replace(f"%{number}", value)
        return said

    # --- looking ---

    def wait_for_window(self, seconds: float) -> None:
        """Until the window is there, with a run in it and the engine ready."""
        self.until(lambda: next(self.look("push button", self.word("Translate")), None), "the window", seconds)

    def windows(self) -> Iterator[Thing]:
        """All windows and dialogs of the program, the newest first."""
        for owner, path in self.bus.call(*ROOT, ACCESSIBLE, "GetChildren")[0]:
            yield from reversed(Thing(self.bus, owner, path).children)

    def everything(self, start: Thing | None = None) -> Iterator[Thing]:
        """What is showing, in the order of the tree."""
        for each in self.windows() if start is None else start.children:
            try:
                if "showing" in each.states:
                    yield each
                    yield from self.everything(each)
            except BusError:
                continue  # it has gone meanwhile

    def look(self, role: str, part: str, start: Thing | None = None) -> Iterator[Thing]:
        """Things of that role with ``part`` in what is said first."""
        return (each for each in self.everything(start) if each.role == role and part in each.name)

    def find(self, role: str, part: str, start: Thing | None = None) -> Thing:
        """The first such thing."""
        return self.until(lambda: next(self.look(role, part, start), None), f"{role} “{part}”", 20.0)

    def until(self, seek: Callable[[], Found | None], what: str, seconds: float = PATIENCE) -> Found:
        """What ``seek`` finds at last."""
        end = time.monotonic() + seconds
        while True:
            with suppress(BusError):  # what was looked at has gone meanwhile
                if found := seek():
                    return found
            if time.monotonic() > end:
                raise Missed(f"{what} does not come in {seconds:.0f} s")
            time.sleep(0.2)

    def announced(self, seconds: float = 5.0, part: str = "") -> str:
        """The next announcement with ``part`` in it."""
        end, said = time.monotonic() + seconds, []
        while time.monotonic() < end:
            for message in self.bus.listen(0.2):
                if message.header.get("member") == "Announcement":
                    said.append(str(message.body[3]))
                    if part in said[-1]:
                        return said[-1]
        raise Missed(f"nothing with “{part}” is announced, only {said}")

    def silence(self) -> None:
        """Forget what was announced until now."""
        self.bus.listen(0.3)

    # --- acting ---

    def press(self, role: str, part: str, start: Thing | None = None) -> None:
        """A button, box, tab or entry."""
        thing = self.find(role, part, start)
        if "enabled" not in thing.states:
            raise Missed(f"{role} “{part}” is grey")
        thing.act("Press", "Toggle", "ShowMenu")

    def menu(self, title: str, *entries: str) -> None:
        """An entry of the menu bar, through its submenus."""
        self.choose(self.find("menu item", self.word(title)), *(self.word(entry) for entry in entries))

    def choose(self, button: Thing, *entries: str) -> None:
        """An entry of the menu of a button or of an entry, and so on."""
        if "enabled" not in button.states:
            raise Missed(f"“{button.name}” is grey")
        for entry in entries:
            button = self.entry(self.opened_by(button), entry)
            if "enabled" not in button.states:
                raise Missed(f"entry “{entry}” is grey")
        button.act("Press", "Toggle")

    def entry(self, menu: Thing, text: str) -> Thing:
        """Of an open menu."""
        return self.until(
            lambda: next((each for each in menu.children if each.name.startswith(text)), None), f"entry “{text}”", 9.0
        )

    def said(self, role: str, *parts: str) -> str:
        """The first name of that role, "" for any, with all ``parts`` in it; "" where there is none."""
        names = (each.name for each in self.everything() if role in ("", each.role))
        return next((name for name in names if all(part in name for part in parts)), "")

    def opened_by(self, button: Thing) -> Thing:
        """The menu that comes; a menu that pops up lies in no window, so it is heard of as it shows itself."""
        self.silence()
        button.act("ShowMenu", "Press")
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for message in self.bus.listen(0.1):
                if message.header.get("member") == "StateChanged" and message.body[:2] == ["showing", 1]:
                    shown = Thing(self.bus, message.header["sender"], message.header["path"])
                    if shown.role == "popup menu":
                        return shown
        raise Missed(f"no menu comes from “{button.name}”")

    # --- the run, from the command line ---

    def arrays(self, sentence: str, checkpoint: str = "everyday") -> dict[str, np.ndarray]:
        """What the run that is heard of holds, computed in another process."""
        out = self.home / "run.npz"
        main, place = str(PROJECT / "main.py"), str(PROJECT / "assets" / "checkpoints" / checkpoint)
        line = [sys.executable, main, "trace", sentence, "--checkpoint", place, "--out", str(out)]
        ended = subprocess.run(line, capture_output=True, text=True, check=False)
        if ended.returncode:
            raise Missed(f"no trace: {ended.stderr[-300:]}")
        with np.load(out, allow_pickle=False) as file:
            return {name: file[name] for name in file.files}


def tasks() -> dict[str, Callable[[Reader], str]]:
    """By name, in their order; each goes on from where the one before has ended."""
    from access_tasks import TASKS

    return TASKS
