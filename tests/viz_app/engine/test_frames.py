"""Bytes from a hostile engine: each a sentence that says what is wrong, and no memory for what it claims."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.common.text import Text
from tests.viz_app.engine.parts import header, receiver, there
from tests.viz_app.sample_trace import make_trace
from viz_app.engine.frames import (
    MAX_ARRAYS,
    MAX_BODY,
    MAX_HEADER,
    PIECE,
    REPLIES,
    REQUESTS,
    FrameError,
    Part,
    decode,
    encode,
)
from viz_app.engine.messages import Cancelled, Failed, Inspected, OpenCheckpoint, RunDone, Tokenize

MEGABYTES = 2**20
FRAME = [bytes(part) for part in encode(RunDone(3, make_trace(layers=2, heads=3), 0.5))]


def hostile(*parts: Part) -> None:
    decode(receiver(parts), REPLIES)


@pytest.mark.parametrize(
    ("part", "said"),
    [
        (b"", "no JSON"),
        (b"\xff\xfe", "no JSON"),
        (b"[" * 100_000, "no JSON"),
        (b"9" * 10_000, "no JSON"),
        (b"null", "no object with"),
        (b'{"message": "Cancelled"}', "no object with"),
        (header("Cancelled", {"ticket": 1}, "x"), "arrays is no list"),
        (header("Cancelled", {"ticket": 1}, [["<f4", [0]]] * (MAX_ARRAYS + 1)), "arrays is no list"),
        (header("Cancelled", {"ticket": 1}, [3]), "no type and shape"),
        (header("os.system", {"ticket": 1}), "there is no message 'os.system'"),
        (header("Device", {"ticket": 1}), "there is no message 'Device'"),
        (header("Quit", {"ticket": 1}), "there is no message 'Quit'"),  # a request is no reply
        (header("__init__", {}), "there is no message"),
        (json.dumps({"message": ["Cancelled"], "fields": {}, "arrays": []}).encode(), "there is no message"),
        (header("Cancelled", [1]), "Cancelled is no object"),
        (header("Cancelled", {}), "lacks or does not know 'ticket'"),
        (header("Cancelled", {"ticket": 1, "__class__": 2}), "lacks or does not know '__class__'"),
        (header("Cancelled", {"ticket": "1"}), "Cancelled.ticket is '1', of the wrong type"),
        (header("Cancelled", {"ticket": True}), "Cancelled.ticket is True, of the wrong type"),
        (header("Cancelled", {"ticket": 1.0}), "Cancelled.ticket is 1.0"),
        (header("Failed", {"ticket": 1, "what": None, "why": "", "next_step": ""}), "Failed.what is None"),
        (header("Progress", {"ticket": 1, "text": "", "fraction": "0.5"}), "Progress.fraction is '0.5'"),
        (header("Ready", {"devices": {}}), "Ready.devices is {}"),
        (header("Ready", {"devices": [3]}), "Ready.devices is no object"),
        (header("Ready", {"devices": [{"name": 1, "label": "", "available": True}]}), "Ready.devices.name is 1"),
        (header("Ready", {"devices": [{"name": "", "label": "", "available": 1}]}), "Ready.devices.available is 1"),
        (header("RunDone", {"ticket": 1, "trace": 0, "milliseconds_per_step": 1}), "RunDone.trace is no object"),
    ],
)
def test_a_header_that_is_no_message(part: bytes, said: str) -> None:
    with pytest.raises(FrameError, match=said.replace("[", r"\[")):
        hostile(part)


@pytest.mark.parametrize(
    ("layout", "said"),
    [
        (["|O", [1]], "no type of an array"),
        (["<f16", [1]], "no type of an array"),
        ([">f4", [1]], "no type of an array"),
        (["<U0", [1]], "no type of an array"),
        (["<f4\n", [1]], "no type of an array"),
        (["f4,f4", [1]], "no type of an array"),
        ([["<f4"], [1]], "no type of an array"),
        (["<f4", [-1]], "no shape"),
        (["<f4", [-2, -3]], "no shape"),
        (["<f4", [1.5]], "no shape"),
        (["<f4", [True]], "no shape"),
        (["<f4", [1] * 9], "no shape"),
        (["<f4", [2**70]], "no shape"),
        (["<f4", [2**31, 2**31]], "too large"),
        (["<f4", [0, 2**32, 2**32]], "too large"),
        (["<U999999", [2000, 2000]], "too large"),
    ],
)
def test_an_array_that_cannot_be_one(layout: list[Any], said: str) -> None:
    with pytest.raises(FrameError, match=said):
        hostile(header("Cancelled", {"ticket": 1}, [layout]), b"x" * 64)


def test_many_arrays_that_are_too_large_together() -> None:
    with pytest.raises(FrameError, match="too large"):
        hostile(header("Cancelled", {"ticket": 1}, [["<f4", [MAX_BODY // 8]]] * 3))


def test_a_header_larger_than_allowed() -> None:
    with pytest.raises(FrameError, match="too large"):
        decode(lambda limit: b" " * (limit + 1), REPLIES)
    with pytest.raises(FrameError, match="too large to send"):
        encode(Tokenize(1, "x" * MAX_HEADER))


@pytest.mark.parametrize("claim", [MAX_BODY, MAX_BODY // 2])
def test_memory_grows_with_what_arrives_and_not_with_what_is_claimed(claim: int) -> None:
    frame = header("Cancelled", {"ticket": 1}, [["<i4", [claim // 4]]])
    tracemalloc.start()
    with pytest.raises(FrameError, match="cut short"):
        hostile(frame, b"\0" * PIECE)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8 * MEGABYTES


@pytest.mark.parametrize("kept", range(1, len(FRAME)))
def test_a_frame_that_ends_early(kept: int) -> None:
    with pytest.raises(FrameError, match="cut short"):
        hostile(*FRAME[:kept])


def test_nothing_at_all_is_the_end() -> None:
    with pytest.raises(EOFError):
        hostile()


@pytest.mark.parametrize(
    "change",
    [lambda part: part[:-1], lambda part: b"", lambda part: part + b"123"],
    ids=["shorter", "empty", "longer"],
)
def test_a_part_of_another_length(change: Callable[[bytes], bytes]) -> None:
    with pytest.raises((FrameError, OSError)):
        hostile(*FRAME[:4], change(FRAME[4]), *FRAME[5:])


def spoilt(change: Callable[[dict[str, Any]], object]) -> list[bytes]:
    """The frame of a real run with another header."""
    values = json.loads(FRAME[0])
    change(values)
    return [json.dumps(values).encode(), *FRAME[1:]]


def in_trace(name: str, value: object) -> Callable[[dict[str, Any]], object]:
    return lambda values: values["fields"]["trace"].update({name: value})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (in_trace("source_ids", -1), "source_ids is -1"),
        (in_trace("source_ids", 4000), "source_ids is 4000"),
        (in_trace("source_ids", None), "source_ids is None"),
        (in_trace("source_ids", True), "source_ids is True"),
        (in_trace("source_ids", 2), "does not fit the rest"),  # the consumed ones: one more
        (in_trace("source_tokens", 0), "source_tokens is int64"),
        (in_trace("padding_mask", 0), "padding_mask is int64"),
        (in_trace("cross_attention", 8), "cross_attention"),
        (in_trace("activations", [1]), "activations is"),
        (in_trace("activations", {"a": "b"}), "activations is 'b'"),
        (lambda values: values["fields"]["trace"]["meta"].update(source_spelling=["one"]), "source_spelling"),
        (lambda values: values["fields"]["trace"]["meta"].pop("device"), "does not know 'device'"),
        (lambda values: values["fields"]["trace"]["meta"].update(leaky_mask=0), "leaky_mask is 0"),
    ],
)
def test_a_trace_whose_arrays_do_not_fit(change: Callable[[dict[str, Any]], object], said: str) -> None:
    with pytest.raises(FrameError, match=said):
        hostile(*spoilt(change))


@pytest.mark.parametrize(
    ("name", "content"), [("source_tokens", b"\xff\xff\xff\x7f"), ("padding_mask", b"\2"), ("cross_mask", b"\xff")]
)
def test_values_that_a_type_does_not_have(name: str, content: bytes) -> None:
    position = json.loads(FRAME[0])["fields"]["trace"][name] + 1
    changed = content + FRAME[position][len(content) :]
    with pytest.raises(FrameError, match="values that its type does not have"):
        hostile(*FRAME[:position], changed, *FRAME[position + 1 :])


@given(st.data())
@settings(max_examples=300)
def test_a_damaged_frame_is_a_frame_error_or_another_valid_message(data: st.DataObject) -> None:
    parts = list(FRAME)
    position = data.draw(st.integers(0, len(parts) - 1))
    place = data.draw(st.integers(0, len(parts[position]) - 1))
    content = data.draw(st.binary(min_size=1, max_size=4))
    parts[position] = parts[position][:place] + content + parts[position][place + len(content) :]
    try:
        received = decode(receiver(parts), REPLIES)
    except FrameError:
        return
    except OSError:
        # A part is longer than the reader was told: itself, or by a header that now tells less.
        assert position == 0 or len(parts[position]) > len(FRAME[position])
        return
    assert isinstance(received, RunDone)


def test_a_large_array_travels_in_pieces_that_are_no_copies() -> None:
    large = make_trace(layers=1, heads=1, source=["a"] * 299, target=["b"] * 999)
    parts = list(encode(RunDone(1, large, 0.0)))
    assert max(len(part) for part in parts[1:]) == PIECE
    maps = [large.encoder_attention, large.decoder_attention, large.cross_attention]
    owned = sum(any(np.shares_memory(part, array) for array in maps if array is not None) for part in parts[1:])
    assert owned == sum(-(-array.nbytes // PIECE) for array in maps if array is not None)
    np.testing.assert_array_equal(there(RunDone(1, large, 0.0)).trace.cross_attention, large.cross_attention)


@pytest.mark.parametrize("value", [object(), {1, 2}, np.zeros(1, dtype=object)])
def test_what_has_no_form_as_bytes_is_refused_before_the_first_part(value: object) -> None:
    with pytest.raises(FrameError):
        encode(Cancelled(value))  # type: ignore[arg-type]


MARKED = Text("it has %1 tokens", "130")


def test_a_marked_text_crosses_in_every_place() -> None:
    facts: dict[str, Any] = {Text("tokens"): {Text("padding", context="Facts"): MARKED, "\0name": ["\0", MARKED]}}
    received = there(Inspected(1, facts))
    ((title, section),) = received.facts.items()
    (name, value), (plain, listed) = section.items()
    assert [text.template for text in (title, name, value, listed[1])] == ["tokens", "padding", *[MARKED.template] * 2]
    assert (name.context, value.values, plain, listed[0]) == ("Facts", ("130",), "\0name", "\0")
    assert type(there(Failed(1, "a", MARKED, "b")).what) is str
    assert there(Failed(1, "a", MARKED, "b")).why.template == MARKED.template
    assert there(OpenCheckpoint(1, "/x", answers={"era": MARKED})).answers["era"].values == ("130",)


@pytest.mark.parametrize(
    "fields",
    [
        {"ticket": 1, "what": "\0", "why": "", "next_step": ""},
        {"ticket": 1, "what": '\0["Text"]', "why": "", "next_step": ""},
        {"ticket": 1, "what": '\0["Text", "%1", 3]', "why": "", "next_step": ""},
        {"ticket": 1, "what": '\0["Text", "' + "%1" * 10 + '", "a"]', "why": "", "next_step": ""},
        {"ticket": 1, "what": "\0" + "[" * 100_000, "why": "", "next_step": ""},
    ],
)
def test_a_mark_that_cannot_be_one(fields: dict[str, Any]) -> None:
    with pytest.raises(FrameError, match=r"Failed\.what is no text"):
        hostile(header("Failed", fields))
    with pytest.raises(FrameError, match=r"Inspected\.facts is no text"):
        hostile(header("Inspected", {"ticket": 1, "facts": {"a": {fields["what"]: 1}}}))


def test_requests_and_replies_are_apart() -> None:
    assert not REQUESTS.keys() & REPLIES.keys()
    assert {"OpenCheckpoint", "RunSentence", "Quit"} <= REQUESTS.keys()
    assert {"Ready", "RunDone", "Failed"} <= REPLIES.keys()
