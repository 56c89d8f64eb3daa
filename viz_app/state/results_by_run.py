"""Results of measurements, kept for as long as their run lives: undo finds them again. It measures nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any
from weakref import WeakKeyDictionary

from model.common.lazy_dataclass import dataclass
from model.record.trace import Trace

Parts = tuple[type, dict[str, Any]]  #: a result without its run, which would keep that alive


class Measured:
    """A memory by run, not by what it says: undo and the sentences of a batch bring the same object back.

    It is as large as what is remembered of runs anyway: when nothing holds a run, its results go too.
    """

    def __init__(self) -> None:
        self._kept: WeakKeyDictionary[Trace, dict[str, Parts]] = WeakKeyDictionary()

    def changes(self, run: Trace | None, shown: dict[str, Any]) -> dict[str, Any]:
        """``shown`` are the measured fields of a Snapshot.

        What is about another run goes; what was known of this one comes. A result of this run is remembered, in
        place of an older one.
        """
        if run is None:
            return {name: None for name, result in shown.items() if result is not None}
        return {name: self._known(run, name) for name, result in shown.items() if not self._keeps(run, name, result)}

    def _keeps(self, run: Trace, name: str, result: Any) -> bool:
        """Is ``result`` about this run, or is there nothing better?"""
        if result is None:
            return name not in self._kept.get(run, {})
        if result.trace is not run:
            return False
        parts = {field.name: getattr(result, field.name) for field in fields(result) if field.name != "trace"}
        self._kept.setdefault(run, {})[name] = type(result), parts
        return True

    def _known(self, run: Trace, name: str) -> Any:
        kept = self._kept.get(run, {}).get(name)
        return None if kept is None else kept[0](trace=run, **kept[1])


@dataclass(frozen=True, eq=False)
class Suggestions:
    """What could stand in a sentence in place of the words that the vocabulary does not have."""

    trace: Trace
    words: Mapping[str, tuple[str, ...]]  #: unknown word → words spelled like it
    vocabulary: int  #: how many entries it has
    whole_words: bool  #: False: its tokens are pieces of words
