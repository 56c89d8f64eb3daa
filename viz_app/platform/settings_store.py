"""The settings file: preferences, memory and the window's layout, in one INI file.

It decides nothing. A file it cannot understand is kept beside it as ``.bak`` and the defaults stand.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QCoreApplication, QSettings, QStandardPaths

from model.common.problems import Problem
from model.common.text import fill
from viz_app.platform.preferences import Memory, Settings
from viz_app.platform.settings_table import DEFAULTS, fits

translate = QCoreApplication.translate
VERSION = 1


def usual_folder() -> Path:
    """Where the copies of what is not saved lie: where this user's programs keep what they need."""
    place = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppLocalDataLocation)
    return Path(place) / "recovery"


class Store:
    """The settings file. ``path`` is for tests; without it the system's place for settings is used."""

    def __init__(self, path: Path | None = None) -> None:
        if path is None:
            self._file = QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "Headscope", "Headscope")
        else:
            self._file = QSettings(str(path), QSettings.Format.IniFormat)

    def load(self) -> tuple[Settings, Problem | None]:
        """The stored settings; or the defaults, and the problem where the file was not readable."""
        path = Path(self._file.fileName())
        if not path.exists() or not path.stat().st_size:
            return Settings(), None
        try:
            if self._file.status() != QSettings.Status.NoError or not self._file.allKeys():
                raise ValueError("no INI file")
            if int(str(self._file.value("version"))) > VERSION:
                raise ValueError("newer version")
            return settings_from_json(str(self._file.value("settings", "{}"))), None
        except ValueError:
            return Settings(), self._set_aside(path)

    def save(self, settings: Settings) -> None:
        """Write ``settings``; a place that cannot be written loses them, and only them."""
        self._file.setValue("version", VERSION)
        self._file.setValue("settings", json.dumps(asdict(settings)))
        self._write()

    def memory(self) -> Memory:
        """What was opened and translated before; what of it cannot be read is forgotten without a word."""
        try:
            values = json.loads(str(self._file.value("memory", "{}")))
        except ValueError:
            values = {}
        known = values if isinstance(values, dict) else {}
        return Memory(*(_texts(known.get(item.name)) for item in fields(Memory)))

    def save_memory(self, memory: Memory) -> None:
        """Write what was opened and translated."""
        self._file.setValue("version", VERSION)
        self._file.setValue("memory", json.dumps(asdict(memory)))
        self._write()

    def layout(self, name: str) -> QByteArray:
        """A stored piece of layout, empty where there is none."""
        value = self._file.value(f"layout/{name}")
        return value if isinstance(value, QByteArray) else QByteArray()

    def save_layout(self, **pieces: QByteArray) -> None:
        """Store pieces of layout by name."""
        for name, value in pieces.items():
            self._file.setValue(f"layout/{name}", value)
        self._file.setValue("version", VERSION)
        self._write()

    def _write(self) -> None:
        """What somebody translated is nobody else's business: only the owner may read the file."""
        self._file.sync()
        try:
            Path(self._file.fileName()).chmod(0o600)
        except OSError:
            return  # it could not be written either, or this file system knows no owners

    def _set_aside(self, path: Path) -> Problem:
        backup = path.with_name(path.name + ".bak")
        try:
            shutil.copy(path, backup)  # with who may read it
            self._file.clear()
        except OSError:
            return Problem(*self._complaint(), translate("Settings", "The defaults are used"))
        kept = fill(translate("Settings", "The defaults are used; the old file is kept as %1"), backup.name)
        return Problem(*self._complaint(), kept)

    def _complaint(self) -> tuple[str, str]:
        return (
            translate("Settings", "settings"),
            translate("Settings", "the file is damaged or was written by a newer Headscope"),
        )


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
    """A list of texts; empty where it is none."""
    texts = value if isinstance(value, list) else []
    return tuple(text for text in texts if isinstance(text, str))
