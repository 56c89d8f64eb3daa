"""Dataclasses that write no code: compared with the standard ones in everything that a record promises."""

from __future__ import annotations

import copy
import dataclasses
import threading
import time
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field, fields, is_dataclass, replace
from typing import Any

import pytest

from model.common import lazy_dataclass


def declared(dataclass: Any) -> tuple[type, type]:
    """A record and one that inherits from it, declared by ``dataclass``."""

    @dataclass(frozen=True)
    class Place:
        """Somewhere."""

        row: int
        name: str = "here"
        notes: list[str] = field(default_factory=list, compare=False)

    @dataclass(frozen=True)
    class Cell(Place):
        """Somewhere exact."""

        column: int = 4

    return Place, Cell


LATE, USUAL = declared(lazy_dataclass.dataclass), declared(dataclasses.dataclass)


@pytest.mark.parametrize("arguments", [((3,), {}), ((3, "there", ["x"]), {}), ((), {"row": 3, "name": "b"})])
@pytest.mark.parametrize("which", [0, 1])
def test_a_late_record_is_what_the_standard_one_is(which: int, arguments: tuple[Any, Any]) -> None:
    late, usual = declared(lazy_dataclass.dataclass)[which], USUAL[which]
    places, names = arguments
    one, other = late(*places, **names), usual(*places, **names)
    assert vars(one) == vars(other)
    assert repr(one) == repr(other)
    assert hash(one) == hash(late(*places, **names)) == hash(other)
    assert one == late(*places, **names) == copy.copy(one) == copy.deepcopy(one)
    assert one != replace(one, row=9) and replace(one, row=9) == late(**{**vars(one), "row": 9})
    assert one != other, "records of two classes are never equal"


@pytest.mark.parametrize("which", [1, 0])
def test_a_class_of_which_none_was_made_has_its_fields(which: int) -> None:
    late, usual = declared(lazy_dataclass.dataclass)[which], USUAL[which]
    assert is_dataclass(late)
    assert [(item.name, item.type) for item in fields(late)] == [(item.name, item.type) for item in fields(usual)]
    assert late.__match_args__ == usual.__match_args__  # type: ignore[attr-defined]


def test_no_code_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataclasses, "_create_fn", None)
    with pytest.raises(TypeError):
        declared(dataclasses.dataclass)
    _place, cell = declared(lazy_dataclass.dataclass)
    assert cell(2, column=5) == cell(2, column=5)


@pytest.mark.parametrize("what", ["a record", "fields", "whether it is one", "places of its fields"])
def test_a_class_is_completed_when_something_of_it_is_needed(monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    ask: Callable[[Any], object] = {
        "a record": lambda kind: kind(1),
        "fields": fields,
        "whether it is one": is_dataclass,
        "places of its fields": lambda kind: kind.__match_args__,
    }[what]
    completed, complete = [], dataclasses.dataclass

    def told(**given: Any) -> Any:
        completed.append(given)
        return complete(**given)

    monkeypatch.setattr(dataclasses, "dataclass", told)

    @lazy_dataclass.dataclass(frozen=True)
    class Place:
        row: int
        column: int = 0

    assert not completed
    for _ in range(2):
        ask(Place)
    assert len(completed) == 1


def test_threads_that_make_the_first_record_wait_for_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    complete = dataclasses.dataclass

    def slow(**given: Any) -> Any:
        time.sleep(0.02)
        return complete(**given)

    monkeypatch.setattr(dataclasses, "dataclass", slow)

    @lazy_dataclass.dataclass(frozen=True)
    class Place:
        row: int
        column: int = 7

    made: list[Any] = []
    threads = [threading.Thread(target=lambda row=row: made.append(Place(row))) for row in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(place.row for place in made) == [0, 1, 2, 3]
    assert len(set(made)) == 4 and {place.column for place in made} == {7}


def test_what_can_change_has_no_hash_and_may_compare_by_identity() -> None:
    @lazy_dataclass.dataclass
    class Pen:
        ink: int = 3

    @lazy_dataclass.dataclass(eq=False)
    class Sheet:
        lines: int = 1

        def __post_init__(self) -> None:
            self.lines += 1

    pen = Pen()
    pen.ink -= 1
    assert pen == Pen(2) and Sheet() != Sheet() and hash(Sheet())
    assert Sheet(4).lines == 5
    with pytest.raises(TypeError, match="unhashable"):
        hash(pen)


def test_what_is_frozen_stays_so() -> None:
    made = LATE[0](1)
    for change in (lambda: setattr(made, "row", 2), lambda: delattr(made, "row")):
        with pytest.raises(FrozenInstanceError):
            change()


@pytest.mark.parametrize(
    ("arguments", "names"),
    [((), {}), ((1, "a", [], "too many"), {}), ((1,), {"row": 1}), ((), {"name": "b"}), ((1,), {"unknown": 2}),
     ((), {"name": "b", "unknown": 1})],
)  # fmt: skip
def test_wrong_arguments_are_refused_as_usual(arguments: tuple[Any, ...], names: dict[str, Any]) -> None:
    for place in (declared(lazy_dataclass.dataclass)[0], USUAL[0]):
        with pytest.raises(TypeError, match="argument"):
            place(*arguments, **names)


def test_a_match_takes_it_apart() -> None:
    late = declared(lazy_dataclass.dataclass)[0]
    match late(5, "there"):
        case late(row, name):  # type: ignore[misc]
            assert (row, name) == (5, "there")
        case _:
            pytest.fail("no match")
