"""What a review found, then and now: ``python scripts/before_after.py --old TREE --out DIR [--only D1]``.

``TREE`` is a checkout of an older commit (``git worktree add --detach TREE COMMIT``). Each program makes its own
pictures, in a process of its own, of the same run at the same size; they are put side by side, and a page lists them.
Rows of the review that are no pictures, since they are about what happens after an action, are not here.
"""

from __future__ import annotations

import argparse
import html
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
HEAD = "--layer 3 --head 1"
SENTENCE = "Der müde Hund schläft."
GAP, LINE = 16, 28  #: pixels between two pictures, and of the words above them
COLOURS = 256  #: of a pair: a third of the bytes
SETTLED = 700  #: milliseconds after a key
LIMIT = 300  #: seconds for one picture


@dataclass(frozen=True)
class Scene:
    """One row's picture: a window, a start with a sentence, or an export."""

    row: str
    about: str
    view: str = "one_head"
    size: tuple[int, int] = (1280, 720)
    theme: str = "light"
    kind: str = ""
    topic: str = ""
    tokens: int = 0  #: of a planted run; 0 is the shipped example
    key: str = ""  #: pressed once all is shown
    query: int = -1  #: row that is clicked on; −1: none
    settings: tuple[tuple[str, Any], ...] = ()  #: name and value
    command: str = ""  #: of the command line instead

    @property
    def name(self) -> str:
        """Its files' stem."""
        return f"{self.row}-{self.view}-{self.size[0]}x{self.size[1]}".replace("_", "-")


SCENES = (
    Scene("D01", "One layer: room and labels", "one_layer"),
    Scene("D01b", "Masks: four maps", "masks", kind="decoder"),
    Scene("D02", "How is this computed?", key="h"),
    Scene("D03", "Positions beside embeddings", "embeddings_layers"),
    Scene("D04", "Positions in the dark", "embeddings_layers", theme="dark", topic="position"),
    Scene("D06", "Numbers in a narrow window", size=(1024, 600)),
    Scene("D07", "May attend is no weight", "masks", kind="encoder"),
    Scene("D08", "Rollout", command=f"export {{run}} --view one_head {HEAD} --rollout"),
    Scene("D09", "The map of the model", size=(1600, 1000)),
    Scene("D10", "The ends of sentences", "masks", size=(1024, 600), kind="encoder"),
    Scene("D11", "A slide", command=f"export {{run}} --view one_head {HEAD} --preset slide"),
    Scene("D11b", "Masks on a slide", "masks", command="export {run} --view masks --kind decoder --preset slide"),
    Scene("D11c", "All layers in a column", "all_layers",
          command="export {run} --view all_layers --preset paper-column"),
    Scene("D11d", "Teacher forcing in a column, 60 tokens", "teacher_forcing", tokens=60,
          command="export {run} --view teacher_forcing --preset paper-column"),
    Scene("D12", "The legend's dots in the dark", theme="dark"),
    Scene("D13", "Links in the dark", "links", theme="dark"),
    Scene("D14", "A legend of what is there", "one_layer", command="export {run} --view one_layer --layer 3"),
    Scene("D15", "Started with a sentence", command=f'window --sentence "{SENTENCE}" --size 1280x720'),
    Scene("F01", "60 tokens", tokens=60),
    Scene("F01b", "150 tokens", tokens=150),
    Scene("F01c", "Links of 60 tokens", "links", tokens=60),
    Scene("F02", "Landing", command='window --sentence "Zwei Hunde spielen im Schnee." --size 1280x720'),
    Scene("F03", "The direction in sight", "links", size=(1024, 600)),
    Scene("F04", "Masks in a small window", "masks", size=(1024, 600), kind="decoder"),
    Scene("F07", "All layers", "all_layers"),
    Scene("F07b", "Teacher forcing on a large screen", "teacher_forcing", size=(2560, 1440)),
    Scene("F08", "A click on an earlier row", query=1),
    Scene("F11", "The first screen"),
    Scene("F04b", "Text at 200 % in a small window", size=(1024, 600), settings=(("text_size", 9),)),
    Scene("F04c", "Masks with text at 200 %", "masks", size=(1280, 720), settings=(("text_size", 9),)),
)  # fmt: skip
NO_PICTURE = {
    "D05": "which sentence is added", "F05": "positions before and after", "F06": "the clipboard",
    "F09": "which sentence a prefix goes to", "F10": "the measure of a question, which the engine answers",
}  # fmt: skip


# --- in a tree's own process ---


def either(*names: str) -> Any:
    """The first of these modules that the tree has: its house was another one once."""
    for name in names:
        try:
            return import_module(name)
        except ModuleNotFoundError as error:
            if error.name is None or not name.startswith(error.name):
                raise
    raise ModuleNotFoundError(" or ".join(names))


