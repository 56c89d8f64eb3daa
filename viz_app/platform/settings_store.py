"""The settings file: preferences, memory and the window's layout, as lines of JSON in the INI file that Qt once wrote.

It decides nothing. Whatever lies there is foreign: it is read as text, of bounded size, never by Qt, whose stored
values can ask for all memory there is. What cannot be read is kept beside it under another name; the defaults stand.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from PySide6.QtCore import QCoreApplication

from model.common.assets import data_folder, home
from model.common.atomic import write_atomically
from model.common.plain_file import read_plain
from model.common.problems import Problem
from model.common.text import fill
from viz_app.platform.preferences import Memory, Settings
from viz_app.platform.settings_table import DEFAULTS, fits

translate = QCoreApplication.translate
VERSION = 1
KEYS = ("version", "settings", "memory", "layout")
MAX_BYTES = 8 * 2**20  #: of the file; fifty sentences of the longest kept are one
MAX_TEXTS, MAX_LETTERS = 50, 10_000  #: what one list of the memory holds, and one of its texts
MAX_GEOMETRY, MAX_PIXELS = 256, 100_000  #: bytes that Qt takes to describe a window, and how wide a column may be
BESIDE = (".bak", *(f".bak{number}" for number in range(2, 10)))  #: what is added to the name of an unreadable file
DAMAGE = (ValueError, RecursionError)  #: what reading JSON ends in


class StoredLayout(NamedTuple):
    """Where the window was, as Qt describes it, and how many pixels each column had."""

    geometry: bytes = b""
    columns: tuple[int, ...] = ()
    windows: Mapping[str, bytes] = MappingProxyType({})  #: of panes, by their names


def usual_folder() -> Path:
    """Where the copies of what is not saved lie: where this user's programs keep what they need."""
    return data_folder() / "Headscope" / "recovery"


def usual_file() -> Path:
    """Where Qt would put it."""
    if sys.platform == "win32":
        folder = Path(os.environ.get("APPDATA") or home() / "AppData" / "Roaming")
    else:
        said = Path(os.environ.get("XDG_CONFIG_HOME", ""))
        folder = said if said.is_absolute() else home() / ".config"
    return folder / "Headscope" / "Headscope.ini"


class Store:
    """The settings file. ``path`` is for tests; without it the system's place for settings is used."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or usual_file()

    def load(self) -> tuple[Settings, Problem | None]:
        """The stored settings; or the defaults, and the problem where the file was not readable."""
        try:
            values = self._read()
            if not values:
                return Settings(), None
            if int(values.get("version", "")) > VERSION:
                raise ValueError("newer version")
            return settings_from_json(values.get("settings", "{}")), None
        except (*DAMAGE, OSError):
            return Settings(), self._set_aside()

    def save(self, settings: Settings) -> None:
        """Write ``settings``; a place that cannot be written loses them, and only them."""
        self._write(settings=asdict(settings))

    def memory(self) -> Memory:
        """What was opened and translated before; what of it cannot be read is forgotten without a word."""
        known = self._part("memory")
        return Memory(*(_texts(known.get(item.name)) for item in fields(Memory)))

    def save_memory(self, memory: Memory) -> None:
        """Write what was opened and translated."""
        self._write(memory=asdict(memory))

    def layout(self) -> StoredLayout:
        """The stored layout; what of it cannot be read is as on the first day."""
        known = self._part("layout")
        geometry, columns = known.get("geometry"), known.get("columns")
        try:
            place = bytes.fromhex(geometry) if isinstance(geometry, str) else b""
        except ValueError:
            place = b""
        widths = columns if isinstance(columns, list) else []
        known_widths = all(type(width) is int and 0 <= width <= MAX_PIXELS for width in widths)
        fitting = place if len(place) <= MAX_GEOMETRY else b""
        return StoredLayout(fitting, tuple(widths) if known_widths else (), _windows(known.get("windows")))

    def save_layout(self, layout: StoredLayout) -> None:
        """Store where the window is."""
        windows = {name: place.hex() for name, place in layout.windows.items()}
        kept = {"windows": windows} if windows else {}
        self._write(layout={"geometry": layout.geometry.hex(), "columns": layout.columns, **kept})

    def _part(self, name: str) -> dict[str, Any]:
        """One JSON object of the file; empty for any other thing."""
        try:
            value = json.loads(self._read().get(name, "{}"))
        except (*DAMAGE, OSError):
            return {}
        return value if isinstance(value, dict) else {}

    def _read(self) -> dict[str, str]:
        """Key → text; empty where there is no file. Raises ValueError and OSError."""
        try:
            content = read_plain(self._path, MAX_BYTES)
        except (FileNotFoundError, NotADirectoryError):
            return {}
        return values_of(content.decode("utf-8"))

    def _write(self, **parts: dict[str, Any]) -> None:
        """Other values for some keys. What somebody translated is nobody else's business: only the owner may read."""
        try:
            values = self._read()
        except (*DAMAGE, OSError):  # since it was loaded
            self._set_aside()
            values = {}
        values |= {"version": str(VERSION)} | {name: json.dumps(part) for name, part in parts.items()}
        lines = ["[General]", *(f"{name}={_quoted(values[name])}" for name in KEYS if name in values), ""]
        with suppress(Problem, OSError):
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_atomically(self._path, "\n".join(lines).encode("utf-8", "backslashreplace"))
            self._path.chmod(0o600)

    def _set_aside(self) -> Problem:
        """Give the file, or whatever lies in its place, another name: nothing of it is read or lost."""
        free = (self._path.with_name(self._path.name + ending) for ending in BESIDE)
        backup = next((path for path in free if not os.path.lexists(path)), None)
        try:
            if backup is None:
                raise FileExistsError(self._path)
            self._path.rename(backup)
        except OSError:
            return Problem(*self._complaint(), translate("Settings", "The defaults are used"))
        kept = fill(translate("Settings", "The defaults are used; the old file is kept as %1"), backup.name)
        return Problem(*self._complaint(), kept)

    def _complaint(self) -> tuple[str, str]:
        return (
            translate("Settings", "settings"),
            translate("Settings", "the file is damaged or was written by a newer Headscope"),
        )


