"""Pictures and tables from Python: ``main.py export`` in a process of its own, so that no notebook needs Qt."""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from model.common.problems import Problem, problem_from
from model.record.trace import KINDS, Kind, Trace
from model.record.trace_file import save_trace
from model.transforms.view_transform import ViewTransform

if TYPE_CHECKING:
    from headscope import Run

PAGES = ("en", "ko")  #: languages of the interactive page
FROM_1 = ("layer", "head", "step")  #: count from 0 in Python and from 1 on the command line
SHOWN = ("title", "legend", "caption", "values", "dots")  #: there unless one says False, or ``no_title=True``


def export(run: Trace, reading: ViewTransform, path: Path, options: Mapping[str, Any]) -> list[Path]:
    """Write ``path`` and return every file that was made. Raises :class:`Problem`."""
    from model.common.assets import command

    with tempfile.TemporaryDirectory(prefix="headscope-") as folder:
        copy = Path(folder) / "run.npz"
        save_trace(run, copy)
        words = ["export", f"--out={path}", *reading_words(reading), *option_words(options), "--", str(copy)]
        done = subprocess.run(command(words), capture_output=True, check=False)  # noqa: S603 (this program itself)
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace")
        raise _from_0(problem_from(said)) or Problem(str(path), "it could not be made", "Try again")
    return [Path(line) for line in done.stdout.decode("utf-8").splitlines()]


def _from_0(problem: Problem | None) -> Problem | None:
    """A place that the run does not have, as its argument and as Python counts it."""
    place = problem and re.fullmatch(r"--(\w+) (\d+)", problem.what)
    last = problem and re.fullmatch(r"Use a number from 1 to (\d+)", problem.next_step)
    if not problem or not place or not last or place[1] not in FROM_1:
        return problem
    return Problem(f"{place[1]} {int(place[2]) - 1}", problem.why, f"Use a number from 0 to {int(last[1]) - 1}")


def option_words(options: Mapping[str, Any]) -> list[str]:
    """``layer=2, caption=False, dpi=300`` as the command line has them; None is an option that nobody gave.

    So is False, but of what is shown, or said, unless somebody is against it.
    """
    words = []
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if value is False and name in (*SHOWN, "honest", "emphasis"):
            words.append(f"--no-{name}")
        elif value is True and name not in SHOWN:
            words.append(option)
        elif value is not None and not isinstance(value, bool):
            number = isinstance(value, int) and name in FROM_1
            words.append(f"{option}={value + 1 if number else value}")
    return words


def reading_words(reading: ViewTransform) -> list[str]:
    """How a run is read, as options."""
    from viz_app.cli.shared.view_transform import reading_options

    said = reading_options(reading)
    return option_words(
        {name: ",".join(map(str, v)) or None if isinstance(v, tuple) else v for name, v in said.items()}
    )


def page_of(run: Run, language: str) -> str:
    """The interactive page of a run. Raises :class:`Problem`."""
    from viz_app.exports.data.web_page import document

    if language not in PAGES:
        raise Problem(f"language {language!r:.40}", "there is no page in it", f"Use one of: {', '.join(PAGES)}")
    if run.reading.quantity != "weight":
        raise Problem("interactive page", f"it shows weights, not {run.reading.quantity}s", "Read weights")
    chosen: Kind = next((kind for kind in reversed(KINDS) if run.trace.attention(kind) is not None), "cross")
    place = {
        "kind": chosen,
        "layer": max(0, run.trace.layers(chosen) - 1),
        "head": 0,
        "step": run.trace.steps - 1,
    }
    return document(run.trace, place, language, "")
