"""Mutants of a file's bytes, for ``attack.py``: damage as disks and networks do it, and as somebody does who means it.

:func:`mutant` looks at what the bytes are (an archive, a pickle, JSON, text) and damages them there as well as blindly:
lengths, numbers, names, members, opcodes. Pickles get calls that leave a mark when they run: the *canary*."""

from __future__ import annotations

import io
import json
import pickletools
import random
import struct
import warnings
import zipfile
from collections.abc import Callable, Sequence
from typing import Any

HUGE = (
    "0", "-1", "1e400", "-1e400", "NaN", "9" * 5_000, "99999999999999999999", "2147483648", "4294967295", "1e-400",
    "9223372036854775807", "0.5", "true", "null", '""', "[]", "{}", '"\\u0000"', '"\\ud800"', '"../../x"',
)  # fmt: skip
WORDS = ("\x00", "\u202e", "\ud7ff", "../x", "/dev/zero", "\n", "é" * 300, "a" * 4_000, "\x1b[31m", "", " ", "'", '"')
NUMBERS = (0, 1, -1, 127, 128, 255, 256, 32_767, 65_535, 2**31 - 1, 2**31, 2**32 - 1, 2**63 - 1, -(2**63))
NAMES = ("../x", "/tmp/x", "x" * 300, "", "data.pkl", "\x00", "a/../../b", "meta.json", "version", "C:\\x")  # noqa: S108
OPCODES = b"(.0123FIJKLMNRTUVXcbdghioqrstu}]\x80\x81\x85\x86\x87\x8c\x95"
DEEP = 100_000  #: brackets inside each other
_MARK = "attack-mark"  #: where a value is put in that JSON's own writer would not write
LARGEST = 4 * 2**20  #: bytes that a mutant may have

Mutation = Callable[[bytes, random.Random], bytes]


def mutant(data: bytes, others: Sequence[bytes], chance: random.Random, canary: str) -> tuple[bytes, str]:
    """Damaged bytes, and the names of what was done. ``others`` are whole files to take pieces from."""
    kinds = [BLIND]
    if data[:2] == b"PK":
        kinds += [ARCHIVE] * 3
    elif data[:1] == b"\x80":
        kinds += [PICKLE] * 3
    elif data[8:9] == b"{" and len(data) > 16:
        kinds += [HEADED] * 3
    elif _is_text(data):
        kinds += [TEXT] * 2 + [JSON] * 2 * (data.lstrip()[:1] in (b"{", b"["))
    done = []
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        kind = chance.choice(kinds)
        name = chance.choice(list(kind))
        if name == "splice":
            data = _splice(data, chance.choice(list(others) or [data]), chance)
        elif name == "call":
            data = call(canary, chance) if chance.random() < 0.3 else data[:2] + call(canary, chance)[2:-1] + data[2:]
        elif name == "member":
            data = _member(data, others, chance, canary)
        else:
            data = kind[name](data, chance)
        data = data[:LARGEST]
        done.append(name)
    return data, "+".join(done)


def call(canary: str, chance: random.Random) -> bytes:
    """A pickle that leaves the mark, or asks another machine, if anybody runs what it says."""
    module, name, argument = chance.choice(
        (
            ("os", "system", f"echo ran > {canary}"), ("posix", "system", f"echo ran > {canary}"),
            ("builtins", "exec", f"__import__('pathlib').Path({canary!r}).write_text('ran')"),
            ("builtins", "open", canary), ("subprocess", "getoutput", f"touch {canary}"),
            ("shutil", "rmtree", canary + ".folder"),
            ("urllib.request", "urlopen", "http://127.0.0.1:9/"),
            ("torch.hub", "load_state_dict_from_url", "http://127.0.0.1:9/"),
            ("numpy", "load", canary), ("pathlib", "Path", canary), ("importlib", "import_module", "antigravity"),
        )
    )  # fmt: skip
    said = argument.encode()
    return (
        b"\x80\x02c" + module.encode() + b"\n" + name.encode() + b"\n"
        + b"X" + struct.pack("<I", len(said)) + said + b"\x85R."
    )  # fmt: skip


def _flip(data: bytes, chance: random.Random) -> bytes:
    result = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 8, 64)) if data else 0):
        result[chance.randrange(len(result))] ^= 1 << chance.randrange(8)
    return bytes(result)


