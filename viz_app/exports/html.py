"""The run, as it is read, as one interactive page: opens from disk in any browser, without a network."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from model.common.atomic import write_atomically
from model.common.problems import Problem
from model.common.text import Text
from model.transforms.view_transform import read
from viz_app.exports.data.web_page import document
from viz_app.exports.figures.figure import Figure
from viz_app.pictures.drawing.glosses.run_glosses import glosses_of
from viz_app.state.state import Snapshot

SUFFIX = ".html"
OF = "page"
USES = ("dark", "language")


def label() -> str:
    return QCoreApplication.translate("Exports", "Interactive page (HTML)")


def write(snapshot: Snapshot, figure: Figure, path: Path) -> None:
    """Write the page of what is shown; it opens where the window stands. Raises :class:`Problem`.

    It shows weights: of another quantity that is on show, the weights are read in the same way.
    """
    run, trace, chosen = snapshot.run, snapshot.trace, snapshot.selection
    if run is None or trace is None:
        raise Problem(str(path), Text("there is no run to save"), Text("Translate a sentence first"))
    if trace.meta.reading is not None and trace.meta.reading.quantity != "weight":
        trace = read(run, replace(snapshot.reading, quantity="weight"))
    selection = {"kind": chosen.kind, "layer": chosen.layer, "head": chosen.head, "step": chosen.step}
    language = "ko" if QCoreApplication.translate("Translations", "en").startswith("ko") else "en"
    theme = {"dark": "dark", "light": "light"}.get(snapshot.settings.theme, "")
    meant = glosses_of(replace(snapshot, trace=trace))
    page = document(trace, selection, language, "dark" if figure.dark else theme, glosses=vars(meant))
    write_atomically(path, page.encode("utf-8"))
