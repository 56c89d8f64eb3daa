"""The rows of :class:`viz_app.platform.preferences.Settings` for all that is made from them. It stores nothing.

Importing it takes no Qt: the command line reads the same rows as the window, which shows them translated.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from model.common.lazy_dataclass import dataclass
from model.common.text import Text
from viz_app.platform.preferences import CommandOption, Range, Settings

if TYPE_CHECKING:
    from argparse import Namespace

DEFAULTS: dict[str, Any] = {item.name: item.default for item in fields(Settings)}


@dataclass(frozen=True)
class SettingRow:
    """One setting. It is a switch, a number or a choice, as its value is."""

    name: str  #: of the field
    default: Any
    page: str
    label: str
    sentence: str  #: what it does, in plain words
    values: Range | tuple[tuple[str, str], ...]
    session: int
    option: CommandOption

    @property
    def choices(self) -> tuple[tuple[str, str], ...]:
        """Value, words; for a choice."""
        return () if isinstance(self.values, Range) else self.values

    @property
    def limits(self) -> Range | None:
        """For a number."""
        return self.values if isinstance(self.values, Range) else None

    @property
    def flag(self) -> str:
        """Its option of the command line; a switch that is on by default is turned off there."""
        return self.option.flag or f"--{'no-' if self.default is True else ''}{self.name.replace('_', '-')}"

    @property
    def argument(self) -> str:
        """Under which name argparse hands the option on."""
        return self.flag.removeprefix("--").replace("-", "_")


@dataclass(frozen=True)
class SettingsPage:
    """Settings that belong together."""

    title: str
    rows: tuple[SettingRow, ...]


@cache
def rows() -> Mapping[str, SettingRow]:
    """Every row by the name of its field, in English; which keys are off has none."""
    found = (SettingRow(item.name, item.default, **item.metadata) for item in fields(Settings) if item.metadata)
    return MappingProxyType({row.name: row for row in found})


def fits(name: str, value: Any) -> bool:
    """May the setting ``name`` be ``value``?"""
    row = rows().get(name)
    if row is not None and row.choices:
        return any(value == choice for choice, _ in row.choices)
    if row is not None and row.limits:
        return type(value) is int and row.limits.least <= value <= row.limits.most
    if isinstance(value, tuple) and not all(isinstance(part, str) for part in value):
        return False
    return name in DEFAULTS and type(value) is type(DEFAULTS[name])


def in_session() -> tuple[str, ...]:
    """Names of the settings that a session file holds, as they stand there."""
    return tuple(row.name for row in sorted(rows().values(), key=lambda row: row.session) if row.session)


# --- in the window ---


def pages() -> tuple[SettingsPage, ...]:
    """All rows in the language of the interface, in the order of the dialog."""
    titles = dict.fromkeys(row.page for row in rows().values())
    return tuple(SettingsPage(_shown(title), tuple(map(_row, _rows_of(title)))) for title in titles)


def told(name: str, value: Any) -> str:
    """A change of a setting in few words: what was chosen, which switch was turned, or which number it was."""
    row = rows().get(name)
    if row is None:
        return _shown(Text("a setting"))
    if isinstance(value, bool):
        turned = Text("%1: on") if value else Text("%1: off")
        return _shown(turned.filled(_shown(row.label)))
    return _shown(dict(row.choices).get(value, row.label) if isinstance(value, str) else row.label)


def _rows_of(page: str) -> list[SettingRow]:
    return [row for row in rows().values() if row.page == page]


def _row(row: SettingRow) -> SettingRow:
    values = row.values
    if isinstance(values, Range):
        values = values._replace(unit=_shown(values.unit))
    else:
        values = tuple((value, _shown(words)) for value, words in values)
    return replace(row, label=_shown(row.label), sentence=_shown(row.sentence), values=values)


def _shown(text: str) -> str:
    from viz_app.platform.text import localised  # Qt, which the command line has none of

    return localised(text)


# --- on the command line ---


def options(group: str) -> list[SettingRow]:
    """The rows whose options stand together, in the order of ``--help``: what turns on before what turns off."""
    found = [row for row in rows().values() if row.option.group == group]
    return sorted(found, key=lambda row: (row.default is True, row.session))


def as_arguments(settings: Settings) -> dict[str, Any]:
    """Settings as argparse would have read them."""
    found = (row for row in rows().values() if row.option.group)
    return {row.argument: _turned(row, getattr(settings, row.name)) for row in found}


def from_arguments(arguments: Namespace) -> Settings:
    """The inverse: every setting with an option as it was asked for, the others as they are by default."""
    found = (row for row in rows().values() if row.option.group)
    return Settings(**{row.name: _turned(row, getattr(arguments, row.argument)) for row in found})


def _turned(row: SettingRow, value: Any) -> Any:
    """The option of a switch that is on by default says the opposite of it."""
    return not value if row.default is True else value
