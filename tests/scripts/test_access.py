"""The wire format of the bus that ``scripts/access.py`` speaks, and that its two people have the same tasks."""

from __future__ import annotations

import access_bus
import pytest
import tasks_list
from access_bus import Reader, Writer, parts_of
from access_tasks import TASKS

WRITTEN = (("y", 7), ("u", 70_000), ("s", "müde — 눈"), ("o", "/a/b"), ("d", 0.25), ("b", True), ("x", -3))


def test_signatures_are_cut_into_complete_types() -> None:
    assert list(parts_of("sa(so)a{sv}(i(uu))v")) == ["s", "a(so)", "a{sv}", "(i(uu))", "v"]


def test_what_is_written_is_read_back_at_its_own_alignment() -> None:
    writer = Writer()
    for signature, value in WRITTEN:
        writer.put(signature, value)
    writer.put("v", ("s", "inside"))
    reader = Reader(bytes(writer.data))
    assert [reader.take(signature) for signature, _ in WRITTEN] == [value for _, value in WRITTEN]
    assert reader.take("v") == "inside"
    assert reader.at == len(writer.data)


def test_arrays_of_structures_are_read_as_the_specification_writes_them() -> None:
    """Length, padding to eight, then each structure at a multiple of eight."""
    one = b"\x02\x00\x00\x00:1\x00\x00" + b"\x01\x00\x00\x00/\x00"
    other = b"\x00\x00" + b"\x01\x00\x00\x00x\x00\x00\x00" + b"\x01\x00\x00\x00/\x00"
    data = bytes((len(one + other), 0, 0, 0, 0, 0, 0, 0)) + one + other
    assert Reader(data).take("a(so)") == [[":1", "/"], ["x", "/"]]
    assert Reader(bytes((0, 0, 0, 0))).take("as") == []


def test_whoever_has_no_mouse_and_whoever_has_only_the_tree_can_do_the_same() -> None:
    typed = [task.words for task in tasks_list.all_tasks().values() if task.is_keyboard]
    assert len(typed) == 7
    for word in ("open", "translate", "strongest", "switch", "mask", "export"):
        assert any(word in words for words in typed) and any(word in name for name in TASKS), word
    with pytest.raises(ValueError, match="no writer"):
        access_bus.Writer().put("h", 1)
