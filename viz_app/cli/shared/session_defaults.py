"""A session on the command line: what it shows is what a command makes, unless other options say otherwise."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from model.record.session_name import is_session
from viz_app.cli.shared.view_transform import reading_options

if TYPE_CHECKING:
    from viz_app.state.state import Selection, Snapshot

#: With these given, the part of a map that the session shows may mean nothing.
ELSEWHERE = ("--view", "--kind", "--words", "--rows", "--columns")

#: With these given, the step that a session shows was asked for.
MARKED = ("--step", "--query", "--emphasis")


def shown_by(names: Sequence[str]) -> Snapshot | None:
    """The first session among ``names``, as a window would show it; None where there is none.

    Raises :class:`model.common.problems.Problem`.
    """
    file = next((path for path in map(Path, names) if is_session(path) and path.is_file()), None)
    if file is None:
        return None
    from viz_app.handlers.session_codec import snapshot_of

    return snapshot_of(file)


def with_defaults(
    arguments: argparse.Namespace,
    add_arguments: Callable[[argparse.ArgumentParser], None],
    shown: Mapping[str, Any],
) -> argparse.Namespace:
    """The arguments of a command with ``shown`` in place of every option that was not typed."""
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    parser.set_defaults(**shown)
    return parser.parse_args(arguments.typed[1:])


def picture_options(now: Snapshot, typed: Sequence[str]) -> dict[str, Any]:
    """The options of ``export`` for what a session shows; it is :func:`viz_app.exports.figures.render.for_file`."""
    from viz_app.platform.settings_table import as_arguments, rows

    chosen, part = now.selection, now.zoom
    held = {row.argument for row in rows().values() if row.session}
    if any(word.partition("=")[0] in ELSEWHERE for word in typed):
        part = None
    return {
        **place_options(chosen),
        **reading_options(now.reading),
        "view": now.view,
        "topic": chosen.topic,
        "dimension": chosen.dimension,
        "emphasis": None if any(word.partition("=")[0] in MARKED for word in typed) else False,
        "query": chosen.query,
        "key": chosen.key,
        "heads": tuple(sorted(now.link_heads)),
        "rows": None if part is None else range(part.row, part.row + part.rows),
        "columns": None if part is None else range(part.column, part.column + part.columns),
        **{name: value for name, value in as_arguments(now.settings).items() if name in held},
    }


def place_options(at: Selection) -> dict[str, Any]:
    """The options for where a session stands; layer, head and step from 1."""
    return {"kind": at.kind, "layer": at.layer + 1, "head": at.head + 1, "step": at.step + 1}
