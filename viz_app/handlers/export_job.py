"""Files of what is on screen, without holding up the window.

What is on screen is saved as a session, and what was chosen beside it as JSON, in a folder of their own. A child
process makes the file there (:mod:`viz_app.cli.shared.window_export`), and only what is complete is put into its
place. Cancelling ends the child and removes the folder: no file is left half written, and no other is touched.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, QProcess, QProcessEnvironment, Signal

from model.analysis.causality_check import with_extension
from model.analysis.explanation import without_weights
from model.analysis.logit_lens import holding
from model.common.assets import EXPORT, command
from model.common.atomic import write_atomically, writing
from model.common.problems import Problem, problem_from
from model.common.progress import LISTENING, heard
from model.common.scratch_folder import make_scratch, remove_scratch
from model.common.text import Text
from model.record.trace import Trace
from model.record.trace_file import save_trace
from model.transforms.view_transform import PLAIN
from viz_app.exports.figures.caption import VECTORS
from viz_app.handlers.background import Background
from viz_app.handlers.session_codec import keep_session
from viz_app.platform.translations import spoken
from viz_app.state.comparison import COMPARE, compared_with
from viz_app.state.export_choices import ExportChoices, What
from viz_app.state.file_heads import heads_of_file
from viz_app.state.state import Notice, Snapshot, noticed

translate = QCoreApplication.translate
END_MILLISECONDS = 1_000


# --- what the child is given ---


def run_to_take(now: Snapshot, what: What) -> Trace:
    """The run with what the file needs of its vectors, and with what was measured for the picture."""
    run = now.run
    assert run is not None
    if what == "run":
        return run
    if what in ("page", "handout"):
        return without_weights(run)
    if now.view == "masks" and now.extension is not None:
        run = with_extension(now.extension)
    if now.view == VECTORS:
        return run if now.early_guesses is None else holding(now.early_guesses)
    return run if now.reading.quantity == "norm" else without_weights(run)  # only then a map needs W_O


def to_take(now: Snapshot, what: What) -> Snapshot:
    """What the file needs of what is on screen: one run and how it is shown, and nothing of where it came from."""
    plain = now.unread is None or now.view in (
        VECTORS,
        COMPARE,
    )  # a large one may not be read yet; these are its own
    return Snapshot(
        trace=run_to_take(now, what),
        reading=PLAIN if plain else now.reading,
        selection=replace(now.run_selection, sentence=0),
        zoom=now.zoom,
        link_heads=now.link_heads,
        view=now.view,
        settings=now.settings,
        file_heads=None if what == "run" else heads_of_file(now),
        pinned=compared_with(now) if now.view == COMPARE and what != "run" else None,
    )


def save_for_child(now: Snapshot, choices: ExportChoices, folder: Path, names: Sequence[str]) -> list[str]:
    """Save what files called ``names`` are made from, all in ``folder``: the arguments of the process that makes them.

    Raises :class:`Problem`.
    """
    taken = to_take(now, choices.what)
    session, chosen = folder / "run.headscope", folder / "choices.json"
    keep_session(session, taken)
    choices = replace(choices, language=choices.language or spoken())  # one of them
    said = {"choices": choices.as_texts(), "milliseconds": now.settings.play_milliseconds}
    if choices.what == "training" and now.learning is not None:
        said["training"] = now.learning.run.folder
    write_atomically(chosen, json.dumps(said).encode("ascii"))
    return [EXPORT, str(session), str(chosen), *(str(folder / name) for name in names)]


# --- the child ---


class Child(QObject):
    """Runs once. Exactly one of ``done`` and ``failed`` follows, unless it is ended before."""

    done = Signal(bytes)  #: what it wrote to its standard output
    failed = Signal(object)  #: a Notice
    progressed = Signal(str, float)  #: what it is at, and how far: 0…1, −1 where the end is unknown

    def __init__(self, words: list[str], about: str, parent: QObject | None = None) -> None:
        """``words`` are the command and its arguments; ``about`` is named where it fails without a sentence."""
        super().__init__(parent)
        self._words = words
        self._about = about
        self._said = b""  # on its standard error
        self._process = QProcess(self)
        surroundings = QProcessEnvironment.systemEnvironment()
        surroundings.insert(LISTENING, "1")
        self._process.setProcessEnvironment(surroundings)
        self._process.readyReadStandardError.connect(self._listen)
        self._process.finished.connect(self._end)
        self._process.errorOccurred.connect(self._no_start)

    def start(self) -> None:
        program, *rest = command(self._words)
        self._process.start(program, rest)

    def end(self) -> None:
        """Stop it at once; nothing follows any more."""
        for signal in (self._process.finished, self._process.errorOccurred, self._process.readyReadStandardError):
            signal.disconnect()
        self._process.kill()
        self._process.waitForFinished(END_MILLISECONDS)
        if self._process.state() == QProcess.ProcessState.NotRunning:
            self.deleteLater()
        else:  # a machine that is short of memory takes its time
            self._process.finished.connect(self.deleteLater)

    def _no_start(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._fail(translate("Exporting", "the program that makes it could not be started"))

    def _listen(self) -> None:
        """Tell how far it is, by the last whole line; a line may come in pieces."""
        before = len(self._said)
        self._said += bytes(self._process.readAllStandardError().data())
        whole = self._said[self._said.rfind(b"\n", 0, before) + 1 : self._said.rfind(b"\n") + 1]
        told = [about for line in _text(whole).splitlines() if (about := heard(line)) is not None]
        if told:
            self.progressed.emit(*told[-1])

    def _end(self, code: int, status: QProcess.ExitStatus) -> None:
        self._listen()
        problem = problem_from(_text(self._said))
        if code == 0 and status == QProcess.ExitStatus.NormalExit:
            self.done.emit(bytes(self._process.readAllStandardOutput().data()))
        elif problem is not None:
            self.failed.emit(notice_of(problem))
        else:
            self._fail(translate("Exporting", "the program that makes it stopped unexpectedly"))
        self.deleteLater()

    def _fail(self, why: str) -> None:
        self.failed.emit(Notice(self._about, why, translate("Exporting", "Try once more, or choose another folder")))


def _text(said: bytes) -> str:
    return said.decode("utf-8", "replace")


@contextmanager
def gone_is_a_problem(about: str) -> Iterator[None]:
    """While a job's files are read in a thread, the job may be ended and its folder with it. Raises Problem then."""
    try:
        yield
    except OSError as error:
        why = error.strerror or "the system refused"
        raise Problem(about, Text("what was made cannot be read (%1)", why), Text("Try once more")) from error


