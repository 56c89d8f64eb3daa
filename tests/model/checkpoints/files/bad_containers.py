"""Damaged, packed and forged containers: hazards 5 to 7, 9, 12 to 16 and 46."""

from __future__ import annotations

import json
import struct
import zipfile

from tests.model.checkpoints.files import forge
from tests.model.checkpoints.files.bad import (
    AGAIN,
    COPY,
    EMPTY,
    GOOD,
    PACKED,
    SAVE,
    STRANGE,
    Bad,
    damaged,
    file,
    folder_of,
    patch,
    safe,
    sharded,
    sparse_file,
)
from tests.model.checkpoints.files.forge import WHOLE, entry, mapping


def widened(content: bytes, more: int = 0) -> bytes:
    """An archive with the end record for large ones too, saying ``more`` members than the short one."""
    start, end = content.rindex(b"PK\x05\x06"), content[-22:]
    count, length, first = struct.unpack("<8xHHLL2x", end)[1:] if len(end) == 22 else (0, 0, 0)
    wide = struct.pack("<4sQ2H2L4Q", b"PK\x06\x06", 44, 45, 45, 0, 0, count + more, count + more, length, first)
    return content[:start] + wide + struct.pack("<4sLQL", b"PK\x06\x07", 0, start, 1) + end


def commented() -> bytes:
    inner = forge.state_dict(other=WHOLE)
    return forge.state_dict(weight=WHOLE)[:-2] + struct.pack("<H", len(inner)) + inner


def many_tensors(count: int, places: bytes = b"data_offsets") -> bytes:
    one = b'"%d":{"dtype":"F32","shape":[0],"' + places + b'":[0,0]}'
    return forge.safetensors(b"{" + b",".join(one % index for index in range(count)) + b"}", b"")


def crowded() -> bytes:
    """An archive that says at its end that it has 100,001 members."""
    content = widened(forge.state_dict(weight=WHOLE), 100_000 - 3)
    return content[:-14] + b"\xff" * 4 + content[-10:]


