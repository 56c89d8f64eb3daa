"""The map of the model: AIAYN's figure 1 in which every attention block is a button. Its captions are the run's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from model.record.trace import Kind
from viz_app.controls.model_map.buttons import (
    BlockButton,
    HeadButton,
    MapButton,
    PagerButton,
    distance,
    draw_arrow,
    draw_box,
    draw_caption,
    draw_card,
    draw_fitted,
    draw_number,
)
from viz_app.controls.model_map.figure import figure
from viz_app.controls.model_map.layout import (
    MOST_HEADS,
    Architecture,
    Column,
    MapFigure,
    Role,
    architecture_of,
    column_of,
    touches,
)
from viz_app.controls.model_map.letters import block_pixels, letter_height, small_pixels
from viz_app.controls.widgets import text_pixels
from viz_app.pictures.drawing import quantities
from viz_app.pictures.drawing.picture_texts import kind_name
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.platform.keys import stand_behind
from viz_app.platform.text import fill, quoted, short, tooltip, translate
from viz_app.platform.theme import colours, font, visible
from viz_app.state.intents import Select
from viz_app.state.state import Snapshot, shown_of
from viz_app.tables.parts.current_row import consumed, probability, produced

if TYPE_CHECKING:
    from model.analysis.formulas import Conventions

KINDS_OF = {"encoder": ("encoder",), "decoder": ("decoder", "cross")}


class ModelMap(QWidget):
    """Says Select(kind, layer) for a block, Select(head) for a dot in the selected one."""

    requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._snapshot = Snapshot()
        self._architecture: Architecture | None = None
        self.figure = MapFigure()
        self._sized = False
        self.letters = 12  #: pixels of the figure's text
        self.blocks: dict[tuple[Kind, int], BlockButton] = {}
        self.heads: list[HeadButton] = []
        self.pagers: list[PagerButton] = []
        self.setAccessibleName(translate("ModelMap", "Map of the model"))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def display(self, snapshot: Snapshot) -> None:
        """Show the model of the run, or else of the open checkpoint, and the selected block and head."""
        before, self._snapshot = self._snapshot, snapshot
        architecture = architecture_of(snapshot)
        chosen = (snapshot.selection.kind, snapshot.selection.layer, snapshot.selection.head)
        if architecture != self._architecture or shown_of(snapshot.trace) != shown_of(before.trace):
            self._architecture = architecture
            self._make_blocks()
            self._lay_out()
        elif chosen != (before.selection.kind, before.selection.layer, before.selection.head):
            self._lay_out()
        else:
            self.update(self.figure.words(self.letters))
            return
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(280, 560)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(212, 240)

    # --- buttons ---

    def _make_blocks(self) -> None:
        """One button for every attention block of the model, made when the model changes."""
        wanted: list[tuple[Kind, int]] = []
        if self._architecture is not None:
            kinds: tuple[Kind, ...] = ("encoder", "decoder", "cross")
            wanted = [(kind, i) for kind in kinds for i in range(self._architecture.layers[column_of(kind)])]
        for gone in self.blocks.keys() - set(wanted):
            button = self.blocks.pop(gone)
            button.hide()
            button.deleteLater()
        for kind, layer in wanted:
            if (kind, layer) not in self.blocks:
                button = BlockButton(kind, layer, self)
                button.clicked.connect(lambda _=False, kind=kind, layer=layer: self._ask(Select(kind, layer)))
                button.moved.connect(self._move_focus)
                stand_behind(next(reversed(self.blocks.values()), self), button)
                self.blocks[kind, layer] = button
        trace = self._snapshot.run
        for (kind, layer), button in self.blocks.items():
            name = fill(translate("ModelMap", "%1, layer %2"), kind_name(kind), layer + 1)
            button.setAccessibleName(name)
            there = trace is None or layer < trace.layers(kind)
            button.setEnabled(there)
            missing = "" if there else translate("ModelMap", "This run holds no weights of it")
            button.setToolTip(tooltip(name, explain(kind), missing))

    def _ask(self, intent: Select) -> None:
        self.requested.emit(intent)

    def _lay_out(self) -> None:
        """Put every button where the figure has its block, as soon as it is known how much room there is."""
        if not self._sized:
            return
        pixels = text_pixels(self)
        if self._architecture is None:
            self.figure = MapFigure()
        else:
            selection = self._snapshot.selection
            pixels = letter_height(self._architecture, self.width(), self.height(), pixels)
            self.figure = figure(self._architecture, selection, self.width(), self.height(), pixels)
        self.letters = pixels
        selected = (self._snapshot.selection.kind, self._snapshot.selection.layer)
        drawn = {(block.kind, block.layer): block for block in self.figure.blocks}
        dots, rows = QRectF(), 1
        for place, button in self.blocks.items():
            block = drawn.get(place)
            button.setVisible(block is not None)
            button.selected = place == selected
            button.setChecked(button.selected)
            button.reachable(button.selected)
            button.text_pixels = block_pixels(pixels)
            button.dots = QRectF()
            if block is not None:
                rect = block.rect.toAlignedRect()
                button.setGeometry(rect)
                if block.dots is not None and button.selected:
                    dots, rows = block.dots, block.dot_rows
                    button.dots = block.dots.translated(-rect.left(), -rect.top())
            button.update()
        self._place_heads(dots, rows)
        self._place_pagers()

    def _place_heads(self, room: QRectF, rows: int) -> None:
        """A dot per head inside the selected block; with very many heads, those around the selected one."""
        selection, architecture = self._snapshot.selection, self._architecture
        count = 0 if architecture is None or room.isNull() else architecture.heads[column_of(selection.kind)]
        shown = min(count, MOST_HEADS)
        first = min(max(0, selection.head - MOST_HEADS // 2), max(0, count - MOST_HEADS))
        while len(self.heads) < shown:
            button = HeadButton(self)
            button.clicked.connect(lambda _=False, button=button: self._ask(Select(head=button.head)))
            button.moved.connect(self._move_focus)
            stand_behind([*self.blocks.values(), *self.heads][-1], button)
            self.heads.append(button)
        columns = max(1, -(-shown // rows))
        width = min(room.width() / columns, room.height() / rows * 1.5)
        left = room.center().x() - width * columns / 2
        for index, button in enumerate(self.heads):
            button.setVisible(index < shown)
            if index < shown:
                button.head = first + index
                button.selected = button.head == selection.head
                button.reachable(button.selected)
                row, column = divmod(index, columns)
                cell = QRectF(
                    left + column * width, room.top() + row * room.height() / rows, width, room.height() / rows
                )
                button.setGeometry(cell.toAlignedRect())
                name = fill(translate("ModelMap", "Head %1 of %2"), button.head + 1, count)
                button.setAccessibleName(name)
                button.setToolTip(name)
                button.raise_()
                button.update()

    def _place_pagers(self) -> None:
        while len(self.pagers) < len(self.figure.pagers):
            button = PagerButton(self)
            button.clicked.connect(lambda _=False, button=button: self._page(button))
            button.moved.connect(self._move_focus)
            self.pagers.append(button)
        for index, button in enumerate(self.pagers):
            button.setVisible(index < len(self.figure.pagers))
            if index < len(self.figure.pagers):
                pager = self.figure.pagers[index]
                button.setProperty("column", pager.column)
                button.layer, button.hidden, button.up = pager.layer, pager.hidden, pager.up
                button.setGeometry(pager.rect.toAlignedRect())
                button.reachable(False)
                template = translate("ModelMap", "%1 more layers; go to layer %2")
                button.setAccessibleName(fill(template, pager.hidden, pager.layer + 1))
                button.update()

    def _page(self, button: PagerButton) -> None:
        """The column's own kind stays selected, if it is; else the most telling one of the column."""
        kind, column = self._snapshot.selection.kind, str(button.property("column"))
        if kind not in KINDS_OF[column]:
            kind = "encoder" if column == "encoder" else "cross"
        self._ask(Select(kind=kind, layer=button.layer))

    def _move_focus(self, key: Qt.Key) -> None:
        """An arrow key moves the focus to the nearest button on that side."""
        here = self.focusWidget()
        buttons: list[MapButton] = [*self.blocks.values(), *self.heads, *self.pagers]
        others = [button for button in buttons if button is not here and button.isVisible() and button.isEnabled()]
        if here is None:
            return
        start = here.geometry().center()
        steps = {button: distance(start, button.geometry().center(), key) for button in others}
        reachable = [button for button in others if steps[button] is not None]
        if reachable:
            min(reachable, key=lambda button: steps[button] or 0.0).setFocus(Qt.FocusReason.TabFocusReason)

    # --- painting ---

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._sized = True
        self._lay_out()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._lay_out()

    def event(self, event: QEvent) -> bool:
        """The parts that are no buttons explain themselves too."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            place = event.pos()
            told = next((self._explained(box.role) for box in self.figure.boxes if box.rect.contains(place)), "")
            QToolTip.showText(event.globalPos(), told, self)
            return True
        return super().event(event)

    def _explained(self, role: Role) -> str:
        from model.analysis.formulas import conventions_of  # after the first picture

        now = self._snapshot
        return tooltip(explain_part(role, conventions_of(now.run, now.network)))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        palette, pixels, drawn, asked = colours(), self.letters, self.figure, event.region()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor(palette.window))
        if self._architecture is None:
            hint = (translate("ModelMap", "The open model appears here"), translate("ModelMap", "No model"))
            draw_fitted(painter, QRectF(self.rect()), hint, font(pixels), QColor(palette.muted))
        small, learned = small_pixels(pixels), self._architecture is not None and self._architecture.learned
        cards = [card for card in drawn.cards if touches(asked, card.rect.united(card.number))]
        for card in cards:
            draw_card(painter, card, palette)
        for arrow in sorted(drawn.arrows, key=lambda arrow: arrow.strong):
            if touches(asked, arrow.rect):
                draw_arrow(painter, arrow, palette)
        for box in drawn.boxes:
            if touches(asked, box.rect):
                draw_box(painter, box, learned, small, palette)
        for card in cards:
            draw_number(painter, card, small, palette)
        for name, texts in captions(self._snapshot, self._architecture).items():
            if name in drawn.captions:
                bold = name.endswith("title") or name == "produced"
                ink = QColor(palette.muted if name.endswith("words") else palette.ink)
                draw_caption(painter, drawn.captions[name], texts, font(pixels, bold), ink)
        painter.end()


def captions(snapshot: Snapshot, architecture: Architecture | None) -> dict[str, tuple[str, ...]]:
    """Wordings per caption, the longest first."""
    if architecture is None:
        return {}
    names: dict[Column, str] = {
        "encoder": translate("ModelMap", "Encoder"),
        "decoder": translate("ModelMap", "Decoder"),
    }
    result: dict[str, tuple[str, ...]] = {
        f"{column} title": (fill(translate("ModelMap", "%1 × %2"), name, architecture.layers[column]), name)
        for column, name in names.items()
    }
    if not architecture.vocabulary_head:
        result["produced"] = (translate("ModelMap", "no vocabulary head"), translate("ModelMap", "hidden states"))
    trace, step = snapshot.trace, snapshot.selection.step
    if trace is None or trace.consumed_tokens is None or not trace.steps:
        return result | {
            "encoder words": (translate("ModelMap", "source"),),
            "decoder words": (translate("ModelMap", "target so far"), translate("ModelMap", "target")),
        }
    typed = trace.meta.source_text or " ".join(token.text for token in tokens_of(trace).source)
    source = " ".join(map(visible, typed.split()))
    read = quoted(consumed(trace, step) or "")
    result |= {
        "encoder words": (source,),
        "decoder words": (fill(translate("ModelMap", "input %1"), read), read),
    }
    token, share = produced(trace, step), probability(trace, step)
    if token is not None:
        with_share = quoted(token) if share is None else f"{quoted(token)} {short(share)}"
        template = translate("ModelMap", "label %1") if trace.at_once else translate("ModelMap", "next token %1")
        result["produced"] = (fill(template, with_share), with_share, quoted(token))
    return result


def explain(kind: Kind) -> str:
    """What an attention block does, in a sentence; for its tooltip."""
    return {
        "encoder": translate("ModelMap", "Every source position gives weight to every source position"),
        "decoder": translate("ModelMap", "Every target position gives weight to itself and the positions before it"),
        "cross": translate("ModelMap", "Every target position gives weight to the encoder’s output"),
    }[kind]


def explain_part(role: Role, known: Conventions) -> str:
    """What any other part does in this network, with its formula; for its tooltip."""
    total = known.sub_layer()
    norm = known.norm_name if role == "norm" else quantities.norm_word(known.norm)  # a formula, or a word
    sentences = {
        "feed_forward": translate("ModelMap", "The same two layers at each position by itself (3.3)"),
        "add_norm": translate("ModelMap", "Adds what the sub-layer received to what it computed, then %1: %2"),
        "norm": translate("ModelMap", "The sub-layer reads %1(x), not x (pre-norm)"),
        "add": translate("ModelMap", "Adds what the sub-layer received to what it computed: %2"),
        "final_norm": translate("ModelMap", "One more %1 after the stack"),
        "embedding": translate("ModelMap", "One vector per token, from a learned table"),
        "positions": translate("ModelMap", "One vector per position, added to the token's: %3"),
        "linear": translate("ModelMap", "One logit per vocabulary entry"),
        "softmax": translate("ModelMap", "Logits become probabilities over the whole vocabulary"),
    }
    if known.feed_forward:
        sentences["feed_forward"] = translate("ModelMap", "At each position by itself: %4 (3.3)")
    if known.scaled_embeddings:
        sentences["embedding"] = translate("ModelMap", "One vector per token, from a learned table, times √M (3.4)")
    if known.scaled_logits:
        sentences["linear"] = translate("ModelMap", "One logit per vocabulary entry, of what it reads divided by √M")
    return fill(sentences[role], norm, total, known.embedding, known.feed_forward)
