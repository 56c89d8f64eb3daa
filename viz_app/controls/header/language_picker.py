"""Between which languages a model of many translates. Hidden where there is nothing to choose."""

from __future__ import annotations

from PySide6.QtCore import QLocale, QModelIndex, QPersistentModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from viz_app.platform.text import tooltip, translate
from viz_app.state.intents import SetLanguages
from viz_app.state.state import Snapshot


class LanguagePicker(QWidget):
    """Two combo boxes. What they show is always what the snapshot says, never what was asked for."""

    requested = Signal(object)
    shows = ("checkpoint",)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._snapshot = Snapshot()
        self.source = _box(self, translate("LanguagePicker", "Source language"))
        self.target = _box(self, translate("LanguagePicker", "Target language"))
        self.arrow = QLabel("→", self, textFormat=Qt.TextFormat.PlainText)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for part in (self.source, self.arrow, self.target):
            layout.addWidget(part)
        for box in (self.source, self.target):
            box.activated.connect(self._choose)
        self.hide()

    def display(self, snapshot: Snapshot) -> None:
        """List the languages of the open checkpoint and mark those it has been told."""
        self._snapshot = Snapshot(checkpoint=snapshot.checkpoint)
        info = snapshot.checkpoint
        choices = ((), ()) if info is None else (info.source_languages, info.target_languages)
        now = ("", "") if info is None else (info.source_language, info.target_language)
        for box, codes, code in zip((self.source, self.target), choices, now, strict=True):
            _show(box, codes, code)
        self.arrow.setVisible(bool(choices[0]))
        self.setVisible(any(choices))

    def _choose(self) -> None:
        info = self._snapshot.checkpoint
        if info is None:
            return
        now = info.source_language, info.target_language
        wanted = tuple(
            box.currentText() if box.count() else code
            for box, code in zip((self.source, self.target), now, strict=True)
        )
        self.display(self._snapshot)
        if wanted != now:
            self.requested.emit(SetLanguages(*wanted))


class _Named(QStyledItemDelegate):
    """In the list, where there is room, a code stands with the language's own name."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:  # noqa: N802 (Qt's name)
        super().initStyleOption(option, index)
        option.text = language_label(str(index.data()))


def _box(parent: QWidget, name: str) -> QComboBox:
    box = QComboBox(parent)
    box.setItemDelegate(_Named(box))
    box.setAccessibleName(name)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(8)
    box.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
    return box


def _show(box: QComboBox, codes: tuple[str, ...], code: str) -> None:
    with QSignalBlocker(box):
        if [box.itemText(index) for index in range(box.count())] != list(codes):
            box.clear()
            box.addItems(list(codes))
            widest = max((box.fontMetrics().horizontalAdvance(language_label(one)) for one in codes), default=0)
            box.view().setMinimumWidth(widest + 40)  # the list may be wider than the box
        box.setCurrentIndex(box.findText(code))
    meaning = translate("LanguagePicker", "A token at the start tells the model this language")
    box.setToolTip(tooltip(box.accessibleName(), language_label(code), meaning) if codes else "")
    box.setVisible(bool(codes))


def language_label(code: str) -> str:
    """``kor_Hang – 한국어``: the model's code, and the language's own name where Qt knows one."""
    language = QLocale.codeToLanguage(code.partition("_")[0])
    known = language != QLocale.Language.AnyLanguage
    name = QLocale(language, QLocale.Country.World).nativeLanguageName() if known else ""
    return f"{code} – {name}" if name else code
