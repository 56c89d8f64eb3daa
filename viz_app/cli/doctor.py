"""``doctor``: what this program needs, what there is of it here, and what to do where something is missing.

It starts no engine and opens no window; it ends with 1 where something is wrong, so that scripts can ask it. It speaks
the language of the person, as ``--help`` does.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from model.common.assets import ASSETS, shipped_checkpoints
from model.common.fault import without_home
from model.common.installed import EXTRA, MODELS, PURPOSES, again, fits, installed, installing, lacking, wanted
from model.common.problems import Problem
from model.common.text import Text, read
from model.common.version import VERSION
from viz_app.cli.shared.help import columns, said

HELP = Text("examine this installation: versions, devices, fonts, display, folders, and what is wrong")
LITTLE = 200_000_000  #: bytes of a disk that is nearly full
REINSTALL = Text("Install Headscope again")
PATIENCE = 120  #: seconds for the import of torch, which a virus scanner makes long
ENGINE = f"{__package__.rpartition('.')[0]}.engine"
COMMON = Text.__module__.rpartition(".")[0]
WIDE = 20  #: columns of a terminal for the name of what was examined
DEVICES = f"""
import json
from {ENGINE}.devices import devices
from {COMMON}.text import spelled
print(json.dumps([(one.name, spelled(one.label), bool(one.available), spelled(one.reason)) for one in devices()]))
"""
OURS = ("Pretendard-Regular", "Pretendard-SemiBold")  #: in assets/fonts
LETTERS = {  # beside those of the font that ships: Latin, Greek, Korean
    Text("Chinese"): "中",
    Text("Arabic"): "ع",
    Text("emoji"): "🙂",
}


class Examined(NamedTuple):
    """One line; ``way_out`` where something is wrong."""

    what: str
    said: str
    way_out: str = ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--quick", action="store_true", help=Text("leave out what torch must be loaded for"))


def run(arguments: argparse.Namespace) -> int:
    found: list[Examined] = []
    for title, lines in (
        (Text("Versions"), versions()),
        (Text("Devices"), () if arguments.quick or not installed("torch") else devices()),
        (Text("Display"), display()),
        (Text("Fonts"), fonts()),
        (Text("Folders"), folders()),
    ):
        here = list(lines)
        found += here
        if here:
            print(said(title))
        for one in here:
            name = said(one.what)
            name += " " * (WIDE - columns(name))
            print(without_home(f"  {'✗' if one.way_out else ' '} {name} {said(one.said)}".rstrip()), flush=True)
    wrong = [one for one in found if one.way_out]
    print()
    if not wrong:
        print(said(Text("Nothing is wrong.")))
    for one in wrong:
        print(without_home(f"✗ {said(one.what)}: {said(one.said)}. {said(one.way_out)}."))
    return 1 if wrong else 0


def versions() -> Iterator[Examined]:
    """The program, Python, the system and every library."""
    yield Examined("Headscope", VERSION)
    yield Examined("Python", f"{platform.python_version()} ({platform.python_implementation()})")
    yield Examined(Text("system"), f"{platform.system()} {platform.release()} {platform.machine()}")
    for name, purpose in PURPOSES.items():
        having = installed(name)
        asked = (wanted().get(name.lower()) or (name,))[0].partition(";")[0].strip()
        if not having and name in MODELS and not installed("torch"):
            if name == "torch":
                told = Text("not installed: recorded runs are shown. %1", lacking("torch").next_step)
                yield Examined(Text("models"), told)
        elif not having:
            yield Examined(name, Text("missing; it is for %1", purpose), _install(asked))
        elif not fits(name, having):
            way_out = Text("It was tried with others. %1", _install(asked))
            yield Examined(name, Text("%1, and %2 is wanted", having, asked), way_out)
        else:
            yield Examined(name, having)


def _install(asked: str) -> Text:
    return Text("Run: %1", installing(asked))


def devices() -> Iterator[Examined]:
    """Asked of a process of its own: where torch's libraries are broken, importing it ends the process.

    A bundle cannot run a line of Python, and its libraries were tried when it was made.
    """
    if getattr(sys, "frozen", False):
        from viz_app.engine.devices import devices as of_torch

        yield from (_device(one.name, one.label, one.available, one.reason) for one in of_torch())
        return
    root = str(Path(__file__).resolve().parents[ENGINE.count(".") + 1])
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))}
    command = [sys.executable, "-P", "-c", DEVICES]
    try:
        done = subprocess.run(  # noqa: S603 (ourselves)
            command, capture_output=True, text=True, check=False, timeout=PATIENCE, env=environment, encoding="utf-8",
            errors="replace",
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        told = Text("it did not load within %1 s", PATIENCE)
        yield Examined("torch", told, Text("Close other programs and try again"))
        return
    try:
        answer = json.loads(done.stdout.splitlines()[-1]) if done.returncode == 0 else None
    except (ValueError, IndexError):
        answer = None
    if answer is None:
        last = next(iter(reversed(done.stderr.strip().splitlines())), "")
        told = Text("it cannot be loaded (%1)", last[:200] or Text("it ended with %1", done.returncode))
        yield Examined("torch", told, torch_way_out(last))
        return
    yield from (_device(name, read(label), available, read(reason)) for name, label, available, reason in answer)


def _device(name: str, label: str, available: bool, reason: str) -> Examined:
    return Examined(name, label if available else Text("not here: %1", reason))


def torch_way_out(last: str) -> str:
    """What helps where torch does not load, by its last words."""
    if "No module named" in last:
        return _install(EXTRA)
    if sys.platform == "win32":
        return Text("Install the newest Visual C++ Redistributable of Microsoft, then torch again")
    return Text("Install torch again: %1", again("torch"))


def display() -> Iterator[Examined]:
    """Qt's libraries, the display, and its screens."""
    from viz_app.platform.display import OFFSCREEN, claimed_platforms, require_display, require_libraries

    try:
        require_libraries(OFFSCREEN)
    except Problem as problem:
        yield Examined("Qt", problem.why, problem.next_step)
        return
    yield Examined(Text("asked for"), ", ".join(claimed_platforms(os.environ)) or Text("no display"))
    try:
        name = require_display()
    except Problem as problem:
        yield Examined(Text("window"), problem.why, problem.next_step)
        name = OFFSCREEN
    if name:
        os.environ["QT_QPA_PLATFORM"] = name
    from PySide6.QtGui import QGuiApplication

    application = QGuiApplication.instance() or QGuiApplication(["headscope"])
    if isinstance(application, QGuiApplication) and name != OFFSCREEN:
        yield Examined(Text("Qt’s platform"), application.platformName())
        for screen in application.screens():
            size = screen.size()
            yield Examined(
                Text("screen"), Text("%1×%2 at %3", size.width(), size.height(), f"{screen.devicePixelRatio():g}")
            )


