"""The check of a training before a window starts it in a process of its own. torch, no Qt."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from model.common.assets import find_recipe
from viz_app.engine.devices import pick_device
from viz_app.engine.messages import READING_TEXT, PlanTraining, Progress, TrainingPlanned


def plan_of(request: PlanTraining) -> Generator[Progress | TrainingPlanned, Any, None]:
    """How many lines have been read, again and again; then the reply.

    Raises :class:`model.common.problems.Problem` with what is wrong.
    """
    from model.training.plan import plan_training
    from model.training.recipe import read_recipe

    device = pick_device(request.device)
    asked = {name: request.options.get(name) for name in ("seed", "precision", "snapshots", "epochs")}
    recipe = read_recipe(find_recipe(request.recipe)).with_options(**asked)
    reading = plan_training(recipe, Path(request.data), Path(request.out), device)
    while True:
        try:
            yield Progress(request.ticket, READING_TEXT, step=next(reading))
        except StopIteration as ended:
            yield TrainingPlanned(request.ticket, asdict(ended.value))
            return
