"""The house in numbers: ``python scripts/house.py [--json] [--details] [--static]``.

One row for each trait of the plan of the refactoring: what this checkout measures, the bar, and whether it is met. It
measures and tests nothing: the exit code is always 0. ``--static`` leaves out the rows for which the program is
started; ``--details`` prints the lists behind each row. What a row counts is said in its function, in
``house_rows.py`` and, for the running program, here.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import house_paths
from house_rows import Row, static_rows
from house_source import Source

ROOT = Path(__file__).resolve().parent.parent
MOST_FILES, MOST_EMISSIONS = 70, 2
#: Folders whose files show a part of the window each; the others carry the sentence there and the run back.
SHOWING = tuple(f"viz_app/{name}" for name in ("pictures", "controls", "views", "tables", "commands", "platform"))
MEETS = {True: "met", False: "not met", None: ""}
IMPORT_TIMES = ("-X", "importtime")


def enter_to_paint() -> Row:
    """Files of ours whose functions run in the window process between Enter and the paint of the new run, and calls.

    The files are the same each time; the calls are 17 to 21 thousand, since each message of progress that arrives by
    itself is shown. The plan counted 122 files and 20,300 calls, and does not say of which sentence and until when.
    """
    told = entered()
    files: dict[str, int] = told["files"]
    folders = Counter(name.rpartition("/")[0] for name in files)
    details = [f"{count:5,}  {name}" for name, count in files.items()]
    details += [f"{count:5,} files of {name}" for name, count in folders.most_common()]
    shown = f"{len(files)} files, {told['calls']:,} calls"
    return Row("from Enter to paint", shown, f"≤ {MOST_FILES} files", len(files) <= MOST_FILES, tuple(details))


def sentence_and_run() -> Row:
    """Those of them that show nothing: whoever asks what Enter does reads these. See DECISIONS.md."""
    files = [name for name in entered()["files"] if not name.startswith(SHOWING)]
    shown = f"{len(files)} files"
    trait = "of these, carry the sentence to the engine and the run back"
    return Row(trait, shown, f"≤ {MOST_FILES} files", len(files) <= MOST_FILES, tuple(files))


@cache
def entered() -> dict[str, Any]:
    """What ran from Enter to the paint, measured once."""
    return house_paths.measured("enter")


def forced_token() -> Row:
    """Emissions of the state's ``changed`` from a click on a candidate until nothing happens any more.

    Those of progress, in which only ``busy`` is new, are counted with the others; how many of the engine's messages
    arrive one by one depends on time, so this number may differ by one or two. The plan's was 7.
    """
    told = house_paths.measured("force")
    busy = sum(names == ["busy"] for names in told["changed"])
    details = [
        line
        for number, (names, stack) in enumerate(zip(told["changed"], told["stacks"], strict=True), 1)
        for line in (f"{number}: new are {', '.join(names)}", *(f"   {frame}" for frame in stack))
    ]
    shown = f"{told['emissions']} times ({busy} of them tell only busy)"
    met = told["emissions"] <= MOST_EMISSIONS
    return Row("one forced token: changed emitted", shown, "once, at most twice", met, tuple(details))


def start_to_paint() -> Row:
    """Modules that are there after the first paint of the finished example, in a process that starts with it.

    A few of the others are what this measurement imports. In the details, in the order in which their imports end:
    the milliseconds of each with all that it imports, with Python's own clock.
    """
    told = house_paths.measured("paint", IMPORT_TIMES)
    modules: list[str] = told["modules"]
    counts = Counter(name.partition(".")[0] for name in modules)
    ours = {name: counts[name] for name in house_paths.PROGRAM}
    shown = ", ".join(f"{count} of {name}" for name, count in ours.items() if count)
    there = set(modules)
    details = [f"{time / 1e3:7.1f} ms  {name}" for name, time in told["import_times"] if name in there]
    others = len(modules) - sum(ours.values())
    return Row("from start to first paint, modules", f"{shown}, {others} others", details=tuple(details))


RUNNING: dict[str, Callable[[], Row]] = {
    "from Enter to paint": enter_to_paint,
    "of these, carry the sentence": sentence_and_run,
    "one forced token": forced_token,
    "from start to first paint": start_to_paint,
}


def running_rows(ways: dict[str, Callable[[], Row]]) -> list[Row]:
    """The rows for which the program is started; one that fails says why, and the others are there."""
    rows = []
    for trait, measure in ways.items():
        try:
            rows.append(measure())
        except (RuntimeError, KeyError, ValueError) as error:
            rows.append(Row(trait, f"could not be measured: {error}"))
    return rows


def table(rows: Sequence[Row], details: bool = False) -> str:
    """A line for each row: met or not, trait, bar, value; with the list behind it where that is asked for."""
    met, trait, bar = (
        max((len(text) for text in column), default=0)
        for column in ([MEETS[row.met] for row in rows], [row.trait for row in rows], [row.bar for row in rows])
    )
    lines = []
    for row in rows:
        lines.append(f"{MEETS[row.met]:{met}}  {row.trait:{trait}}  {row.bar:{bar}}  {row.value}")
        if details:
            lines += [f"    {line}" for line in row.details]
    return "\n".join(lines)


def as_json(rows: Iterable[Row]) -> str:
    """The rows as a JSON list of objects."""
    found: list[dict[str, Any]] = [asdict(row) for row in rows]
    return json.dumps(found, ensure_ascii=False, indent=1)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; returns 0."""
    parser = argparse.ArgumentParser(description="The traits of the house, measured in this checkout.")
    parser.add_argument("--json", action="store_true", help="a list of objects, with the lists behind each row")
    parser.add_argument("--details", action="store_true", help="print the lists behind each row too")
    parser.add_argument("--static", action="store_true", help="without the rows for which the program is started")
    given = parser.parse_args(arguments)
    rows = static_rows(Source(ROOT)) + ([] if given.static else running_rows(RUNNING))
    print(as_json(rows) if given.json else table(rows, given.details))
    return 0


if __name__ == "__main__":
    sys.exit(main())
