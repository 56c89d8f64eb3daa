"""The line of code of a finding: from what the recorder wrote, whatever a file says there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from model.analysis.findings import TEXTS
from model.record.code_lines import PLACES, code_lines
from tests.viz_app.sample_trace import make_trace

SAID = {
    "padding_id": 1,
    "lines": {"compared=1": ("right.py:1",), "compared=0": ("wrong.py:2",), "triangle": ("ahead.py:3",)},
    "blocks": ({"kind": "decoder", "layer": 1, "lines": {"mask": ("mask.py:4",), "softmax": "soft.py:5"}},),
}


def lines(code: str, said: Any = SAID, layer: int = 1) -> tuple[str, ...]:
    trace = make_trace()
    told = replace(trace, meta=replace(trace.meta, recorded=said))
    return code_lines(told, code, "decoder", layer)


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("sees_next", "ahead.py:3"), ("wrong_padding_id", "wrong.py:2"), ("look_ahead_missing", "mask.py:4"),
        ("softmax_axis", "soft.py:5"), ("padding_rows_blocked", "right.py:1"),
    ],
)  # fmt: skip
def test_the_likeliest_line_is_named(code: str, line: str) -> None:
    assert lines(code)[0] == line


def test_an_inverted_mask_is_applied_wrongly_where_all_are_inverted_and_made_wrongly_where_one_is() -> None:
    applied = {"mask": ("mask.py:4",)}
    blocks = tuple({"kind": kind, "layer": 1, "lines": applied} for kind in ("encoder", "decoder", "cross"))
    trace = make_trace()
    told = replace(trace, meta=replace(trace.meta, recorded={**SAID, "blocks": blocks}))
    named = {
        (kind, kinds): code_lines(told, "inverted", kind, 1, kinds.split())
        for kind, kinds in (("encoder", "encoder cross decoder"), ("encoder", "encoder cross"), ("decoder", "decoder"))
    }
    assert list(named.values()) == [("mask.py:4",), ("right.py:1", "wrong.py:2"), ("ahead.py:3",)]
    own = tuple({**block, "lines": {"mask": (f"{block['kind']}.py:5",)}} for block in blocks)
    told = replace(trace, meta=replace(trace.meta, recorded={**SAID, "blocks": own}))
    assert code_lines(told, "inverted", "decoder", 1, ("decoder",)) == ("decoder.py:5",), "its own line applies it"


def test_of_another_layer_nothing_is_said() -> None:
    assert lines("softmax_axis", layer=0) == ()


@pytest.mark.parametrize(
    "said", [{}, {"lines": 5, "blocks": 7}, {"lines": {"triangle": (1, None, ("x",))}, "blocks": (3,)}]
)
def test_a_file_may_say_anything(said: Any) -> None:
    assert lines("sees_next", said) == ()


def test_every_fault_of_a_block_has_a_place() -> None:
    codes = {name.partition(".")[0] for name, texts in TEXTS.items() if texts.severity == "fault"}
    assert codes <= set(PLACES)
