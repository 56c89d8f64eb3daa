"""``compare``: two recorded runs side by side: the heads by how much they changed, as text, JSON or a figure."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from model.analysis.comparison.token_alignment import ALONE
from model.analysis.comparison.two_runs import ChangedHead, Comparison, compare
from model.common.languages import LANGUAGES
from model.common.text import Text
from model.record.trace import Trace
from viz_app.cli.shared.common import count, one_line, recorded, without_screen
from viz_app.cli.shared.figure_options import figure_path

HELP = Text("compare two recorded runs: heads by change, and a figure of the most changed one")
MOST = 20  #: heads that are printed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("before", metavar="A", help=Text("a trace file or a session"))
    parser.add_argument("after", metavar="B", help=Text("another one; changes are B minus A"))
    parser.add_argument("--top", type=count, default=MOST, metavar="N", help=Text("heads to print (%1)", MOST))
    parser.add_argument("--common", action="store_true", help=Text("only layers and heads that both have"))
    parser.add_argument("--json", action="store_true", help=Text("as JSON, all heads"))
    parser.add_argument("--figure", metavar="F", help=Text("write a picture of the most changed head to this file"))
    parser.add_argument("--language", choices=tuple(LANGUAGES), default="en", help=Text("of the words in it (en)"))


def run(arguments: argparse.Namespace) -> int:
    figure = figure_path(arguments.figure) if arguments.figure else None
    both = compare(recorded(arguments.before), recorded(arguments.after), arguments.common)
    if arguments.json:
        print(json.dumps(facts(both), ensure_ascii=False, indent=2))
    else:
        print("\n".join(told(both, arguments.top)))
    if figure is not None:
        write_figure(both, figure, arguments.language)
    return 0


def facts(both: Comparison) -> dict[str, Any]:
    """All that is said, as JSON holds it. Layers and heads from 1, positions from 0; what is no number is null."""
    return {
        "before": _named(both.before),
        "after": _named(both.after),
        "source": [list(pair) for pair in _pairs(both.source.first, both.source.second)],
        "target": [list(pair) for pair in _pairs(both.target.first, both.target.second)],
        "heads": [
            {
                "kind": one.kind, "layer": one.layer + 1, "head": one.head + 1, "mean_change": _number(one.mean),
                "moved_per_row": _number(one.per_row), "largest_difference": _number(one.largest),
                **dict(zip(("query", "key"), _place(both, one), strict=True)),
            }
            for one in both.ranking
        ],
    }  # fmt: skip


def told(both: Comparison, top: int) -> list[str]:
    """The same as lines: what is compared, and the most changed heads."""
    lines = [f"A  {_said(both.before)}", f"B  {_said(both.after)}", ""]
    lines.append("  #  kind     layer  head  mean change  moved per row  largest (B − A)")
    for number, one in enumerate(both.ranking[:top], 1):
        numbers = f"{one.mean:11.6f}  {one.per_row:13.6f}  {one.largest:+.6f}"
        lines.append(f"{number:3}  {one.kind:<7}  {one.layer + 1:5}  {one.head + 1:4}  {numbers}{_where(both, one)}")
    rest = len(both.ranking) - top
    return [*lines, *([f"… {rest} more"] if rest > 0 else [])]


def write_figure(both: Comparison, path: Path, language: str) -> None:
    """The most changed head of both runs, at its cell of the largest change. Raises :class:`Problem`."""
    without_screen(language)
    from viz_app.exports.figures.figure import Figure
    from viz_app.exports.figures.render import write
    from viz_app.state.comparison import COMPARE
    from viz_app.state.state import Selection, Settings, Snapshot

    first = both.ranking[0]
    settings = Settings(compare_common=not both.whole)
    place = Selection(first.kind, first.layer, first.head)
    now = Snapshot(trace=both.after, pinned=both.before, view=COMPARE, selection=place, settings=settings)
    write(now, Figure(), path)


def _named(run: Trace) -> dict[str, Any]:
    return {"checkpoint": run.meta.checkpoint, "source": run.meta.source_text, "translation": run.meta.translation}


def _said(run: Trace) -> str:
    meta = run.meta
    return one_line(f"{meta.checkpoint}: {meta.source_text or ' '.join(run.source_labels)} → {meta.translation}")


def _pairs(first: Any, second: Any) -> list[tuple[int | None, int | None]]:
    pairs = zip(first.tolist(), second.tolist(), strict=True)
    return [(None if one == ALONE else one, None if two == ALONE else two) for one, two in pairs]


def _place(both: Comparison, one: ChangedHead) -> tuple[int | None, int | None]:
    """Query and key of the largest difference, in B."""
    if one.row is None or one.column is None:
        return None, None
    return int(both.rows(one.kind).second[one.row]), int(both.columns(one.kind).second[one.column])


def _where(both: Comparison, one: ChangedHead) -> str:
    """The tokens of the largest difference, where there is one."""
    query, key = _place(both, one)
    if query is None or key is None or not one.largest:
        return ""
    return "  at " + one_line(f"{both.after.rows(one.kind)[query]} × {both.after.columns(one.kind)[key]}")


def _number(value: float) -> float | None:
    return value if abs(value) < float("inf") else None
