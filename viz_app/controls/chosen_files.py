"""Files that a person dropped or chose together: which one is the model, and which lie beside it. Names only."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from viz_app.state.intents import OpenPath

MODELS = (".pt", ".pth", ".bin", ".ckpt", ".safetensors", ".npz", ".headscope", ".tar")
#: What goes with a model and is none.
COMPANIONS = (".txt", ".tsv", ".csv", ".json", ".vocab", ".dict", ".pkl", ".pickle", ".model", ".spm", ".ipynb", ".py")
_VOCABULARY = re.compile(r"vocab|field|\bsrc\b|\btrg\b|\btgt\b", re.IGNORECASE)
#: Choosing one of these means its folder, where the folder holds the weights too.
PARTS_OF_A_CHECKPOINT = ("config.json", "model.safetensors", "pytorch_model.bin")


def what_to_open(paths: Sequence[Path], open_model: Path | None = None) -> OpenPath:
    """The model among ``paths``, with the others as its companions.

    Without a model among them they are companions of ``open_model``, which waits for a vocabulary.
    """
    models = [path for path in paths if path.suffix.lower() not in COMPANIONS or path.is_dir() or _is_part(path)]
    if not models and open_model is not None:
        return OpenPath(open_model, tuple(paths))
    chosen = min(models or list(paths), key=_likeness)
    return OpenPath(checkpoint_or_file(chosen), tuple(path for path in paths if path != chosen))


def checkpoint_or_file(path: Path) -> Path:
    """The folder, where a file was chosen that is only a part of a checkpoint."""
    return path.parent if _is_part(path) else path


def _is_part(path: Path) -> bool:
    if path.name not in PARTS_OF_A_CHECKPOINT:
        return False
    beside = [(path.parent / name).is_file() for name in PARTS_OF_A_CHECKPOINT]
    return beside[0] and any(beside[1:])


def _likeness(path: Path) -> tuple[bool, bool, int]:
    """Smallest for what is most likely the model: by its ending, by its name, then the largest."""
    try:
        size = 0 if path.is_dir() else path.stat().st_size
    except OSError:
        size = 0
    is_model = path.is_dir() or path.suffix.lower() in MODELS or _is_part(path)
    return not is_model, bool(_VOCABULARY.search(path.name)), -size
