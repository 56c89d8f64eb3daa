"""The pictures of the README, made by the program itself: ``python scripts/screenshots.py``.

Every picture is the real window with a shipped checkpoint, painted without a display. Run it after
a change that can be seen, look at the pictures, and commit them.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["QT_SCALE_FACTOR"] = "2"

from PySide6.QtWidgets import QApplication

from model.analysis.baseline import holding_baseline
from model.common.assets import CHECKPOINTS, SAMPLES
from model.network.interventions import HeadAblated
from model.record.trace import Trace
from model.record.trace_file import load_trace
from viz_app.app import Program, make_application
from viz_app.example import Example, load_example
from viz_app.platform.preferences import Theme
from viz_app.state.state import Selection, Settings, within
from viz_app.state.what_if import AskedChanges

FOLDER = ROOT / "docs" / "images"
SIZE = (1280, 800)
PADDING = 4


@dataclass(frozen=True)
class Shot:
    """One picture: which example, in which theme, standing where."""

    name: str
    example: str = "everyday"
    theme: Theme = "light"
    view: str = "one_head"
    kind: str = ""  #: empty: as the example says
    step: int = 0  #: from 1; 0: as the example says
    padded: bool = False
    off: tuple[tuple[int, int], ...] = ()  #: heads of cross attention that are off, from 1: (layer, head)


SHOTS = (
    Shot("window-light"),
    Shot("window-dark", theme="dark"),
    Shot("all-layers", view="all_layers"),
    Shot("one-layer-dark", view="one_layer", theme="dark"),
    Shot("masks-padding", view="masks", padded=True),
    Shot("classic-light", example="classic"),
    Shot("links", view="links"),
    Shot("embeddings-layers-dark", view="embeddings_layers", theme="dark"),
    Shot("masks-decoder", view="masks", kind="decoder"),
    Shot("teacher-forcing", view="teacher_forcing"),
    Shot("what-if", view="all_layers", step=3, off=((3, 1), (3, 4))),
    Shot("compare", view="compare", step=4, off=((3, 3), (3, 4))),
)


def main() -> int:
    """Write every picture; returns the exit code."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    application = make_application("en")
    for shot in SHOTS:
        found = load_example(shot.example)
        if found is None:
            print(f"error: {shot.example}: it has no sample run in assets. Make it with scripts/samples.py.")
            return 2
        take(application, shot, found)
        print(FOLDER / f"{shot.name}.png")
    return 0


def take(application: QApplication, shot: Shot, found: Example) -> None:
    """Show the window as ``shot`` says and save what it paints."""
    trace = _padded(found.trace) if shot.padded else with_details(found.trace, shot.example)
    changes = AskedChanges()
    for layer, head in shot.off:
        changes = changes.adding(HeadAblated("cross", layer - 1, head - 1))
    if shot.off:
        trace = _changed(trace, changes)
    example = replace(found, trace=trace, selection=_selection(shot, found.selection, trace))
    program = Program(application, Settings(theme=shot.theme), example)
    try:
        program.window.resize(*SIZE)
        program.window.reset_columns()
        program.window.show()
        docked = Settings(theme=shot.theme, what_if_shown=shot.view == "all_layers" and bool(shot.off))
        program.state.update(engine_ready=True, view=shot.view, what_if=changes, settings=docked)
        application.processEvents()
        program.window.grab().save(str(FOLDER / f"{shot.name}.png"))
    finally:
        program.window.close()
        program.stop()
        application.processEvents()


def with_details(trace: Trace, name: str) -> Trace:
    """The example with what explains it, which the program reads after the first paint."""
    return replace(trace, activations=load_trace(SAMPLES / f"{name}-details.npz").activations)


def _padded(trace: Trace) -> Trace:
    """The same sentence, run with four more padding tokens. torch comes late: Qt is there already."""
    from model.checkpoints.checkpoint import open_checkpoint
    from model.decoding.run import run_sentence

    checkpoint = open_checkpoint(CHECKPOINTS / trace.meta.checkpoint)
    length = trace.source_length + PADDING
    return run_sentence(checkpoint, trace.meta.source_text, pad_to=length, activations=True)


def _changed(trace: Trace, changes: AskedChanges) -> Trace:
    """The same sentence, run with changes of the network and kept beside what it was."""
    from model.checkpoints.checkpoint import open_checkpoint
    from model.decoding.run import run_sentence

    checkpoint, text = open_checkpoint(CHECKPOINTS / trace.meta.checkpoint), trace.meta.source_text
    return holding_baseline(run_sentence(checkpoint, text, what_if=changes.active, activations=True), trace)


def _selection(shot: Shot, usual: Selection, trace: Trace) -> Selection:
    step = shot.step - 1 if shot.step else usual.step
    return within(replace(usual, kind=shot.kind or usual.kind, step=step), trace)  # type: ignore[arg-type]


if __name__ == "__main__":
    sys.exit(main())
