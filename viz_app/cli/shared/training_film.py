"""The runs of an animation that goes through a training: a sentence by each of its snapshots."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from model.common.progress import progress

if TYPE_CHECKING:
    from model.record.trace import Trace
    from model.transforms.view_transform import ViewTransform


def runs_of_training(folder: Path, like: Trace, reading: ViewTransform, vectors: bool) -> tuple[Trace, ...]:
    """Of every snapshot in ``folder``, as the run ``like`` was asked for; with what a view of ``vectors`` shows.

    Raises :class:`model.common.problems.Problem`.
    """
    from model.analysis.loss import is_taught
    from model.decoding.along_training import along_training  # takes torch with it
    from viz_app.handlers.run_request import chosen_by_hand
    from viz_app.platform.text import translate

    told, found = translate("Exports", "running snapshot {0} / {1}"), []
    activations = vectors or reading.quantity in ("score", "norm")
    for number, many, run in along_training(folder, like, chosen_by_hand(like), is_taught(like), activations):
        found.append(run)
        progress(told.format(number, many), number / many)
    return tuple(found)
