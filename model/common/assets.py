"""Where things lie: what ships, by name; a person's own folders; and the command that starts the program once more."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from model.common.problems import Problem
from model.common.text import Text

PROJECT = Path(__file__).resolve().parent.parent.parent
MAIN = PROJECT / "main.py"
EXPORT = "--export"  #: how the window starts the process that makes its files; for nobody else
TOKENIZER = "--tokenizer"  #: how a frozen build starts the process of a foreign tokenizer; for nobody else
HDF5 = "--hdf5"  #: the same for the process that looks into a file of Keras
ASSETS = PROJECT / "assets"
CHECKPOINTS = ASSETS / "checkpoints"
SAMPLES = ASSETS / "samples"
RECIPES = PROJECT / "recipes"
LEARNING = ASSETS / "learning"  #: a training that ships, with its snapshots
DEFAULT_CHECKPOINT = "everyday"
CELLS = ASSETS / "cells"
ICON = ASSETS / "icon" / "headscope.png"  #: of ``headscope.svg`` beside it, 256 pixels wide
#: The notebook cell of each tutorial: its file in ``assets/cells`` and its name. Order: as the window lists them.
TUTORIALS = {
    "tut6": "pytorch-seq2seq 6 (bentrevett)",
    "hyunwoongko": "hyunwoongko/transformer",
    "family_a": "Transformer with w_q … w_o and layerNorm1 (Korean tutorial)",
    "paul_hyun": "transformer-evolution (paul-hyun)",
    "nn_transformer": "nn.Transformer, the official translation tutorial",
    "annotated": "The Annotated Transformer (harvardnlp)",
    "jadore": "attention-is-all-you-need-pytorch (jadore801120)",
    "hkproj": "pytorch-transformer (hkproj)",
    "nlp_tutorial": "nlp-tutorial 5-1 (graykode, wmathor)",
    "samlynn": "Transformer (SamLynnEvans)",
    "gordicaleksa": "pytorch-original-transformer (gordicaleksa)",
    "d2l": "Dive into Deep Learning (d2l.ai)",
}


def home() -> Path:
    """The person's own folder; the root of the disk, where nobody may write, for a user who has none."""
    place = Path(os.path.expanduser("~"))  # noqa: PTH111 (Path.home() raises where there is none)
    return place if place.is_absolute() else Path(place.absolute().anchor)


def data_folder() -> Path:
    """For a program's data of one user."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or home() / ".local" / "share")
    return base / "Headscope"


def shipped_checkpoints() -> tuple[str, ...]:
    """Names of the checkpoints in the program's own folder, the default one first."""
    if not CHECKPOINTS.is_dir():
        return ()
    names = sorted(path.name for path in CHECKPOINTS.iterdir() if (path / "config.json").is_file())
    return tuple(sorted(names, key=lambda name: name != DEFAULT_CHECKPOINT))


def shipped_sha(name: str, checkpoints: Path = CHECKPOINTS) -> str:
    """What a shipped checkpoint says of its own weights."""
    try:
        header = json.loads((checkpoints / name / "config.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ""
    return str(header.get("weights_sha256", "")) if isinstance(header, dict) else ""


def find_checkpoint(name: str) -> Path:
    """A path that exists, else a shipped checkpoint of this name, else that model in the hub's cache.

    Raises :class:`Problem`, which says where it looked.
    """
    path = Path(name)
    try:
        if path.exists():
            return path
    except OSError:
        pass  # too long or odd for this file system: then it can only be a name
    if name in shipped_checkpoints():
        return CHECKPOINTS / name
    if name == LEARNING.name and LEARNING.is_dir():
        return LEARNING
    from model.common.hub_cache import cache_folder, in_cache

    cached = in_cache(name)
    if cached is not None:
        return cached
    shipped = " or ".join(shipped_checkpoints()) or "none"
    why = Text("there is no such file or folder, nor such a model in the Hugging Face cache (%1)", str(cache_folder()))
    raise Problem(name, why, Text("Check the path, or use a shipped checkpoint (%1)", shipped))


def shipped_recipes() -> dict[str, str]:
    """The recipes that come with the program, by name, each with the comment in its first line."""
    firsts = {path.stem: path.read_text(encoding="utf-8").partition("\n")[0] for path in RECIPES.glob("*.toml")}
    return {name: firsts[name].removeprefix("# ") for name in sorted(firsts)}


def find_recipe(name: str) -> Path:
    """The recipe of this name among those that come with the program, else ``name`` as a path."""
    path = Path(name)
    shipped = RECIPES / f"{name}.toml"
    return shipped if name == path.name and not path.exists() and shipped.is_file() else path


def command(words: Sequence[str]) -> list[str]:
    """The program with these arguments, for a child process; a frozen build is its own program."""
    return [sys.executable, *([] if getattr(sys, "frozen", False) else [str(MAIN)]), *words]


def notebook_cell(tutorial: str) -> str:
    """The cell that saves a model of this tutorial for Headscope: its settings, then what all cells share."""
    settings, shared = ((CELLS / f"{name}.txt").read_text(encoding="utf-8") for name in (tutorial, "common"))
    return f"{settings}\n\n{shared}"


def sample_sentences(checkpoint: str) -> tuple[str, ...]:
    """Sentences to try with a shipped checkpoint; empty for others."""
    path = SAMPLES / f"{checkpoint}.txt"
    if not path.is_file():
        return ()
    lines = path.read_text(encoding="utf-8").splitlines()
    return tuple(line for line in lines if line and not line.startswith("#"))
