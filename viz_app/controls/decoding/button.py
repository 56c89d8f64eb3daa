"""The button at the end of the headline: how the run on screen was decoded. A press opens what else is possible."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from viz_app.platform.text import fill, tooltip, translate
from viz_app.state.decoding import Decoding, decoded, decoding_of, decoding_words, greedy
from viz_app.state.state import Snapshot

if TYPE_CHECKING:
    from viz_app.controls.decoding.panel import DecodingPanel

ARROW = " ▾"


class DecodingButton(QToolButton):
    """In full where there is room, else its first words. Hidden where no tokens are produced."""

    requested = Signal(object)
    shows = ("run", "checkpoint", "decoding", "busy")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAutoRaise(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Ignored)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.clicked.connect(self.open)
        self._wordings = ("", "")
        self._snapshot = Snapshot()
        self._panel: tuple[DecodingPanel, ...] = ()
        self.display(Snapshot())

    def display(self, snapshot: Snapshot) -> None:
        """Name how the run on screen was decoded; before there is one, how it will be."""
        self._snapshot = snapshot
        run, info = snapshot.run, snapshot.checkpoint
        if run is not None and run.at_once:
            full = short = translate("Decoding", "given target")
        else:
            found = snapshot.decoding if run is None else decoding_of(run.meta.decoding)
            full = decoding_words(found) if run is None else decoded(run.meta) or greedy()
            short = short_words(found)
        self._wordings = (_as_name(full), _as_name(short))
        self.setAccessibleName(fill(translate("Decoding", "Decoding: %1"), full))
        self.setToolTip(
            tooltip(
                fill(translate("Decoding", "Decoding: %1"), full),
                translate("Decoding", "How the next token is chosen: greedily, by a beam or at random. A press "
                          "changes it and runs the sentence again."),
            )
        )  # fmt: skip
        generates = run.meta.vocabulary_head if run is not None else info is None or info.vocabulary_head
        self.setVisible(generates)
        for panel in self._panel:
            panel.display(snapshot)

    def take(self, room: int) -> int:
        """The words that fit into ``room`` pixels, at least the short ones; how many pixels it takes."""
        if self.isHidden():
            return 0
        for words in self._wordings:
            if words + ARROW != self.text():
                self.setText(words + ARROW)
            if self.sizeHint().width() <= room:
                break
        return self.sizeHint().width()

    @property
    def panel(self) -> DecodingPanel:
        """What a press opens; made when it is first asked for, which few starts do."""
        if not self._panel:
            from viz_app.controls.decoding.panel import DecodingPanel

            self._panel = (panel := DecodingPanel(self),)
            panel.requested.connect(self.requested)
            panel.display(self._snapshot)
        return self._panel[0]

    def open(self) -> None:
        """Under the button, its right edge under the button's, inside the screen."""
        panel = self.panel
        panel.adjustSize()
        place = self.mapToGlobal(QPoint(self.width() - panel.width(), self.height()))
        room = self.screen().availableGeometry()
        place.setX(max(room.left(), min(place.x(), room.right() + 1 - panel.width())))
        place.setY(max(room.top(), min(place.y(), room.bottom() + 1 - panel.height())))
        panel.move(place)
        panel.show()
        panel.begin()


def short_words(decoding: Decoding) -> str:
    """In two words."""
    if decoding is None:
        return greedy()
    width = getattr(decoding, "width", None)  # of a beam; what that is takes an import that greedy runs need not
    return translate("Decoding", "sampled") if width is None else fill(translate("Decoding", "beam %1"), width)


def _as_name(words: str) -> str:
    return words[:1].upper() + words[1:]
