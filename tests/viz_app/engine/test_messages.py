"""Every message arrives as it was sent, and a trace in particular: to the bit, read-only, in one piece."""

from __future__ import annotations

import typing
from collections.abc import Mapping
from dataclasses import FrozenInstanceError, asdict, fields, is_dataclass, replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.record.trace import ARRAYS, Meta, Trace
from tests.viz_app.engine.parts import there
from tests.viz_app.sample_trace import make_trace
from viz_app.engine.frames import FrameError
from viz_app.engine.measurement_messages import MeasurementReply
from viz_app.engine.messages import Message, RunDone, RunGrows, Tokenize

MEASURED = typing.get_args(MeasurementReply)
PLAIN = [kind for kind in typing.get_args(Message) if kind not in (RunDone, RunGrows, *MEASURED)]
NUMBERS = st.floats(allow_nan=False)
TEXTS = st.text(st.characters(), max_size=8)  # every code point, halves of surrogate pairs too
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=3).map(tuple) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
METAS = st.builds(
    Meta,
    decoding=st.dictionaries(TEXTS, JSON, max_size=3),
    source_spelling=st.just(()),
    interventions=st.lists(JSON, max_size=2).map(tuple),
    fully_masked_rows=st.dictionaries(TEXTS, st.lists(st.integers(), max_size=3).map(tuple), max_size=2),
    **dict.fromkeys(("checkpoint", "checkpoint_sha256", "family", "device", "stop_reason"), TEXTS),
    **dict.fromkeys(("translation", "program_version", "source_text"), TEXTS),
)
SIMPLE = {int: st.integers(), str: TEXTS, float: NUMBERS, bool: st.booleans(), Any: JSON}


def values(hint: Any) -> st.SearchStrategy[Any]:
    """What a field annotated with ``hint`` may hold."""
    if typing.get_origin(hint) is tuple:
        return st.lists(values(typing.get_args(hint)[0]), max_size=3).map(tuple)
    if typing.get_origin(hint) is Mapping:
        return st.dictionaries(TEXTS, values(typing.get_args(hint)[1]), max_size=3)
    if isinstance(hint, type) and is_dataclass(hint):
        return st.builds(hint, **{name: values(inner) for name, inner in typing.get_type_hints(hint).items()})
    return SIMPLE[hint]


@pytest.mark.parametrize("kind", PLAIN, ids=lambda kind: kind.__name__)
def test_every_message_without_arrays_arrives(kind: type) -> None:
    @given(values(kind))
    @settings(max_examples=30)
    def arrives(message: Message) -> None:
        received = there(message)
        assert type(received) is kind
        assert received == message

    arrives()


@given(METAS)
@settings(max_examples=60)
def test_what_surrounds_a_run_arrives(meta: Meta) -> None:
    done = RunDone(7, replace(make_trace(layers=1, heads=2), meta=meta), 1.25)
    received = there(done)
    assert received.ticket == 7
    assert received.milliseconds_per_step == 1.25
    assert asdict(received.trace.meta) == asdict(meta)


def test_rows_of_a_run_arrive_and_only_such_as_fit() -> None:
    trace = make_trace(layers=1, heads=2)
    arrays = {name: getattr(trace, name) for name in ("source_ids", "consumed_ids", "cross_attention", "cross_mask")}
    received = there(RunGrows(7, trace.meta, 0, arrays))
    assert (received.ticket, received.first) == (7, 0)
    assert received.arrays.keys() == arrays.keys()
    for name, array in arrays.items():
        np.testing.assert_array_equal(received.arrays[name], array, strict=True)
    with pytest.raises(FrameError, match="cross_mask does not fit the rest"):
        there(RunGrows(7, trace.meta, 0, arrays | {"cross_mask": arrays["cross_mask"][1:]}))


@pytest.mark.parametrize("padding", [0, 3])
def test_a_trace_arrives_to_the_bit(padding: int) -> None:
    activations = {"encoder/1/query": np.random.default_rng(3).normal(size=(2, 4, 5)).astype(np.float16)}
    trace = replace(make_trace(layers=3, heads=2, padding=padding, seed=5), activations=activations)
    received: Trace = there(RunDone(1, trace, 0.5)).trace
    for name in ARRAYS:
        sent = getattr(trace, name)
        if sent is None:
            assert getattr(received, name) is None
        else:
            same(getattr(received, name), sent)
    assert received.activations.keys() == trace.activations.keys()
    for name, values in trace.activations.items():
        same(received.activations[name], values)


def same(received: np.ndarray, sent: np.ndarray) -> None:
    np.testing.assert_array_equal(received, sent, strict=True)
    assert received.flags.c_contiguous
    assert not received.flags.writeable


def test_a_transposed_or_big_endian_array_arrives_as_the_values_it_shows() -> None:
    square = np.arange(49, dtype=np.float32).reshape(7, 7)
    trace = make_trace(layers=1, heads=1)
    assert trace.source_length == 7
    odd = replace(trace, encoder_attention=square.T[None, None], source_ids=np.arange(7, dtype=">i8"))
    received = there(RunDone(1, odd, 0.0)).trace
    np.testing.assert_array_equal(received.encoder_attention[0, 0], square.T)
    np.testing.assert_array_equal(received.source_ids, np.arange(7))
    assert received.encoder_attention.flags.c_contiguous


def test_absent_and_empty_arrays_arrive() -> None:
    whole = make_trace(layers=1, heads=1)
    assert isinstance(whole.activations, Mapping)
    bare = Trace(whole.meta, np.zeros(0, np.int64), np.zeros(0, "<U0"))
    received = there(RunDone(1, bare, 0.0)).trace
    assert received.source_ids.shape == received.source_tokens.shape == (0,)
    assert [name for name in ARRAYS if getattr(received, name) is not None] == ["source_ids", "source_tokens"]


def test_a_long_text_arrives() -> None:
    text = "\N{GRINNING FACE}" * 100_000
    assert there(Tokenize(1, text)).text == text


@pytest.mark.parametrize("kind", typing.get_args(Message), ids=lambda kind: kind.__name__)
def test_messages_are_frozen_and_name_their_ticket_first(kind: type) -> None:
    first = fields(kind)[0].name
    assert first in ("ticket", "devices")
    with pytest.raises(FrozenInstanceError):
        setattr(object.__new__(kind), first, 1)
