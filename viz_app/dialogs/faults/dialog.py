"""The dialog of one unforeseen error. What would be copied stands in it, letter for letter."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from model.common.fault import Fault
from viz_app.dialogs.faults.report import details, for_teacher, in_words, lost, way_out
from viz_app.platform.appearance import fixed_font, without_icons
from viz_app.platform.text import fill
from viz_app.platform.window_room import room_for
from viz_app.state.state import Snapshot

translate = QCoreApplication.translate
LETTERS = 84  #: of a line of the details


class FaultDialog(QDialog):
    """Number, what is lost, what to do; details to copy. It stays beside the window, which goes on."""

    log_wanted = Signal(bool)  #: with the error's own words and folders

    def __init__(self, fault: Fault, snapshot: Snapshot, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("Fault", "Something went wrong"))
        self.fault, self._snapshot = fault, snapshot
        where = fill(translate("Fault", "Something that nobody foresaw happened %1."), in_words(fault.part))
        self.number = _label(fill(translate("Fault", "Number: %1"), fault.number))
        face = self.number.font()
        face.setWeight(QFont.Weight.DemiBold)
        self.number.setFont(face)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setFont(fixed_font(self.font()))
        self.text.setAccessibleName(translate("Fault", "Details"))
        self.whole = QCheckBox(translate("Fault", "With the error’s own words, my sentence and my folders"))
        self.whole.setToolTip(
            translate("Fault", "Without them neither the details nor the log name a sentence or a person")
        )
        self.whole.toggled.connect(self._show)
        box = QVBoxLayout(self)
        for widget in (
            _label(where),
            self.number,
            _label(lost()),
            _label(way_out(fault, snapshot)),
            self.text,
            self.whole,
        ):
            box.addWidget(widget, 1 if widget is self.text else 0)
        box.addWidget(self._buttons())
        self.copy.setFocus()
        self._show()
        metrics = self.text.fontMetrics()
        wide = metrics.horizontalAdvance("0") * LETTERS
        self.text.setMinimumSize(wide // 2, metrics.lineSpacing() * 2)
        high = max(box.totalHeightForWidth(wide), self.sizeHint().height())
        self.resize(QSize(wide, high).boundedTo(room_for(self)))

    def _buttons(self) -> QDialogButtonBox:
        buttons = without_icons(QDialogButtonBox(QDialogButtonBox.StandardButton.Close))
        buttons.rejected.connect(self.reject)
        role = QDialogButtonBox.ButtonRole.ActionRole
        self.copy = buttons.addButton(translate("Fault", "Copy details"), role)
        self.for_teacher = buttons.addButton(translate("Fault", "Copy for my teacher"), role)
        self.log = buttons.addButton(translate("Fault", "Open log"), role)
        self.copy.clicked.connect(lambda: _to_clipboard(self.text.toPlainText()))
        self.for_teacher.clicked.connect(
            lambda: _to_clipboard(for_teacher(self.fault, self._snapshot, self.whole.isChecked()))
        )
        self.log.clicked.connect(lambda: self.log_wanted.emit(self.whole.isChecked()))
        return buttons

    def _show(self) -> None:
        self.text.setPlainText(details(self.fault, self._snapshot, self.whole.isChecked()))


def _to_clipboard(text: str) -> None:
    QGuiApplication.clipboard().setText(text)


def _label(text: str) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    return label
