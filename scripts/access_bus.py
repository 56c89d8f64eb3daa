"""The bus of assistive programs as a screen reader speaks to it, by its own wire format: AT-SPI without its library.

Only what reading a window, acting in it and hearing its events need; ``access.py`` is the person who uses it.
"""

from __future__ import annotations

import os
import select
import socket
import struct
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

CALL, REPLY, FAULT, SIGNAL = 1, 2, 3, 4  #: types of messages
SIZES = {"y": 1, "b": 4, "n": 2, "q": 2, "i": 4, "u": 4, "x": 8, "t": 8, "d": 8}
FORMS = {"y": "B", "b": "I", "n": "h", "q": "H", "i": "i", "u": "I", "x": "q", "t": "Q", "d": "d"}
FIELDS = dict(enumerate(("path", "interface", "member", "error", "answers", "destination", "sender", "signature"), 1))
PATIENCE = 30.0  #: seconds for one answer; a bound, not a measurement


class BusError(Exception):
    """What the other end says instead of an answer."""


@dataclass
class Message:
    """One that came in."""

    kind: int
    header: dict[str, Any]
    body: list[Any] = field(default_factory=list)


class Writer:
    """Values as bytes, each at a multiple of its size."""

    def __init__(self) -> None:
        self.data = bytearray()

    def pad(self, to: int) -> None:
        """Zeros up to the next multiple."""
        self.data += bytes(-len(self.data) % to)

    def put(self, signature: str, value: Any) -> None:
        """One value of a plain type, or a variant given as (signature, value)."""
        if signature in SIZES:
            self.pad(SIZES[signature])
            self.data += struct.pack("<" + FORMS[signature], value)
        elif signature in "so":
            encoded = value.encode()
            self.put("u", len(encoded))
            self.data += encoded + b"\0"
        elif signature == "g":
            self.data += bytes((len(value),)) + value.encode() + b"\0"
        elif signature == "v":
            self.put("g", value[0])
            self.put(*value)
        else:
            raise ValueError(f"no writer for {signature}")


class Reader:
    """Values from bytes."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data, self.at = data, at

    def align(self, to: int) -> None:
        """To the next multiple."""
        self.at += -self.at % to

    def take(self, signature: str) -> Any:
        """The next value; structures and arrays are lists, dictionaries are dictionaries."""
        kind = signature[0]
        if kind in SIZES:
            self.align(SIZES[kind])
            (value,) = struct.unpack_from("<" + FORMS[kind], self.data, self.at)
            self.at += SIZES[kind]
            return bool(value) if kind == "b" else value
        if kind in "sog":
            length = self.take("y" if kind == "g" else "u")
            text = self.data[self.at : self.at + length].decode("utf-8", "replace")
            self.at += length + 1
            return text
        if kind == "v":
            return self.take(self.take("g"))
        if kind == "a":
            return self._array(signature[1:])
        self.align(8)
        return [self.take(part) for part in parts_of(signature[1:-1])]

    def _array(self, inner: str) -> Any:
        length = self.take("u")
        self.align(8 if inner[0] in "({xtd" else SIZES.get(inner[0], 4 if inner[0] in "soa" else 1))
        end, found = self.at + length, []
        while self.at < end:
            found.append(self.take(inner if inner[0] != "{" else f"({inner[1:-1]})"))
        return dict(found) if inner[0] == "{" else found


def parts_of(signature: str) -> Iterator[str]:
    """The complete types that a signature is made of."""
    at = 0
    while at < len(signature):
        end = _end(signature, at)
        yield signature[at:end]
        at = end


def _end(signature: str, at: int) -> int:
    if signature[at] == "a":
        return _end(signature, at + 1)
    depth = 0
    while True:
        depth += (signature[at] in "({") - (signature[at] in ")}")
        at += 1
        if depth == 0:
            return at


class Bus:
    """A connection; :attr:`heard` keeps the signals that came while nobody asked for them."""

    def __init__(self, address: str) -> None:
        options = dict(part.split("=", 1) for part in address.partition(":")[2].split(",") if "=" in part)
        place = options["path"] if "path" in options else "\0" + options["abstract"]
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.connect(place)
        self._waiting = b""
        self._serial = 0
        self.heard: list[Message] = []
        user = str(os.getuid()).encode().hex()
        self._socket.sendall(b"\0AUTH EXTERNAL " + user.encode() + b"\r\n")
        if not self._socket.recv(4096).startswith(b"OK"):
            raise BusError("the bus does not know this user")
        self._socket.sendall(b"BEGIN\r\n")
        self.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "Hello")

    def call(self, to: str, path: str, interface: str, member: str, signature: str = "", *values: Any) -> list[Any]:
        """Ask, and wait for the answer."""
        self._serial += 1
        serial = self._serial
        body = Writer()
        for kind, value in zip(parts_of(signature), values, strict=True):
            body.put(kind, value)
        told = {1: ("o", path), 2: ("s", interface), 3: ("s", member), 6: ("s", to)}
        if signature:
            told[8] = ("g", signature)
        fields = Writer()
        for code, value in told.items():
            fields.pad(8)
            fields.put("y", code)
            fields.put("v", value)
        head = struct.pack("<cBBBIII", b"l", CALL, 0, 1, len(body.data), serial, len(fields.data))
        message = bytearray(head + fields.data)
        message += bytes(-len(message) % 8)
        self._socket.sendall(bytes(message) + bytes(body.data))
        return self._answer(serial, member)

    def listen(self, seconds: float) -> list[Message]:
        """The signals that have come, and that come in this time."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            message = self._next(left)
            if message is not None and message.kind == SIGNAL:
                self.heard.append(message)
        heard, self.heard = self.heard, []
        return heard

    def close(self) -> None:
        """Leave the bus."""
        self._socket.close()

    def _answer(self, serial: int, member: str) -> list[Any]:
        end = time.monotonic() + PATIENCE
        while (left := end - time.monotonic()) > 0:
            message = self._next(left)
            if message is None:
                break
            if message.kind == SIGNAL:
                self.heard.append(message)
            elif message.header.get("answers") == serial:
                if message.kind == FAULT:
                    raise BusError(f"{member}: {message.header.get('error')} {message.body}")
                return message.body
        raise BusError(f"{member}: no answer in {PATIENCE:.0f} s")

    def _next(self, seconds: float) -> Message | None:
        """One message, or None when the time is over."""
        end = time.monotonic() + seconds
        while True:
            found = self._cut()
            if found is not None:
                return found
            left = end - time.monotonic()
            if left <= 0 or not select.select([self._socket], [], [], left)[0]:
                return None
            more = self._socket.recv(1 << 16)
            if not more:
                raise BusError("the bus has gone")
            self._waiting += more

    def _cut(self) -> Message | None:
        """The first whole message of what has come."""
        data = self._waiting
        if len(data) < 16:
            return None
        length, _, fields = struct.unpack_from("<III", data, 4)
        start = 16 + fields + -(16 + fields) % 8
        if len(data) < start + length:
            return None
        self._waiting = data[start + length :]
        header = {FIELDS.get(code, str(code)): value for code, value in Reader(data[:start], 12).take("a(yv)")}
        # what is aligned in the body is so from its own beginning
        reader = Reader(data[start : start + length])
        return Message(data[1], header, [reader.take(part) for part in parts_of(header.get("signature", ""))])
