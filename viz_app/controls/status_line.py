"""The status line: the model in numbers, what has just been done, and what the engine is doing now."""

from __future__ import annotations

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QWidget

from viz_app.controls.widgets import FittedLabel
from viz_app.engine.messages import CheckpointInfo
from viz_app.platform.text import fill, localised, translate
from viz_app.state.export_choices import Made, ShowFile
from viz_app.state.intents import CancelWork, ShowEngineLog, StartEngine
from viz_app.state.state import Snapshot

PROGRESS_STEPS = 1000
SPARE = 4  #: pixels
OURS = (".npz", ".headscope")  #: files that no other program opens


class StatusLine(QWidget):
    """Facts on the left; on the right what has been done, or while there is work its name, its progress and Cancel."""

    requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.facts = FittedLabel(self)
        self.message, self.work = FittedLabel(self), _plain_label(self)
        self.message.hide()
        self.message.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.progress = QProgressBar(self)
        self.progress.setTextVisible(False)
        self.progress.setFixedSize(120, 10)
        self.progress.setAccessibleName(translate("StatusLine", "Progress"))
        self.cancel = QPushButton(translate("StatusLine", "Cancel"), self)
        self.cancel.setToolTip(translate("StatusLine", "Stop what the engine is doing (Esc)"))
        self.cancel.clicked.connect(lambda: self.requested.emit(CancelWork()))
        self._made: Made | None = None
        self.open = self._button(translate("StatusLine", "Open"), folder=False)
        self.open.setToolTip(translate("StatusLine", "Open the file with the program that this computer has for it"))
        self.folder = self._button(translate("StatusLine", "Show in folder"), folder=True)
        self.folder.setToolTip(translate("StatusLine", "Show where the file lies"))
        self.trouble = _plain_label(self)
        self.again, self.log = QPushButton(translate("StatusLine", "Try again"), self), QPushButton(self)
        self.again.setToolTip(translate("StatusLine", "Start the engine once more"))
        self.again.clicked.connect(lambda: self.requested.emit(StartEngine()))
        self.log.setText(translate("StatusLine", "Open log"))
        self.log.setToolTip(translate("StatusLine", "What the engine wrote before it ended"))
        self.log.clicked.connect(lambda: self.requested.emit(ShowEngineLog()))
        for way_out in (self.trouble, self.again, self.log):
            way_out.hide()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 1, 8, 1)
        layout.setSpacing(10)
        for way_out in (self.trouble, self.again, self.log):
            layout.addWidget(way_out)
        layout.addWidget(self.facts, 1)
        layout.addWidget(self.message, 1)
        for part in (self.open, self.folder, self.work, self.progress, self.cancel):
            layout.addWidget(part)
        self._keep_height(by_cancel=True)

    def display(self, snapshot: Snapshot) -> None:
        """Show the open checkpoint's numbers and the current work."""
        self._show_trouble(snapshot)
        facts = _facts(snapshot)
        self.facts.set_wordings([" · ".join(facts[first:]) for first in range(len(facts))])
        busy = snapshot.busy
        self._show_message(snapshot)
        self.work.setText("" if busy is None else busy.text)
        known = busy is not None and busy.fraction >= 0
        self.progress.setRange(0, PROGRESS_STEPS if known or busy is None else 0)  # 0…0: the end is unknown
        self.progress.setUpdatesEnabled(False)  # Qt paints the whole window at once for a new value, else later
        self.progress.setValue(round(busy.fraction * PROGRESS_STEPS) if busy is not None and known else 0)
        self.progress.setUpdatesEnabled(True)
        self.progress.setVisible(busy is not None)
        self.cancel.setVisible(busy is not None and busy.cancellable)

    def _show_trouble(self, snapshot: Snapshot) -> None:
        """An engine that stays down is named for as long as it does, with the ways out."""
        down = snapshot.engine_down
        self.trouble.setText(translate("StatusLine", "The engine does not start.") if down else "")
        for way_out in (self.trouble, self.again, self.log):
            way_out.setVisible(down)

    def _keep_height(self, by_cancel: bool) -> None:
        """Nothing above moves when work begins: where no button is seen, Cancel keeps its place."""
        policy = self.cancel.sizePolicy()
        policy.setRetainSizeWhenHidden(by_cancel)
        self.cancel.setSizePolicy(policy)

    def _show_message(self, snapshot: Snapshot) -> None:
        """What has just been done, and what can be done with the file that it is about."""
        text, made = "" if snapshot.busy is not None else snapshot.message, snapshot.made
        self._made = made if made is not None and made.message == text else None
        shorter = [] if self._made is None else [text.replace(str(self._made.path), self._made.path.name)]
        self.message.set_wordings([text, *shorter])
        self.message.setMaximumWidth(self.message.fontMetrics().horizontalAdvance(text) + SPARE)  # the facts take it
        self.message.setVisible(bool(text))
        self.open.setVisible(self._made is not None and self._made.path.suffix.lower() not in OURS)
        self.folder.setVisible(self._made is not None)
        self._keep_height(by_cancel=self._made is None)

    def _button(self, text: str, folder: bool) -> QPushButton:
        """What can be done with the file that has been written."""
        button = QPushButton(text, self)
        button.clicked.connect(lambda: self._show(folder))
        button.hide()
        return button

    def _show(self, folder: bool) -> None:
        if self._made is not None:
            self.requested.emit(ShowFile(self._made.path, folder))


def _plain_label(parent: QWidget) -> QLabel:
    label = QLabel(parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


def _facts(snapshot: Snapshot) -> list[str]:
    info = snapshot.checkpoint
    if info is None and snapshot.opening:
        return [fill(translate("StatusLine", "Opening %1…"), snapshot.opening)]
    if info is None:
        return [translate("StatusLine", "no checkpoint is open")]
    device = next(
        (localised(device.label) for device in snapshot.devices if device.name == info.device), info.device.upper()
    )
    facts = [info.name, _parameters(info.parameters), _shape(info), device]
    if snapshot.milliseconds_per_step > 0:
        milliseconds = QLocale().toString(snapshot.milliseconds_per_step, "f", 1)
        facts.append(fill(translate("StatusLine", "%1 ms per step"), milliseconds))
    return facts


def _parameters(count: int) -> str:
    if count < 100_000:
        return fill(translate("StatusLine", "%1 parameters"), QLocale().toString(count))
    if translate("Translations", "en").startswith("ko"):  # counts by ten thousands
        return fill(translate("StatusLine", "%1 × 10,000 parameters"), QLocale().toString(round(count / 1e4)))
    millions = QLocale().toString(count / 1e6, "f", 1)
    return fill(translate("StatusLine", "%1 million parameters"), millions)


def _shape(info: CheckpointInfo) -> str:
    encoder, decoder = (info.encoder_layers, info.encoder_heads), (info.decoder_layers, info.decoder_heads)
    if encoder == decoder:
        return fill(translate("StatusLine", "%1 layers × %2 heads"), *encoder)
    return fill(translate("StatusLine", "encoder %1 × %2, decoder %3 × %4 layers × heads"), *encoder, *decoder)
