"""The line below small maps: parts beside each other, fewer where there is less room, the height of one line."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from viz_app.views.shared.place_line import PlaceLine


def test_it_tells_all_parts_or_as_many_as_have_room(qtbot: QtBot) -> None:
    line = PlaceLine()
    qtbot.addWidget(line)
    line.show()
    line.resize(600, 20)
    line.tell("Layer 1, head 2\nquery: a\nkey: b")
    assert line.text() == "Layer 1, head 2 · query: a · key: b"
    line.resize(line.fontMetrics().horizontalAdvance("Layer 1, head 2 · query: a") + 4, 20)
    assert line.text() == "Layer 1, head 2 · query: a"
    line.resize(30, 20)
    assert line.text().endswith("…")
    assert line.accessibleName() == "Layer 1, head 2 · query: a · key: b"


def test_a_shorter_wording_stands_in_where_the_first_part_has_no_room(qtbot: QtBot) -> None:
    line = PlaceLine()
    qtbot.addWidget(line)
    line.show()
    wide = line.fontMetrics().horizontalAdvance
    line.tell("computed as in the paper\nno mask code", "computed")
    for told in ("computed as in the paper · no mask code", "computed as in the paper", "computed"):
        line.resize(wide(told) + 4, 20)
        assert line.text() == told


def test_it_is_as_high_with_nothing_to_tell(qtbot: QtBot) -> None:
    line = PlaceLine()
    qtbot.addWidget(line)
    line.show()
    empty = line.sizeHint()
    line.tell("Layer 1, head 2")
    assert line.sizeHint() == empty
    assert empty.height() > 8
