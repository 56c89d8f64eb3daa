"""Answers remembered for a file: ``<file>.headscope.json`` beside it, else in the user's data folder. No Qt, no torch.

Beside it they travel with the file. In the data folder they are found by the SHA-256 of the weights.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from model.checkpoints.assumptions import FILES
from model.common.assets import data_folder
from model.common.atomic import write_atomically
from model.common.plain_file import read_plain
from model.common.problems import Problem
from model.common.text import Text

ENDING = ".headscope.json"
FORMAT, VERSION = "headscope-answers", 1
MAX_BYTES = 2**20
NETWORK = ("\\\\", "//")  #: a file from somebody else may not make us ask another machine


@dataclass(frozen=True)
class Remembered:
    """The content of a sidecar."""

    answers: Mapping[str, Any] = field(default_factory=dict)
    warning: str = ""  #: one sentence, where a sidecar was there and could not be used


def recall(path: Path, weights: Path | None) -> Remembered:
    """The answers for a model file or folder; ``weights`` is hashed only where there is something to find by it."""
    beside = sidecar_of(path)
    if beside.is_file():
        return _read(beside)
    try:
        folder = data_folder() / "answers"
        if weights is None or not folder.is_dir() or not any(folder.iterdir()):
            return Remembered()
        elsewhere = folder / f"{_hash(weights)}{ENDING}"
    except (OSError, RuntimeError):  # RuntimeError: a person without a home
        return Remembered()
    return _read(elsewhere) if elsewhere.is_file() else Remembered()


def remember(path: Path, sha256: str, answers: Mapping[str, Any]) -> Path:
    """Write the answers beside the file or, where that is refused, into the data folder under the weights' hash.

    Returns where they lie now.

    Raises :class:`Problem` where neither place can be written.
    """
    beside = sidecar_of(path)
    kept = {name: _relative(value, beside.parent) if name in FILES else value for name, value in answers.items()}
    try:
        write_atomically(beside, _text(kept))
        return beside
    except Problem:
        try:
            folder = data_folder() / "answers"
            folder.mkdir(parents=True, exist_ok=True)
            elsewhere = folder / f"{sha256}{ENDING}"
        except (OSError, RuntimeError) as error:
            why = Text("the answers can be kept neither beside it nor in your own folder")
            raise Problem(str(beside), why, Text("They hold until Headscope is closed")) from error
        write_atomically(elsewhere, _text(answers))
        return elsewhere


def sidecar_of(path: Path) -> Path:
    """The place of a file's answers: ``tut6-model.pt.headscope.json``."""
    whole = path.resolve()
    return whole.with_name(whole.name + ENDING) if whole.name else whole / ENDING


def _read(path: Path) -> Remembered:
    try:
        content = json.loads(read_plain(path, MAX_BYTES).decode("utf-8"))
        if content["format"] != FORMAT or content["version"] != VERSION:
            raise ValueError("another format")
        answers = {str(name): value for name, value in content["answers"].items() if _is_plain(value)}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return Remembered(warning=_set_aside(path))
    return _with_files(answers, path)


def _with_files(answers: dict[str, Any], path: Path) -> Remembered:
    """The answers with whole paths; a vocabulary that has gone is asked for again."""
    warning = ""
    for name in FILES:
        value = answers.pop(name, None)
        if value == "":
            answers[name] = value
        elif isinstance(value, str):
            file = path.parent / value
            if value.startswith(NETWORK) or not file.is_file():
                warning = f"{path.name} names {file.name}, which is not there any more"
            else:
                answers[name] = str(file)
    return Remembered(answers, warning)


def _set_aside(path: Path) -> str:
    """Keep what is damaged as ``.bak``; nothing is taken away from where it lies."""
    backup = path.with_name(path.name + ".bak")
    said = f"{path.name} is damaged or from another version, so what it remembered is not used"
    try:
        shutil.copyfile(path, backup)
    except OSError:
        return said
    return f"{said}; it is kept as {backup.name}"


def _text(answers: Mapping[str, Any]) -> bytes:
    content = {"format": FORMAT, "version": VERSION, "answers": dict(answers)}
    return (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode()


def _relative(value: Any, folder: Path) -> Any:
    if not isinstance(value, str) or not value:
        return value
    try:
        return Path(value).resolve().relative_to(folder).as_posix()
    except ValueError:
        return str(Path(value).resolve())


def _is_plain(value: Any) -> bool:
    return value is None or isinstance(value, bool | int | float | str)


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