def fonts() -> Iterator[Examined]:
    """The font that ships, and whose letters the system can draw. Asked after the display: Qt must run."""
    from PySide6.QtGui import QFont, QFontDatabase, QFontMetrics, QGuiApplication, QRawFont

    if QGuiApplication.instance() is None:
        return
    for name in OURS:
        path = ASSETS / "fonts" / f"{name}.otf"
        whole = path.is_file() and QRawFont(str(path), 12).isValid()
        wrong = Text("damaged") if path.is_file() else Text("did not come with the program")
        yield Examined(name, Text("ours") if whole else wrong, "" if whole else REINSTALL)
    system = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    yield Examined(Text("system’s font"), f"{system.family()} {system.pointSizeF():g}")
    for script, letter in LETTERS.items():
        drawn = QFontMetrics(QFont(system)).inFontUcs4(ord(letter)) or any(
            QRawFont.fromFont(QFont(family)).supportsCharacter(ord(letter)) for family in _families(script)
        )
        if not drawn:
            yield Examined(
                script, Text("no font here has its letters: they are drawn as boxes, if a sentence has them")
            )


def _families(script: str) -> list[str]:
    from PySide6.QtGui import QFontDatabase

    systems = {
        "Chinese": QFontDatabase.WritingSystem.SimplifiedChinese, "Arabic": QFontDatabase.WritingSystem.Arabic,
        "Korean": QFontDatabase.WritingSystem.Korean, "emoji": QFontDatabase.WritingSystem.Symbol,
    }  # fmt: skip
    system = systems.get(script)
    return [] if system is None else QFontDatabase.families(system)[:8]


def folders() -> Iterator[Examined]:
    """Where the program lies and what it writes."""
    from model.common.hub_cache import cache_folder
    from viz_app.engine.log import log_folder
    from viz_app.platform.settings_store import usual_file, usual_folder

    shipped = shipped_checkpoints()
    yield Examined(Text("program"), str(Path(__file__).resolve().parents[2]))
    lost = "" if shipped else REINSTALL
    yield Examined(Text("checkpoints"), ", ".join(shipped) or Text("none came with the program"), lost)
    yield from (place(name, folder) for name, folder in (
        (Text("settings"), usual_file().parent), (Text("log"), log_folder()), (Text("recovery"), usual_folder()),
        (Text("temporary files"), Path(tempfile.gettempdir())),
    ))  # fmt: skip
    cache = cache_folder()
    yield Examined(Text("downloaded models"), str(cache) if is_folder(cache) else Text("none in %1", cache))


def is_folder(place: Path) -> bool:
    """Also where the folder above may not be entered, for which Path raises."""
    return os.path.isdir(place)  # noqa: PTH112


def place(name: str, folder: Path) -> Examined:
    """Whether files can be made there; a folder that is not there yet would be made in the one above."""
    there = next((one for one in (folder, *folder.parents) if os.path.exists(one)), folder)  # noqa: PTH110 (see is_folder)
    if not is_folder(there):
        return Examined(name, Text("%1 (in its way stands a file)", folder), Text("Move %1 away", there))
    if not os.access(there, os.W_OK | os.X_OK):
        way_out = Text("Give yourself the right to write in %1", there)
        if there == there.parent:  # nobody should: what is missing is a home
            way_out = Text("Set HOME to a folder that is yours")
        return Examined(name, Text("%1 (cannot be written)", folder), way_out)
    try:
        free = shutil.disk_usage(there).free
    except OSError:
        return Examined(name, str(folder))
    if free < LITTLE:
        left = Text("%1 (%2 MB are left on its disk)", folder, free // 1_000_000)
        return Examined(name, left, Text("Make room on this disk"))
    return Examined(name, str(folder))
