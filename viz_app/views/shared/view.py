"""The base of every view: a pane that hosts one picture and turns places on it into Intents.

Its only memory is the picture on screen; the selection lives in the state. In a view whose picture is one head
pointing selects, a click pins, and leaving goes back to the pinned cell. Pointing only looks: a row is read, and the
step stays. A click on a row of the decoder's side goes to its step, so that stepper, candidates, sentence and map speak
of the same one; End or an arrow key leads back. A blocked cell of the future stays where it can be seen.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLayout, QVBoxLayout, QWidget

from model.common.text import fill
from model.record.trace import Kind, Trace
from viz_app.pictures.drawing import picture_texts, quantities
from viz_app.pictures.drawing.picture import (
    FONT_POINTS,
    Cell,
    Picture,
    PictureModule,
    Style,
    page_points,
    style_for,
)
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.platform.translations import reads_glosses
from viz_app.state.intents import CLEAR, Select, SetView
from viz_app.state.state import Snapshot, shown_of
from viz_app.views.shared.canvas import Canvas

if TYPE_CHECKING:
    from viz_app.state.classroom.glosses import RunGlosses

translate = QCoreApplication.translate


class View(QWidget):
    """Base of all views. A subclass names its picture; most need nothing else."""

    requested = Signal(object)  #: an Intent
    menu_wanted = Signal(QPoint)  #: for what is selected, there on the screen
    module: ClassVar[PictureModule]
    name: ClassVar[str]
    arrows: ClassVar[bool] = True  #: whether arrow keys do something in the focused picture
    by_arrows: ClassVar[bool] = False  #: whether arrows are what it is read by: it has the keyboard as soon as it shows
    reads_activations: ClassVar[bool] = True  #: whether the picture reads the run's activations
    click_focus: ClassVar[bool] = False  #: whether a click brings the keyboard there; else only Tab and F6 do

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.snapshot = Snapshot()
        self.letters = 0.0  #: points of a presentation's letters; 0: as the settings say
        self.canvas = Canvas(self._draw, self.explain, self.arrows)
        self.canvas.pointed.connect(self.point)
        self.canvas.clicked.connect(self.click)
        self.canvas.opened.connect(self.open)
        self.canvas.moved.connect(self.move_by)
        self.canvas.left.connect(self.leave)
        self.canvas.menu_asked.connect(self.ask_for_menu)
        self.canvas.setFocusPolicy(Qt.FocusPolicy.StrongFocus if self.click_focus else Qt.FocusPolicy.TabFocus)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.addWidget(self.canvas)

    @property
    def title(self) -> str:
        """The view's translated name."""
        return self.module.title()

    def display(self, snapshot: Snapshot) -> None:
        """Show ``snapshot``; paints once, and only if something that this view shows has changed."""
        before, self.snapshot = self.snapshot, snapshot
        if self.subject(before) != self.subject(snapshot):
            self.canvas.refresh()

    def let_go(self, now: Snapshot) -> None:
        """Hold no run that is shown no more, while nobody looks here."""
        if self.snapshot.trace is not now.trace:
            self.snapshot = Snapshot()
            self.canvas.refresh()

    def subject(self, snapshot: Snapshot) -> tuple[Any, ...]:
        """What the picture depends on; a change of anything else does not paint."""
        run = snapshot.trace if self.reads_activations else shown_of(snapshot.trace)
        shown = run, snapshot.selection, snapshot.settings, snapshot.checkpoint, snapshot.file_heads
        return *shown, snapshot.glosses

    # --- what places and keys mean; a view may say it differently ---

    def point(self, cell: Cell | None) -> None:
        """The pointer has come to ``cell``. Most views wait for a click."""

    def leave(self) -> None:
        """The pointer has gone."""

    def click(self, cell: Cell) -> None:
        """Select the map and, if it is one, the cell."""
        self.requested.emit(selection_of(cell))

    def choose(self, cell: Cell) -> None:
        """What a click selects, where it does more than that."""
        self.click(cell)

    def open(self, cell: Cell) -> None:
        """A double click shows the map by itself."""
        self.requested.emit(selection_of(cell))
        self.requested.emit(SetView("one_head"))

    def ask_for_menu(self, cell: Cell | None, place: QPoint) -> None:
        """Whatever the menu is opened on is selected first: its commands speak of the selection."""
        if cell is not None:
            self.choose(cell)
        self.menu_wanted.emit(place)

    def move_by(self, rows: int, columns: int) -> None:
        """An arrow key: to the neighbouring map. Layers lie below each other, heads side by side."""
        chosen = self.snapshot.selection
        self.requested.emit(Select(layer=max(0, chosen.layer + rows), head=max(0, chosen.head + columns)))

    def explain(self, cell: Cell) -> str:
        """The tooltip of a place: plain text."""
        trace = self.snapshot.trace
        done = None if trace is None else trace.meta.reading
        if done is None or done.aggregate == "none":
            lines = [fill(translate("View", "Layer %1, head %2"), cell.layer + 1, cell.head + 1)]
        else:
            lines = [picture_texts.place_name(done, cell.kind, cell.layer, cell.head)]
        attention = None if trace is None else trace.attention(cell.kind)
        if trace is None or attention is None or cell.query is None or cell.key is None:
            return lines[0]
        columns = picture_texts.column_labels(trace, cell.kind, attention.shape[-1])
        lines += [
            fill(translate("View", "query: %1"), " → ".join(tokens_of(trace).row(cell.kind, cell.query))),
            fill(translate("View", "key: %1"), columns[cell.key].text),
            _number(trace, cell, attention[cell.layer, cell.head, cell.query, cell.key]),
        ]
        return "\n".join([*lines, picture_texts.mixed(cell.kind, cell.layer)]).rstrip()

    # --- painting ---

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Light or dark has changed."""
        if event.type() == QEvent.Type.PaletteChange:
            self.canvas.refresh()
        super().changeEvent(event)

    def _draw(self, width: int, height: int, ratio: float) -> Picture:
        style = self.style_on_screen(ratio)
        if not style.presented:
            return self.module.picture(self.snapshot, width, height, style)
        from viz_app.pictures.one_head import hall  # no first picture needs it

        return hall.picture(self.module, self.snapshot, width, height, style)

    def style_on_screen(self, ratio: float) -> Style:
        """How pictures look where a logical pixel is ``ratio`` device pixels."""
        dark = self.palette().color(QPalette.ColorRole.Window).lightness() < 128
        settings, page = self.snapshot.settings, self.canvas.size()
        points = self.letters or page_points(page.width(), page.height(), FONT_POINTS + settings.text_size)
        style = style_for(settings, dark, ratio, points, on_screen=True)
        return replace(style, presented=self.letters > 0, glosses=glosses_for(self.snapshot))

    def present(self, points: float) -> None:
        """Letters of so many points from now on, as a hall needs them."""
        if points != self.letters:
            self.letters = points
            self.canvas.refresh()
        for widget in self.findChildren(QWidget):  # the picture, and nothing else
            if widget is not self.canvas and not self.canvas.isAncestorOf(widget):
                widget.setMaximumSize(0, 0)
                widget.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for row in (self.column, *self.column.findChildren(QLayout)):
            row.setContentsMargins(0, 0, 0, 0)
            row.setSpacing(0)


def _number(trace: Trace, cell: Cell, value: float) -> str:
    """What a cell holds, exactly."""
    done = trace.meta.reading
    if done is None:
        return fill(translate("View", "weight: %1"), f"{value:.4f}")
    if cell.key in done.aside_keys(cell.kind):
        return translate("View", "set aside")
    return f"{quantities.name(quantities.measure_of(trace))}: {value:.4f}".replace("-", "−")


def glosses_for(now: Snapshot) -> RunGlosses | None:
    """What stands after the words of labels; None where nobody wants it."""
    if not reads_glosses(now.settings.glosses):
        return None
    from viz_app.pictures.drawing.glosses.run_glosses import glosses_of  # few first pictures need them

    return glosses_of(now)


def selection_of(cell: Cell) -> Select:
    """Select the map that ``cell`` lies in, the cell and the step of its row; what it leaves open is cleared."""
    query = CLEAR if cell.query is None else cell.query
    key = CLEAR if cell.key is None else cell.key
    return Select(
        kind=cell.kind,
        layer=cell.layer,
        head=cell.head,
        step=step_of(cell.kind, cell.query, cell.key),
        query=query,
        key=key,
    )


def step_of(kind: Kind, query: int | None, key: int | None) -> int | None:
    """The step that computed a row; None in the encoder, whose rows have none, and where no row is meant.

    None for a key that came later, too: at that step it was not there, and why it is 0 can only be asked from here.
    """
    later = kind == "decoder" and query is not None and key is not None and key > query
    return None if kind == "encoder" or later else query


Place = tuple[int | None, int | None]  #: query, key


class HoveringView(View):
    """Follows the pointer from place to place."""

    click_focus = True  # the arrows then move what was clicked

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pinned: Place = (None, None)
        self._hovered: Place | None = None  # selected by the pointer alone

    def display(self, snapshot: Snapshot) -> None:
        """As every view; a cell that was not selected by our pointer counts as pinned."""
        place = (snapshot.selection.query, snapshot.selection.key)
        if place != self._hovered:
            self._pinned, self._hovered = place, None
        super().display(snapshot)

    def point(self, cell: Cell | None) -> None:
        if cell is None or (cell.query is None and cell.key is None):
            self.leave()
        else:
            self._hovered = (cell.query, cell.key)
            self.select_place(self._hovered)

    def leave(self) -> None:
        if self._hovered is not None:
            self._hovered = None
            self.select_place(self._pinned, follow=False)

    def click(self, cell: Cell) -> None:
        """What is pointed at stays selected."""
        self._pinned, self._hovered = (cell.query, cell.key), None
        self.go_to(self._pinned)

    def open(self, cell: Cell) -> None:
        """It is open already."""
        self.click(cell)

    def move_by(self, rows: int, columns: int) -> None:
        """An arrow key moves the cell; the first one finds the largest weight of the current row."""
        trace, chosen = self.snapshot.trace, self.snapshot.selection
        attention = None if trace is None else trace.attention(chosen.kind)
        if trace is None or attention is None:
            return
        height = len(trace.rows(chosen.kind))
        here = min(chosen.step, height - 1) if chosen.query is None else chosen.query
        query = here if chosen.key is None else _clip(here + rows, height)
        width = len(trace.columns(chosen.kind, None if chosen.kind == "encoder" else max(query, chosen.step)))
        key = int(attention[chosen.layer, chosen.head, query, :width].argmax())
        if chosen.key is not None:
            key = _clip(chosen.key + columns, width)
        self._hovered = None
        self.go_to((query, key))

    def select_place(self, place: Place, follow: bool = True) -> None:
        """Ask for a query and a key; None clears. A zoomed map may ``follow`` there."""
        query, key = (CLEAR if index is None else index for index in place)
        self.requested.emit(Select(query=query, key=key, follow=follow))

    def go_to(self, place: Place) -> None:
        """Ask for a query and a key that stay, and for the step of that row."""
        query, key = (CLEAR if index is None else index for index in place)
        self.requested.emit(Select(step=step_of(self.snapshot.selection.kind, *place), query=query, key=key))


def _clip(index: int, count: int) -> int:
    return min(max(index, 0), count - 1)
