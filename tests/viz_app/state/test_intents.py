"""What a person may want is a value: frozen, comparable, and told to the controller by its type."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields, is_dataclass
from inspect import getmembers, isclass
from typing import get_args

import pytest

from viz_app.state import intents
from viz_app.state.comparison import PinRun
from viz_app.state.decoding import PointAtNode, RunNode, SetDecoding
from viz_app.state.export_choices import Copy, Export, SaveLesson, SavePlot, SaveTrace, ShowFile
from viz_app.state.intents import CLEAR, Intent, Select
from viz_app.state.saved_state import (
    ChangeNote,
    GoToNote,
    NotePlace,
    OpenHome,
    Recover,
    SaveSession,
    SetNotes,
    WriteGloss,
)
from viz_app.state.what_if import FlipChange, SetChanges
from viz_app.state.zoom import ShowPart, ZoomBy

OWN = {value for _, value in getmembers(intents, isclass) if value.__module__ == intents.__name__}
OWN |= {Copy, Export, SavePlot, SaveTrace, ShowFile, ShowPart, ZoomBy, SetChanges, SetDecoding, PointAtNode, RunNode}
OWN |= {Select, WriteGloss, SaveLesson}
OWN |= {PinRun, FlipChange, SaveSession, OpenHome, Recover, SetNotes, NotePlace, ChangeNote, GoToNote}


def test_every_one_is_among_the_intents() -> None:
    assert set(get_args(Intent)) == OWN


def test_every_one_is_frozen() -> None:
    for kind in OWN:
        assert is_dataclass(kind), kind
        made = kind(**{item.name: None for item in fields(kind)})
        with pytest.raises(FrozenInstanceError):
            setattr(made, "another", 1)  # noqa: B010 (a type checker refuses the plain way)


def test_to_clear_is_no_index() -> None:
    assert CLEAR < 0
    assert Select(query=CLEAR) != Select(query=0)
