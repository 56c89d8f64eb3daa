"""The window of ``attack.py window`` and ``kills``, in a process of its own, with hands before it.

``python attack_stage.py FOLDER SEED ACTIONS [KILLS]`` runs the program's own ``viz_app.app.run`` offscreen; FOLDER is
its home and holds ``files/`` to open. Every action is written to ``FOLDER/actions.txt``. What may not happen ends the
process at once and is told in ``FOLDER/finding.txt``: an exception that nobody caught, a message of Qt, an event loop
that is blocked (its thread computes for more than two seconds, or nothing comes for two minutes), the keyboard nowhere,
and in the end a window that neither works nor says why not, a shortcut that does nothing, a pane that cannot be seen.
"""

from __future__ import annotations

import faulthandler
import os
import random
import signal
import sys
import time
import traceback
from pathlib import Path
from types import TracebackType
from typing import Any

PROJECT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PROJECT))

from attack_hands import Hands
from attack_senses import KeyboardSense, sensed
from attack_window import DAMAGED
from PySide6.QtCore import QMessageLogContext, QProcess, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog

from viz_app import app
from viz_app.cli import build_parser
from viz_app.dialogs import sessions, window_services
from viz_app.dialogs.opening import rows
from viz_app.platform import file_dialog
from viz_app.platform.file_dialog import FileDialog
from viz_app.state.intents import (
    ChangeSettings,
    CheckTraining,
    GoToSnapshot,
    MeasureHeads,
    OpenPath,
    SetSource,
    SetTarget,
    StartTraining,
    StopTraining,
    Translate,
    WatchTraining,
)
from viz_app.state.training import TrainingChoices

CHECKPOINT = PROJECT / "tests" / "fixtures" / "tiny"
SENTENCE, TRANSLATION = "Zwei Hunde spielen im Schnee.", "Two dogs are playing in the snow."
BLOCKED = 2.0  #: seconds that the window's thread may compute between two turns of its event loop
DEAD = 120.0  #: seconds without a turn; a bound, not a measurement
TRIES = 150  #: looks at an engine that does not come, before a person does something about it
PATIENCE = 90.0  #: seconds that the window gets to work again at the end
FINDING = 70  #: exit code
#: What the offscreen platform cannot do, what Qt says of a NUL in its own dialog for files, and QTest of a
#: move that nobody takes.
USUAL = ("This plugin does not support", "Broken filename passed to function", "Mouse event")


class TameDialog(FileDialog):
    """The program's dialog for files, which neither deletes nor renames any and stays in the folder where it began."""

    def open(self, *arguments: Any) -> None:
        self.setOption(QFileDialog.Option.ReadOnly)
        self.directoryEntered.connect(self._stay)
        super().open(*arguments)

    def _stay(self, folder: str) -> None:
        if not Path(folder).resolve().is_relative_to(Path.cwd()):
            self.setDirectory(str(Path.cwd()))


