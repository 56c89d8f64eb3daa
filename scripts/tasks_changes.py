"""The scenes of ``scripts/changes.py``: each changes or compares something by hand and reads from the screen what came.

As in :mod:`tasks_list` the answer comes from the run's arrays, and counts only where it stands on the screen.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QScrollArea, QWidget
from tasks_comparisons import FAULT, compared
from tasks_hands import LEFT, Hands, Missed
from tasks_list import Task
from tasks_questions import run_of

from model.analysis.aligning_head import aligning_head
from model.analysis.baseline import baseline_of, leaked
from model.analysis.comparison.two_runs import compare
from model.network.interventions import HeadAblated, RowSet
from model.transforms.run_tree import run_tree
from viz_app.controls.decoding.panel import BEAM, SAMPLED
from viz_app.controls.what_if.change_rows import offered_changes
from viz_app.pictures.beam_tree.picture import TreeSheet
from viz_app.platform.text import exact
from viz_app.views.masks import MasksView

BATCH = "Zwei Hunde spielen im Schnee.\nDas Tier überquerte die Straße nicht, weil es zu müde war."
LATE = 400  #: milliseconds after which a menu that holds the program up is looked for


def _add(hands: Hands, *whats: str, fixed: str = "") -> None:
    """Kinds of changes from the menu *Add* of the dock, which is opened first."""
    dock = hands.program.window.what_if if hands.now.settings.what_if_shown else None
    if dock is None:
        hands.chord("Ctrl+Shift+W")
        dock = hands.program.window.what_if
    for what in whats:
        wanted = next(each for each in offered_changes() if each.what == what and fixed in str(each.fixed.values()))
        before, missed = run_of(hands), list[Exception]()
        QTimer.singleShot(LATE, choice_of(hands, wanted.title, missed))
        hands.click(dock.add)  # the menu keeps the program in it
        if missed:
            raise missed[0]
        hands.settle()
        if run_of(hands) is before:
            raise Missed(f"“{wanted.title}” changed nothing: {hands.now.problem}")


def choice_of(hands: Hands, title: str, missed: list[Exception]) -> Callable[[], None]:
    """What clicks on an entry of the menu that has popped up; a failure is kept and the menu closed."""

    def choose() -> None:
        menu = QApplication.activePopupWidget()
        try:
            if not isinstance(menu, QMenu):
                raise Missed("no menu has opened")
            action = next((each for each in menu.actions() if title in each.text().replace("&", "")), None)
            if action is None:
                raise Missed(f"the menu lacks “{title}”")
            hands.actions.append(f"entry {title}")
            handle = menu.windowHandle()
            assert handle is not None, "it is shown"
            place = menu.actionGeometry(action).center()
            QTest.mouseMove(handle, place)
            QTest.mouseClick(handle, LEFT, Qt.KeyboardModifier.NoModifier, place)
        except Exception as error:  # noqa: BLE001 (whatever it is, the menu must not stay)
            missed.append(error)
            if menu is not None:
                menu.close()

    return choose


def _in_sight(hands: Hands, part: QWidget) -> None:
    """Turn the wheel until a part of the dock is in sight."""
    for area in hands.program.window.what_if.findChildren(QScrollArea):
        for _ in range(20):
            if not part.visibleRegion().isEmpty() and part.visibleRegion().boundingRect().height() >= part.height():
                return
            hands.wheel(area.viewport(), -2)


def _cell(hands: Hands, **wanted: int) -> QPoint:
    """A place of the picture where such a cell lies."""
    places = [place for place, cell in hands.cells()
              if all(getattr(cell, name) == value for name, value in wanted.items())]  # fmt: skip
    if not places:
        raise Missed(f"no such cell is in sight: {wanted}")
    return places[len(places) // 2]


# --- scenes ---


def _padding_off(hands: Hands) -> str:
    """The shorter sentence of a batch: weight on its padding."""
    run = run_of(hands)
    if not hands.now.batch or run.padding_mask is None or run.padding_mask.all():
        hands.click(hands.program.window.header.sentence_picker.next)
    hands.click(hands.program.window.kind_switch.buttons["encoder"])
    _add(hands, "mask_off", fixed="padding")
    run, chosen = run_of(hands), hands.now.selection
    leak = leaked(run, "encoder", "padding")
    if leak is None or not leak.any():
        raise Missed("nothing leaks onto padding")
    sums = leak[chosen.layer, chosen.head]
    _in_sight(hands, hands.program.window.what_if.leak)
    return hands.see(exact(float(sums.mean())))


def _look_ahead_off(hands: Hands) -> str:
    """Under teacher forcing the decoder sees the future."""
    hands.tab("masks")
    view = hands.view
    assert isinstance(view, MasksView), "it was clicked on"
    if hands.now.selection.kind != "decoder":
        hands.click(view.blocks.buttons["decoder"])
    hands.click(view.whole)
    _add(hands, "mask_off", fixed="look_ahead")
    hands.tab("one_head")
    if hands.now.selection.kind != "decoder":
        hands.click(hands.program.window.kind_switch.buttons["decoder"])
    run, chosen = run_of(hands), hands.now.selection
    leak = leaked(run, "decoder", "future")
    assert run.at_once, "it is one pass"
    assert leak is not None, "it has such maps"
    _in_sight(hands, hands.program.window.what_if.leak)
    return hands.see(exact(float(leak[chosen.layer, chosen.head].mean())))


def _what_a_mask_changes(hands: Hands) -> str:
    """The same of a mask that is off, from the dock."""
    before = run_of(hands)
    _look_ahead_off(hands)
    hands.click(hands.program.window.what_if.beside)
    both = None if hands.now.pinned is None else compare(hands.now.pinned, run_of(hands))
    if hands.now.view != "compare" or both is None or both.largest < FAULT or both.before.meta.interventions:
        raise Missed("the two are not compared")
    if before.produced_ids is None or both.before.produced_ids is None:
        raise Missed("they have no words")
    return hands.told(str(len(both.ranking)))


def _look_ahead_off_generating(hands: Hands) -> str:
    """While generating: which earlier rows the step computed anew."""
    hands.click(hands.program.window.kind_switch.buttons["decoder"])
    _add(hands, "mask_off", fixed="look_ahead")
    run, chosen = run_of(hands), hands.now.selection
    if run.decoder_revised is None or not (run.decoder_revised[chosen.layer, chosen.step] > 0).any():
        raise Missed("no row was computed anew")
    place = _cell(hands, query=1, key=0)
    handle, canvas = hands.program.window.windowHandle(), hands.view.canvas
    assert handle is not None, "it is shown"
    QTest.mouseMove(handle, canvas.mapTo(hands.program.window, place))  # a click would go to the row's own step
    hands.settle()
    return hands.see(f"{float(run.decoder_revised[chosen.layer, chosen.step, 1]):.2f}"[1:])


def _best_head_off(hands: Hands) -> str:
    best = aligning_head(run_of(hands))
    if best is None:
        raise Missed("nobody knows which head aligns best")
    hands.chord("Ctrl+Shift+W")
    hands.tab("all_layers")
    if hands.now.selection.kind != "cross":
        hands.click(hands.program.window.kind_switch.buttons["cross"])
    hands.click(hands.view.canvas, _cell(hands, layer=best[0], head=best[1]))
    if hands.now.what_if.active != (HeadAblated("cross", *best),):
        raise Missed(f"{hands.now.what_if.active} are on")
    return hands.see(run_of(hands).meta.translation)


def _row_moved(hands: Hands) -> str:
    chosen = hands.now.selection
    place = _cell(hands, query=chosen.step, key=0)
    hands.click(hands.view.canvas, place)
    title, missed = hands.program.actions.by_name["change.row"].text(), list[Exception]()
    QTimer.singleShot(LATE, choice_of(hands, title, missed))
    handle, canvas = hands.program.window.windowHandle(), hands.view.canvas
    assert handle is not None, "it is shown"
    hands.actions.append("right click on the cell")
    none = Qt.KeyboardModifier.NoModifier
    QTest.mouseClick(handle, Qt.MouseButton.RightButton, none, canvas.mapTo(hands.program.window, place))
    QTest.qWait(2 * LATE)
    if missed:
        raise missed[0]
    hands.settle()
    change = hands.now.what_if.active[0] if hands.now.what_if.active else None
    if not isinstance(change, RowSet) or change.weights != (1.0,):
        raise Missed(f"{change} is on")
    weights = run_of(hands).maps("cross")[chosen.layer, chosen.head, chosen.step]
    if weights[0] != 1 or weights[1:].any():
        raise Missed("the row has other weights")
    return hands.see("1.00")


def _third_hypothesis(hands: Hands) -> str:
    button = hands.program.window.header.decoding
    hands.click(button)
    radio = button.panel.ways.button(BEAM)
    hands.click(radio, QPoint(8, radio.height() // 2), "beam search")
    hands.chord("Escape")
    hands.tab("beam_tree")
    found = run_tree(run_of(hands))
    assert found is not None, "it was searched"
    third = found.tree.finished[2]
    for _ in range(run_of(hands).steps):
        shown = hands.view.canvas.picture
        assert isinstance(shown, TreeSheet), "its tab was chosen"
        boxes = shown.boxes(third)
        if boxes:
            left, top, _, _ = shown.room
            place = ((boxes[0].center() + QPointF(left, top)) / shown.style.ratio).toPoint()
            hands.click(hands.view.canvas, place, "the third hypothesis")
            break
        hands.chord("Right")
    run = run_of(hands)
    if run.produced_ids is None or tuple(run.produced_ids.tolist()) != found.tree.ids(third):
        raise Missed("another hypothesis is the run")
    return hands.see(run.meta.translation)


def _sampled(hands: Hands) -> str:
    button = hands.program.window.header.decoding
    hands.click(button)
    radio = button.panel.ways.button(SAMPLED)
    hands.click(radio, QPoint(8, radio.height() // 2), "sampling")
    hands.chord("Escape")
    return hands.see(run_of(hands).meta.translation)


def _every_other(hands: Hands) -> str:
    """Scores, positions, dropout and tokens, all at once; then back again, one by one."""
    original = run_of(hands)
    whats = ("unscaled", "temperature", "dropout", "position", "source_swapped", "source_dropped", "source_replaced")
    _add(hands, *whats)
    if len(hands.now.what_if.active) != len(whats):
        raise Missed(f"{hands.now.what_if.active} are on")
    for _ in whats:
        hands.chord("Ctrl+Z")
    if run_of(hands) is not original:
        raise Missed("undo does not lead back")
    for _ in whats:
        hands.chord("Ctrl+Shift+Z")
    before = baseline_of(run_of(hands))
    if before is None or before.source_ids.tolist() != original.source_ids.tolist():
        raise Missed("it is compared with another run")
    return hands.see(run_of(hands).meta.translation)


def all_changes() -> dict[str, Task]:
    """By name, in the order of the issue."""
    listed = (
        Task("padding-off", "padding mask off on a padded batch", 7, _padding_off, BATCH),
        Task("look-ahead-off", "look-ahead mask off under teacher forcing", 9, _look_ahead_off),
        Task("mask-compared", "what the look-ahead mask changes", 10, _what_a_mask_changes),
        Task("look-ahead-generating", "look-ahead mask off while generating", 5, _look_ahead_off_generating),
        Task("head-off", "the head that aligns best off", 4, _best_head_off),
        Task("row-moved", "one row moved to another key", 3, _row_moved),
        Task("third", "the third hypothesis of a beam", 12, _third_hypothesis),
        Task("sampled", "tokens drawn", 3, _sampled),
        Task("others", "scores, positions, dropout and tokens, undone and done again", 30, _every_other),
    )
    return {task.name: task for task in (*listed, *compared())}
