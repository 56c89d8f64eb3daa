"""What each thing that can be taken away is, and each kind of file of it, in a sentence."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from viz_app.state.export_choices import What

translate = QCoreApplication.translate


def sentence_of(what: What, suffix: str = "") -> str:
    """What is taken away, or the file of this kind, in a sentence that teaches."""
    return (
        _of_file(what, suffix)
        or {
            "picture": translate(
                "ExportDialog", "The view on screen as a figure for a slide or a paper: the same drawing, at any size."
            ),
            "steps": translate(
                "ExportDialog", "The view as the translation grows: one frame for each step, in a loop."
            ),
            "training": translate(
                "ExportDialog",
                "The view by one snapshot of the training after another, each with its epoch. All rows stay where they "
                "are if every snapshot is given the same target.",
            ),
            "numbers": translate(
                "ExportDialog",
                "What the view shows, as a table for a spreadsheet or pandas: every cell with its tokens and its exact "
                "number.",
            ),
            "run": translate(
                "ExportDialog",
                "Everything that was recorded: the weights of all layers and heads, masks and candidates; Headscope "
                "opens it again.",
            ),
            "page": translate(
                "ExportDialog",
                "One file that any browser opens without a network: students go through steps, layers and heads "
                "themselves.",
            ),
            "handout": translate(
                "ExportDialog", "The whole decoding on paper: sentence and tokens, the masks, and a page for each step."
            ),
        }[what]
    )


def _of_file(what: What, suffix: str) -> str:
    """Where a kind of file has something else in it than its group says."""
    table = translate(
        "ExportDialog",
        "Everything that was recorded as a table for a spreadsheet or pandas: a row for each number. Headscope does "
        "not open it again; the trace it does.",
    )
    return {
        ("numbers", ".json"): translate(
            "ExportDialog", "What the view shows, for other programs: every cell with its tokens and its exact number."
        ),
        ("numbers", ".npz"): translate(
            "ExportDialog", "What the view shows, as arrays for NumPy: the exact numbers, with their tokens."
        ),
        ("numbers", ".tsv"): translate(
            "ExportDialog",
            "What the view shows, for a spreadsheet: the map of one head as a matrix with its tokens; of several, a "
            "row for each number.",
        ),
        ("run", ".csv"): table,
        ("run", ".tsv"): table,
        ("run", ".json"): translate(
            "ExportDialog",
            "Everything that was recorded, for other programs. Headscope does not open it again; the trace it does.",
        ),
        ("run", ".jsonl"): translate(
            "ExportDialog",
            "Which source word each target word belongs to, by the cross-attention head on screen, else by the best "
            "one: a line of JSON with links and weights.",
        ),
    }.get((what, suffix), "")