CUT = "its pickle is damaged or cut short"
ENDS = "its end and its list of members do not fit together"
COMMENT = "it has a comment or other bytes after its end"
TWO = "its end says two different things"
NONE = "it holds no weights by name"
DESCRIBED = "its header describes a in no way that Headscope understands"
COMPRESSED = "its member archive/data.pkl is compressed, which torch.save never does"
LISTED = json.dumps({"weight_map": {"weight": "a.safetensors", "bias": "b.safetensors"}})
# fmt: off
TABLE = (
    Bad(5, "compressed", file(".pt", forge.archive(forge.members(mapping({"weight": WHOLE})), zipfile.ZIP_DEFLATED)),
        COMPRESSED, PACKED),
    Bad(5, "a bomb",
        file(".pt", forge.archive(forge.members(mapping({"weight": WHOLE}), bytes(10**7)), zipfile.ZIP_DEFLATED)),
        COMPRESSED, PACKED),
    Bad(5, "compressed with lzma",
        file(".pt", forge.archive(forge.members(mapping({"weight": WHOLE})), zipfile.ZIP_LZMA)),
        COMPRESSED, PACKED),
    Bad(5, "a size that only one of two lists says", patch(b"PK\x01\x02", 24, (10**9).to_bytes(4, "little")),
        COMPRESSED, PACKED),
    Bad(6, "a member in another's bytes", patch(b"PK\x01\x02", 42, bytes(4), 2),
        "its member archive/data/0 overlaps another", PACKED),
    Bad(7, "a flipped bit in a value", damaged(forge.state_dict(weight=WHOLE).index(forge.VALUES) + 5),
        "it is damaged: the checksum of archive/data/0 is wrong", AGAIN),
    Bad(7, "a flipped bit in a name", damaged(forge.state_dict(weight=WHOLE).index(b"weight") + 2),
        "it is damaged: the checksum of archive/data.pkl is wrong", AGAIN),
    Bad(7, "a flipped bit in the list of members", damaged(forge.state_dict(weight=WHOLE).index(b"PK\x01\x02") + 1),
        "it is damaged: its list of members cannot be read", AGAIN),
    Bad(7, "a flipped bit in a member's header",
        damaged(forge.state_dict(weight=WHOLE).index(b"archive/byteorder") + 9),
        "it is damaged: the two descriptions of archive/byteorder differ", AGAIN),
    Bad(7, "a flipped bit before torch 1.6", file(".pt", forge.legacy(mapping({"weight": WHOLE}), count=7)),
        "it is damaged or cut short: storage 0 is not where it belongs", AGAIN),
    Bad(9, "half a zip archive", file(".pt", forge.state_dict(weight=WHOLE)[:300]),
        "it is cut short: its end is missing", AGAIN),
    Bad(9, "three bytes", file(".pt", b"PK\x03"),
        "it is cut short: it has only 3 bytes", AGAIN),
    Bad(9, "half before torch 1.6", file(".pt", forge.legacy(mapping({"weight": WHOLE}))[:90]),
        CUT, AGAIN),
    Bad(9, "before torch 1.6, without its last byte", file(".pt", forge.legacy(mapping({"weight": WHOLE}))[:-1]),
        "it is cut short: it should have 289 bytes and has 288", AGAIN),
    Bad(9, "before torch 1.6, with one byte more", file(".pt", forge.legacy(mapping({"weight": WHOLE})) + b"x"),
        "it has something behind its last tensor: it should have 289 bytes and has 290", AGAIN),
    Bad(9, "half a safetensors header", file(".safetensors", forge.safetensors({"weight": entry([2, 3])})[:40]),
        "it is cut short: its header takes 70 bytes and the file has 40", AGAIN),
    Bad(9, "safetensors without its last byte", file(".safetensors", forge.safetensors({"weight": entry([2, 3])})[:-1]),
        "it is cut short: weight ends at byte 24 of 23", AGAIN),
    Bad(9, "five bytes of safetensors", file(".safetensors", forge.safetensors({"weight": entry([2, 3])})[:5]),
        "it is cut short: it has only 5 bytes", AGAIN),
    Bad(12, "a name twice", safe(b'{"a": {"dtype": "F32", "shape": [6], "data_offsets": [0, 24]}, "a": {}}'),
        "its header names a twice", STRANGE),
    Bad(12, "a header that is a list", file(".safetensors", forge.safetensors(b"{}", b"")[:8] + b"[]"),
        "it is damaged, or no safetensors file: it has no header", AGAIN),
    Bad(12, "overlap", safe({"a": entry([3], 0, 12), "b": entry([4], 8, 24)}),
        "a and b overlap", STRANGE),
    Bad(12, "a gap", safe({"a": entry([2], 0, 8), "b": entry([3], 12, 24)}),
        "4 bytes before b belong to no tensor", STRANGE),
    Bad(12, "bytes behind the last", safe({"a": entry([5], 0, 20)}),
        "4 bytes at its end belong to no tensor", AGAIN),
    Bad(12, "other bytes than its shape", safe({"a": entry([7])}),
        "a is [7] of float32 and has 24 bytes, not 28", AGAIN),
    Bad(12, "a shape below zero", safe({"a": entry([-6])}),
        DESCRIBED, STRANGE),
    Bad(12, "a shape with a point", safe({"a": entry([6.0])}),
        DESCRIBED, STRANGE),
    Bad(12, "a shape that is true", safe({"a": entry([True, 6])}),
        DESCRIBED, STRANGE),
    Bad(12, "offsets the wrong way", safe({"a": entry([6], 24, 0)}),
        DESCRIBED, STRANGE),
    Bad(12, "no shape", safe({"a": {"dtype": "F32", "data_offsets": [0, 24]}}),
        DESCRIBED, STRANGE),
    Bad(12, "no tensors", safe({}, b""),
        NONE, SAVE),
    Bad(12, "a header longer than the file", file(".safetensors", b"\xff\xff\xff\x7f\x00\x00\x00\x00{}"),
        "it is cut short: its header takes 2,147,483,647 bytes and the file has 10", AGAIN),
    Bad(13, "complex numbers in safetensors", safe({"weight": entry([3], dtype="C64")}),
        "weight is of type C64, which is neither floating-point nor whole numbers",
        "Convert it to float32 and save it again"),
    Bad(13, "a type that nobody knows", safe({"weight": entry([3], dtype="F2\u202e")}),
        "weight is of type F2\\u202e, which is neither floating-point nor whole numbers",
        "Convert it to float32 and save it again"),
    Bad(14, "120,000 tensors", file(".safetensors", many_tensors(120_000)),
        "it lists 120,000 tensors, and no model has more than 20,000", STRANGE),
    Bad(14, "60,000 tensors in other letters", file(".safetensors", many_tensors(60_000, b"data_offset\\u0073")),
        "it lists 60,000 tensors, and no model has more than 20,000", STRANGE),
    Bad(14, "a header of a gigabyte", sparse_file(2**30),
        "its header is far larger than any network's (1,073,741,824 bytes)", STRANGE),
    Bad(14, "an archive of a hundred thousand members", file(".pt", crowded()),
        "it lists 100,001 members, and no model has more than 100,000", PACKED),
    Bad(14, "no JSON", safe(b"{weight: 1}"),
        "its header is not valid JSON", AGAIN),
    Bad(15, "a name in half a character", safe(b'{"\\ud800": {"dtype": "F32", "shape": [6], "data_offsets": [0, 24]}}'),
        "its header names a tensor with half a character", STRANGE),
    Bad(15, "a path, NUL and a mark that turns writing", safe({"../../x\0\u202e": entry([7])}),
        "../../x\\x00\\u202e is [7] of float32 and has 24 bytes, not 28", AGAIN),
    Bad(16, "a member above its folder", file(".pt", forge.archive({**EMPTY, "archive/../../x": b"x"})),
        "its member archive/../../x has the name of a place outside of it", PACKED),
    Bad(16, "an absolute member", file(".pt", forge.archive({**EMPTY, "/etc/x": b"x"})),
        "its member /etc/x has the name of a place outside of it", PACKED),
    Bad(16, "a member on a drive", file(".pt", forge.archive({**EMPTY, "C:/x/y": b"x"})),
        "its member C:/x/y has the name of a place outside of it", PACKED),
    Bad(16, "a member with backslashes", file(".pt", forge.archive({**EMPTY, "archive\\..\\x": b"x"})),
        "its member archive\\..\\x has the name of a place outside of it", PACKED),
    Bad(16, "a member twice", file(".pt", forge.archive([*EMPTY.items(), ("archive/data/0", b"other")])),
        "its member archive/data/0 occurs twice", PACKED),
    Bad(16, "a member twice but for its case",
        file(".pt", forge.archive([*EMPTY.items(), ("archive/DATA/0", b"other")])),
        "its member archive/DATA/0 occurs twice", PACKED),
    Bad(16, "two models in one archive", file(".pt", forge.archive({**EMPTY, "other/data.pkl": b"x"})),
        "it holds several folders (archive, other …), not one model", PACKED),
    Bad(16, "a part above its folder", sharded("../model.safetensors"),
        "it names ../model.safetensors, which is no file of this folder", AGAIN, inside="model.safetensors.index.json"),
    Bad(16, "a part on a drive", sharded("C:\\model.safetensors"),
        "it names C:\\model.safetensors, which is no file of this folder",
        AGAIN, inside="model.safetensors.index.json"),
    Bad(16, "a part that is absolute", sharded("/etc/passwd"),
        "it names /etc/passwd, which is no file of this folder", AGAIN, inside="model.safetensors.index.json"),
    Bad(16, "a part that is missing", sharded("b.safetensors"),
        "b.safetensors is missing", COPY),
    Bad(16, "a tensor that its part lacks", sharded("a.safetensors", "bias"),
        "bias is not in a.safetensors", COPY),
    Bad(16, "a tensor in two parts",
        folder_of(a__safetensors=GOOD, b__safetensors=GOOD, model__safetensors__index__json=LISTED),
        "weight lies in a.safetensors too", AGAIN, inside="b.safetensors"),
    Bad(46, "a comment", file(".pt", forge.state_dict(weight=WHOLE)[:-2] + b"\x05\x00hello"),
        COMMENT, PACKED),
    Bad(46, "a comment that is another archive", file(".pt", commented()),
        ENDS, PACKED),
    Bad(46, "something before it", file(".pt", b"PK\x03\x04" + bytes(26) + forge.state_dict(weight=WHOLE)),
        ENDS, PACKED),
    Bad(46, "something behind it", file(".pt", forge.state_dict(weight=WHOLE) + bytes(30)),
        COMMENT, PACKED),
    Bad(46, "two archives in one file", file(".pt", forge.state_dict(weight=WHOLE) + forge.state_dict(other=WHOLE)),
        ENDS, PACKED),
    Bad(46, "a list that begins at four gigabytes", patch(b"PK\x05\x06", 16, b"\xfe\xff\xff\xff"),
        ENDS, PACKED),
    Bad(46, "a member that begins at four gigabytes", patch(b"PK\x01\x02", 42, b"\xfe\xff\xff\xff"),
        "it is damaged: archive/data.pkl is not where its list of members says", AGAIN),
    Bad(46, "two ends that differ", file(".pt", widened(forge.state_dict(weight=WHOLE), 1)),
        TWO, PACKED),
    Bad(46, "encrypted", patch(b"PK\x01\x02", 8, b"\x01\x00"),
        "its member archive/data.pkl is encrypted, a folder, or on another disk", PACKED),
    Bad(46, "a folder for some readers", patch(b"PK\x01\x02", 38, b"\x10"),
        "its member archive/data.pkl is encrypted, a folder, or on another disk", PACKED),
    Bad(46, "on another disk", patch(b"PK\x01\x02", 34, b"\x01"),
        "its member archive/data.pkl is encrypted, a folder, or on another disk", PACKED),
)
