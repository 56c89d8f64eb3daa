"""Bad and strange files: what one is, and the makers that the tables share. Each table has its own file."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.model.checkpoints.files import forge
from tests.model.checkpoints.files.forge import WHOLE, entry, mapping, write

AGAIN = "Copy or download it again"
GET = "Get or save the weights alone: torch.save(model.state_dict(), 'weights.pt')"
SAVE = "Save the weights alone: torch.save(model.state_dict(), 'weights.pt')"
NOTEBOOK = "In the notebook that made it, save the weights alone: torch.save(model.state_dict(), 'weights.pt')"
PACKED = "Save it again with torch.save, without packing it a second time"
DENSE = "Save it as a dense tensor of its own, in float32"
CHOOSE = "Choose the file of weights (.pt, .safetensors, .bin) or its folder"
WEIGHTS = "Choose the file of weights"
UNPACK = "Unpack it and open the weights inside"
PYTORCH = "Use a PyTorch version of the model"
BESIDE = "Open the weights, and leave this one beside them"
STRANGE = "Get it from whoever made it, or save it again"
PLACE = "Choose the folder, or the file, that holds the weights"
PATH = "Check the path"
COPY = "Copy the checkpoint folder again, with its weights"
RUN = "Run it, save the weights (torch.save), and open the saved file"
EMPTY = forge.members(mapping({}))
GOOD = forge.safetensors({"weight": entry([2, 3])})
OLD = {"_use_new_zipfile_serialization": False}


@dataclass(frozen=True)
class Bad:
    """One file; ``make`` gets an empty folder and the place where the canary would sing."""

    hazard: int
    label: str
    make: Callable[[Path, Path], Path]
    why: str
    next_step: str
    inside: str = ""  #: which file of a folder is to blame


def file(ending: str, content: bytes | str) -> Callable[[Path, Path], Path]:
    return lambda folder, _: write(folder / f"file{ending}", content)


def payload(function: Any, argument: str, wrap: Callable[[Any], Any], **options: Any) -> Callable[[Path, Path], Path]:
    """A file of torch.save with code in it."""
    return lambda folder, canary: write(
        folder / "file.pt", forge.saved(wrap(forge.Payload(canary, function, argument)), **options)
    )


def damaged(at: int) -> Callable[[Path, Path], Path]:
    """A whole file with one bit flipped."""
    content = bytearray(forge.state_dict(weight=WHOLE))
    content[at] ^= 1
    return file(".pt", bytes(content))


def folder_of(**files: bytes | str) -> Callable[[Path, Path], Path]:
    """A folder with these files; __ stands for a dot."""

    def make(folder: Path, _: Path) -> Path:
        (folder / "model").mkdir()
        for item, content in files.items():
            write(folder / "model" / item.replace("__", "."), content)
        return folder / "model"

    return make


def pt(body: bytes, values: bytes = forge.VALUES) -> Callable[[Path, Path], Path]:
    return file(".pt", forge.torch_zip(body, values))


def pt_of(**tensors: bytes) -> Callable[[Path, Path], Path]:
    return file(".pt", forge.state_dict(**tensors))


def saved(value: Any, **options: Any) -> Callable[[Path, Path], Path]:
    return lambda folder, _: write(folder / "file.pt", forge.saved(value, **options))


def safe(header: Any, values: bytes = forge.VALUES) -> Callable[[Path, Path], Path]:
    return file(".safetensors", forge.safetensors(header, values))


def patch(mark: bytes, at: int, new: bytes, which: int = 0) -> Callable[[Path, Path], Path]:
    """A whole file with other bytes at a place in the n-th record that begins with ``mark``."""
    return file(".pt", patched(forge.state_dict(weight=WHOLE), mark, at, new, which))


def patched(content: bytes, mark: bytes, at: int, new: bytes, which: int = 0) -> bytes:
    """``content`` with other bytes at a place in the n-th record that begins with ``mark``."""
    place = -1
    for _ in range(which + 1):
        place = content.index(mark, place + 1)
    return content[: place + at] + new + content[place + at + len(new) :]


def sparse_file(header: int) -> Callable[[Path, Path], Path]:
    """A safetensors file whose header is so long; the disk holds only its ends."""

    def make(folder: Path, _: Path) -> Path:
        with (folder / "file.safetensors").open("wb") as stream:
            stream.write(header.to_bytes(8, "little") + b"{")
            stream.truncate(header + 8)
        return folder / "file.safetensors"

    return make


def link_to(target: str) -> Callable[[Path, Path], Path]:
    def make(folder: Path, _: Path) -> Path:
        (folder / "file.pt").symlink_to(folder / target)
        return folder / "file.pt"

    return make


def pipe(folder: Path, _: Path) -> Path:
    os.mkfifo(folder / "file.pt")
    return folder / "file.pt"


def pipe_in_a_folder(folder: Path, _: Path) -> Path:
    os.mkfifo(folder / "model.safetensors")
    return folder


def sharded(part: str, tensor_name: str = "weight") -> Callable[[Path, Path], Path]:
    """A folder with one part, whose list says another."""
    listed = json.dumps({"weight_map": {tensor_name: part}})
    return folder_of(a__safetensors=GOOD, model__safetensors__index__json=listed)
