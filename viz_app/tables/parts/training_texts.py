"""Sentences about trainings: what a plan takes, how far a run has come. Pure."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from model.common.text import Text
from model.record.training_events import Finished
from viz_app.platform.text import fill, localised
from viz_app.state.training import PlannedTraining, Training
from viz_app.tables.parts.remarks import in_one_line

translate = QCoreApplication.translate
MINUTE, HOUR = 60, 3600
#: The first lines of the recipes that ship, which say what each is.
RECIPE_LINES = (
    Text(
        "German → English, whole words, lower-cased: the network of the sixth pytorch-seq2seq tutorial (tut6).",
        context="Recipes",
    ),
    Text("German → English, joint sub-words, cased: the checkpoint that opens by default.", context="Recipes"),
    Text(
        "The Korean tutorial with w_q … w_o and layerNorm1, in the paper's base size: whole words, padding hidden both "
        "ways.",
        context="Recipes",
    ),
    Text(
        "The sizes of paul-hyun/transformer-evolution: 6 + 6 layers, width 256, 4 heads of 64, GELU, 8,007 sub-words.",
        context="Recipes",
    ),
    Text("German → English, small: the run that is watched while it learns.", context="Recipes"),
    Text(
        '"Attention Is All You Need", table 3, base: 6 + 6 layers, width 512, 8 heads, 37,000 sub-words, one table '
        "for all.",
        context="Recipes",
    ),
    Text(
        "The network of tut6 on Multi30k with warm-up, decay, label smoothing, more dropout and averaged weights.",
        context="Recipes",
    ),
    Text(
        "The network of tut6 on Multi30k: whole words, lower-cased, translated greedily, as the tutorial tests it.",
        context="Recipes",
    ),
)
SIZES = ((10**9, "GB"), (10**6, "MB"), (10**3, "kB"))


def number(value: float, places: int = 0) -> str:
    """``value`` with commas between thousands."""
    return f"{value:,.{places}f}"


def size_of(count: float) -> str:
    """Bytes: ``360 MB``."""
    unit, name = next(((unit, name) for unit, name in SIZES if count >= unit), (1, "B"))
    return f"{number(count / unit, 1 if unit > 1 and count < 10 * unit else 0)} {name}"


def duration(seconds: float) -> str:
    """A time that is left, as exactly as it can be known."""
    if seconds >= HOUR:
        hours, rest = divmod(round(seconds / MINUTE), 60)
        return fill(translate("Training", "%1 h %2 min"), number(hours), rest)
    if seconds >= MINUTE:
        return fill(translate("Training", "%1 min"), round(seconds / MINUTE))
    return fill(translate("Training", "%1 s"), round(seconds))


def plan_told(planned: PlannedTraining) -> list[str]:
    """What it would do and what it would take, a sentence each; or what is wrong."""
    if planned.problem is not None:
        return [in_one_line(planned.problem)]
    plan = planned.plan
    if plan is None:
        if planned.read:
            return [fill(translate("Training", "Reading the text: %1 lines…"), number(planned.read))]
        return [translate("Training", "Reading the text…")]
    pairs = translate("Training", "%1 sentence pairs to learn from, %2 to validate with.")
    told = [fill(pairs, number(plan["pairs"]), number(plan["held_out"]))]
    if plan["update"]:
        again = translate("Training", "An unfinished run of this recipe lies there: it goes on after update %1.")
        told.append(fill(again, number(plan["update"])))
    else:
        new = translate("Training", "A new run: %1 epochs with seed %2, in %3.")
        told.append(fill(new, f"{plan['epochs']:g}", plan["seed"], said(plan["precision"])))
    takes = translate("Training", "At most %1 parameters and %2 of memory.")
    told.append(fill(takes, number(plan["parameters"]), size_of(plan["memory"])))
    if plan["snapshots"]:
        disk = translate("Training", "%1 snapshots take up to %2 of disk.")
        told.append(fill(disk, plan["snapshots"], size_of(plan["snapshots"] * plan["snapshot_bytes"])))
    told.append(translate("Training", "How long it takes is told after its first updates."))
    return told


def said(text: str) -> str:
    """A number format, in the interface's language where it is a sentence."""
    return localised(text) if isinstance(text, Text) else text


def state_told(training: Training) -> str:
    """What it does now, or how it ended."""
    started, where = training.started, training.epoch
    if training.phase == "reading":
        return translate("Training", "Reading the text and building the vocabulary…")
    if training.phase == "running" and started is not None:
        facts = translate("Training", "On %1, in %2: %3 parameters, %4 sentence pairs.")
        device = started.device.upper()
        return fill(facts, device, said(started.precision), number(started.parameters), number(started.pairs))
    if training.phase == "stopping":
        return translate("Training", "Stopping after this update…")
    if training.phase == "failed":
        return "" if training.problem is None else in_one_line(training.problem)
    if training.phase == "stopped":
        if where is None:
            return translate("Training", "Stopped before it began.")
        kept = translate("Training", "Stopped at epoch %1 and kept: it opens, and can go on from here.")
        return fill(kept, number(where, 2))
    return _ended(training)


def _ended(training: Training) -> str:
    run = training.run
    if training.phase == "finished" or (run is not None and run.finished):
        reason = localised(training.end.reason) if isinstance(training.end, Finished) else ""
        done = translate("Training", "Finished: %1.") if reason else translate("Training", "Finished.")
        return fill(done, reason)
    return translate("Training", "Only watched: what another program writes here is shown as it comes.")


def recipe_told(about: str) -> str:
    """The first line of a recipe that ships, in the interface's language; of any other as it is written."""
    return next((localised(line) for line in RECIPE_LINES if line == about), about)
