"""What is said of one recorded file: a row of the class's table, and a sheet of its report. numpy only."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from model.common.problems import Problem
from model.record.trace_file import load_trace

UNREADABLE, PARTLY = "not readable", "partly judged"


class CheckRow(NamedTuple):
    """One file. ``faults`` and ``remarks`` are codes."""

    file: str
    verdict: str
    faults: str
    explanation: str
    remarks: str


def judge(path: Path, name: str, language: str = "") -> tuple[CheckRow, str]:
    """The row of one file, and its sheet in a ``language`` where one is given; what cannot be read is a row too."""
    from model.analysis.diagnosis import UNJUDGED, diagnose, judged
    from viz_app.cli.shared.class_report import sheet, sheet_of_problem

    try:
        trace = load_trace(path)
    except Problem as problem:
        return unread(name, problem), sheet_of_problem(problem, language) if language else ""
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
    return CheckRow(name, verdict, codes, explained, remarks), sheet(trace, findings, language) if language else ""


def unread(name: str, problem: Problem) -> CheckRow:
    """The row of a file that says nothing."""
    return CheckRow(name, UNREADABLE, "", f"{problem.why}. {problem.next_step}", "")
