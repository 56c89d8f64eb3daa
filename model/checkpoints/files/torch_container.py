"""A file of ``torch.save``: its parts, values unread. stdlib only.

Today it is a zip archive; before torch 1.6 it was pickles and bytes in a row. Source of both layouts:
torch's ``torch/serialization.py``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from model.checkpoints.files.pickles import MAX_BYTES, Pickle, UnreadableError, read_pickle
from model.checkpoints.files.torch_header import STATE_DICT, PlainTree, Storage, check_names, read_tree
from model.common.problems import Problem, shown
from model.common.text import Text
from model.common.zip_container import AGAIN, Member, check_sums, list_names, read_member, read_members

MAGIC, VERSION = 0x1950A86A20F9469CFC6C, 1001
STORAGE_PARTS = 5  #: of what a pickle says of a storage; before torch 1.6 there was one more
PROTOCOL = 2  #: of pickles that torch reads as plain weights
CHOOSE = Text("Choose the file of weights")
EXPORTED = Text("it is a program that torch.export saved (.pt2), code and weights together")
EXPORT = Text(
    "In Python, take its weights out and open those: torch.save(torch.export.load(%1).state_dict, 'weights.pt')"
)
EXPORTED_FROM = Text(
    "In Python, from the model that it was made of, save the weights: torch.save(model.state_dict(), 'weights.pt')"
)
COMPILED = "aotinductor/"  #: a folder of its members
#: Part of a member's name → what such an archive is, and what to do. The first that fits counts.
ARCHIVES: tuple[tuple[str, str, str], ...] = (
    (COMPILED, Text("it is a model that torch compiled (.pt2), with its weights inside of a program"), EXPORTED_FROM),
    ("models/model.json", EXPORTED, EXPORT),
    ("serialized_exported_program.json", EXPORTED, EXPORT),
    ("serialized_state_dict.json", EXPORTED, EXPORT),
    ("meta.npy", Text("it is a saved trace, not a checkpoint"), Text("Open it as a trace: it needs no checkpoint")),
    (
        "session.json",
        Text("it is a saved session, not a checkpoint"),
        Text("Give its name the ending .headscope and open it"),
    ),
    (".npy", Text("it is an archive of numpy arrays"), CHOOSE),
    (
        "constants.pkl",
        Text("it is a TorchScript program, code and weights together"),
        Text("From Python, save the weights alone: torch.save(model.state_dict(), 'weights.pt')"),
    ),
    ("word/document.xml", Text("it is a Word document"), CHOOSE),
    ("xl/workbook.xml", Text("it is a spreadsheet"), CHOOSE),
    (".safetensors", Text("it is a zip archive with weights inside"), Text("Unpack it and open the folder")),
    (".pt", Text("it is a zip archive with weights inside"), Text("Unpack it and open the file")),
    (".bin", Text("it is a zip archive with weights inside"), Text("Unpack it and open the folder")),
)


def read_zip(path: Path) -> PlainTree:
    """The content of a zip archive as plain data, each tensor a TensorInfo. Raises :class:`Problem`."""
    with path.open("rb") as stream:
        _check_kind(path, list_names(path, stream))
        members = read_members(path, stream)
        root = next(iter(members)).partition("/")[0]
        main, order = members.get(f"{root}/data.pkl"), members.get(f"{root}/byteorder")
        if main is None or main.size > MAX_BYTES:
            why = Text("its list of tensors is missing or far larger than any network's")
            raise Problem(str(path), why, STATE_DICT)
        if order is not None and (order.size > 6 or read_member(stream, order) not in (b"little", b"big")):
            raise Problem(str(path), Text("it is damaged: it says no order of bytes"), AGAIN)
        check_sums(path, stream, {f"{root}/data.pkl": main})
        content = _content(path, _pickle(path, read_member(stream, main)), STORAGE_PARTS)
        _check_storages(
            path, content.storages, {name.removeprefix(f"{root}/data/"): one for name, one in members.items()}
        )
        check_sums(path, stream, members)
    return content


def _check_kind(path: Path, names: list[str]) -> None:
    """Say what another archive is."""
    other = next((row[1:] for row in ARCHIVES if any(_is(name, row[0]) for name in names)), None)
    if other is None and not any(name.endswith("/data.pkl") for name in names):
        other = Text("it is a zip archive without weights") if names else Text("it is an empty zip archive"), CHOOSE
    if other is not None:
        why, step = other
        raise Problem(str(path), why, EXPORT.filled(repr(shown(path.name))) if step is EXPORT else step)


def _is(name: str, sign: str) -> bool:
    """Whether a member is called so, or lies in a folder that is."""
    return f"/{sign}" in name if sign.endswith("/") else name.endswith(sign)


def read_pickled(path: Path) -> PlainTree:
    """The content of a file from before torch 1.6, or of any pickle, as plain data. Raises :class:`Problem`."""
    with path.open("rb") as stream:
        size = stream.seek(0, 2)
        stream.seek(0)
        data = stream.read(MAX_BYTES)
        first = _pickle(path, data)
        if first.value != MAGIC:
            why = Text("it is a Python pickle that torch.save did not write")
            raise Problem(str(path), why, Text("Open the file of weights, or save the weights with torch.save"))
        version = _pickle(path, data, first.end)
        system = _pickle(path, data, version.end)
        if version.value != VERSION or not _is_little(system.value):
            raise Problem(
                str(path), Text("it was written by a torch, or on a machine, that Headscope does not know"), AGAIN
            )
        main = _pickle(path, data, system.end)
        content = _content(path, main, STORAGE_PARTS + 1)
        storages, keys = content.storages, _pickle(path, data, main.end)
        listed = keys.value if isinstance(keys.value, list) and all(isinstance(key, str) for key in keys.value) else []
        if sorted(listed) != sorted(storages):
            raise Problem(str(path), Text("it is damaged: its lists of storages differ"), AGAIN)
        place = keys.end
        for key in listed:
            stream.seek(place)
            if int.from_bytes(stream.read(8), "little") != storages[key].numel:
                raise Problem(
                    str(path), Text("it is damaged or cut short: storage %1 is not where it belongs", shown(key)), AGAIN
                )
            place += 8 + storages[key].bytes
    if place != size:
        what = Text("it is cut short") if place > size else Text("it has something behind its last tensor")
        raise Problem(str(path), Text("%1: it should have %2 bytes and has %3", what, f"{place:,}", f"{size:,}"), AGAIN)
    return content


def _pickle(path: Path, data: bytes, start: int = 0) -> Pickle:
    try:
        pickle = read_pickle(data, start)
    except UnreadableError as error:
        raise Problem(str(path), error.args[0], AGAIN) from error
    check_names(path, pickle)
    return pickle


def _content(path: Path, pickle: Pickle, parts: int) -> PlainTree:
    if pickle.protocol != PROTOCOL:
        why = Text("it was saved with pickle_protocol=%1, which torch does not read as plain weights", pickle.protocol)
        raise Problem(str(path), why, Text("Save it again with torch.save's own protocol, 2"))
    return read_tree(path, pickle, parts)


def _is_little(system: Any) -> bool:
    return isinstance(system, dict) and system.get("little_endian") is True


def _check_storages(path: Path, storages: dict[str, Storage], members: dict[str, Member]) -> None:
    for key, storage in storages.items():
        member = members.get(key)
        if member is None:
            raise Problem(str(path), Text("it is damaged: the values of storage %1 are missing", shown(key)), AGAIN)
        if member.size != storage.bytes:
            why = Text(
                "storage %1 should have %2 bytes and has %3", shown(key), f"{storage.bytes:,}", f"{member.size:,}"
            )
            raise Problem(str(path), Text("it is damaged: %1", why), AGAIN)
