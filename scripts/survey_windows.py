"""Every window beside the main one, looked at: ``python scripts/survey_windows.py [--only WORD] [--out FOLDER]``.

Each row of :mod:`window_rows` is opened as the program opens it, on screens of three sizes, at scale 1 and 2, with text
at 100 % and 200 %, light and dark, in English, in Korean and in Korean with English terms. Printed are words that have
no room, lie on others or are not in the interface's language, what of the main window has moved below something that
lies over it or beside it, and errors of a window's own code. With ``--out`` each window is saved as a picture. The exit
code is the number of rows with a finding, at most 100.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass, fields, replace
from functools import partial
from itertools import product
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import window_rows
from PySide6.QtCore import QEvent, QSize
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QWidget
from survey_words import cut_in_picture, cut_words, moved, overlapping, places, shortened
from window_rows import WindowRow
from window_words import clipped, foreign

from model.common.assets import SAMPLES
from model.record.trace import Trace
from model.record.trace_file import load_trace
from viz_app.app import Program, make_application
from viz_app.dialogs.presentation.screen import PresentationScreen
from viz_app.example import Example, load_example
from viz_app.platform.preferences import Settings
from viz_app.state.state import Snapshot

SIZES = ((1024, 600), (1280, 720), (1920, 1080))
POINTS = 9  #: added for text at 200 %
PASSES = 6  #: of events until a sheet whose lines break elsewhere has its height
FRAME = QSize(0, 36)  #: what a desktop puts around a window


@dataclass(frozen=True)
class Look:
    """How the program is set, on one screen."""

    language: str = "en"
    theme: str = "light"
    large: bool = False

    @property
    def name(self) -> str:
        """Part of the files' names."""
        return "-".join((self.language, self.theme, *(("large",) * self.large)))


LANGUAGES = ("en", "ko", "ko+en")
LOOKS = tuple(Look(*each) for each in product(LANGUAGES, ("light", "dark"), (False, True)))


Case = tuple[tuple[int, int], int, Look]  #: a screen, its scale, and how the program is set


