"""Embeddings & layers: what happens around the attentions, a page for each topic, of the source or of the target."""

from __future__ import annotations

from typing import Any, ClassVar

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QSizePolicy, QWidget

from model.analysis.formulas import Conventions, conventions_of
from model.transforms.places import Place, in_reading
from viz_app.pictures import short_titles
from viz_app.pictures.drawing.page import Page
from viz_app.pictures.drawing.picture import Cell, PictureModule
from viz_app.pictures.embeddings_layers import picture as embeddings_layers
from viz_app.pictures.embeddings_layers import texts as names
from viz_app.pictures.embeddings_layers import topic_page
from viz_app.platform.text import plain_tooltip
from viz_app.state.intents import CLEAR, MeasureEarlyGuesses, Select, Topic
from viz_app.state.questions import has_next_tokens
from viz_app.state.state import Selection, Snapshot
from viz_app.views.shared.tab_bar import FittedTabBar
from viz_app.views.shared.view import View, translate

POINTED: tuple[Topic, ...] = ("embedding", "position")  #: pages that follow the pointer


class EmbeddingsLayersView(View):
    """On the first pages pointing selects a position and a dimension, a click pins them; else a click selects."""

    module: ClassVar[PictureModule] = embeddings_layers
    name = "embeddings_layers"
    click_focus = True  # the arrows then move what was clicked

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pinned: Selection | None = None  # where to go back to when the pointer leaves
        self._known: Conventions | None = None  # of which the pages have told
        self.topics, self.side = FittedTabBar(), QComboBox()
        for _ in names.TOPICS:
            self.topics.addTab("")
        short = short_titles()
        self.topics.word(*((names.topic_name(topic), short.get(topic, "")) for topic in names.TOPICS))
        self.topics.setDrawBase(False)
        self.topics.setAccessibleName(translate("EmbeddingsLayersView", "What to show"))
        self.side.addItems([translate("EmbeddingsLayersView", "Source"), translate("EmbeddingsLayersView", "Target")])
        self.side.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.side.setAccessibleName(translate("EmbeddingsLayersView", "Positions of"))
        tip = translate(
            "EmbeddingsLayersView", "The encoder reads the source, the decoder the target so far (figure 1)."
        )
        self.side.setToolTip(plain_tooltip(tip))
        row = QHBoxLayout()
        row.setContentsMargins(8, 6, 8, 0)
        row.addWidget(self.topics, 1)
        row.addWidget(self.side)
        self.column.insertLayout(0, row)
        self.measure = QPushButton(translate("EmbeddingsLayersView", "Measure"))
        tip = translate(
            "EmbeddingsLayersView",
            "Runs the sentence once more and applies the vocabulary head after every decoder layer.",
        )
        self.measure.setToolTip(plain_tooltip(tip))
        self.measure.clicked.connect(lambda: self.requested.emit(MeasureEarlyGuesses()))
        self.column.addWidget(self.measure, 0, Qt.AlignmentFlag.AlignHCenter)
        self._teach(self.snapshot)
        self.topics.currentChanged.connect(lambda index: self.requested.emit(Select(topic=names.TOPICS[index])))
        self.side.currentIndexChanged.connect(self._choose_side)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """As every view; topics in other letters need other widths."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.topics.follow_font()

    def display(self, snapshot: Snapshot) -> None:
        chosen = snapshot.selection
        for control, index in ((self.topics, names.TOPICS.index(chosen.topic)), (self.side, chosen.kind != "encoder")):
            control.blockSignals(True)
            control.setCurrentIndex(int(index))
            control.blockSignals(False)
        self._teach(snapshot)
        wanted = chosen.topic == "guesses" and snapshot.early_guesses is None
        self.measure.setVisible(wanted and has_next_tokens(snapshot))
        self.measure.setEnabled(snapshot.busy is None)
        super().display(snapshot)

    def _teach(self, snapshot: Snapshot) -> None:
        """What each page shows, with the formulas of this run's network."""
        known = conventions_of(snapshot.run, snapshot.network)
        if known != self._known:
            self._known = known
            for index, topic in enumerate(names.TOPICS):
                self.topics.setTabToolTip(index, plain_tooltip(names.teaching(topic, known)))

    def subject(self, snapshot: Snapshot) -> tuple[Any, ...]:
        """The run itself, however it is read; and what was measured on it."""
        return snapshot.run, snapshot.run_selection, snapshot.settings, snapshot.early_guesses

    # --- what places and keys mean ---

    def point(self, cell: Cell | None) -> None:
        if self.snapshot.selection.topic not in POINTED:
            return
        if cell is None:
            self.leave()
            return
        self._pinned = self._pinned or self.snapshot.selection
        self._select(cell)

    def leave(self) -> None:
        pinned, self._pinned = self._pinned, None
        if pinned is not None:
            query = CLEAR if pinned.query is None else pinned.query
            self.requested.emit(Select(query=query, dimension=pinned.dimension, head=pinned.head))

    def click(self, cell: Cell) -> None:
        """What is pointed at stays selected."""
        self._pinned = None
        if self.snapshot.selection.topic in POINTED:
            self._select(cell)
        else:
            self.requested.emit(Select(kind=cell.kind, layer=cell.layer, head=cell.head))

    def open(self, cell: Cell) -> None:
        """A head opens by itself; what is no head is open already."""
        if self.snapshot.selection.topic == "heads":
            super().open(cell)
        else:
            self.click(cell)

    def move_by(self, rows: int, columns: int) -> None:
        """An arrow key: up the stack, to another position, dimension or head."""
        chosen, topic = self.snapshot.selection, self.snapshot.selection.topic
        if topic == "stream":  # as in the figure, layers stand above each other
            self._move(position=columns, layer=-rows)
        elif topic == "guesses":
            self.requested.emit(Select(layer=max(0, chosen.layer - rows), step=max(0, chosen.step + columns)))
        elif topic == "heads" or self._of_heads():
            self._move(position=rows if topic == "heads" else 0, head=columns)
        else:
            self._move(position=rows)
            self.requested.emit(Select(dimension=self._dimension(chosen.dimension + columns)))

    def explain(self, cell: Cell) -> str:
        """Where pointing has selected it, the picture reads it out: a tooltip would only hide others."""
        picture = self.canvas.picture
        return picture.tell(cell) if isinstance(picture, Page) else ""

    def _select(self, cell: Cell) -> None:
        """A position of the run; where pieces are read as words, the word that it lies in."""
        trace, query = self.snapshot.trace, cell.query
        if trace is not None and trace.meta.reading is not None:
            query = in_reading(trace.meta.reading, cell.kind, Place(0, query)).query
        self.requested.emit(Select(query=query, dimension=cell.dimension, head=cell.head))

    def _move(self, position: int = 0, layer: int = 0, head: int = 0) -> None:
        trace, chosen = self.snapshot.trace, self.snapshot.selection
        if trace is None:
            return
        self._pinned = None
        query = None
        if position:
            last = chosen.step + 1 if trace.grows(chosen.kind) else trace.steps
            count = trace.source_length if chosen.kind == "encoder" else min(last, trace.steps)
            query = min(max(topic_page.position_of(chosen, count) + position, 0), count - 1)
        self.requested.emit(Select(query=query, layer=max(0, chosen.layer + layer), head=max(0, chosen.head + head)))

    def _of_heads(self) -> bool:
        """Do the columns of this page stand for heads?"""
        trace, chosen = self.snapshot.run, self.snapshot.selection
        side = topic_page.side_of(chosen)
        return trace is not None and chosen.topic == "position" and f"{side}_distance_table" in trace.activations

    def _dimension(self, wanted: int) -> int:
        """``wanted``, inside the vectors of this run."""
        run = self.snapshot.run
        vectors = (
            None if run is None else run.activations.get(f"{topic_page.side_of(self.snapshot.selection)}_embedded")
        )
        return min(max(wanted, 0), 0 if vectors is None else vectors.shape[-1] - 1)

    def _choose_side(self, index: int) -> None:
        self._pinned = None
        self.requested.emit(Select(kind="decoder" if index else "encoder"))
