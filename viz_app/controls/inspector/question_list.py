"""The questions as one-line buttons; further ones in a menu below. It says what is asked, and keeps no state."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from viz_app.platform.text import tooltip, translate
from viz_app.platform.theme import without_gloss
from viz_app.state.questions import SWITCHES, AskedQuestion, asking, opened, questions
from viz_app.state.state import Snapshot


class QuestionButton(QToolButton):
    """One question in a line, in the longest wording that has room; pressed while its answer is open."""

    def __init__(self, asked: AskedQuestion, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.asked = asked
        self._wordings = tuple(filter(None, (asked.title, without_gloss(asked.title), asked.short)))
        self.setText(asked.title)
        self.setAccessibleName(asked.title)
        self.setToolTip(tooltip(asked.tip))
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setArrowType(Qt.ArrowType.LeftArrow)  # to where the answer opens
        self.setCheckable(True)
        self.setAutoRaise(True)
        self.setMinimumWidth(60)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def fit(self, width: int) -> None:
        """The first wording that has room."""
        for wording in self._wordings:
            self.setText(wording)
            if self.sizeHint().width() <= width:
                break


class QuestionList(QWidget):
    """``requested`` carries what opens a question, asks for what its answer lacks, or closes it."""

    requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._snapshot = Snapshot()
        self._words = words = questions()
        self.buttons = {name: QuestionButton(words[name]) for name in SWITCHES}
        self.actions_further: dict[str, QAction] = {}
        self.further = QToolButton()
        self.further.setText(translate("Questions", "More questions"))
        self.further.setToolTip(tooltip(translate("Questions", "Each is answered with this run’s own numbers")))
        self.further.setAutoRaise(True)
        self.further.setArrowType(Qt.ArrowType.DownArrow)
        self.further.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.menu = QMenu(self.further)
        self.menu.setToolTipsVisible(True)
        self.further.setMinimumWidth(60)
        self.further.clicked.connect(self._open_menu)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        for name, button in self.buttons.items():
            button.clicked.connect(partial(self._ask, name))
            box.addWidget(button)
        for name, asked in words.items():
            if name not in SWITCHES:
                self._add(name, asked)
        box.addWidget(self.further)

    def display(self, snapshot: Snapshot) -> None:
        """Which is open, and which this run can be asked."""
        self._snapshot = snapshot
        name = opened(snapshot.settings)
        for each, button in self.buttons.items():
            button.setVisible(button.asked.can(snapshot))
            button.setChecked(each == name)
        for each, action in self.actions_further.items():
            action.setEnabled(self._words[each].can(snapshot))
            action.setCheckable(each == name)  # no empty box before a question: only the open one has its tick
            action.setChecked(each == name)
        self.further.setVisible(snapshot.run is not None)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        for button in self.buttons.values():
            button.fit(self.width())

    def _open_menu(self) -> None:
        self.menu.popup(self.further.mapToGlobal(self.further.rect().bottomLeft()))

    def _add(self, name: str, asked: AskedQuestion) -> None:
        action = self.menu.addAction(asked.title)
        action.setToolTip(tooltip(asked.tip))
        action.triggered.connect(partial(self._ask, name))
        self.actions_further[name] = action

    def _ask(self, name: str, _on: bool = False) -> None:
        for intent in asking(name, self._snapshot):
            self.requested.emit(intent)
