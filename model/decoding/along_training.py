"""One sentence by every snapshot of a training, as it was asked for of one of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from model.analysis.baseline import holding_baseline
from model.checkpoints.checkpoint import open_checkpoint
from model.common.memory_budget import machine_memory
from model.common.problems import Problem
from model.common.text import Text
from model.decoding.beam_tree import rules_of
from model.decoding.run import run_sentence
from model.decoding.sampling import sampling_of
from model.network.interventions import from_json
from model.record.learning_run import folder_at, read_training
from model.record.trace import Trace

FEWEST = 2  #: snapshots of which one can be told from another
SHARE = 0.5  #: of the memory of this machine, that the runs may take together


def along_training(
    folder: Path, like: Trace, ids: Sequence[int], given: bool, activations: bool = False
) -> Iterator[tuple[int, int, Trace]]:
    """Each number, from 1, of how many, with the run of that snapshot of the training in ``folder``.

    ``ids`` are the tokens that a person chose in the run ``like``: the whole target where it is ``given``, else its
    beginning. Decoding, changes and padding are its own. Raises :class:`Problem`.
    """
    place = folder_at(folder)
    snapshots = read_training(place).snapshots if place.is_dir() else ()
    paths = [Path(each.path) for each in snapshots if each.update is not None]
    if len(paths) < FEWEST:
        why, step = Text("it holds %1 snapshots of a training", len(paths)), Text("Choose the folder of a training")
        raise Problem(str(folder), why, step)
    wanted = _wanted(like, ids, given) | {"activations": activations}
    changes = [one for one in map(from_json, like.meta.interventions) if one is not None]
    for number, path in enumerate(paths, 1):
        checkpoint = open_checkpoint(path)
        run = run_sentence(checkpoint, like.meta.source_text, **wanted)
        if changes:
            run = holding_baseline(run_sentence(checkpoint, like.meta.source_text, what_if=changes, **wanted), run)
        if _bytes(run) * len(paths) > SHARE * machine_memory():
            why = Text("its %1 runs together take more memory than this machine has", len(paths))
            raise Problem(str(folder), why, Text("Take a shorter sentence"))
        yield number, len(paths), run


def _wanted(like: Trace, ids: Sequence[int], given: bool) -> dict[str, Any]:
    """How the sentence is run, as :func:`run_sentence` takes it."""
    padded = like.padding_mask is not None and not like.padding_mask.all()
    wanted: dict[str, Any] = {"pad_to": like.source_length if padded else 0}
    if given:
        return wanted | {"target": ids}
    rules = rules_of(like.meta.decoding)
    if rules is not None:
        wanted |= {"beam": rules.width, "penalty": rules.penalty, "stop": rules.stop}
    return wanted | {"prefix": ids, "sampling": None if rules else sampling_of(like.meta.decoding)}


def _bytes(run: Trace) -> int:
    held = (*vars(run).values(), *run.activations.values())
    return sum(each.nbytes for each in held if isinstance(each, np.ndarray))
