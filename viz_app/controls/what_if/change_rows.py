"""The rows of the *What if* dock: each change with its check box, its fields and its remover; and what can be added."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any, NamedTuple

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from model.network.interventions import KINDS, WORDS, Intervention, SourceReplaced, from_json, to_json
from viz_app.controls.inspector.section import plain_label
from viz_app.controls.widgets import IconButton
from viz_app.pictures.drawing.picture_texts import kind_name
from viz_app.platform.number_box import NumberBox
from viz_app.platform.spelling import WORD_START
from viz_app.platform.text import fill, localised, tooltip, translate
from viz_app.state.state import Snapshot
from viz_app.state.what_if import AskedChange, proposal
from viz_app.tables.parts.current_row import current_key, current_row, heaviest

FEWEST = 4  #: letters of a choice that are seen in a narrow dock
MOST = 9_999  #: of a number
POSITIONS = ("query", "key", "token", "position")
TRAVEL = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)


class OfferedChange(NamedTuple):
    """An entry of *Add*: its words, the kind of change, and the fields that it fixes."""

    title: str
    what: str
    fixed: Mapping[str, Any]


def offered_changes() -> tuple[OfferedChange, ...]:
    """Everything that can be added; a kind without words of its own here is called by what it says of itself."""
    told = (
        OfferedChange(translate("WhatIf", "Look-ahead mask off"), "mask_off", {"mask": "look_ahead"}),
        OfferedChange(translate("WhatIf", "Padding mask off"), "mask_off", {"mask": "padding"}),
        OfferedChange(translate("WhatIf", "One cell of the mask flipped"), "cell", {}),
        OfferedChange(translate("WhatIf", "This head off: result set to 0"), "head", {"instead": "zero"}),
        OfferedChange(translate("WhatIf", "This head made even: equal weights"), "head", {"instead": "uniform"}),
        OfferedChange(translate("WhatIf", "This row moved to one key"), "row", {}),
        OfferedChange(translate("WhatIf", "Scores without √d_k"), "unscaled", {}),
        OfferedChange(translate("WhatIf", "Positions off"), "positions_off", {}),
        OfferedChange(translate("WhatIf", "A token with another one’s position"), "position", {}),
        OfferedChange(translate("WhatIf", "Scores divided by a temperature"), "temperature", {}),
        OfferedChange(translate("WhatIf", "Dropout on, as in training"), "dropout", {}),
        OfferedChange(translate("WhatIf", "Another source token"), "source_replaced", {}),
        OfferedChange(translate("WhatIf", "This source token left out"), "source_dropped", {}),
        OfferedChange(translate("WhatIf", "This source token and the next swapped"), "source_swapped", {}),
        OfferedChange(translate("WhatIf", "Another token forced at this step"), "target_forced", {}),
    )
    named = {one.what for one in told}
    others = ((what, proposal(what, {})) for what in WORDS if what not in named)
    return (*told, *(OfferedChange(localised(one.said), what, {}) for what, one in others if one is not None))


def place_of_change(now: Snapshot) -> dict[str, Any]:
    """What the selection says of where a change is to be made, in the run as it was recorded."""
    chosen, row = now.run_selection, current_row(now)
    query = chosen.step if chosen.query is None and chosen.kind != "encoder" else chosen.query or 0
    plain = now.trace is now.run
    key = chosen.key if chosen.key is not None or row is None or not plain else current_key(row, now.selection)
    key = key or 0
    token = key if chosen.kind != "decoder" else heaviest(now) or 0  # its keys are no tokens of the source
    return {
        "kind": chosen.kind, "layer": chosen.layer, "head": chosen.head, "query": query, "key": key, "token": token,
        "weights": (*(0.0,) * key, 1.0), "step": chosen.step,
    }  # fmt: skip


def word_of_change(now: Snapshot, what: str, place: Mapping[str, Any]) -> str:
    """The word that a change begins with: the source token itself, to be edited; of a step the next best candidate."""
    run = now.run
    if run is None:
        return ""
    if what == "source_replaced":
        return str(run.source_tokens[min(place["token"], run.source_length - 1)]).lstrip(WORD_START)
    step, candidates = place["step"], run.candidate_tokens
    if candidates is None or run.produced_tokens is None or not 0 <= step < len(candidates):
        return ""
    written = str(run.produced_tokens[step])
    return next((token for token in map(str, candidates[step]) if token != written), written)


def change_at(now: Snapshot, what: str, fixed: Mapping[str, Any]) -> Intervention | None:
    """A change of a kind at what is selected."""
    place = place_of_change(now)
    if what == "source_swapped" and now.run is not None:  # the last has none after it
        place["token"] = max(0, min(place["token"], now.run.source_length - 2))
    return proposal(what, {**place, "text": word_of_change(now, what, place), **fixed})


class ChangeRow(QWidget):
    """``changed`` carries the change in its new form, ``removed`` nothing."""

    changed = Signal(object)
    removed = Signal()

    def __init__(self, asked: AskedChange, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.asked = asked
        said = localised(asked.change.said)
        self.on = QCheckBox()
        self.on.setChecked(asked.on)
        self.on.setAccessibleName(said)
        self.on.setToolTip(tooltip(said, translate("WhatIf", "On: the run on screen was computed with this change.")))
        self.on.clicked.connect(self._switch)
        self.words = plain_label(said)
        self.words.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)  # its first line at the box
        self.edit = QToolButton(self)  # without a parent, showing it would open a window that takes the keyboard away
        self.edit.setText(translate("WhatIf", "Edit"))
        self.edit.setCheckable(True)
        self.edit.setAutoRaise(True)
        self.edit.setAccessibleName(fill(translate("WhatIf", "Edit: %1"), said))
        self.edit.setVisible(bool(fields(asked.change)))
        self.drop = IconButton("close")
        away = fill(translate("WhatIf", "Remove: %1"), said)
        self.drop.describe(away, tooltip(away))
        self.drop.clicked.connect(self.removed)
        self.form = _ChangeForm(asked.change, self)
        self.form.hide()
        self.form.changed.connect(lambda change: self.changed.emit(replace(self.asked, change=change)))
        self.edit.toggled.connect(self.form.setVisible)
        self.edit.setChecked(isinstance(asked.change, SourceReplaced))  # the word is still the same
        line = QHBoxLayout()
        line.setSpacing(4)
        for widget in (self.on, self.words, self.edit, self.drop):
            line.addWidget(widget, 1 if widget is self.words else 0, Qt.AlignmentFlag.AlignTop)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(2)
        box.addLayout(line)
        box.addWidget(self.form)
        self._level()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Level in letters of another size, too."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "form"):
            self._level()

    def _level(self) -> None:
        """Box, first line of the words and buttons in the middle of one height."""
        high = max(part.sizeHint().height() for part in (self.edit, self.drop))
        self.on.setMinimumHeight(high)
        self.words.setContentsMargins(0, max(0, (high - self.words.fontMetrics().height()) // 2), 0, 0)

    @property
    def places(self) -> dict[str, QWidget]:
        """What of it can have the keyboard, by name."""
        return {"on": self.on, "edit": self.edit, "drop": self.drop, **self.form.fields}

    def _switch(self, on: bool) -> None:
        """Ask, and go on showing what is: it is on when its run is there."""
        self.on.setChecked(self.asked.on)
        self.changed.emit(replace(self.asked, on=on))


class _ChangeForm(QWidget):
    """The fields of a change: choices, numbers, and of a row the key it is moved to. Positions count from 0."""

    changed = Signal(object)

    def __init__(self, change: Intervention, parent: QWidget) -> None:
        super().__init__(parent)
        self._content = to_json(change)
        self.fields: dict[str, QWidget] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(22, 0, 0, 4)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(1, 1)
        for row, item in enumerate(fields(change)):
            name, value = item.name, getattr(change, item.name)
            widget = self._field(name, value)
            if widget is None:
                continue
            self.fields[name] = widget
            widget.setAccessibleName(_names().get(name, name))
            widget.installEventFilter(self)
            grid.addWidget(QLabel(_names().get(name, name)), row, 0)
            grid.addWidget(widget, row, 1)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Ctrl+Z takes back a change, not letters, in a field in which nothing was typed since it was made."""
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return False
        line = watched.lineEdit() if isinstance(watched, QAbstractSpinBox) else watched
        if not isinstance(line, QLineEdit) or not any(map(event.matches, TRAVEL)):
            return False
        if line.isUndoAvailable() or line.isRedoAvailable():
            return False
        event.ignore()
        return True

    def _field(self, name: str, value: Any) -> QWidget | None:
        if name in _choices():
            return self._choice(name, value)
        if name == "weights":
            return self._number(len(value) - 1, lambda key: self._set(name, (*(0.0,) * key, 1.0)), 0)
        if name == "seed":
            return self._number(value, lambda number: self._set(name, number))
        if isinstance(value, str):
            return self._word(name, value)
        if isinstance(value, float):
            return self._share(name, value)
        if name in POSITIONS:
            return self._number(value, lambda number: self._set(name, number), 0)
        if type(value) is int:
            return self._number(value + 1, lambda number: self._set(name, number - 1))
        return None

    def _choice(self, name: str, value: Any) -> QComboBox:
        box, choices = QComboBox(), _choices()[name]
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(FEWEST)  # a dock narrower than the longest choice keeps its other buttons
        box.addItems([text for _, text in choices])
        box.setCurrentIndex([each for each, _ in choices].index(value))
        box.activated.connect(lambda index: self._set(name, choices[index][0]))
        return box

    def _number(self, value: int, tell: Callable[[int], None], first: int = 1) -> NumberBox:
        box = NumberBox()
        box.setRange(first, MOST)
        box.setValue(value)
        box.setKeyboardTracking(False)
        box.valueChanged.connect(tell)
        return box

    def _word(self, name: str, value: str) -> QLineEdit:
        line = QLineEdit(value)

        def tell() -> None:
            if line.text() != value:
                self._set(name, line.text())

        line.editingFinished.connect(tell)
        return line

    def _share(self, name: str, value: float) -> QDoubleSpinBox:
        box = QDoubleSpinBox()
        box.setDecimals(2)
        box.setSingleStep(0.1)
        box.setRange(*((0.0, 0.99) if name == "rate" else (0.05, 100.0)))
        box.setValue(value)
        box.setKeyboardTracking(False)
        box.valueChanged.connect(lambda number: self._set(name, number))
        return box

    def _set(self, name: str, value: Any) -> None:
        change = from_json({**self._content, name: value})
        if change is not None:
            self._content = to_json(change)  # the next field may be set before this run is there
            self.changed.emit(change)


