"""The changes that a person has asked for under *What if*: of the run on screen, each switched on or off. Values only.

They always say what the run on screen is: a change that is asked for comes into the list with its run.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from typing import Any

from model.common.lazy_dataclass import dataclass
from model.network.interventions import WORDS, HeadAblated, Intervention, RowSet, from_json, to_json
from model.record.trace import Trace


@dataclass(frozen=True)
class AskedChange:
    """One change, and whether it is on."""

    change: Intervention
    on: bool = True


@dataclass(frozen=True)
class AskedChanges:
    """All of them, in the order in which they were asked for."""

    changes: tuple[AskedChange, ...] = ()
    original_words: bool = False  #: the decoder is given the words of the run before the change

    @property
    def active(self) -> tuple[Intervention, ...]:
        """Those that are on."""
        return tuple(one.change for one in self.changes if one.on)

    def adding(self, change: Intervention) -> AskedChanges:
        """With one more, or with it on again."""
        return replace(self, changes=(*(one for one in self.changes if one.change != change), AskedChange(change)))

    def without(self, change: Intervention) -> AskedChanges:
        """With that one removed."""
        return replace(self, changes=tuple(one for one in self.changes if one.change != change))

    def flipping(self, change: Intervention) -> AskedChanges:
        """Without a change that is on, with one that is not; another form of it at the same place makes way."""
        if change in self.active:
            return self.without(change)
        others = tuple(one for one in self.changes if not same_place(one.change, change))
        return replace(self, changes=(*others, AskedChange(change)))

    def switching(self, index: int, on: bool) -> AskedChanges:
        """One of them on or off."""
        return self.replacing(index, replace(self.changes[index], on=on))

    def replacing(self, index: int, other: AskedChange) -> AskedChanges:
        """Another one in its place."""
        return replace(self, changes=(*self.changes[:index], other, *self.changes[index + 1 :]))


def all_off(asked: AskedChanges) -> AskedChanges:
    """The same list as it stands before a run with them has come."""
    return replace(asked, changes=tuple(replace(one, on=False) for one in asked.changes))


NOTHING_CHANGED = AskedChanges()
FORMS: Mapping[type, str] = {HeadAblated: "instead", RowSet: "weights"}  #: what two of one place may differ in


def same_place(one: Intervention, other: Intervention) -> bool:
    """Are both of the same head, or of the same row of weights, whatever they make of it?"""
    form = FORMS.get(type(one))
    if form is None or type(one) is not type(other):
        return one == other
    return all(getattr(one, item.name) == getattr(other, item.name) for item in fields(one) if item.name != form)


@dataclass(frozen=True)
class SetChanges:
    """Run what is on screen again with these changes, and none but these."""

    asked: AskedChanges


@dataclass(frozen=True)
class FlipChange:
    """Make this change, or take it back where it is on; what is on its way already counts."""

    change: Intervention


def can_change(run: Trace | None) -> bool:
    """Is this run one of a network that can run again? What was recorded from other code is not."""
    return run is not None and not run.meta.recorded


def changes_of(interventions: Iterable[Any]) -> AskedChanges:
    """Those that a run was recorded with, all of them on."""
    return AskedChanges(tuple(AskedChange(one) for one in map(from_json, interventions) if one is not None))


def changes_to_json(asked: AskedChanges) -> list[dict[str, Any]]:
    """As a session file holds them."""
    return [{**to_json(one.change), "on": one.on} for one in asked.changes]


def changes_from_json(content: Iterable[Any], original_words: bool) -> AskedChanges:
    """What was written; a change that this version does not know is left out."""
    found = []
    for item in content:
        if isinstance(item, Mapping):
            change = from_json({name: value for name, value in item.items() if name != "on"})
            if change is not None:
                found.append(AskedChange(change, item.get("on") is not False))
    return AskedChanges(tuple(found), original_words)


#: A usual value of every field that a change can have, where the selection says nothing better.
USUAL: Mapping[str, Any] = {
    "kind": "cross", "layer": 0, "head": 0, "query": 0, "key": 0, "instead": "zero", "mask": "look_ahead",
    "side": "source", "token": 0, "position": 0, "weights": (1.0,), "temperature": 2.0, "seed": 1, "rate": 0.1,
    "step": 0, "text": "a",
}  # fmt: skip


def proposal(what: str, place: Mapping[str, Any]) -> Intervention | None:
    """A change of the kind ``what`` at a place: what the selection says, and what is usual for the rest."""
    content = {item.name: place.get(item.name, USUAL.get(item.name, item.default)) for item in fields(WORDS[what])}
    return from_json({"what": what, **content})
