"""Learning rate as a pure function of the update number."""

from __future__ import annotations

from model.training.recipe import Schedule


def learning_rate(schedule: Schedule, update: int, width: int, updates_per_epoch: float, updates: int) -> float:
    """The rate of ``update`` (from 1) in a run of ``updates``.

    ``paper``: peak · M^-0.5 · min(n^-0.5, n · warmup^-1.5) (AIAYN 5.3).
    ``linear``: up to the peak in ``warmup`` updates, flat until ``decay_from`` epochs, then
    straight down to ``final`` · peak at the last update. ``constant``: the peak.
    """
    if schedule.kind == "paper":
        return float(schedule.peak * width**-0.5 * min(update**-0.5, update * schedule.warmup**-1.5))
    if schedule.kind == "constant":
        return schedule.peak
    warm = min(1.0, update / max(1, schedule.warmup))
    flat = schedule.decay_from * updates_per_epoch
    descended = min(1.0, max(0.0, update - flat) / max(1.0, updates - flat))
    return schedule.peak * min(warm, 1.0 - descended * (1.0 - schedule.final))
