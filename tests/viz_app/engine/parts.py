"""Frames in memory: what one end sends, as the other end would receive it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from viz_app.engine.frames import REPLIES, REQUESTS, Part, decode, encode
from viz_app.engine.messages import Message


def receiver(parts: Iterable[Part]) -> Callable[[int], bytes]:
    """``recv_bytes`` over ``parts``, then the end of the connection."""
    waiting = iter([bytes(part) for part in parts])

    def receive(limit: int) -> bytes:
        for part in waiting:
            if len(part) > limit:
                raise OSError("bad message length")
            return part
        raise EOFError

    return receive


def there(message: Message) -> Any:
    """``message`` after the journey."""
    return decode(receiver(encode(message)), REQUESTS | REPLIES)


def header(message: str, fields: object, arrays: object = ()) -> bytes:
    """A header as a hostile engine may write it."""
    return json.dumps({"message": message, "fields": fields, "arrays": arrays}).encode()