def _cut(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def _gap(data: bytes, chance: random.Random) -> bytes:
    begin, end = sorted(chance.randrange(len(data) + 1) for _ in range(2))
    return data[:begin] + data[end:]


def _repeat(data: bytes, chance: random.Random) -> bytes:
    begin, end = sorted(chance.randrange(len(data) + 1) for _ in range(2))
    return data[:end] + data[begin:end] * chance.choice((1, 2, 50)) + data[end:]


def _noise(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.randbytes(chance.choice((1, 4, 300))) + data[at:]


def _number(data: bytes, chance: random.Random) -> bytes:
    """A length or offset, as programs store them."""
    value, kind = chance.choice(NUMBERS), chance.choice(("<H", "<I", "<Q", ">I", ">Q"))
    size = struct.calcsize(kind)
    at = chance.choice((chance.randrange(len(data) + 1), chance.randrange(min(len(data), 64) + 1)))
    return data[:at] + struct.pack(kind, value % 2 ** (8 * size)) + data[at + size :]


def _fill(data: bytes, chance: random.Random) -> bytes:
    begin, end = sorted(chance.randrange(len(data) + 1) for _ in range(2))
    return data[:begin] + bytes([chance.choice((0, 255, 32, 48))]) * (end - begin) + data[end:]


def _splice(data: bytes, other: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data) + 1)] + other[chance.randrange(len(other) + 1) :]


BLIND: dict[str, Mutation] = {
    "flip": _flip, "cut": _cut, "gap": _gap, "repeat": _repeat, "noise": _noise, "number": _number, "fill": _fill,
    "splice": _flip,
}  # fmt: skip


def _is_text(data: bytes) -> bool:
    return "\x00" not in data[:4_096].decode("utf-8", "replace") and b"\xff" not in data[:4_096]


def _line(data: bytes, chance: random.Random) -> bytes:
    lines = data.split(b"\n")
    chosen = chance.randrange(len(lines))
    lines[chosen] = chance.choice(
        (
            b"",
            lines[chosen] * 2,
            chance.choice(lines),
            chance.choice(WORDS).encode("utf-8", "replace"),
            lines[chosen][:20_000] * 999,  # 20 MB: the file is to be large, not this process
        )
    )
    return b"\n".join(lines)


def _value(data: bytes, chance: random.Random) -> bytes:
    """Another number where one stands, or a word between."""
    places = [at for at in range(len(data)) if data[at : at + 1].isdigit()]
    at = chance.choice(places) if places else 0
    return data[:at] + chance.choice(HUGE).encode() + data[at + 1 :]