def take(scene: Scene, run: Path, out: Path) -> None:
    """Show the tree's own window as the scene says, and save it."""
    from PySide6.QtCore import QPoint, Qt
    from PySide6.QtTest import QTest

    app, examples = import_module("viz_app.app"), import_module("viz_app.example")
    state = either("viz_app.state.state", "viz_app.state")
    preferences = either("viz_app.platform.preferences", "viz_app.preferences")
    load_trace = either("model.record.trace_file", "model.trace_file").load_trace
    application = app.make_application("en")
    found = examples.load_example()
    trace, place = load_trace(run), found.selection
    if scene.tokens:
        place = state.Selection("cross", 2, 1, trace.steps // 2)
    place = replace(place, **{name: getattr(scene, name) for name in ("kind", "topic") if getattr(scene, name)})
    if scene.key:
        place = replace(place, query=place.step, key=trace.source_length // 2)
    example = replace(found, trace=trace, selection=state.within(place, trace))
    program = app.Program(application, preferences.Settings(theme=scene.theme, **dict(scene.settings)), example)
    try:
        program.window.resize(*scene.size)
        program.window.reset_columns()
        program.window.show()
        program.state.update(engine_ready=True, view=scene.view)
        application.processEvents()
        if scene.key and getattr(program, "actions", None):  # the keys come after the first picture by themselves
            QTest.keyClick(program.window.tabs.current, getattr(Qt.Key, f"Key_{scene.key.upper()}"))
            QTest.qWait(SETTLED)
        if scene.query >= 0:
            canvas = program.window.tabs.current.canvas
            places = ((x, y) for y in range(0, canvas.height(), 4) for x in range(0, canvas.width(), 4))
            row = (at for at in places if getattr(canvas.picture.at(*at), "query", None) == scene.query)
            QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(*next(row)))
        for _ in range(5):
            application.processEvents()
        program.window.grab().save(str(out))
    finally:
        program.window.close()
        program.stop()


# --- the pairs ---


def runs(folder: Path) -> dict[int, Path]:
    """The shipped run with its vectors, and planted ones: files that both programs read."""
    from planted_runs import planted

    from model.common.assets import SAMPLES
    from model.record.trace_file import load_trace, save_trace

    example = load_trace(SAMPLES / "everyday.npz")
    details = load_trace(SAMPLES / "everyday-details.npz")
    found = {0: replace(example, activations=details.activations)}
    found |= {tokens: planted(tokens, (3, 4), example) for tokens in {s.tokens for s in SCENES} - {0}}
    paths = {}
    for tokens, trace in found.items():
        paths[tokens] = folder / f"run-{tokens}.npz"
        save_trace(trace, paths[tokens])
    return paths


def made(tree: Path, scene: Scene, run: Path, out: Path) -> bool:
    """One program's picture of a scene; False where it fails."""
    here = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(tree)}
    if scene.command:
        words = shlex.split(scene.command.format(run=shlex.quote(str(run))))
        option = "--snapshot" if words[0] == "window" else "--out"
        command = [str(tree / "main.py"), *words, option, str(out)]
    else:
        told = json.dumps(asdict(scene))
        command = [str(Path(__file__).resolve()), "--scene", told, "--run", str(run), "--out", str(out)]
    try:
        done = subprocess.run([sys.executable, *command], cwd=tree, env=here, timeout=LIMIT, check=False)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0 and out.exists()


def beside(old: Path, new: Path, scene: Scene, out: Path) -> None:
    """Both on one picture, at one height, under a line that says which is which."""
    from PIL import Image, ImageDraw

    images = [Image.open(path).convert("RGB") for path in (old, new)]
    high = min(scene.size[1], max(image.height for image in images))
    images = [image.resize((max(1, image.width * high // image.height), high)) for image in images]
    sheet = Image.new("RGB", (sum(image.width for image in images) + 3 * GAP, high + LINE + GAP), "#d9dce1")
    draw, left = ImageDraw.Draw(sheet), GAP
    for image, told in zip(images, ("before", "now"), strict=True):
        draw.text((left, LINE // 4), f"{scene.row}  {scene.about}: {told}", fill="#16181c", font_size=15)
        sheet.paste(image, (left, LINE))
        left += image.width + GAP
    sheet.quantize(COLOURS, dither=Image.Dither.NONE).save(out, optimize=True)


def page(done: list[Scene], failed: list[Scene]) -> Iterator[str]:
    """The list of all pairs, as HTML."""
    yield "<!doctype html><meta charset=utf-8><title>Before and now</title>"
    yield "<style>body{font:15px sans-serif;margin:2em}img{max-width:100%}</style><h1>Before and now</h1>"
    for scene in done:
        words = html.escape(f"{scene.row} {scene.about}")
        yield f'<h2>{words}</h2><img src="{scene.name}.png" alt="{words}">'
    for scene in failed:
        yield f"<p>{scene.row}: no picture could be made</p>"
    yield "".join(f"<p>{row}: no picture; {html.escape(why)}</p>" for row, why in NO_PICTURE.items())


def main() -> int:
    """Make the pairs; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--old", type=Path, help="a checkout of the older program")
    parser.add_argument("--out", type=Path, required=True, help="a folder for the pairs")
    parser.add_argument("--only", default="", help="rows that begin with this")
    parser.add_argument("--scene", help=argparse.SUPPRESS)
    parser.add_argument("--run", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.scene:
        sys.path[0] = str(Path.cwd())  # the tree, not the folder of this file
        values = json.loads(arguments.scene)
        take(Scene(**{**values, "size": tuple(values["size"])}), arguments.run, arguments.out)
        return 0
    if arguments.old is None or not (arguments.old / "main.py").is_file():
        parser.error("--old: no checkout of the program is there")
    sys.path.insert(0, str(ROOT))
    out, old = arguments.out.resolve(), arguments.old.resolve()
    for name in ("before", "now"):
        (out / name).mkdir(parents=True, exist_ok=True)
    traces, done, failed = runs(out), [], []
    for scene in SCENES:
        if not scene.row.startswith(arguments.only):
            continue
        paths = {tree: out / name / f"{scene.name}.png" for tree, name in ((old, "before"), (ROOT, "now"))}
        found = [made(tree, scene, traces[scene.tokens], path) for tree, path in paths.items()]
        if all(found):
            beside(paths[old], paths[ROOT], scene, out / f"{scene.name}.png")
            done.append(scene)
        else:
            failed.append(scene)
        print(scene.name, "failed" if scene in failed else "", flush=True)
    (out / "index.html").write_text("\n".join(page(done, failed)), encoding="utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