def _names() -> dict[str, str]:
    """The fields' names, for people."""
    return {
        "mask": translate("WhatIf", "mask"), "kind": translate("WhatIf", "attention"),
        "layer": translate("WhatIf", "layer"), "head": translate("WhatIf", "head"),
        "query": translate("WhatIf", "query position"), "key": translate("WhatIf", "key position"),
        "weights": translate("WhatIf", "to position"), "instead": translate("WhatIf", "instead"),
        "side": translate("WhatIf", "side"), "token": translate("WhatIf", "position"),
        "position": translate("WhatIf", "vector of position"), "temperature": translate("WhatIf", "temperature"),
        "seed": translate("WhatIf", "seed"), "rate": translate("WhatIf", "dropout rate"),
        "text": translate("WhatIf", "word"), "step": translate("WhatIf", "step"),
    }  # fmt: skip


def _choices() -> dict[str, tuple[tuple[str, str], ...]]:
    """The values that a field may have, with their words."""
    return {
        "mask": (("look_ahead", translate("WhatIf", "look-ahead")), ("padding", translate("WhatIf", "padding"))),
        "kind": tuple((kind, kind_name(kind)) for kind in KINDS),
        "instead": (
            ("zero", translate("WhatIf", "result set to 0")),
            ("uniform", translate("WhatIf", "equal weights")),
        ),
        "side": (("source", translate("WhatIf", "source")), ("target", translate("WhatIf", "target"))),
    }
