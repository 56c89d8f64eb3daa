"""The scenes of ``scripts/changes.py`` that compare two runs, find a head among all, and explore a large map."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication
from tasks_hands import LEFT, Hands, Missed
from tasks_list import Task
from tasks_questions import run_of

from model.analysis.aligning_head import aligning_head
from model.analysis.comparison.two_runs import compare
from model.common.assets import CHECKPOINTS
from model.record.trace import Trace
from model.record.trace_file import save_trace
from viz_app.plots.maps.canvas import MapCanvas
from viz_app.plots.sheet import PlotSheet
from viz_app.views.compare import CompareView
from viz_app.views.masks import MasksView

TOKENS = 1000
SENTENCES = "Zwei kleine Hunde spielen im Schnee.", "Zwei Hunde spielen im Schnee."
SHARED = "Meine Schwester hat gestern einen alten Freund getroffen."
FAULT = 0.125  #: planted into one cell
HIDDEN = 1e-5  #: difference of a weight that is rounding


def _drop(hands: Hands, path: Path) -> None:
    """A file on the window, as a file manager does it."""
    window, data = hands.program.window, QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    where, action = QPointF(window.rect().center()), Qt.DropAction.CopyAction
    none = Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(window, QDragEnterEvent(where.toPoint(), action, data, LEFT, none))
    QApplication.sendEvent(window, QDropEvent(where, action, data, LEFT, none))
    hands.actions.append(f"drop {path.name}")
    hands.settle()


def _what_padding_changes(hands: Hands) -> str:
    """One button after it was added: both runs side by side."""
    before = run_of(hands)
    hands.tab("masks")
    view = hands.view
    assert isinstance(view, MasksView), "it was clicked on"
    hands.click(view.add)
    hands.click(view.beside)
    if hands.now.view != "compare" or hands.now.pinned is not before:
        raise Missed("the two are not compared")
    if compare(before, run_of(hands)).largest > HIDDEN:
        raise Missed("the padding mask lets something through")
    return hands.told("0.0001")


def _two_epochs(hands: Hands) -> str:
    hands.command("file.learning")
    hands.until(lambda: hands.now.learning is not None and hands.now.busy is None, "the training")
    hands.settle()
    hands.chord("P")
    pinned = hands.now.pinned
    hands.chord("Shift+PgUp")
    hands.chord("Shift+PgUp")
    hands.tab("compare")
    if pinned is None or hands.now.pinned is not pinned:
        raise Missed("nothing is pinned")
    both = compare(pinned, run_of(hands))
    if not both.whole or both.largest < 0.1:
        raise Missed("two epochs differ by more")
    return hands.told(f"{both.ranking[0].layer + 1}")


def _two_checkpoints(hands: Hands) -> str:
    """The same sentence by pieces and by words: words are paired, whatever their tokens look like."""
    hands.chord("Ctrl+L")
    hands.sentence(SHARED)
    hands.chord("P")
    pinned = hands.now.pinned
    _drop(hands, CHECKPOINTS / "classic")
    hands.until(lambda: run_of(hands) is not pinned and hands.now.busy is None, "the other checkpoint")
    hands.settle()
    hands.chord("Ctrl+9")
    view = hands.view
    if not isinstance(view, CompareView) or pinned is None:
        raise Missed("another view is on screen")
    if view.common.isVisible():
        hands.click(view.common)
    both = compare(pinned, run_of(hands), hands.now.settings.compare_common)
    words = len(SHARED.replace(".", " .").split())
    if int(both.source.same.sum()) < words:
        raise Missed(f"{int(both.source.same.sum())} of {words} words are paired with themselves")
    return hands.told(str(len(both.ranking)))


def _two_sentences(hands: Hands) -> str:
    """One word less: what both have is paired by edit distance, and the map says where they differ most."""
    for text in SENTENCES:
        if hands.now.pinned is None and run_of(hands).meta.source_text == SENTENCES[0]:
            hands.chord("P")
        hands.chord("Ctrl+L")
        hands.sentence(text)
    pinned = hands.now.pinned
    if pinned is None or pinned.meta.source_text != SENTENCES[0]:
        raise Missed("the first is not pinned")
    hands.tab("compare")
    both = compare(pinned, run_of(hands), hands.now.settings.compare_common)
    alone = pinned.source_length - int(both.source.same.sum())
    if alone != 1:
        raise Missed(f"{alone} words of the first sentence are without a partner")
    return hands.told(str(len(both.ranking)))


def _planted_fault(hands: Hands) -> str:
    run = run_of(hands)
    weights = run.maps("decoder").copy()
    weights[1, 2, 4, 1] += np.float32(FAULT)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "theirs.npz"
        save_trace(replace(run, decoder_attention=weights, activations={}), path)
        hands.chord("P")
        _drop(hands, path)
    hands.chord("Ctrl+9")
    _first_rank(hands)
    chosen = hands.now.run_selection
    if (chosen.kind, chosen.layer, chosen.head, chosen.query, chosen.key) != ("decoder", 1, 2, 4, 1):
        raise Missed(f"{chosen} is selected")
    return hands.see("+0.1250")


def _first_rank(hands: Hands) -> None:
    """A click on the first head of the list."""
    left, top, wide, high = hands.view.canvas.picture.ranks[0].box  # type: ignore[attr-defined]
    hands.click(hands.view.canvas, QPoint(left + wide // 2, top + high // 2), "the first head of the list")


def _scatter(hands: Hands) -> str:
    """The point of the aligning head, clicked."""
    best = aligning_head(run_of(hands))
    if best is None:
        raise Missed("nobody knows which head aligns best")
    hands.chord("Shift+P")
    sheet = _plots(hands)
    sheet.which.setFocus()
    wanted = sheet.names.index("heads")
    while sheet.which.currentIndex() != wanted:
        hands.chord("Down" if sheet.which.currentIndex() < wanted else "Up")
    other = next(place for place in np.ndindex(run_of(hands).maps("cross").shape[:2]) if place != best)
    hands.click(sheet.canvas.viewport(), _point(sheet, *other), "another point")
    hands.click(sheet.canvas.viewport(), _point(sheet, *best), "the head’s point")
    chosen = hands.now.selection
    if (chosen.kind, chosen.layer, chosen.head) != ("cross", *best):
        raise Missed(f"{chosen} is selected")
    return hands.see(*(str(number + 1) for number in best))


def _point(sheet: PlotSheet, layer: int, head: int) -> QPoint:
    """Where a head of cross attention lies."""
    canvas, plot = sheet.canvas, sheet.canvas.plot
    assert plot is not None, "it is shown"
    for panel, drawn in zip(plot.panels, canvas.panels, strict=True):  # type: ignore[union-attr]
        for curve in panel.curves:
            for at, goal in enumerate(curve.selects):
                if goal is not None and (goal.kind, goal.layer, goal.head) == ("cross", layer, head):
                    where = drawn.getViewBox().mapViewToScene(QPointF(float(curve.x[at]), float(curve.y[at])))
                    place: QPoint = canvas.mapFromScene(where)
                    return place
    raise Missed("no point of that head")


def _plots(hands: Hands) -> PlotSheet:
    hands.until(lambda: hands.program.window.findChild(PlotSheet) is not None, "the plots")
    hands.settle()
    found = hands.program.window.findChild(PlotSheet)
    assert found is not None, "it is there"
    return found


def _explored(hands: Hands) -> str:
    from planted_runs import planted

    run: Trace = planted(TOKENS, (1, 2), run_of(hands))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.npz"
        save_trace(replace(run, activations={}), path)
        _drop(hands, path)
        hands.until(lambda: run_of(hands).source_length == TOKENS, "the long run")
        hands.settle()
    hands.chord("Shift+E")
    sheet = _plots(hands)
    canvas = sheet.canvas
    assert isinstance(canvas, MapCanvas), "it is the explorer"
    chosen = hands.now.selection
    weights = run_of(hands).maps(chosen.kind)[chosen.layer, chosen.head]
    wanted = 600, int(np.argmax(weights[600]))
    area, place = canvas.viewport(), canvas.mapFromScene(canvas.place_of(wanted))
    for _ in range(5):
        hands.wheel(area, 3, place)
        place = canvas.mapFromScene(canvas.place_of(wanted))
    hands.click(area, place, "the strongest cell of row 601")
    chosen = hands.now.selection
    if (chosen.query, chosen.key) != wanted:
        raise Missed(f"{chosen} is selected")
    return hands.see(f"{float(weights[wanted]):.4f}")


def compared() -> tuple[Task, ...]:
    """In the order of the issue."""
    return (
        Task("padding-compared", "what padding changes", 3, _what_padding_changes),
        Task("epochs", "two epochs compared", 6, _two_epochs),
        Task("checkpoints", "two checkpoints with other vocabularies", 6, _two_checkpoints),
        Task("sentences", "two sentences compared", 6, _two_sentences),
        Task("fault", "a recorded trace with a planted fault", 4, _planted_fault),
        Task("scatter", "the aligning head found in the scatter", 8, _scatter),
        Task("explorer", "1,000 × 1,000 tokens explored", 9, _explored),
    )
