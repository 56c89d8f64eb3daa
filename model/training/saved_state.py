"""The file from which an unfinished training run goes on: whole, whenever the run is killed."""

from __future__ import annotations

import io
import shutil
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import torch

from model.checkpoints.files.sniff import sniff
from model.checkpoints.files.torch_container import read_zip
from model.checkpoints.formats import headscope
from model.common.atomic import write_atomically
from model.common.problems import Problem
from model.common.text import Text
from model.training.recipe import Recipe

STATE = "training.pt"  #: everything a resumed run needs, besides the tokenizers
LEFT = ".*headscope-*"  #: what a run that was killed while it wrote leaves behind


def read_state(out: Path, recipe: Recipe) -> dict[str, Any]:
    """The state that an unfinished run of ``recipe`` left in ``out``, or nothing. Raises :class:`Problem`."""
    if not (out / headscope.CONFIG).exists():
        if any(not path.match(LEFT) and path.name != STATE for path in (out.iterdir() if out.is_dir() else ())):
            raise Problem(str(out), Text("it holds other files"), Text("Choose an empty or a new folder"))
        return {}
    if not (out / STATE).exists():
        raise Problem(str(out), Text("it holds a checkpoint that is no unfinished run"), Text("Choose another folder"))
    try:
        if sniff(out / STATE) != "zip":
            raise ValueError("no file of torch")
        read_zip(out / STATE)  # what torch itself would not refuse
        state: dict[str, Any] = torch.load(out / STATE, weights_only=True, map_location="cpu")
        same = state["recipe"] == recipe.text
    except (OSError, EOFError, RuntimeError, KeyError, TypeError, ValueError, UnpicklingError, Problem) as error:
        raise damaged(out) from error
    if not same:
        advice = Text("Choose another folder, or resume it with the recipe it was started with")
        raise Problem(str(out), Text("it holds a run of another recipe"), advice)
    begun = state.get("options", {})
    if begun != recipe.options:
        options = " ".join(f"--{name} {value}" for name, value in begun.items()) if isinstance(begun, dict) else ""
        why = Text("it holds a run that was started with other options (%1)", options or Text("none"))
        raise Problem(str(out), why, Text("Choose another folder, or resume it with these"))
    return state


def write_state(out: Path, state: dict[str, Any]) -> None:
    """Replace the state in one step. Raises :class:`Problem`."""
    content = io.BytesIO()  # torch's own writer says of a full disk what helps nobody
    torch.save(state, content)
    write_atomically(out / STATE, content.getbuffer())


def damaged(out: Path) -> Problem:
    """The problem of a state that nothing can be resumed from."""
    return Problem(str(out / STATE), Text("it is damaged"), Text("Remove the folder to begin again"))


def remove_left(folder: Path) -> None:
    """Remove what a killed run left half written in ``folder``."""
    for path in folder.glob(LEFT):
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