class Stage:
    """The play: one action in each turn of the event loop, then the end."""

    def __init__(self, folder: Path, seed: int, actions: int, kills: int) -> None:
        self.folder = folder
        self.program: app.Program | None = None
        self._chance = random.Random(seed)
        self._kill_at = set(self._chance.sample(range(actions - 1), min(kills, actions - 1)))
        self._left, self._done = actions, 0
        self._log = (folder / "actions.txt").open("w", encoding="utf-8", buffering=1)
        self._hands = Hands(self._chance, sorted((folder / "files").iterdir()), self._change)
        self._hands.note = lambda told: self._log.write(f"  {told}\n")
        self._hands.actions[self._train] = 4
        self._asked, self._again, self._end = False, False, 0.0
        self._turn, self._waited = time.thread_time(), 0
        self._keyboard = KeyboardSense()

    def find(self, what: str) -> None:
        """Write down what may not happen and end."""
        (self.folder / "finding.txt").write_text(f"after {self._done} actions: {what}\n", encoding="utf-8")
        os._exit(FINDING)

    def next(self) -> None:
        """One action; the next is due even if this one opens an event loop of its own.

        So it is counted before it is done: others may be done, and the last of all, before it ends.
        """
        self._watch()
        self._left -= 1
        due = QTimer(QApplication.instance(), singleShot=True, interval=0)
        due.timeout.connect(self._go_on)
        due.start()
        try:
            told = self.kill() if self._done in self._kill_at else self._hands.act()
        except BaseException:
            self.find(traceback.format_exc())
            raise
        if told:
            self._done += 1
            self._log.write(f"{self._done} {told}\n")
        else:
            self._left += 1
        if due.isActive():
            due.start(self._hands.pause if told else 20)

    def _go_on(self) -> None:
        """The next action, or the end: as it is by now, not when the timer was made."""
        if self._left > 0:
            self.next()
        else:
            self.finish()

    def _watch(self) -> None:
        """Find an event loop that was blocked since the last turn; begin to wait for the next."""
        faulthandler.dump_traceback_later(DEAD, exit=True, file=sys.stderr)
        now, before = time.thread_time(), self._turn
        self._turn = now
        if now - before > BLOCKED:
            self.find(f"the window's thread computed for {now - before:.1f} s without a turn of its event loop")
        if lost := self._keyboard.look():
            self.find(lost)

    def kill(self) -> str:
        """What a lack of memory does to an engine, every second time to one that is not ready; "" while there is none.

        Where it stays down, a person opens a checkpoint, as the window then says; or presses Enter, where hands have
        closed what it said.
        """
        assert self.program is not None
        process, now = self.program.client.findChild(QProcess), self.program.state.snapshot
        number = 0 if process is None else int(process.processId())
        self._waited += 1
        early = sorted(self._kill_at).index(self._done) % 2 == 1
        if self._waited * 20 > PATIENCE * 1000:
            self.find(f"no engine for {PATIENCE:.0f} s: {now.busy}, {now.problem}")
        if not number:
            if self._waited == TRIES:
                self.program.handle(OpenPath(CHECKPOINT) if now.problem is not None else Translate())
            return ""
        if not now.engine_ready and not early:
            return ""
        os.kill(number, signal.SIGKILL)
        self._waited, self._hands.pause = 0, self._chance.choice((0, 0, 100, 800))
        return f"killed engine {number}, {'ready' if now.engine_ready else 'not ready'}"

    def _train(self) -> str:
        """Something of a training: watched, looked at, begun, stopped, gone through; a curve that grows."""
        assert self.program is not None
        files, chance = self.folder / "files", self._chance
        options = {"epochs": chance.choice((0.01, 1.0, -1.0, 0.0)), "snapshots": chance.choice((0, 3, -2, 10**9))}
        texts = (
            chance.choice(("tiny", str(files / "tiny.toml"), "tut6", "\0")),
            str(files),
            str(self.folder / "trained"),
        )
        choices = TrainingChoices(*texts, "cpu", chance.choice(({}, {"epochs": 0.02, "snapshots": 2}, options)))
        folder = files / chance.choice(("training", "damaged training", "tiny", "nowhere"))
        curve = files / "damaged training" / "snapshots" / "curve.jsonl"
        if chance.random() < 0.3:
            with curve.open("ab") as growing:
                growing.write(chance.choice(DAMAGED) + b'\n{"update": %d, "loss": 1.5}\n' % chance.randrange(2000))
            return "a curve has grown"
        intent = chance.choice(
            (WatchTraining(folder), CheckTraining(choices), CheckTraining(None), StartTraining(choices), StopTraining(),
             GoToSnapshot(chance.randrange(-1, 6), play=chance.random() < 0.5), OpenPath(folder / "snapshots"),
             MeasureHeads(files / chance.choice(("words.json", "tiny_pairs.tsv", "bad.npz")))),
        )  # fmt: skip
        self._hands.note(f"{type(intent).__name__} {str(getattr(intent, 'path', ''))[-30:]}")
        self.program.handle(intent)
        return type(intent).__name__

    def finish(self) -> None:
        """Ask for a translation, as a person would by now; it must come."""
        self._watch()
        assert self.program is not None
        now = self.program.state.snapshot
        if not self._asked:
            self._asked, self._end = True, time.monotonic() + PATIENCE
            self._log.write("the end: is it alive?\n")
            self._close_dialogs()
            self._ask()
        elif now.problem is not None and not now.problem.calm and now.busy is None and not self._again:
            # An engine that died a moment before had the checkpoint in hand, which the window says: once more, then.
            self._again = True
            self._ask()
        elif now.problem is not None and not now.problem.calm and now.busy is None and not now.engine_ready:
            self._log.write(f"it says why not: {now.problem.what}: {now.problem.why}\n")
            self._leave()
            return
        elif now.trace is not None and now.trace.meta.translation == TRANSLATION and now.busy is None:
            self._log.write("it translates\n")
            if missing := sensed(self.program):
                self.find(missing)
            self._leave()
            return
        if time.monotonic() > self._end:
            self.find(f"no translation and no word: {now.busy}, {now.problem}, ready: {now.engine_ready}, {now.asked}")
        faulthandler.dump_traceback_later(DEAD, exit=True, file=sys.stderr)
        QTimer.singleShot(20, self.finish)

    def _ask(self) -> None:
        assert self.program is not None
        for intent in (SetTarget(use=""), OpenPath(CHECKPOINT), SetSource(SENTENCE), Translate()):
            self.program.handle(intent)

    def _close_dialogs(self) -> None:
        while (popup := QApplication.activePopupWidget()) is not None:
            popup.close()
        for dialog in QApplication.topLevelWidgets():
            if isinstance(dialog, QDialog):
                dialog.reject()

    def _leave(self) -> None:
        faulthandler.cancel_dump_traceback_later()
        QApplication.clipboard().clear()  # offscreen it outlives Python, and with it an object that Python made
        QApplication.exit(0)

    def _change(self, changes: dict[str, Any]) -> None:
        assert self.program is not None
        self.program.handle(ChangeSettings(changes))


