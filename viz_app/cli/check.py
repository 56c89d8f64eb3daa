"""``check``: which of the traces in a folder have wrong masks: a class in one table."""

from __future__ import annotations

import argparse
import csv
import io
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from model.common.atomic import write_atomically
from model.common.problems import Problem
from model.common.text import Text
from model.record.trace_file import load_trace

HELP = Text("name what is wrong in the masks of recorded traces, one row per file")
COLUMNS = ("file", "verdict", "faults", "explanation", "remarks")
FORMULA = ("=", "+", "-", "@", "\t", "\r")  #: a spreadsheet would compute a cell that starts with one of these


class CheckRow(NamedTuple):
    """One file. ``faults`` and ``remarks`` are codes."""

    file: str
    verdict: str
    faults: str
    explanation: str
    remarks: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="FOLDER", help=Text("with the .npz files that headscope_recorder.py wrote"))
    parser.add_argument("--csv", metavar="F", help=Text("write the table to this file too"))


def run(arguments: argparse.Namespace) -> int:
    from viz_app.cli.shared.common import output_path

    out = output_path(arguments.csv, ".csv") if arguments.csv else None
    rows = [check(file, file.relative_to(arguments.folder).as_posix()) for file in traces_in(Path(arguments.folder))]
    if out is not None:
        write_atomically(out, table(rows).encode("utf-8-sig"))  # the mark tells spreadsheets that it is UTF-8
    show(rows)
    return 1 if any(row.verdict == UNREADABLE for row in rows) else 0


MOST_FILES = 100_000  #: that are judged
UNREADABLE, PARTLY = "not readable", "partly judged"


def traces_in(folder: Path) -> list[Path]:
    """Every trace file, in folders below too. Raises :class:`Problem`."""
    if not folder.is_dir():
        raise Problem(str(folder), Text("it is no folder"), Text("Give the folder with the recorded .npz files"))
    files = sorted(islice((path for path in folder.rglob("*.npz") if path.is_file()), MOST_FILES))
    if not files:
        raise Problem(
            str(folder), Text("it holds no .npz file"), Text("Record each model with headscope_recorder.py first")
        )
    return files


def check(path: Path, name: str) -> CheckRow:
    """What is said of one file; a file that cannot be read is a row too."""
    from model.analysis.diagnosis import UNJUDGED, diagnose, judged

    try:
        trace = load_trace(path)
    except Problem as problem:
        return CheckRow(name, UNREADABLE, "", f"{problem.why}. {problem.next_step}", "")
    findings = diagnose(trace)
    faults = [finding for finding in findings if finding.severity == "fault"]
    codes = " ".join(dict.fromkeys(finding.code for finding in faults))
    explained = " ".join(f"{finding.where}: {finding.sentence}" for finding in faults)
    remarks = " ".join(dict.fromkeys(finding.code for finding in findings if finding.severity == "remark"))
    verdict = "right" if judged(findings) else PARTLY
    if faults:
        verdict = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
    open_ones = [finding for finding in findings if finding.code in UNJUDGED]
    explained = " ".join((*filter(None, [explained]), *(f"{each.sentence} {each.remedy}" for each in open_ones)))
    if not trace.meta.recorded and not faults:
        explained = "computed by Headscope, not recorded from somebody's own code"
    return CheckRow(name, verdict, codes, explained, remarks)


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
