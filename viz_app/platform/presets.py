"""Presets of the window: for a student, a lecture, research. Each is a row of values of settings and nothing else.

A value that a preset does not name stays as a person has it: theme, language and what is remembered are nobody's role.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from model.common.lazy_dataclass import dataclass
from model.common.text import Text
from viz_app.platform.preferences import Settings


@dataclass(frozen=True)
class WindowPreset:
    """Values of settings that belong together."""

    name: str
    label: str
    sentence: str
    values: Mapping[str, Any]

    def is_on(self, settings: Settings) -> bool:
        """Has every setting that it names its value?"""
        return all(getattr(settings, name) == value for name, value in self.values.items())


def _values(**values: Any) -> Mapping[str, Any]:
    """With every pane at its usual place."""
    usual = {"map_place": "left", "inspector_place": "right", "notes_place": "right", "what_if_place": "right"}
    return MappingProxyType({**usual, **values})


PRESETS = (
    WindowPreset(
        "student", Text("Student"),
        Text("The model’s map, one picture with numbers, and the inspector with its questions."),
        _values(
            map_shown=True, inspector_shown=True, notes_shown=False, what_if_shown=False, text_size=0,
            scale="linear", per_map_scale=False, values=True, dots=True, squares=False, row_totals=False,
            glosses="auto",
        ),
    ),
    WindowPreset(
        "lecture", Text("Lecture"),
        Text("One large picture, larger text, √ scale for projectors; without map and inspector. F11 shows it alone."),
        _values(
            map_shown=False, inspector_shown=False, notes_shown=False, what_if_shown=False, text_size=5,
            scale="sqrt", per_map_scale=False, values=True, dots=True, squares=False, row_totals=False,
            glosses="auto",
        ),
    ),
    WindowPreset(
        "research", Text("Research"),
        Text("Inspector, What if and notes beside the picture, row totals, even scale, and no glosses."),
        _values(
            map_shown=False, inspector_shown=True, notes_shown=True, what_if_shown=True, text_size=0,
            scale="linear", per_map_scale=False, values=True, dots=True, squares=False, row_totals=True,
            glosses="off",
        ),
    ),
)  # fmt: skip
