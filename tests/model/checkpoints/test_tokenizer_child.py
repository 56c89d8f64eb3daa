"""What crosses between a tokenizer's process and its program."""

from __future__ import annotations

import io

import pytest

from model.checkpoints.tokenizer_child import MAX_MESSAGE, read, write


def test_messages_come_back_in_order() -> None:
    line = io.BytesIO()
    for message in (b"", b"one", bytes(70_000)):
        write(line, message)
    line.seek(0)
    assert [read(line) for _ in range(4)] == [b"", b"one", bytes(70_000), None]


@pytest.mark.parametrize(
    "sent", [b"", b"\0" * 7, (3).to_bytes(8, "big") + b"ab", (MAX_MESSAGE + 1).to_bytes(8, "big"), b"\xff" * 8]
)
def test_what_is_cut_or_claims_too_much_is_no_message(sent: bytes) -> None:
    assert read(io.BytesIO(sent)) is None
