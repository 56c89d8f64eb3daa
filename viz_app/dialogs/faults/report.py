"""What is said of an unforeseen error: for its author in full, for a teacher in short.

Neither holds a word of a sentence, the name of a file or of a folder, unless it is asked for.
"""

from __future__ import annotations

import platform
import sys

from PySide6.QtCore import QCoreApplication, qVersion
from PySide6.QtGui import QGuiApplication

from model.common.fault import ENDED, Fault, without_home
from model.common.installed import PURPOSES, installed
from model.common.version import VERSION
from viz_app.pictures import titles
from viz_app.pictures.drawing.picture_texts import kind_name
from viz_app.platform.text import fill
from viz_app.state.state import Snapshot

translate = QCoreApplication.translate


def details(fault: Fault, snapshot: Snapshot, whole: bool = False) -> str:
    """In English, as programs write: number, place, stack, versions and what was on screen."""
    lines = [
        f"Headscope {VERSION} {fault.number}",
        f"{fault.part}: {fault.kind} at {fault.place}",
        *(f"  {frame}" for frame in fault.frames),
        system(),
        "  ".join(f"{name} {installed(name) or '-'}" for name in PURPOSES),
        *_on_screen(snapshot),
    ]
    if whole:
        lines += [f"error: {fault.words}", f"program: {fault.folders}"]
        if snapshot.checkpoint is not None:
            lines.append(f"checkpoint: {snapshot.checkpoint.path}")
        lines.append(f"sentence: {snapshot.source_text}")
        return "\n".join(lines)
    return without_home("\n".join(lines))


def for_teacher(fault: Fault, snapshot: Snapshot, whole: bool = False) -> str:
    """In the language of the interface: what happened, where, and that nothing is lost."""
    info, now = snapshot.checkpoint, snapshot.selection
    view = titles().get(snapshot.view, snapshot.view)
    lines = [
        fill(translate("Fault", "Headscope %1 came to something that nobody foresaw."), VERSION),
        fill(translate("Fault", "Number: %1"), fault.number),
        fill(translate("Fault", "It happened %1 (%2)."), in_words(fault.part), fault.kind),
        fill(translate("Fault", "On screen: view %1, %2, layer %3, head %4, step %5."), view, kind_name(now.kind),
             now.layer + 1, now.head + 1, now.step + 1),
        *([] if info is None else [fill(translate("Fault", "Model: %1."), _model(snapshot))]),
        fill(translate("Fault", "System: %1."), system()),
        *([fill(translate("Fault", "Sentence: %1"), snapshot.source_text)] if whole else []),
        lost(),
    ]  # fmt: skip
    return "\n".join(lines) if whole else without_home("\n".join(lines))


def lost() -> str:
    """What a person asks first."""
    return translate(
        "Fault",
        "Nothing is lost: the run on screen, notes and sessions are as they were, and the window goes on working.",
    )


def way_out(fault: Fault, snapshot: Snapshot) -> str:
    """What to do now."""
    if fault.part == ENDED and snapshot.engine_down:
        return translate(
            "Fault",
            "Recorded runs go on without it; “Start the engine” in the window begins once more. If it ends again, send "
            "the number and the details to whoever can mend it; the same fault has the same number on every computer.",
        )
    return translate(
        "Fault",
        "Try it once more, or another way. If it happens again, send the number and the details to whoever can "
        "mend it; the same fault has the same number on every computer.",
    )


def in_words(part: str) -> str:
    """Where in the program, for people."""
    return {
        "window": translate("Fault", "in the window"),
        "thread": translate("Fault", "while a file was read or written"),
        "engine": translate("Fault", "in the engine, while it computed"),
        ENDED: translate("Fault", "in the engine, which ended"),
        "export": translate("Fault", "while a file was made"),
    }.get(part, part)


def system() -> str:
    """Operating system, Python, Qt and its platform."""
    python = ".".join(map(str, sys.version_info[:3]))
    return f"{platform.system()} {platform.release()} {platform.machine()}, Python {python}, Qt {qVersion()} " + (
        QGuiApplication.platformName()
    )


def _model(snapshot: Snapshot) -> str:
    info = snapshot.checkpoint
    if info is None:
        return "-"
    layers = f"{info.encoder_layers}+{info.decoder_layers} × {info.encoder_heads}/{info.decoder_heads}"
    return f"{info.family}, {layers}, {info.width}, {info.tokenizer}, {info.device}"


def _on_screen(snapshot: Snapshot) -> list[str]:
    now, run = snapshot.selection, snapshot.run
    place = f"view {snapshot.view}, {now.kind} {now.layer + 1}.{now.head + 1}, step {now.step + 1}"
    sizes = "no run" if run is None else f"{len(run.source_ids)} source tokens, {run.steps} steps"
    changed = "" if run is None or not run.meta.interventions else f", {len(run.meta.interventions)} changes"
    return [f"model: {_model(snapshot)}", f"on screen: {place}, {sizes}{changed}, {snapshot.settings.theme}"]