def values_of(text: str) -> dict[str, str]:
    """Key → text of the general section of an INI file. Raises ValueError for what is none."""
    values: dict[str, str] = {}
    section = ""
    for ended in text.split("\n"):
        line = ended.removesuffix("\r")
        key, found, value = line.partition("=")
        if line.startswith("[") and line.endswith("]"):
            section = line
        elif line.strip() and not line.startswith(";"):
            if not found:
                raise ValueError("no INI file")
            if section == "[General]":
                values[key.strip()] = _plain_text(value.strip())
    if text.strip() and not values:
        raise ValueError("no INI file")
    return values


def _quoted(text: str) -> str:
    """As Qt writes a text, so that an older Headscope reads it."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _plain_text(value: str) -> str:
    """The inverse, for the texts that Headscope has written: JSON needs no other escapes than these two."""
    if not (len(value) > 1 and value[0] == value[-1] == '"'):
        return value
    return "\\".join(part.replace('\\"', '"') for part in value[1:-1].split("\\\\"))


def settings_from_json(text: str) -> Settings:
    """The inverse of ``json.dumps(asdict(settings))``; names it does not know are left out.

    Raises ValueError where a value has the wrong type or is out of range.
    """
    values = json.loads(text)
    if not isinstance(values, dict):
        raise ValueError("settings are no object")
    chosen = {name: _plain(value) for name, value in values.items() if name in DEFAULTS}
    for name, value in chosen.items():
        if not fits(name, value):
            raise ValueError(f"{name} is {value!r}")
    return Settings(**chosen)


def _plain(value: Any) -> Any:
    """JSON knows lists only."""
    return tuple(value) if isinstance(value, list) else value


def _texts(value: Any) -> tuple[str, ...]:
    """A list of texts, as many and as long as they may be; empty where it is none."""
    texts = value if isinstance(value, list) else []
    kept = [text for text in texts if isinstance(text, str) and len(text) <= MAX_LETTERS]
    return tuple(kept[:MAX_TEXTS])


def _windows(said: Any) -> Mapping[str, bytes]:
    """Where panes were, as a file says; what is no such place is left out."""
    found = {}
    for name, text in said.items() if isinstance(said, dict) and len(said) <= MAX_TEXTS else ():
        with suppress(ValueError, TypeError):
            place = bytes.fromhex(text)
            if len(place) <= MAX_GEOMETRY and name.isidentifier():
                found[name] = place
    return found


def without_given(changed: Settings, stored: Settings, theme: str | None) -> Settings:
    """What to store of ``changed``: a theme that was given for this once and is still on was nobody's choice."""
    return replace(changed, theme=stored.theme) if theme and changed.theme == theme else changed


def with_theme(settings: Settings, theme: str | None) -> Settings:
    """``settings`` with a theme that was given for this once."""
    return replace(settings, theme=theme) if theme else settings  # type: ignore[arg-type]