def main() -> int:
    """Build the window, let the hands loose, return the exit code."""
    folder, seed, actions = Path(sys.argv[1]).resolve(), int(sys.argv[2]), int(sys.argv[3])
    stage = Stage(folder, seed, actions, int(sys.argv[4]) if len(sys.argv) > 4 else 0)

    def uncaught(kind: type[BaseException], error: BaseException, where: TracebackType | None) -> None:
        stage.find("".join(traceback.format_exception(kind, error, where)))

    def told(kind: QtMsgType, _: QMessageLogContext, text: str | None) -> None:
        if kind != QtMsgType.QtDebugMsg and not (text or "").startswith(USUAL):
            stage.find(f"Qt says: {text}\n{''.join(traceback.format_stack())}")

    class Watched(app.Program):
        """The program, known to the stage."""

        def __init__(self, *arguments: Any, **more: Any) -> None:
            super().__init__(*arguments, **more)
            stage.program = self
            QTimer.singleShot(0, stage.next)

    sys.excepthook = uncaught
    sys.unraisablehook = lambda it: uncaught(it.exc_type, it.exc_value or it.exc_type(), it.exc_traceback)
    qInstallMessageHandler(told)
    # What the program says itself of a fault is found here; a display that needs none is none that people could see;
    # and hands that find *Quit* in an open menu end nothing.
    for module, name, other in (
        (app, "last_catch", lambda _, *fault: uncaught(*fault)), (app, "require_display", lambda: "offscreen"),
        (app, "Program", Watched), (file_dialog, "FileDialog", TameDialog), (sessions, "FileDialog", TameDialog),
        (rows, "FileDialog", TameDialog), (window_services.WindowDesk, "quit", lambda _: None),
    ):  # fmt: skip
        setattr(module, name, other)
    os.chdir(folder)
    arguments = ["window", "--checkpoint", str(CHECKPOINT), "--sentence", SENTENCE, "--device", "cpu"]
    given = build_parser(["window"]).parse_args(arguments)
    return app.run(given)


if __name__ == "__main__":
    sys.exit(main())
