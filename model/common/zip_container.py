"""A zip archive of ``torch.save``, or a session, checked so strictly that every reader sees the same. stdlib only.

A zip archive has two lists of its members, one at its end and one spread over it, and room for more
before, between and behind them; readers differ in what they believe. Here both lists must agree, the
members lie side by side between the beginning and the list at the end, nothing is compressed and
nothing is left over. Nothing is ever extracted. Source: the format's public specification, APPNOTE 6.3.9.
"""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath
from typing import BinaryIO, NoReturn

from model.common.lazy_dataclass import dataclass
from model.common.problems import Problem, shown
from model.common.text import Text

MAX_MEMBERS = 100_000
MAX_DIRECTORY = 16 * 2**20  #: bytes of the list at the end
CHUNK = 2**20
AGAIN = Text("Copy or download it again")
SAVE_AGAIN = Text("Save it again with torch.save, without packing it a second time")


@dataclass(frozen=True)
class Rules:
    """The rules of one maker's archives, and its name in a refusal."""

    maker: str = "torch.save"
    thing: str = Text("model")
    again: str = SAVE_AGAIN  #: what to do about an archive that its maker does not write
    in_folder: bool = True  #: every member lies in one and the same folder
    most: int = MAX_MEMBERS


TORCH = Rules()
END, END64, LOCATOR, LOCAL = (b"PK" + mark for mark in (b"\x05\x06", b"\x06\x06", b"\x06\x07", b"\x03\x04"))
UTF8, SUMS_BEHIND = 0x800, 0x8  #: flags: how a name is written, and that sizes are repeated behind the bytes
FOLDER = 0x10  #: an attribute: what has it is read as empty by some
END_SIZE, END64_SIZE, LOCATOR_SIZE, LOCAL_SIZE = 22, 56, 20, 30


@dataclass(frozen=True)
class Member:
    """One stored file: where its bytes are, and their checksum."""

    start: int
    size: int
    crc: int


def list_names(path: Path, stream: BinaryIO, rules: Rules = TORCH) -> list[str]:
    """The names in an archive, whatever else may be wrong with it, to say what it is. Raises :class:`Problem`."""
    _directory(path, stream, rules)
    return [entry.filename for entry in _entries(path, stream)]


def read_members(path: Path, stream: BinaryIO, rules: Rules = TORCH) -> dict[str, Member]:
    """Every member by its full name, after every check but the checksums. Raises :class:`Problem`."""
    end = _directory(path, stream, rules)
    entries = [entry for entry in _entries(path, stream) if entry.file_size or entry.orig_filename[-1:] != "/"]
    _check_names(path, [entry.orig_filename for entry in entries], rules)
    found: dict[str, Member] = {}
    reached = 0
    for entry in sorted(entries, key=lambda one: one.header_offset):
        if entry.header_offset < reached:
            _refuse(path, Text("its member %1 overlaps another", shown(entry.orig_filename)), rules.again)
        start = _start(path, stream, entry, rules)
        reached = start + entry.file_size
        found[entry.orig_filename] = Member(start, entry.file_size, entry.CRC)
    if reached > end:
        _refuse(path, Text("its list of members points outside of it"), AGAIN)
    return found


def check_sums(path: Path, stream: BinaryIO, members: Mapping[str, Member], rules: Rules = TORCH) -> None:
    """Compare every member with its checksum. Raises :class:`Problem` naming the first that differs.

    ``torch.serialization.set_crc32_options(False)`` writes 0 for all of them: then there is none.
    """
    if rules == TORCH and not any(member.crc for member in members.values()):
        return
    for name, member in members.items():
        stream.seek(member.start)
        left, crc = member.size, 0
        while left:
            chunk = stream.read(min(CHUNK, left))
            if not chunk:
                _refuse(path, Text("it became shorter while it was read"), AGAIN)
            crc, left = zlib.crc32(chunk, crc), left - len(chunk)
        if crc != member.crc:
            _refuse(path, Text("it is damaged: the checksum of %1 is wrong", shown(name)), AGAIN)


def read_member(stream: BinaryIO, member: Member) -> bytes:
    """The bytes of one member, whose size the caller has looked at."""
    stream.seek(member.start)
    return stream.read(member.size)