class Making(QObject):
    """One job at a time; a newer one replaces an older one, which is not heard of any more."""

    made = Signal(object, bool)  #: what was collected, and whether the job was still wanted then
    failed = Signal(object)  #: a Notice
    progressed = Signal(str, float)  #: what it is at, and how far: 0…1, −1 where the end is unknown

    def __init__(self, files: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._files = files
        self._child: Child | None = None
        self.folder: Path | None = None  #: of the job, until it has ended

    @property
    def busy(self) -> bool:
        """Whether something is being made."""
        return self.folder is not None

    def make(self, prepare: Callable[[Path], list[str]], collect: Callable[[Path], object], about: str) -> None:
        """Start the program with the arguments that ``prepare`` gives, then ``collect`` what it made.

        Both are called in a thread, with the job's folder, which is removed afterwards. ``about`` is named where the
        child fails without a sentence.
        """
        self.cancel()
        try:
            folder = make_scratch()
        except OSError as error:
            self.failed.emit(Notice(tempfile.gettempdir(), str(error.strerror), ""))
            return
        self.folder = folder

        def start(arguments: list[str]) -> None:
            if folder != self.folder:
                remove_scratch(folder)  # ended meanwhile, or replaced by a newer one
                return
            self._child = Child(arguments, about, self)
            self._child.progressed.connect(self.progressed)
            self._child.done.connect(lambda _: self._collect(folder, collect))
            self._child.failed.connect(self._fail)
            self._child.start()

        self._files.run(lambda: prepare(folder), start, lambda problem: self._give_up(folder, problem))

    def cancel(self) -> None:
        """Stop what is being made, if anything; nothing of it stays."""
        child, self._child = self._child, None
        if child is not None:
            child.end()
        self._tidy()

    def _collect(self, folder: Path, collect: Callable[[Path], object]) -> None:
        self._child = None
        self._files.run(
            lambda: collect(folder),
            lambda found: self._end(folder, found),
            lambda problem: self._give_up(folder, problem),
        )

    def _end(self, folder: Path, found: object) -> None:
        wanted = folder == self.folder
        self._tidy() if wanted else remove_scratch(folder)
        self.made.emit(found, wanted)

    def _give_up(self, folder: Path, problem: Problem) -> None:
        if folder == self.folder:
            self._fail(notice_of(problem))
        else:
            remove_scratch(folder)

    def _fail(self, notice: Notice) -> None:
        self._child = None
        self._tidy()
        self.failed.emit(notice)

    def _tidy(self) -> None:
        folder, self.folder = self.folder, None
        if folder is not None:
            remove_scratch(folder)


# --- files ---


MADE = "made"  #: name of the file in the child's folder, before its suffix


class Exporting(Making):
    """One export at a time."""

    saved = Signal(object)  #: the Path that has been written

    def __init__(self, files: Background, parent: QObject | None = None) -> None:
        super().__init__(files, parent)
        self._path = Path()
        self.made.connect(self._say)

    def save_trace(self, trace: Trace, path: Path) -> None:
        """Write ``trace`` to ``path``."""
        self._files.run(
            lambda: save_trace(trace, path),
            lambda _: self.saved.emit(path),
            lambda problem: self.failed.emit(notice_of(problem)),
        )

    def save_bytes(self, content: Callable[[], bytes], path: Path) -> None:
        """Write what is made already, or is text yet to be put together."""
        self._files.run(
            lambda: write_atomically(path, content()),
            lambda _: self.saved.emit(path),
            lambda problem: self.failed.emit(notice_of(problem)),
        )

    def save(self, snapshot: Snapshot, path: Path, choices: ExportChoices) -> None:
        """Make the file that was chosen. ``snapshot`` must hold a trace; ``path`` ends in the suffix of its kind."""
        self._path, name = path, f"{MADE}{choices.suffix}"

        def prepare(folder: Path) -> list[str]:
            check_place(path, choices.suffix)
            return save_for_child(snapshot, choices, folder, [name])

        self.make(prepare, lambda folder: put_in_place(folder / name, path), str(path))

    def save_lesson(self, lesson: Path, path: Path) -> None:
        """Make the page or the handout of a lesson's file, which the child goes through with an engine of its own."""
        self._path, name = path, f"{MADE}{path.suffix.lower()}"

        def prepare(folder: Path) -> list[str]:
            check_place(path, path.suffix.lower())
            return ["lesson", str(lesson), "--out", str(folder / name), "--language", spoken()]

        self.make(prepare, lambda folder: put_in_place(folder / name, path), str(path))

    def _say(self, path: Path, _wanted: bool) -> None:
        """It is there, whatever was wanted since."""
        self.saved.emit(path)

    def _fail(self, notice: Notice) -> None:
        """What failed in the child's folder failed for the file that was named."""
        super()._fail(replace(notice, what=str(self._path)) if MADE in Path(notice.what).stem else notice)


def put_in_place(made: Path, path: Path) -> Path:
    """Bring a file to its place, which may be a stick or a network; there it gets that folder's rights."""
    with gone_is_a_problem(str(path)):
        stream = made.open("rb")
    with stream, writing(path) as file:
        shutil.copyfileobj(stream, file)
    return path


def check_place(path: Path, suffix: str) -> None:
    """Raises :class:`Problem` where a file cannot have this name and place."""
    if path.suffix.lower() != suffix:
        raise Problem(str(path), Text("its name does not end in %1", suffix), Text("Call it %1", path.name + suffix))
    if not path.parent.is_dir():
        raise Problem(
            str(path), Text("the folder %1 does not exist", path.parent), Text("Create it or choose another folder")
        )
    if path.is_dir():
        raise Problem(str(path), Text("it is a folder"), Text("Give a file name"))


def notice_of(problem: Problem) -> Notice:
    """A problem as the banner shows it."""
    return noticed(problem)