def _word(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.choice(WORDS).encode("utf-8", "surrogatepass") + data[at:]


def _code(data: bytes, chance: random.Random) -> bytes:
    """Another way to write text."""
    text = data.decode("utf-8", "replace")
    return text.encode(chance.choice(("utf-16", "utf-8-sig", "utf-32", "cp949", "latin-1")), "replace")


TEXT: dict[str, Mutation] = {"line": _line, "value": _value, "word": _word, "code": _code}


def _tree(data: bytes, chance: random.Random) -> bytes:
    """Other values, names and kinds somewhere in the tree."""
    try:
        tree = json.loads(data)
    except (ValueError, RecursionError):
        return _value(data, chance)
    places: list[tuple[Any, Any]] = []
    _collect(tree, places)
    if not places:
        return chance.choice(HUGE).encode()
    for _ in range(chance.choice((1, 1, 3))):
        holder, key = chance.choice(places)
        match chance.randrange(4):
            case 0 if isinstance(holder, dict):
                holder[chance.choice(WORDS)] = holder.pop(key, None)
            case 1:
                holder[key] = chance.choice(
                    [chance.choice(WORDS), chance.choice(NUMBERS), None, True, [], {}, 0.5, [[0]]]
                )
            case 2:
                other, name = chance.choice(places)
                holder[key] = other[name] if isinstance(other, list) or name in other else None
            case _:
                holder[key] = _MARK
    try:
        text = json.dumps(tree)
    except (ValueError, RecursionError):  # itself in itself
        return _value(data, chance)
    return text.replace(f'"{_MARK}"', chance.choice(HUGE)).encode("utf-8", "surrogatepass")


def _collect(tree: Any, places: list[tuple[Any, Any]]) -> None:
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in list(items)[:200]:
        places.append((tree, key))
        _collect(value, places)


def _nest(data: bytes, chance: random.Random) -> bytes:
    pair = chance.choice((b"[]", b"{}"))
    inside = b'{"a":' * DEEP + b"1" + b"}" * DEEP if pair == b"{}" else b"[" * DEEP + b"]" * DEEP
    return chance.choice((inside, inside[:DEEP], data[:-1] + b',"deep":' + inside + data[-1:]))


def _twice(data: bytes, chance: random.Random) -> bytes:
    """The same names once more."""
    inside = data.strip()[1:-1]
    return b"{" + inside + b"," + inside[: chance.choice((len(inside), len(inside) // 2))] + b"}"


JSON: dict[str, Mutation] = {"tree": _tree, "nest": _nest, "twice": _twice}


def _headed(data: bytes, chance: random.Random) -> bytes:
    """safetensors: another header whose length is right, or a length that is not."""
    length = int.from_bytes(data[:8], "little")
    header = chance.choice(list(JSON.values()))(data[8 : 8 + length], chance)
    said = len(header) if chance.random() < 0.9 else chance.choice(NUMBERS) % 2**64
    return said.to_bytes(8, "little") + header + data[8 + length :]


HEADED: dict[str, Mutation] = {"header": _headed}


def _opcodes(data: bytes, chance: random.Random) -> bytes:
    """Opcodes left out, doubled, or with other arguments."""
    try:
        places = [at or 0 for _, _, at in pickletools.genops(data)]
    except Exception:  # noqa: BLE001 (a damaged pickle is damaged once more)
        return _flip(data, chance)
    index = chance.randrange(max(1, len(places) - 1))
    begin, end = places[index], places[index + 1] if index + 1 < len(places) else len(data)
    return chance.choice(
        (
            data[:begin] + data[end:],
            data[:end] + data[begin:end] * chance.choice((1, 3, 5_000)) + data[end:],
            data[:begin] + bytes([chance.choice(OPCODES)]) + data[begin + 1 :],
            data[: begin + 1] + _number(data[begin + 1 : end], chance) + data[end:],
        )
    )  # fmt: skip


def _global(data: bytes, chance: random.Random) -> bytes:
    """Another class where one is named."""
    known = (b"torch._utils\n_rebuild_tensor_v2", b"collections\nOrderedDict", b"torch\nFloatStorage", b"c")
    other = chance.choice(
        (b"builtins\neval", b"os\nsystem", b"torch\nload", b"torch._utils\n_rebuild_sparse_tensor", b"x\ny")
    )
    return data.replace(chance.choice(known), other, 1)


PICKLE: dict[str, Mutation] = {"opcodes": _opcodes, "global": _global, "call": _flip}


def _zip_field(data: bytes, chance: random.Random) -> bytes:
    """A field of a member's header: sizes, method, flags, offsets."""
    marks = [at for mark in (b"PK\x01\x02", b"PK\x03\x04", b"PK\x05\x06", b"PK\x06\x06") for at in _all(data, mark)]
    if not marks:
        return _flip(data, chance)
    at = chance.choice(marks) + 4 + chance.randrange(42)
    size = chance.choice((2, 4))
    value: int = chance.choice(NUMBERS) % 2 ** (8 * size)
    return data[:at] + value.to_bytes(size, "little") + data[at + size :]


def _all(data: bytes, mark: bytes) -> list[int]:
    found: list[int] = []
    at = data.find(mark)
    while at >= 0 and len(found) < 400:
        found.append(at)
        at = data.find(mark, at + 1)
    return found


def _members(data: bytes, chance: random.Random) -> bytes:
    """Members left out, exchanged, doubled, under other names."""
    members = _read(data)
    if not members:
        return _flip(data, chance)
    one, other = chance.randrange(len(members)), chance.randrange(len(members))
    match chance.randrange(4):
        case 0:
            del members[one]
        case 1:
            members[one], members[other] = (members[one][0], members[other][1]), (members[other][0], members[one][1])
        case 2:
            members.append(members[one])
        case _:
            members[one] = (chance.choice(NAMES) or "x", members[one][1])
    return _written(members, chance)


def _member(data: bytes, others: Sequence[bytes], chance: random.Random, canary: str) -> bytes:
    """One member damaged in its own way, its check sum right."""
    members = _read(data)
    if not members:
        return _flip(data, chance)
    chosen = chance.randrange(len(members))
    if chance.random() < 0.4:  # what says most is small
        chosen = min(range(len(members)), key=lambda at: (not members[at][0].endswith((".pkl", ".json")), at))
    name, content = members[chosen]
    if content[:6] == b"\x93NUMPY" and chance.random() < 0.6:
        length = 10 + int.from_bytes(content[8:10], "little")
        changed = chance.choice((_value, _word, _flip))(content[10:length], chance)[:65_000]
        content = content[:8] + struct.pack("<H", len(changed)) + changed + content[length:]
    else:
        content, _ = mutant(content, others, chance, canary)
    members[chosen] = (name, content)
    return _written(members, chance)


def _read(data: bytes) -> list[tuple[str, bytes]]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(info.file_size for info in archive.infolist()) > LARGEST:
                return []
            return [(info.filename, archive.read(info)) for info in archive.infolist()[:2_000]]
    except Exception:  # noqa: BLE001 (a damaged archive is damaged once more)
        return []


def _written(members: Sequence[tuple[str, bytes]], chance: random.Random) -> bytes:
    stream = io.BytesIO()
    method = chance.choice((zipfile.ZIP_STORED, zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))
    with warnings.catch_warnings(action="ignore"), zipfile.ZipFile(stream, "w", method) as archive:  # names twice
        for name, content in members:
            archive.writestr(zipfile.ZipInfo(name), content, method)
    return stream.getvalue()


ARCHIVE: dict[str, Mutation] = {"field": _zip_field, "members": _members, "member": _flip}