def cases(few: bool) -> list[Case]:
    """All 72; with ``few`` each size, language and size of text, scale and theme going on by turns: 18."""
    if not few:
        return list(product(SIZES, (1, 2), LOOKS))
    found = []
    for at, (size, language, large) in enumerate(product(SIZES, LANGUAGES, (False, True))):
        theme = ("light", "dark")[(at // 2 + at // 6) % 2]
        found.append((size, 1 + (at + at // 2) % 2, Look(language, theme, large)))
    return found


def example() -> Example:
    """The shipped run with its activations, so that every plot has something to show."""
    found = load_example()
    assert found is not None, "it ships"
    details = load_trace(SAMPLES / f"{found.trace.meta.checkpoint}-details.npz")
    return replace(found, trace=replace(found.trace, activations=details.activations))


def said_by(trace: Trace) -> frozenset[str]:
    """Sentences and tokens, which have a language of their own."""
    held = (trace.source_tokens, trace.consumed_tokens, trace.candidate_tokens, trace.produced_tokens)
    tokens = [token for each in held if each is not None for token in each.ravel()]
    sentences = (trace.meta.source_text, trace.meta.translation, *window_rows.PLANTED)
    return frozenset(
        {*map(str, tokens), *sentences, *(word.strip(",.") for each in sentences for word in each.split())}
    )


def shows_same(one: Snapshot | None, other: Snapshot) -> bool:
    """Do two snapshots have the same in them, so that a window shows the same?"""
    pairs = [(getattr(one, field.name, None), getattr(other, field.name)) for field in fields(other)]
    return one is not None and all(each is its or each == its for each, its in pairs)


class Windows:
    """One program in which row after row is opened and closed."""

    def __init__(self, application: QApplication, look: Look, size: tuple[int, int], run: Example) -> None:
        make_application(look.language)
        self.look, self.size = look, QSize(*size)
        self.application, self._own = application, said_by(run.trace)
        settings = Settings(theme=look.theme, language=look.language, text_size=POINTS if look.large else 0)  # type: ignore[arg-type]
        self.program = Program(application, settings, run)
        window = self.program.window
        window.resize(*size)
        window.reset_columns()
        window.show()
        self.errors: list[BaseException] = []  #: of a window's own code, which Qt calls and only prints them
        self._measured: Snapshot | None = None  #: what the main window showed when it was last found to be whole
        self._owns: dict[frozenset[str], frozenset[str]] = {}  #: one of each, so that what is equal is the same
        self.program.state.update(engine_ready=True)
        _ = self.program.actions
        self._settle()

    def findings(self, row: WindowRow, out: Path | None = None) -> list[str]:
        """What is wrong with the windows of a row; each is saved into ``out``."""
        before, main = self.program.state.snapshot, self.program.window
        stood = places(self.program)
        self.errors.clear()
        row.opens(self.program)
        self._settle()
        found = [f"an error: {error}" for error in self.errors]
        opened = window_rows.beside(self.program)
        for number, window in enumerate(opened or [main]):
            if out is not None:
                window.grab().save(str(out / f"{row.stem}{f'-{number}' if number else ''}.png"))
        now = self.program.state.snapshot
        own = self._own.union(*(said_by(run) for run in (now.trace, now.pinned) if run is not None))
        own = self._owns.setdefault(own, own)
        found += moved(stood, places(self.program)) if row.still else []
        below = () if opened and row.still and not found and shows_same(self._measured, now) else (main,)
        for window in (*opened, *below):
            told = [*self._said_in(window), *([] if row.quotes else foreign(window, self.look.language, own))]
            if window is main:
                self._measured = None if told or row.quotes else now
            found += told
        window_rows.close_beside(self.program, before)
        self._settle()
        return list(dict.fromkeys(found))

    def _said_in(self, window: QWidget) -> list[str]:
        """Words of one window that have no room, or lie on others."""
        main = window is self.program.window
        framed = not (window.isFullScreen() or main or isinstance(window, QMenu))
        room = self.size if main else window.screen().availableSize().expandedTo(self.size)  # which the main one fills
        found = clipped(window, room - (FRAME if framed else QSize()), self.look.large)
        if isinstance(window, QFileDialog):
            return found  # Qt's own
        found += overlapping(window)
        if not self.look.large:
            found += [*cut_words(window), *shortened(window)]
            if isinstance(window, PresentationScreen) and window.view is not None:
                found += cut_in_picture(window.view.canvas, self.program.state.snapshot.view)
        return found

    def shown(self) -> set[str]:
        """The classes of what is on screen."""
        windows: list[QWidget] = [*window_rows.beside(self.program), self.program.window]
        widgets = (each for window in windows for each in (window, *window.findChildren(QWidget)))
        return {type(each).__name__ for each in widgets if each.isVisible()}

    def close(self) -> None:
        """End the program."""
        window_rows.close_beside(self.program, self.program.state.snapshot)
        self.program.window.close()
        self.program.stop()
        self._settle()

    def _settle(self) -> None:
        for _ in range(PASSES):
            self.application.processEvents()
        self.application.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _keep(errors: list[BaseException], _kind: object, error: BaseException, _trace: object) -> None:
    """What a window's own code raises while Qt calls it."""
    errors.append(error)


def look_at_all(size: tuple[int, int], only: str, out: Path | None, scale: int, looks: list[str]) -> int:
    """Every row in these looks on a screen of this process; returns the number of rows with a finding."""
    application, run, bad = make_application("en"), example(), 0
    for look in (each for each in LOOKS if each.name in looks):
        windows = Windows(application, look, size, run)
        sys.excepthook = partial(_keep, windows.errors)
        seen, before = 0, bad
        for row in window_rows.window_rows():
            name = f"{row.name} {size[0]}×{size[1]} scale {scale} {look.name}"
            if only not in name:
                continue
            folder = None if out is None else out / f"{size[0]}x{size[1]}-{scale}-{look.name}"
            if folder is not None:
                folder.mkdir(parents=True, exist_ok=True)
            found = windows.findings(row, folder)
            seen, bad = seen + 1, bad + bool(found)
            for each in found:
                print(name, "|", each, flush=True)
        print(f"{seen} rows {size[0]}×{size[1]} scale {scale} {look.name}: {bad - before} with a finding", flush=True)
        windows.close()
    return bad


def main() -> int:
    """One process for each screen; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="rows whose name contains this")
    parser.add_argument("--looks", default="", help="looks whose name begins so, such as ko-dark-large")
    parser.add_argument("--size", action="append", help="WIDTHxHEIGHT, one of the three; all of them by default")
    parser.add_argument("--scale", type=int, action="append", choices=(1, 2))
    parser.add_argument("--few", action="store_true", help="18 of the 72 screens and looks")
    parser.add_argument("--out", type=Path, help="a folder for pictures")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    sizes = [size for size in SIZES if not arguments.size or f"{size[0]}x{size[1]}" in arguments.size]
    if arguments.here:
        looks = arguments.looks.split(",")
        return min(100, look_at_all(sizes[0], arguments.only, arguments.out, arguments.scale[0], looks))
    chosen = [case for case in cases(arguments.few) if case[2].name.startswith(arguments.looks)]
    bad = 0
    for size, scale in product(sizes, arguments.scale or (1, 2)):
        looks = [look.name for each, times, look in chosen if (each, times) == (size, scale)]
        bad += _on_screen(size, scale, looks, arguments) if looks else 0
    print(f"{bad} with a finding")
    return min(100, bad)


def _on_screen(size: tuple[int, int], scale: int, looks: list[str], arguments: argparse.Namespace) -> int:
    """A process of its own: Qt reads screens and scale when it starts."""
    with tempfile.TemporaryDirectory() as folder:
        screen = {"name": "one", "x": 0, "y": 0, "width": size[0] * scale, "height": size[1] * scale,
                  "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}  # fmt: skip
        plan = Path(folder) / "screen.json"
        plan.write_text(json.dumps({"screens": [screen]}), encoding="utf-8")
        words = [sys.executable, __file__, "--here", "--size", f"{size[0]}x{size[1]}", "--scale", str(scale),
                 "--only", arguments.only, "--looks", ",".join(looks)]  # fmt: skip
        words += [] if arguments.out is None else ["--out", str(arguments.out)]
        environment = os.environ | {"QT_QPA_PLATFORM": f"offscreen:configfile={plan}", "QT_SCALE_FACTOR": str(scale)}
        return subprocess.run(words, check=False, env=environment).returncode


if __name__ == "__main__":
    sys.exit(main())
