"""The commands that make files from a saved copy of the run: the same command line that anyone can use.

It starts none of them; what they are started from is in :mod:`viz_app.handlers.export_job`. Counted from 1, as
people do.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from model.analysis.causality_check import with_extension
from model.analysis.explanation import without_weights
from model.analysis.logit_lens import holding
from model.record.trace import Trace
from viz_app.exports.figures.caption import VECTORS
from viz_app.pictures.links.heads import shown_heads
from viz_app.platform.settings_table import as_arguments, rows
from viz_app.platform.translations import spoken
from viz_app.state.export_choices import ExportChoices, from_texts
from viz_app.state.state import Snapshot

MOST_HEADS = 6  #: of a handout


def choices_now(snapshot: Snapshot) -> ExportChoices:
    """What was chosen last; without captions where a person wants none at all."""
    choices = from_texts(snapshot.memory.export)
    return choices if snapshot.settings.captions else replace(choices, caption=False, honest=False)


def command_for(snapshot: Snapshot, trace: Path, out: Path, choices: ExportChoices) -> list[str]:
    """The command that makes ``out`` of what ``snapshot`` shows, from its run in ``trace``."""
    if choices.what == "page":
        return page_words(snapshot, trace, out, choices)
    if choices.what == "handout":
        return handout_words(snapshot, trace, out, choices)
    return export_words(snapshot, trace, out, choices)


def run_to_take(snapshot: Snapshot, run: Trace, choices: ExportChoices) -> Trace:
    """What of the run the file needs."""
    if choices.what == "run":
        return run
    return without_weights(run) if choices.what in ("page", "handout") else run_to_draw(snapshot, run)


def run_to_draw(snapshot: Snapshot, run: Trace) -> Trace:
    """What the picture needs of the run: of its vectors only what is shown, and what was measured for it."""
    if snapshot.view == "masks" and snapshot.extension is not None:
        run = with_extension(snapshot.extension)
    if snapshot.view == VECTORS:
        return run if snapshot.early_guesses is None else holding(snapshot.early_guesses)
    return run if snapshot.reading.quantity == "norm" else without_weights(run)  # only then a map needs W_O


def export_words(snapshot: Snapshot, trace: Path, out: Path, choices: ExportChoices | None = None) -> list[str]:
    """The command that draws the visible view of ``trace`` to ``out``; layers, heads and steps from 1."""
    choices = choices_now(snapshot) if choices is None else choices
    if snapshot.view == VECTORS:  # it shows the run itself, however that is read
        snapshot = replace(snapshot, trace=snapshot.run, unread=None, selection=snapshot.run_selection)
    options = {
        "--view": snapshot.view,
        "--out": str(out),
        "--kind": snapshot.selection.kind,
        **reading_options(snapshot),
        **part_options(snapshot),
        "--language": choices.language or spoken(),
        **figure_options(choices),
    }
    if choices.what == "steps":  # an animation shows them all, as long as they play
        options["--milliseconds"] = str(snapshot.settings.play_milliseconds)
    else:
        options["--step"] = str(snapshot.selection.step + 1)
    if choices.what in ("run", "numbers"):
        options["--what"] = "run" if choices.what == "run" else "shown"
    words = [word for option in options.items() for word in option]
    switches = drawing_switches(snapshot) | figure_switches(choices)
    return ["export", str(trace), *words, *(switch for switch, on in switches.items() if on)]


def part_options(snapshot: Snapshot) -> dict[str, str]:
    """What of the view is on screen, as options of ``export``."""
    chosen, part = snapshot.selection, snapshot.zoom
    options = {flag: str(value) for flag, value in _of_settings(snapshot).items() if not isinstance(value, bool)}
    if snapshot.view == VECTORS:
        options |= {"--topic": chosen.topic, "--dimension": str(chosen.dimension)}
        options |= {f"--{name}": str(at) for name in ("query", "key") if (at := getattr(chosen, name)) is not None}
    if part is not None and snapshot.view == "one_head":
        options["--rows"] = f"{part.row + 1}-{part.row + part.rows}"
        options["--columns"] = f"{part.column + 1}-{part.column + part.columns}"
    if snapshot.link_heads and snapshot.view == "links":
        options["--heads"] = ",".join(str(head + 1) for head in shown_heads(snapshot))
    return options


def drawing_switches(snapshot: Snapshot) -> dict[str, bool]:
    """How the view is drawn, and how the run behind it is read, as switches of ``export``."""
    done = None if snapshot.trace is None else snapshot.trace.meta.reading
    return {
        **{flag: value for flag, value in _of_settings(snapshot).items() if isinstance(value, bool)},
        "--rollout": done is not None and done.aggregate == "rollout",
        "--words": done is not None and bool(done.source_words),
        "--renormalise": done is not None and done.renormalised,
    }


def _of_settings(snapshot: Snapshot) -> dict[str, Any]:
    """What settings of the picture are, by the options that say it."""
    values = as_arguments(snapshot.settings)
    return {row.flag: values[row.argument] for row in rows().values() if row.session and row.option.group}


def reading_options(snapshot: Snapshot) -> dict[str, str]:
    """Which map, and how the run behind it is read, as options of ``export``."""
    chosen, wish = snapshot.selection, snapshot.reading
    done = None if snapshot.trace is None else snapshot.trace.meta.reading
    over = "none" if done is None else done.aggregate
    options = {
        "--layer": "mean" if over in ("layers", "all") else str(chosen.layer + 1),
        "--head": "mean" if over in ("heads", "all") else str(chosen.head + 1),
    }
    if done is None:
        return options
    columns = {"--without-source": wish.source_columns, "--without-target": wish.target_columns}
    options |= {name: ",".join(map(str, places)) for name, places in columns.items() if places}
    if done.aside != "nothing":
        options["--without"] = done.aside
    return options | ({} if done.quantity == "weight" else {"--quantity": done.quantity})


def figure_options(choices: ExportChoices) -> dict[str, str]:
    """The paper and its colours."""
    options = {"--preset": choices.preset, "--theme": "dark" if choices.dark else "light", "--text": choices.text}
    return options | ({"--dpi": str(choices.dpi)} if choices.dpi else {})


def figure_switches(choices: ExportChoices) -> dict[str, bool]:
    """What does not stand beside the picture."""
    return {
        "--no-title": not choices.title,
        "--no-legend": not choices.legend,
        "--no-caption": not choices.caption,
        "--honest" if choices.honest else "--no-honest": choices.honest != choices.caption,
    }


def page_words(snapshot: Snapshot, trace: Path, out: Path, choices: ExportChoices) -> list[str]:
    """The command that makes the interactive page; it opens where the window stands."""
    chosen = snapshot.run_selection
    options = {
        "--out": str(out),
        "--kind": chosen.kind,
        "--layer": str(chosen.layer + 1),
        "--head": str(chosen.head + 1),
        "--step": str(chosen.step + 1),
        "--theme": "dark" if choices.dark else "system",
        "--language": (choices.language or spoken()).partition("+")[0],
    }
    return ["page", str(trace), *(word for option in options.items() for word in option)]


def handout_words(snapshot: Snapshot, trace: Path, out: Path, choices: ExportChoices) -> list[str]:
    """The command that makes the handout, of the heads on screen or of those that align best."""
    options = {"--out": str(out), "--paper": choices.paper, "--language": choices.language or spoken()}
    if choices.heads == "shown":
        chosen = snapshot.run_selection
        heads = shown_heads(snapshot) if snapshot.view == "links" else (chosen.head,)
        options["--heads"] = ",".join(f"{chosen.layer + 1}.{head + 1}" for head in heads[:MOST_HEADS])
    return ["handout", str(trace), *(word for option in options.items() for word in option)]
