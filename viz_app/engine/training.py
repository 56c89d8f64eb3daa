"""The check of a training before a window starts it in a process of its own. torch, no Qt."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import asdict
from pathlib import Path

from model.common.assets import find_recipe
from viz_app.engine.devices import pick_device
from viz_app.engine.messages import PlanTraining, TrainingPlanned


def plan_of(request: PlanTraining) -> Generator[TrainingPlanned, None, None]:
    """The one reply. Raises :class:`model.common.problems.Problem` with what is wrong."""
    from model.training.plan import plan_training
    from model.training.recipe import read_recipe

    device = pick_device(request.device)
    asked = {name: request.options.get(name) for name in ("seed", "precision", "snapshots", "epochs")}
    recipe = read_recipe(find_recipe(request.recipe)).with_options(**asked)
    yield TrainingPlanned(request.ticket, asdict(plan_training(recipe, Path(request.data), Path(request.out), device)))
