"""A checkpoint that is a folder: its config.json, and which of its files hold the weights. stdlib only."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

from model.common.plain_file import read_plain
from model.common.problems import Problem, shown, unreadable
from model.common.text import Text

CONFIG = "config.json"
#: Weights under the names that Hugging Face and Headscope give them, the preferred first.
NAMES = ("model.safetensors", "model.safetensors.index.json", "pytorch_model.bin", "pytorch_model.bin.index.json")
ENDINGS = (".safetensors", ".pt", ".pth", ".bin", ".ckpt", ".weights.h5", ".keras")
#: Weights of other libraries, by what their names end with.
FOREIGN = {
    ".h5": "TensorFlow",
    ".msgpack": "Flax",
    ".onnx": "ONNX",
    ".ot": "Rust",
    ".pb": "TensorFlow",
    ".gguf": "llama.cpp",
}
#: What a training keeps beside the weights, to go on.
STATE = re.compile(r"(training_args|optimizer|scheduler|scaler|rng_state\w*|random_states\w*|trainer_state)\.\w+")
MAX_CONFIG = 16 * 2**20
MAX_PARTS = 1000
MAX_FILES = 10_000  #: that are looked at in a folder
AGAIN = Text("Copy or download it again")


@dataclass(frozen=True)
class CheckpointFolder:
    """The files of a checkpoint folder."""

    weights: tuple[Path, ...]
    config: Mapping[str, Any] | None
    listed: Mapping[str, Path] | None = None  #: tensor → part, where there are several


def read_folder(path: Path) -> CheckpointFolder:
    """Weights and configuration of a folder. Raises :class:`Problem` that says what is there instead."""
    names = _names(path)
    found = next((name for name in NAMES if name in names), None)
    config = read_json(path / CONFIG) if CONFIG in names else None
    if found is None:
        return CheckpointFolder((_single(path, names),), config)
    if not found.endswith(".json"):
        return CheckpointFolder((path / found,), config)
    listed = _listed(path / found)
    return CheckpointFolder(tuple(dict.fromkeys(listed.values())), config, listed)


def read_json(path: Path) -> dict[str, Any]:
    """A JSON object. Raises :class:`Problem` with the place of the first mistake."""
    try:
        if not path.is_file():
            raise Problem(str(path.parent), Text("%1 is missing", path.name), Text("Copy the checkpoint folder again"))
        if path.stat().st_size > MAX_CONFIG:
            raise Problem(str(path), Text("it is far larger than any configuration"), AGAIN)
        values = json.loads(read_plain(path, MAX_CONFIG))
    except OSError as error:
        raise unreadable(path, error) from error
    except (ValueError, RecursionError) as error:
        why = Text("it is not valid JSON")
        if isinstance(error, json.JSONDecodeError):
            why = Text("it is not valid JSON (line %1)", error.lineno)
        raise Problem(str(path), why, AGAIN) from error
    if not isinstance(values, dict):
        raise Problem(str(path), Text("it is not a JSON object"), AGAIN)
    return values


def _names(path: Path) -> list[str]:
    try:
        return sorted(item.name for item in islice(path.iterdir(), MAX_FILES))
    except OSError as error:
        raise unreadable(path, error) from error


def _single(path: Path, names: list[str]) -> Path:
    """The one file of weights in a folder of any other layout."""
    files = [name for name in names if name.lower().endswith(ENDINGS) and not name.startswith(".")]
    weights = [name for name in files if not STATE.fullmatch(name)]
    if len(weights) == 1:
        return path / weights[0]
    if weights:
        listed = ", ".join(map(shown, weights[:3])) + (" …" if len(weights) > 3 else "")
        raise Problem(
            str(path), Text("it holds %1 files of weights (%2)", len(weights), listed), Text("Open one of them")
        )
    if "data.pkl" in names:
        raise Problem(
            str(path), Text("it is a .pt file that was unpacked"), Text("Open the .pt file itself; download it again")
        )
    library = next((FOREIGN[end] for end in FOREIGN if any(name.lower().endswith(end) for name in names)), None)
    if library is not None:
        raise Problem(
            str(path), Text("it holds weights for %1 only", library), Text("Use a PyTorch version of the model")
        )
    if CONFIG in names:
        raise Problem(
            str(path), Text("%1 is missing", NAMES[0]), Text("Copy the checkpoint folder again, with its weights")
        )
    why = Text("it is a folder without a checkpoint") if names else Text("it is an empty folder")
    raise Problem(str(path), why, Text("Choose the folder, or the file, that holds the weights"))


def _listed(path: Path) -> dict[str, Path]:
    """The parts of a model by the tensors in them. A part is a name in the same folder and nothing else."""
    entries = read_json(path).get("weight_map")
    if not isinstance(entries, dict) or not entries:
        raise Problem(str(path), Text("it lists no tensors"), AGAIN)
    parts = {part for part in entries.values() if isinstance(part, str)}
    for part in sorted(parts):
        plain = {part} == {PurePosixPath(part).name, PureWindowsPath(part).name}
        if not plain or not part.isprintable() or not part.endswith((".safetensors", ".bin")):
            raise Problem(
                str(path), Text("it names %1, which is no file of this folder", shown(part) or "an empty name"), AGAIN
            )
    if len(parts) > MAX_PARTS or not all(isinstance(part, str) for part in entries.values()):
        raise Problem(str(path), Text("its list of files is not one"), AGAIN)
    missing = next((part for part in sorted(parts) if not _is_there(path.parent / part)), None)
    if missing is not None:
        raise Problem(
            str(path.parent),
            Text("%1 is missing", shown(missing)),
            Text("Copy the checkpoint folder again, with its weights"),
        )
    return {name: path.parent / part for name, part in entries.items()}


def _is_there(path: Path) -> bool:
    """Whether it is a file. A name that no disk takes is none."""
    try:
        return path.is_file()
    except OSError:
        return False