def _directory(path: Path, stream: BinaryIO, rules: Rules) -> int:
    """The start of the list of members; the end of the archive must be the end of the file."""
    size = stream.seek(0, 2)
    stream.seek(max(0, size - END_SIZE - LOCATOR_SIZE - END64_SIZE))
    tail = stream.read()
    if tail[-END_SIZE:][:4] != END or tail[-2:] != b"\0\0":
        stream.seek(max(0, size - 2**16 - END_SIZE))
        extra = END in stream.read()
        why = (
            Text("it has a comment or other bytes after its end")
            if extra
            else Text("it is cut short: its end is missing")
        )
        _refuse(path, why, rules.again if extra else AGAIN)
    _, disk, first, here, count, length, start, _ = struct.unpack("<4s4H2LH", tail[-END_SIZE:])
    end = size - END_SIZE
    if tail[-END_SIZE - LOCATOR_SIZE :][:4] == LOCATOR:
        end -= LOCATOR_SIZE + END64_SIZE
        short = (here, count, length, start)
        here, count, length, start = _wide(path, tail[: END64_SIZE + LOCATOR_SIZE], end, rules)
        wide = zip(short, (here, count, length, start), (2**16 - 1, 2**16 - 1, 2**32 - 1, 2**32 - 1), strict=True)
        if any(narrow not in (full, limit) for narrow, full, limit in wide):
            _refuse(path, Text("its end says two different things"), rules.again)
    if disk or first or here != count or start + length != end:
        _refuse(path, Text("its end and its list of members do not fit together"), rules.again)
    if count > rules.most or length > MAX_DIRECTORY:
        _refuse(
            path,
            Text("it lists %1 members, and no %2 has more than %3", f"{count:,}", rules.thing, f"{rules.most:,}"),
            rules.again,
        )
    return int(start)


def _wide(path: Path, tail: bytes, end: int, rules: Rules) -> tuple[int, int, int, int]:
    """Counts, length and start from the record for large archives, which lies directly before the short one."""
    if len(tail) == END64_SIZE + LOCATOR_SIZE and tail[:4] == END64:
        _, length, _, _, disk, first, *numbers = struct.unpack("<4sQ2H2L4Q", tail[:END64_SIZE])
        _, other, place, disks = struct.unpack("<4sLQL", tail[END64_SIZE:])
        if (length, disk, first, other, place, disks) == (END64_SIZE - 12, 0, 0, 0, end, 1):
            return numbers[0], numbers[1], numbers[2], numbers[3]
    raise Problem(str(path), Text("its end says two different things"), rules.again)


def _entries(path: Path, stream: BinaryIO) -> list[zipfile.ZipInfo]:
    try:
        with zipfile.ZipFile(stream) as archive:
            return archive.infolist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError, EOFError, struct.error) as error:
        raise Problem(str(path), Text("it is damaged: its list of members cannot be read"), AGAIN) from error


def _check_names(path: Path, names: Iterable[str], rules: Rules) -> None:
    """No name may mean another place, and no two may mean the same: some readers ignore case."""
    seen: set[str] = set()
    for name in names:
        parts = PurePosixPath(name).parts
        if not name.isprintable() or "\\" in name or name[1:2] == ":" or ".." in parts or name != "/".join(parts):
            _refuse(path, Text("its member %1 has the name of a place outside of it", shown(name)), rules.again)
        if (rules.in_folder and len(parts) < 2) or name.startswith("/"):
            why = Text("its member %1 does not lie in a folder, as %2 writes it", shown(name), rules.maker)
            _refuse(path, why, rules.again)
        if name.casefold() in seen:
            _refuse(path, Text("its member %1 occurs twice", shown(name)), rules.again)
        seen.add(name.casefold())
    roots = sorted({name.partition("/")[0] for name in names})
    if rules.in_folder and len(roots) > 1:
        why = Text("it holds several folders (%1, %2 …), not one %3", shown(roots[0]), shown(roots[1]), rules.thing)
        _refuse(path, why, rules.again)


def _start(path: Path, stream: BinaryIO, entry: zipfile.ZipInfo, rules: Rules) -> int:
    """The start of a member's bytes, by its own header, which must agree with the list at the end."""
    name = shown(entry.orig_filename)
    if entry.compress_type != zipfile.ZIP_STORED or entry.compress_size != entry.file_size:
        _refuse(path, Text("its member %1 is compressed, which %2 never does", name, rules.maker), rules.again)
    if entry.flag_bits & ~(UTF8 | SUMS_BEHIND) or entry.external_attr & FOLDER or entry.volume:
        _refuse(path, Text("its member %1 is encrypted, a folder, or on another disk", name), rules.again)
    stream.seek(entry.header_offset)
    header = stream.read(LOCAL_SIZE)
    if len(header) < LOCAL_SIZE or header[:4] != LOCAL:
        _refuse(path, Text("it is damaged: %1 is not where its list of members says", name), AGAIN)
    method = int.from_bytes(header[8:10], "little")
    lengths: tuple[int, int] = struct.unpack("<2H", header[26:30])
    written = stream.read(lengths[0])
    wanted = entry.orig_filename.encode("utf-8" if entry.flag_bits & UTF8 else "cp437")
    if method != zipfile.ZIP_STORED or written != wanted:
        _refuse(path, Text("it is damaged: the two descriptions of %1 differ", name), AGAIN)
    return entry.header_offset + LOCAL_SIZE + sum(lengths)


def _refuse(path: Path, why: str, next_step: str) -> NoReturn:
    raise Problem(str(path), why, next_step)
