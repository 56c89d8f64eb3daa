"""The process that makes the window's files: from a session, and from what was chosen in the dialog.

Nothing is typed here. ``export``, ``page`` and ``handout`` make the same of a session that people name.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from model.common.atomic import write_atomically
from model.common.fields import Fields
from model.common.problems import Problem
from model.common.text import Text
from viz_app.cli.shared.common import without_screen

if TYPE_CHECKING:
    from model.record.trace import Trace
    from viz_app.state.export_choices import ExportChoices
    from viz_app.state.state import Snapshot


def make(session: Path, choices: Path, *outs: Path) -> int:
    """Write each of ``outs``, which end as the kinds of files that they are. Raises :class:`Problem`."""
    from viz_app.state.export_choices import choices_in

    said = fields_of(choices)
    chosen = choices_in(said)
    if chosen.what == "training":
        from model.decoding import along_training  # noqa: F401 (torch comes first on Windows)
    without_screen(chosen.language)
    from viz_app.handlers.session_codec import snapshot_of

    now = snapshot_of(session)
    now = replace(now, settings=replace(now.settings, play_milliseconds=said.integer("milliseconds")))
    make_file = {"page": _page, "handout": _handout}.get(chosen.what, _picture)
    if chosen.what == "training" and now.run is not None:
        from viz_app.cli.shared.training_film import runs_of_training
        from viz_app.exports.figures.caption import VECTORS

        vectors = now.view == VECTORS
        make_file = partial(_picture, runs=runs_of_training(Path(said.text("training")), now.run, now.reading, vectors))
    for out in outs:
        make_file(now, chosen, out)
    return 0


def fields_of(path: Path) -> Fields:
    """A file of one JSON object. Raises :class:`Problem`."""
    try:
        return Fields(dict(json.loads(path.read_text(encoding="utf-8"))), path)
    except (OSError, ValueError, TypeError) as error:
        raise Problem(str(path), Text("it cannot be read"), Text("Export once more")) from error


def _picture(now: Snapshot, choices: ExportChoices, out: Path, runs: tuple[Trace, ...] = ()) -> None:
    from viz_app.exports.figures.figure import figure_of
    from viz_app.exports.figures.render import for_file, write

    write(for_file(now), replace(figure_of(choices), runs=runs), out)


def _page(now: Snapshot, choices: ExportChoices, out: Path) -> None:
    """It opens where the window stands."""
    from viz_app.exports.data.web_page import document

    assert now.run is not None
    at = now.run_selection
    place = {"kind": at.kind, "layer": at.layer, "head": at.head, "step": at.step}
    page = document(now.run, place, choices.language.partition("+")[0], "dark" if choices.dark else "")
    write_atomically(out, page.encode("utf-8"))


def _handout(now: Snapshot, choices: ExportChoices, out: Path) -> None:
    """Of the heads on screen, or of those that align best."""
    from viz_app.cli.handout import MOST_HEADS, check_length
    from viz_app.exports.handout.handout import write_handout
    from viz_app.pictures.links.heads import shown_heads

    assert now.run is not None
    at = now.run_selection
    heads = shown_heads(now) if now.view == "links" else (at.head,)
    shown = [(at.layer, head) for head in heads[:MOST_HEADS]] if choices.heads == "shown" else []
    check_length(now.run)
    write_handout(now.run, out, choices.paper, shown, now.file_heads)
