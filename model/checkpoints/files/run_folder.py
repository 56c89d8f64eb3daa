"""A folder that a training wrote: checkpoints of several steps in folders of their own. stdlib only.

``checkpoint-500/`` as Hugging Face's Trainer names them, ``epoch_3/``, ``step-1000/``; or in ``snapshots/`` as our own
training writes them (:mod:`model.record.learning_run`). A folder with weights of its own is a checkpoint itself.
"""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

from model.checkpoints.files.folders import ENDINGS, MAX_FILES, NAMES, STATE
from model.common.problems import unreadable
from model.record.learning_run import FOLDER

STEP = re.compile(
    r"(?:checkpoint|ckpt|(?:global_?)?step|epoch|iter|update)s?(?:[-_=]?[a-z]+)?[-_=]?(\d{1,12})", re.IGNORECASE
)


def steps_in(path: Path) -> tuple[Path, ...]:
    """The folders of checkpoints in ``path``, the newest first; () where it has weights itself.

    Raises :class:`model.common.problems.Problem` for a folder that cannot be read.
    """
    try:
        inside = sorted(islice(path.iterdir(), MAX_FILES))
        steps = {one: int(found[1]) for one in inside if (found := STEP.fullmatch(one.name)) and one.is_dir()}
        if any(is_weights(one.name) for one in inside):
            return ()
        if not steps and (path / FOLDER).is_dir() and path.name != FOLDER:
            return steps_in(path / FOLDER)
    except OSError as error:
        raise unreadable(path, error) from error
    return tuple(sorted(steps, key=lambda one: (-steps[one], one.name)))


def is_weights(name: str) -> bool:
    """By its name a file of weights, and not of a training's state."""
    return name in NAMES or (name.lower().endswith(ENDINGS) and name[:1] != "." and not STATE.fullmatch(name))
