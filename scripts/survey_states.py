"""What a window of the survey is brought into: every view of two runs or of a search, every answer, every panel.

A state is named ``what`` or ``what:part``; :func:`bring` changes the window's snapshot as the controller would, and
returns the windows that stand beside it then.
"""

from __future__ import annotations

import atexit
import shlex
import shutil
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QDir
from PySide6.QtWidgets import QWidget
from survey_engine import ask

from model.analysis.baseline import holding_baseline
from model.common.problems import Problem
from model.common.text import Text
from model.record.learning_run import CurvePoint, LearningRun, TrainingSnapshot
from model.record.trace import KINDS, Trace
from model.record.trace_file import load_trace
from model.record.training_events import Started, TrainingProgress
from viz_app.app import Program
from viz_app.engine.messages import Device
from viz_app.handlers.language_notice import language_notice
from viz_app.platform.window_room import AROUND
from viz_app.plots import titles as plot_titles
from viz_app.state.intents import MeasureEarlyGuesses
from viz_app.state.questions import asking, questions
from viz_app.state.state import Notice, noticed
from viz_app.state.training import PlannedTraining, Training, TrainingChoices
from viz_app.state.watched_training import Watched
from viz_app.state.what_if import changes_of

ROOT = Path(__file__).resolve().parent.parent
TIER = "Das Tier überquerte die Straße nicht, weil es zu müde war."
OTHER = "Das Tier überquerte die Straße nicht, weil sie zu breit war."
LONG = " ".join([TIER.rstrip(".")] * 4) + " ."
#: Runs that are recorded when a state needs one: words of ``main.py trace``.
RECORDED = {
    "beam": f"{shlex.quote(TIER)} --beam 5 --activations",
    "beam-long": f"{shlex.quote(LONG)} --beam 5",
    "other": f"{shlex.quote(OTHER)} --activations",
    "changed": f"{shlex.quote(TIER)} --activations --what-if head=cross:3:1 --what-if temperature=2 "
    "--what-if cell=cross:2:1 --what-if replace=1:Hund --what-if dropout=3",
}
NOT_GERMAN = "The animal didn't cross the street because it was too tired."
TRAINING = LearningRun(
    "learning",
    tuple(TrainingSnapshot(f"update-{at}", update, update / 1133) for at, update in enumerate(
        (0, 60, 250, 500, 1000, 2000, 4000, 8000, 13600))),
    tuple(CurvePoint(at, at / 1133, 7 - at / 2600, 6.8 - at / 2900, at / 380) for at in range(0, 13600, 400)),
)  # fmt: skip
PLAN = {
    "pairs": 29_000, "held_out": 1014, "epochs": 12.0, "seed": 1234, "update": 0, "precision": "float32",
    "parameters": 9_040_000, "memory": 1_289_280_000, "snapshots": 20, "snapshot_bytes": 18_080_000,
}  # fmt: skip
WRONG = noticed(Problem(
    "/teacher/Documents/sentences/german-english/train.tsv.gz",
    Text("it is not there, nor are %1 and %2", "train.de", "train.en"),
    Text("Choose the folder that holds the recipe's files"),
))  # fmt: skip
FAILED = noticed(Problem(
    Text("update %1", "6,251"),
    Text("the loss or its gradient is no finite number; what was saved before it stays as it is"),
    Text("Lower schedule.peak or optimisation.clip, or choose float32, and train into another folder"),
))  # fmt: skip
DEVICES = (Device("cpu", "CPU (2 cores)", True), Device("cuda", "NVIDIA GeForce RTX 4090", True))
CHOSEN = TrainingChoices("tut6", "/teacher/sentences", "/teacher/Documents/Headscope/tut6")
STARTED = Started("cpu", "float32", 1, 9_040_000, 29_000, 0)
NOW = 6250  #: the update that it has come to
SO_FAR = replace(
    TRAINING, snapshots=tuple(each for each in TRAINING.snapshots if (each.update or 0) <= NOW),
    points=tuple(point for point in TRAINING.points if point.update <= NOW),
)  # fmt: skip
RUNNING = TrainingProgress(NOW / 1133, 12.0, NOW, 7 - NOW / 2600, 1e-3, 13120.4, 4980.0)
TRAININGS = {
    "reading": Training(CHOSEN.out, "reading", CHOSEN),
    "running": Training(CHOSEN.out, "running", CHOSEN, STARTED, RUNNING, run=SO_FAR),
    "failed": Training(CHOSEN.out, "failed", CHOSEN, STARTED, RUNNING, problem=FAILED, run=SO_FAR),
    "elsewhere": Training("/colleague/classes/2026/translation/everyday", "elsewhere", run=TRAINING),
}
#: States that lay something over the window or open something beside it: what lies below stays where it is.
STILL = ("target", "notice", "learning", "tabs", "decoding", "sheet", "plots", "training")


class Runs:
    """Recorded when first asked for, kept until the survey ends."""

    def __init__(self) -> None:
        self._folder: Path | None = None
        self._kept: dict[str, Trace] = {}

    def __getitem__(self, name: str) -> Trace:
        if name not in self._kept:
            if self._folder is None:
                self._folder = Path(tempfile.mkdtemp(prefix="survey-"))
                atexit.register(shutil.rmtree, self._folder, ignore_errors=True)
            path = self._folder / f"{name}.npz"
            words = [sys.executable, str(ROOT / "main.py"), "trace", *shlex.split(RECORDED[name]), "--out", str(path)]
            subprocess.run(words, check=True, capture_output=True)
            self._kept[name] = load_trace(path)
        return self._kept[name]


