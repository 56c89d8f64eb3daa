"""The cache in which ``huggingface_hub`` keeps what it downloaded: models by name, without the network. stdlib only.

A model lies there as ``models--ORGANISATION--NAME/``: ``refs/main`` holds the number of a commit, and
``snapshots/NUMBER/`` its files, as https://huggingface.co/docs/huggingface_hub/guides/manage-cache describes.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from itertools import islice
from pathlib import Path, PurePath
from typing import Any

from model.common.assets import home
from model.common.plain_file import read_plain
from model.common.problems import Problem, shown
from model.common.text import Text

PREFIX = "models--"
SNAPSHOTS = "snapshots"
CONFIG = "config.json"
COMMIT = re.compile(r"[0-9a-zA-Z]{1,64}")
NAME = re.compile(r"[\w.-]+(/[\w.-]+)?", re.ASCII)
MAX_MODELS = 2_000  #: folders of a cache that are looked at
MAX_CONFIG, MAX_REF = 2**20, 256  #: bytes; whatever is larger is none


def cache_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Where the hub's own library looks: ``HF_HUB_CACHE``, ``HF_HOME``, ``XDG_CACHE_HOME``, ``~/.cache``."""
    named = environment.get("HF_HUB_CACHE") or environment.get("HUGGINGFACE_HUB_CACHE")
    if named:
        return _absolute(named)
    theirs = environment.get("HF_HOME")
    if theirs:
        return _absolute(theirs) / "hub"
    return _absolute(environment.get("XDG_CACHE_HOME") or "~/.cache") / "huggingface" / "hub"


def _absolute(place: str) -> Path:
    """With the person's own folder for ``~``."""
    return home() / place[2:] if place.startswith("~/") else Path(os.path.expanduser(place))  # noqa: PTH111


def in_cache(name: str, cache: Path | None = None) -> Path | None:
    """The files of ``opus-mt-de-en`` or ``Helsinki-NLP/opus-mt-de-en``; None where the cache has no such model.

    Raises :class:`Problem` where several organisations have one of that name, or its download never ended.
    """
    if not NAME.fullmatch(name) or name in (".", ".."):
        return None
    where = cache_folder() if cache is None else cache
    found = [folder for folder in _models(where) if _is_named(_name(folder), name)]
    if not found:
        return None
    if len(found) > 1:
        several = ", ".join(shown(_name(folder)) for folder in found[:3]) + (" …" if len(found) > 3 else "")
        raise Problem(name, Text("the Hugging Face cache holds several models of this name"),
                      Text("Give the whole name: %1", several))  # fmt: skip
    files = snapshot_in(found[0])
    if files is None:
        raise Problem(_name(found[0]), Text("the Hugging Face cache holds its folder without its files"),
                      Text("Download it again"))  # fmt: skip
    return files


def snapshot_in(folder: Path) -> Path | None:
    """The files in a model's folder of the cache, or in its ``snapshots``: of ``main``, else the newest; else None."""
    if folder.name == SNAPSHOTS:
        folder = folder.parent
    if not folder.name.startswith(PREFIX):
        return None
    try:
        inside = [one for one in (folder / SNAPSHOTS).iterdir() if one.is_dir() and COMMIT.fullmatch(one.name)]
        main = _commit(folder / "refs" / "main")
        chosen = next((one for one in inside if one.name == main), None)
        return chosen or max(inside, key=lambda one: (one.stat().st_mtime, one.name), default=None)
    except OSError:
        return None


def hub_name(path: PurePath) -> str:
    """``Helsinki-NLP/opus-mt-de-en`` for its files in a cache, whose folder is called by a number; else ""."""
    model = path.parent.parent
    return _name(model) if path.parent.name == SNAPSHOTS and model.name.startswith(PREFIX) else ""


def translators(cache: Path | None = None) -> tuple[tuple[str, Path], ...]:
    """Name and files of each encoder-decoder in the cache, by name. It opens none of them."""
    there = (
        (_name(folder), files)
        for folder in _models(cache_folder() if cache is None else cache)
        if (files := snapshot_in(folder)) is not None and _config(files / CONFIG).get("is_encoder_decoder") is True
    )
    return tuple(sorted(there, key=lambda one: (one[0].casefold(), one[0])))


def _models(cache: Path) -> list[Path]:
    try:
        return sorted(one for one in islice(cache.iterdir(), MAX_MODELS) if one.name.startswith(PREFIX))
    except OSError:
        return []


def _name(folder: PurePath) -> str:
    return folder.name.removeprefix(PREFIX).replace("--", "/")


def _is_named(full: str, name: str) -> bool:
    return full == name or ("/" not in name and full.rpartition("/")[2] == name)


def _commit(file: Path) -> str:
    """What a ref names; "" where it is no commit."""
    try:
        named = read_plain(file, MAX_REF).decode("ascii", "replace").strip()
    except OSError:
        return ""
    return named if COMMIT.fullmatch(named) else ""


def _config(file: Path) -> dict[str, Any]:
    try:
        read = json.loads(read_plain(file, MAX_CONFIG))
    except (OSError, ValueError, RecursionError):
        return {}
    return read if isinstance(read, dict) else {}
