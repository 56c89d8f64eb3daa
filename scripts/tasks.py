"""Eight tasks from a fresh start, by real clicks and keys, counted: ``python scripts/tasks.py [--out FOLDER]``.

Each task is done in a program of its own with an empty settings folder, in English and Korean, in a window of 1024×600
and of 1280×720, on the display that there is (offscreen where there is none). A line says how many actions it took,
how many it may take, and what was read on the screen. ``--questions`` asks the twenty questions of a lecturer and
twelve further ones in the same way, and ``--keyboard`` does what a person does who has no mouse. The exit code is the
number of tasks that missed.

One action is a click, a key or chord, a turn of the wheel at one place, or a sentence typed and sent off with Enter.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE)]

SIZES, LANGUAGES = ("1024x600", "1280x720"), ("en", "ko")
LIMIT = 150  #: seconds of one task; a bound, not a measurement
HOMES = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")


@dataclass(frozen=True)
class Outcome:
    """One task in one window."""

    name: str
    bar: int
    language: str
    size: str
    actions: tuple[str, ...]
    read: str
    missed: str

    @property
    def count(self) -> int:
        """Actions."""
        return len(self.actions)

    @property
    def met(self) -> bool:
        """It was answered on the screen, in no more than the bar."""
        return not self.missed and self.count <= self.bar


def do(name: str, bar: int, language: str, size: str, picture: Path) -> Outcome:
    """One task in a process of its own."""
    with tempfile.TemporaryDirectory() as home:
        environment = os.environ | dict.fromkeys(HOMES, home)
        if not environment.get("DISPLAY"):
            environment["QT_QPA_PLATFORM"] = "offscreen"
        line = [sys.executable, str(HERE / "tasks_stage.py"), name, size, language, str(picture)]
        try:
            ended = subprocess.run(line, env=environment, capture_output=True, text=True, timeout=LIMIT, check=False)
        except subprocess.TimeoutExpired:
            return Outcome(name, bar, language, size, (), "", f"it took more than {LIMIT} s")
    told = next((each for each in ended.stdout.splitlines() if each.startswith("{")), "")
    if not told:
        return Outcome(
            name, bar, language, size, (), "", (ended.stderr or ended.stdout).strip()[-400:] or "it said nothing"
        )
    found = json.loads(told)
    return Outcome(name, bar, language, size, tuple(found["actions"]), found["read"], found["missed"])


def table(outcomes: list[Outcome]) -> Iterator[str]:
    """Markdown: a row for each task, a column for each window."""
    windows = list(dict.fromkeys((each.language, each.size) for each in outcomes))
    yield "| task | bar | " + " | ".join(f"{language} {size.replace('x', '×')}" for language, size in windows) + " |"
    yield "|-|-|" + "-|" * len(windows)
    from tasks_list import all_tasks

    words = {task.name: task.words for task in all_tasks().values()}
    for name in dict.fromkeys(each.name for each in outcomes):
        of_it = {(each.language, each.size): each for each in outcomes if each.name == name}
        cells = (_cell(of_it.get(window)) for window in windows)
        yield f"| {words[name]} | {next(iter(of_it.values())).bar} | " + " | ".join(cells) + " |"


def _cell(outcome: Outcome | None) -> str:
    if outcome is None:
        return ""
    return f"{outcome.count}" if outcome.met else f"{outcome.count}, missed"


def main(arguments: list[str] | None = None) -> int:
    """Do them; returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", default="", metavar="WORD", help="tasks whose name contains this")
    parser.add_argument("--questions", action="store_true", help="the questions instead of the eight tasks")
    parser.add_argument("--keyboard", action="store_true", help="what a person does who has no mouse, instead")
    parser.add_argument("--sizes", nargs="+", default=list(SIZES), metavar="WxH")
    parser.add_argument("--languages", nargs="+", default=list(LANGUAGES))
    parser.add_argument("--out", type=Path, help="a folder for pictures of the screen after each task")
    given = parser.parse_args(arguments)
    from tasks_list import all_tasks

    with tempfile.TemporaryDirectory() as scratch:
        folder = given.out or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        outcomes = []
        for task in all_tasks().values():
            asked_for = (task.is_question, task.is_keyboard) == (given.questions, given.keyboard)
            if given.only not in task.name or not asked_for:
                continue
            for size in given.sizes:
                for language in given.languages:
                    picture = folder / f"{task.name}-{language}-{size}.png"
                    outcome = do(task.name, task.bar, language, size, picture)
                    outcomes.append(outcome)
                    print(f"{task.name} {language} {size}: {outcome.count} of {task.bar}: "
                          f"{'; '.join(outcome.actions) or 'nothing to do'} | "
                          f"{'MISSED: ' + outcome.missed if outcome.missed else outcome.read}", flush=True)  # fmt: skip
    print("\n".join(table(outcomes)))
    return min(100, sum(not each.met for each in outcomes))


if __name__ == "__main__":
    sys.exit(main())