def states() -> tuple[str, ...]:
    """All of them, by name."""
    sheets = (f"sheet:{name}" for name in questions())
    plots = (f"plots:{name}" for name in plot_titles())
    masks = (f"masks:{kind}" for kind in KINDS)
    return (
        "beam_tree", "beam_tree:long", "compare", "compare:change", "compare:long", *masks, "masks:changed", "what_if",
        "learning", "decoding", "target", "notice", "tabs", *sheets, *plots, *trainings(),
    )  # fmt: skip


def trainings() -> tuple[str, ...]:
    """What is seen of a training: before it begins, of one's own while it runs, and of somebody else's."""
    parts = ("choices", "planned", "wrong", "reading", "running", "failed", "elsewhere", "folder")
    return tuple(f"training:{part}" for part in parts)


def view_of(state: str) -> str:
    """The view on screen then."""
    what = state.partition(":")[0]
    return what if what in ("beam_tree", "compare", "masks") else "one_head"


def bring(state: str, program: Program, runs: Runs, long: tuple[Trace, Trace] | None = None) -> list[QWidget]:
    """Bring the window there; returns what has opened beside it. ``long`` are two runs of many tokens."""
    what, _, part = state.partition(":")
    update = program.state.update
    beside: list[QWidget] = []
    if what == "beam_tree":
        update(trace=runs["beam-long" if part else "beam"], view="beam_tree")
    elif state == "compare:long" and long is not None:
        update(trace=long[0], pinned=long[1], view="compare")
    elif what == "compare":
        before = program.state.snapshot.run
        if part == "change" and before is not None:
            update(trace=holding_baseline(runs["changed"], before), view="compare")
        else:
            update(pinned=runs["other"], view="compare")
    elif what in ("masks", "what_if"):
        _change(what, part, program, runs)
    elif what == "sheet":
        ask(program, *asking(part, program.state.snapshot))
    elif what in ("decoding", "plots", "training"):
        beside = [_open(what, part, program)]
    else:
        update(**_over(what, program, runs))
    return beside


def _change(what: str, part: str, program: Program, runs: Runs) -> None:
    """A block of *Masks*, or several changes with the dock that lists them."""
    now = program.state.snapshot
    if what == "masks" and part != "changed":
        program.state.update(view="masks", selection=replace(now.selection, kind=part))  # type: ignore[arg-type]
        return
    run = runs["changed"] if now.run is None else holding_baseline(runs["changed"], now.run)
    asked, shown = changes_of(run.meta.interventions), replace(now.settings, what_if_shown=True)
    view = "masks" if what == "masks" else now.view
    program.state.update(trace=run, what_if=asked, settings=shown, view=view)


def _over(what: str, program: Program, runs: Runs) -> dict[str, Any]:
    """What lies over the headline, at its end or beside the tabs."""
    if what == "tabs":
        return {"trace": runs["beam"], "pinned": program.state.snapshot.run}
    over: dict[str, dict[str, Any]] = {
        "learning": {"learning": Watched(TRAINING, 5)}, "notice": {"problem": _notice(program)},
        "target": {"target_use": "begin", "target_text": "The animal did"},
    }  # fmt: skip
    return over[what]


def _notice(program: Program) -> Notice:
    """What is said of a sentence that is not in the model's language."""
    now = program.state.snapshot
    assert now.run is not None, "the example has one"
    said = replace(now.run, meta=replace(now.run.meta, source_text=NOT_GERMAN))
    found = language_notice((said,), now.checkpoint)
    assert found is not None, "it is plainly English"
    return replace(found, mark="", offer="checkpoint")  # in full, with a button


def _open(what: str, part: str, program: Program) -> QWidget:
    """A panel under its button, or the window of plots: as large as the program makes it on such a screen."""
    if what == "decoding":
        button = program.window.header.decoding
        button.open()
        return button.panel
    if what == "training":
        return _open_training(part, program)
    from viz_app.plots.sheet import PlotSheet

    if part == "logit_lens":
        ask(program, MeasureEarlyGuesses())
    sheet = PlotSheet(program.window)
    sheet.display(replace(program.state.snapshot, learning=Watched(TRAINING, 5)))
    sheet.show_named(part)
    sheet.fit(program.window.size())  # a screen that the window fills
    sheet.show()
    return sheet


def _open_training(part: str, program: Program) -> QWidget:
    """The dialog before a training, its pane, or the one that asks for the folder of another's."""
    from viz_app.dialogs.training.dialog import TrainDialog
    from viz_app.platform.file_dialog import FileDialog
    from viz_app.plots.training_pane import TrainingPane

    window = program.window
    room = window.size() - AROUND  # a screen that the window fills
    shown: QWidget
    if part == "folder":
        shown = FileDialog(window, "Headscope", FileDialog.FileMode.Directory)
        shown.setDirectory(QDir.rootPath())  # wherever this is called
    elif part in ("choices", "planned", "wrong"):
        shown = dialog = TrainDialog(replace(program.state.snapshot, devices=DEVICES), window)
        dialog.fit(room)
        if part != "choices":
            dialog.data.setText("/teacher/Documents/sentences/german-english")
            said: dict[str, Any] = {"plan": PLAN} if part == "planned" else {"problem": WRONG}
            planned = PlannedTraining(dialog.choices, **said)
            dialog.display(replace(program.state.snapshot, devices=DEVICES, planned=planned))
    else:
        shown = pane = TrainingPane(window)
        pane.fit(room)
        pane.display(replace(program.state.snapshot, training=TRAININGS[part]))
    shown.show()
    return shown
