"""The target line under the source box, there only when it was asked for: how a translation begins, or all of it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSizePolicy, QWidget

from viz_app.controls.source.fields import SentencesInput
from viz_app.controls.widgets import IconButton
from viz_app.platform.language_names import language_name
from viz_app.platform.text import fill, tooltip, translate
from viz_app.state.intents import SetTarget, Translate
from viz_app.state.state import Snapshot

USES = ("begin", "given")


class TargetLine(QWidget):
    """Says SetTarget on every edit and choice, Translate on Enter."""

    requested = Signal(object)
    shows = ("target_text", "target_use", "checkpoint")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.use = QComboBox(self)
        self.use.addItems(
            [translate("TargetLine", "start with"), translate("TargetLine", "given target (teacher forcing)")]
        )
        self.use.setAccessibleName(translate("TargetLine", "What the target is for"))
        self.use.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.input = SentencesInput(translate("TargetLine", "Target sentence"), self)
        self.close_button = IconButton("close", self, in_line=True)
        closing = translate("TargetLine", "Leave the target out")
        self.close_button.describe(closing, closing)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        for part in (self.use, self.input, self.close_button):
            layout.addWidget(part, 0, Qt.AlignmentFlag.AlignTop)
        self.use.activated.connect(lambda index: self.requested.emit(SetTarget(use=USES[index])))  # type: ignore[arg-type]
        self.input.edited.connect(lambda text: self.requested.emit(SetTarget(text)))
        self.input.entered.connect(lambda: self.requested.emit(Translate()))
        self.close_button.clicked.connect(lambda: self.requested.emit(SetTarget(use="")))
        self.hide()

    def display(self, snapshot: Snapshot) -> None:
        """Show the target as typed, where it is open; opening it brings the keyboard there."""
        opened = bool(snapshot.target_use) and self.isHidden()
        self.input.show_text(snapshot.target_text)
        self.use.setCurrentIndex(USES.index(snapshot.target_use) if snapshot.target_use else 0)
        for part in (self.use, self.input.field, self.input.lines):
            part.setToolTip(tooltip(_meaning(snapshot.target_use)))
        self.input.field.setPlaceholderText(_placeholder(snapshot))
        self.setVisible(bool(snapshot.target_use))
        if opened and self.isVisible():
            self.input.shown.setFocus(Qt.FocusReason.OtherFocusReason)


def _meaning(use: str) -> str:
    if use == "given":
        return translate(
            "TargetLine",
            "Teacher forcing: the decoder’s input is the given target, shifted right, all positions "
            "in one pass, as in training; each position is asked for its next token.",
        )
    return translate(
        "TargetLine",
        "The translation begins with these tokens, whatever the model would choose; then it goes "
        "on by itself (greedy).",
    )


def _placeholder(snapshot: Snapshot) -> str:
    language = "" if snapshot.checkpoint is None else language_name(snapshot.checkpoint.target_language)
    words = {
        "given": translate("TargetLine", "Type the whole translation"),
        "begin": translate("TargetLine", "Type how the translation begins"),
    }.get(snapshot.target_use, "")
    return fill(translate("TargetLine", "%1, in %2"), words, language) if words and language else words
