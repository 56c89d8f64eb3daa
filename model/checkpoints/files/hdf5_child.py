"""The names, types and places of the arrays in an HDF5 file, in a process of its own. A script: stdlib and h5py.

A large C library reads this format, so a file of unknown origin is looked at where a fault of the library ends nothing
else, under a limit of memory and one of time. Groups and the descriptions of arrays are all that is read: no value,
no attribute, no link that leads elsewhere, no plug-in. Started by :mod:`model.checkpoints.files.hdf5_header`.
"""

from __future__ import annotations

import faulthandler
import io
import json
import os
import sys
from pathlib import Path
from typing import Any, BinaryIO

MAX_DEPTH = 64
MAX_NAME = 1_000  #: bytes of a whole path
REFUSED = "refused"  #: the answer's only entry, where there is one: what it is, then the name
DAMAGED, LINK, PIECES, KIND, MANY = "damaged", "link", "pieces", "kind", "many"
FOUND = "found"  #: otherwise: [name, numpy's word for the type, shape, first byte, bytes] of each array


class RefusedError(Exception):
    """What it is, and the name."""


class Window(io.RawIOBase):
    """A part of a file, such as a member of an archive, as a file of its own."""

    def __init__(self, stream: BinaryIO, start: int, size: int) -> None:
        super().__init__()
        self._stream, self._start, self._size, self._place = stream, start, size, 0

    def readinto(self, buffer: Any) -> int:
        """Fill ``buffer`` as far as there is something."""
        self._stream.seek(self._start + self._place)
        content = self._stream.read(max(0, min(len(buffer), self._size - self._place)))
        buffer[: len(content)] = content
        self._place += len(content)
        return len(content)

    def seek(self, offset: int, whence: int = 0) -> int:
        """The new place."""
        self._place = offset + (0, self._place, self._size)[whence]
        return self._place

    def tell(self) -> int:
        """The place."""
        return self._place


def main() -> int:
    """Say what is in a file: ``LIMITS PATH``, the first as JSON."""
    limits, path = json.loads(sys.argv[-2]), Path(sys.argv[-1])
    sys.path += limits["libraries"]  # where they are, which may be no place that Python knows by itself
    os.environ |= {"OPENBLAS_NUM_THREADS": "1", "HDF5_PLUGIN_PRELOAD": "::"}
    _limit_memory(limits["memory"])
    nowhere = os.open(os.devnull, os.O_WRONLY)
    faulthandler.dump_traceback_later(limits["seconds"], exit=True, file=nowhere)  # also deep in the library
    try:
        answer: dict[str, Any] = {FOUND: arrays(path, limits["start"], limits["size"], limits["most"])}
    except RefusedError as refusal:
        answer = {REFUSED: list(refusal.args)}
    except BaseException:  # noqa: BLE001 - whatever the library makes of a damaged file
        answer = {REFUSED: [DAMAGED, ""]}
    faulthandler.cancel_dump_traceback_later()
    sys.stdout.buffer.write(json.dumps(answer).encode("ascii"))
    sys.stdout.buffer.flush()
    os._exit(0)  # what the library holds of a damaged file is not closed


def arrays(path: Path, start: int, size: int, most: int) -> list[tuple[str, str, list[int], int, int]]:
    """Every array in a file that begins at ``start``, but for text, switches and counts, which are no weights."""
    import h5py

    no_weights = (h5py.h5t.STRING, h5py.h5t.ENUM, h5py.h5t.INTEGER)
    found: list[tuple[str, str, list[int], int, int]] = []
    seen: set[tuple[int, int]] = set()

    def visit(group: Any, before: str, depth: int) -> None:
        if len(seen) + group.get_num_objs() > most or depth > MAX_DEPTH:
            raise RefusedError(MANY, before[:MAX_NAME] or "/")
        for link in group:
            name = before + link.decode("utf-8")
            if len(name) > MAX_NAME:
                raise RefusedError(MANY, name[:MAX_NAME])
            if group.links.get_info(link).type != h5py.h5l.TYPE_HARD:
                raise RefusedError(LINK, name)
            item = h5py.h5o.open(group, link)
            about = h5py.h5o.get_info(item)
            if (about.fileno, about.addr) in seen:
                raise RefusedError(LINK, name)
            seen.add((about.fileno, about.addr))
            if isinstance(item, h5py.h5g.GroupID):
                visit(item, f"{name}/", depth + 1)
            elif isinstance(item, h5py.h5d.DatasetID) and item.get_type().get_class() not in no_weights:
                found.append((name, *_described(h5py, item, name)))

    with path.open("rb") as stream, h5py.File(Window(stream, start, size), "r") as file:
        visit(h5py.h5g.open(file.id, b"/"), "", 0)
    return found


def _described(h5py: Any, item: Any, name: str) -> tuple[str, list[int], int, int]:
    """An array that lies in one piece, as every maker of weights writes it."""
    made = item.get_create_plist()
    if item.get_type().get_class() != h5py.h5t.FLOAT or item.shape is None:
        raise RefusedError(KIND, name)
    whole = made.get_layout() == h5py.h5d.CONTIGUOUS and not made.get_nfilters() and not made.get_external_count()
    place = item.get_offset()
    if not whole or place is None:
        raise RefusedError(PIECES, name)
    return item.dtype.str, list(item.shape), place, item.get_storage_size()


def _limit_memory(memory: int) -> None:
    """Where the system has such a limit; elsewhere there is that of time."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, resource.getrlimit(resource.RLIMIT_AS)[1]))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (ImportError, OSError, ValueError):
        pass


if __name__ == "__main__":
    sys.exit(main())
