"""``check``: which of the traces in a folder have wrong masks: a class in one table, and on one page."""

from __future__ import annotations

import argparse
import csv
import io
import os
import sys
from itertools import islice
from pathlib import Path

from model.common.atomic import write_atomically
from model.common.problems import Problem
from model.common.text import Text
from viz_app.cli.shared.common import output_path, processes
from viz_app.cli.shared.help import is_korean
from viz_app.cli.shared.judgement import PARTLY, UNREADABLE, CheckRow
from viz_app.cli.shared.judges import judge_all

HELP = Text("name what is wrong in the masks of recorded traces, one row per file")
COLUMNS = ("file", "verdict", "faults", "explanation", "remarks")
FORMULA = ("=", "+", "-", "@", "\t", "\r")  #: a spreadsheet would compute a cell that starts with one of these


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="FOLDER", help=Text("with the .npz files that headscope_recorder.py wrote"))
    parser.add_argument(
        "--report", metavar="OUT.html", help=Text("a page with each file's masks, faults and lines of code")
    )
    parser.add_argument("--language", choices=("en", "ko"), default=None, help=Text("of the report"))
    parser.add_argument(
        "--workers",
        type=processes,
        metavar="N",
        help=Text("processes, each with one thread (%1)", Text("one for each core")),
    )
    parser.add_argument("--csv", metavar="F", help=Text("write the table to this file too"))


def run(arguments: argparse.Namespace) -> int:
    out = output_path(arguments.csv, ".csv") if arguments.csv else None
    report = output_path(arguments.report, ".html") if arguments.report else None
    folder = Path(arguments.folder)
    files = [(file, file.relative_to(folder).as_posix()) for file in traces_in(folder)]
    language = (arguments.language or ("ko" if is_korean() else "en")) if report is not None else ""
    found = judge_all(files, min(len(files), arguments.workers or cores()), language)
    rows = [row for row, _ in found]
    if out is not None:
        write_atomically(out, table(rows).encode("utf-8-sig"))  # the mark tells spreadsheets that it is UTF-8
    if report is not None:
        from viz_app.cli.shared.class_report import page

        told_of = [(row.file, row.verdict, row.faults, row.remarks) for row in rows]
        told = page(told_of, [sheet for _, sheet in found], language, others_in(folder))
        write_atomically(report, told.encode())
    show(rows)
    if others := others_in(folder):
        from viz_app.cli.shared.class_report import some_of

        print(f"{len(others):,} other files were not looked at: {readable(some_of(others))}", file=sys.stderr)
    return 1 if any(row.verdict == UNREADABLE for row in rows) else 0


def cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def others_in(folder: Path) -> list[str]:
    """Files that are no recordings, by name: somebody's code, or what was handed in as something else."""
    found = (path for path in islice(folder.rglob("*"), MOST_FILES) if path.is_file() and not _is_trace(path))
    return sorted(path.relative_to(folder).as_posix() for path in found)


def _is_trace(path: Path) -> bool:
    return path.suffix.lower() == ".npz"  # .NPZ of Windows too


MOST_FILES = 100_000  #: that are judged


def traces_in(folder: Path) -> list[Path]:
    """Every trace file, in folders below too. Raises :class:`Problem`."""
    if not folder.is_dir():
        raise Problem(str(folder), Text("it is no folder"), Text("Give the folder with the recorded .npz files"))
    found = (path for path in folder.rglob("*") if _is_trace(path) and path.is_file())
    files = sorted(islice(found, MOST_FILES))
    if not files:
        raise Problem(
            str(folder), Text("it holds no .npz file"), Text("Record each model with headscope_recorder.py first")
        )
    return files


def table(rows: list[CheckRow]) -> str:
    """The rows as CSV, each cell as text for a spreadsheet."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    writer.writerows([guarded(cell) for cell in row] for row in rows)
    return text.getvalue()


def guarded(cell: str) -> str:
    """``cell`` so that no spreadsheet takes it for a formula (OWASP ASVS 1.2.10)."""
    cell = cell.encode("utf-8", "replace").decode()  # a file name need not be text
    return f"'{cell}" if cell.startswith(FORMULA) else cell


def show(rows: list[CheckRow]) -> None:
    """The table on a terminal, and how many of which."""
    files, verdicts = (max(len(readable(row[column])) for row in rows) for column in (0, 1))
    for row in rows:
        said = readable(" ".join((row.explanation, f"({row.remarks})" if row.remarks else "")))
        print(f"{readable(row.file):<{files}}  {row.verdict:<{verdicts}}  {said}".rstrip())
    wrong = sum("fault" in row.verdict for row in rows)
    unread = sum(row.verdict == UNREADABLE for row in rows)
    partly = sum(row.verdict == PARTLY for row in rows)
    counts = {"right": len(rows) - wrong - unread - partly, PARTLY: partly, "with faults": wrong, UNREADABLE: unread}
    told = ", ".join(f"{count} {verdict}" for verdict, count in counts.items() if count or verdict != PARTLY)
    print(f"{len(rows)} files: {told}")


def readable(text: str) -> str:
    """Without characters that would move a terminal's cursor."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)
