"""The choices of an export as rows: kind of file, size, colours, words, what stands beside it. From tables.

It holds no choice of its own: its controls do, and :attr:`ExportForm.choices` reads them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from PySide6.QtCore import QCoreApplication, QLocale, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QGridLayout, QLabel, QWidget

from viz_app.dialogs.export.kinds import kind_of, kinds_of
from viz_app.platform.text import plain_tooltip
from viz_app.state.export_choices import RESOLUTIONS, ExportChoices
from viz_app.state.paper_sizes import INCH, PRESETS

translate = QCoreApplication.translate
CENTIMETRES = 2.54  #: an inch
LABEL_LETTERS = 9  #: so that boxes stay where they are when rows come and go


class Row(NamedTuple):
    """One choice among several."""

    name: str  #: of the field of :class:`ExportChoices`
    label: str
    sentence: str  #: that teaches
    choices: tuple[tuple[Any, str], ...] = ()  #: value, words


class ExportForm(QWidget):
    """Shows what matters to the chosen kind of file, and nothing else."""

    changed = Signal()

    def __init__(self, choices: ExportChoices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = choices
        self.controls: dict[str, QWidget] = {}
        self.form = QFormLayout(self)
        self.form.setContentsMargins(0, 0, 0, 0)
        self.form.setHorizontalSpacing(14)
        self.form.setVerticalSpacing(6)
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for row in rows():
            self._add(row)
        self.switches = self._switches()
        self.form.addRow(self._label(translate("ExportForm", "With")), self.switches)
        self.display(choices)

    @property
    def choices(self) -> ExportChoices:
        """What the controls say now."""
        values = {name: self._value(control) for name, control in self.controls.items()}
        return replace(self._shown, **values)

    def display(self, choices: ExportChoices) -> None:
        """Show ``choices``, and hide what does not matter to their kind of file."""
        self._shown = choices
        kind = kind_of(choices.what, choices.suffix)
        files = self.controls["suffix"]
        assert isinstance(files, QComboBox)
        blocked = {control: control.blockSignals(True) for control in self.controls.values()}
        files.clear()
        for each in kinds_of(choices.what):
            files.addItem(each.label(), each.suffix)
        for name, control in self.controls.items():
            self._show(control, kind.suffix if name == "suffix" else getattr(choices, name))
        for control in blocked:
            control.blockSignals(False)
        for name, control in self.controls.items():
            if isinstance(control, QCheckBox):
                control.setVisible(name in kind.uses)
            else:
                self.form.setRowVisible(control, name == "suffix" or name in kind.uses)
        self.form.setRowVisible(self.switches, any(name in kind.uses for name in switches()))

    def _add(self, row: Row) -> None:
        box = QComboBox()
        for value, words in row.choices:
            box.addItem(words, value)
        box.setMinimumContentsLength(24)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.currentIndexChanged.connect(lambda _: self.changed.emit())
        label = self._label(row.label)
        label.setBuddy(box)
        label.setMinimumWidth(label.fontMetrics().averageCharWidth() * LABEL_LETTERS)
        _describe(box, row.label, row.sentence)
        label.setToolTip(box.toolTip())
        self.controls[row.name] = box
        self.form.addRow(label, box)

    def _switches(self) -> QWidget:
        """What may stand beside the picture, two in a line."""
        inside = QWidget()
        grid = QGridLayout(inside)
        grid.setContentsMargins(0, 2, 0, 0)
        grid.setHorizontalSpacing(14)
        for number, (name, (label, sentence)) in enumerate(switches().items()):
            box = QCheckBox(label)
            _describe(box, label, sentence)
            box.toggled.connect(lambda _: self.changed.emit())
            self.controls[name] = box
            grid.addWidget(box, number // 2, number % 2)
        grid.setColumnStretch(1, 1)
        return inside

    def _label(self, text: str) -> QLabel:
        label = QLabel(text)
        label.setTextFormat(Qt.TextFormat.PlainText)
        return label

    @staticmethod
    def _value(control: QWidget) -> Any:
        if isinstance(control, QCheckBox):
            return control.isChecked()
        assert isinstance(control, QComboBox)
        return control.currentData()

    @staticmethod
    def _show(control: QWidget, value: Any) -> None:
        if isinstance(control, QCheckBox):
            control.setChecked(value)
        elif isinstance(control, QComboBox):
            control.setCurrentIndex(max(0, control.findData(value)))


def _describe(control: QWidget, label: str, sentence: str) -> None:
    control.setAccessibleName(label)
    control.setAccessibleDescription(sentence)
    control.setToolTip(plain_tooltip(sentence))


def rows() -> tuple[Row, ...]:
    """Every choice among several, in the order of the dialog."""
    return (
        Row(
            "suffix", translate("ExportForm", "File"),
            translate("ExportForm", "PNG is made of pixels; SVG and PDF are lines and letters, sharp at every size."),
        ),
        *handout_rows(),
        Row(
            "preset", translate("ExportForm", "Size"),
            translate("ExportForm", "How large it is on paper, and its letters with it: 18 points on a slide, 9 in "
                      "print."),
            tuple((name, size_of(name)) for name in PRESETS),
        ),
        Row(
            "dpi", translate("ExportForm", "Resolution"),
            translate("ExportForm", "Dots per inch: twice as many make four times the pixels; printers ask for 300 or "
                      "more."),
            tuple((dpi, resolution(dpi)) for dpi in RESOLUTIONS),
        ),
        Row(
            "dark", translate("ExportForm", "Colours"),
            translate("ExportForm", "Light is made for paper: white is weight 0. Dark goes with a dark slide."),
            ((False, translate("ExportForm", "light")), (True, translate("ExportForm", "dark"))),
        ),
        Row(
            "language", translate("ExportForm", "Words"),
            translate("ExportForm", "The language of title, legend and caption; tokens stay as they are."),
            (
                ("", translate("ExportForm", "as in the window")), ("en", "English"), ("ko", "한국어"),
                ("ko+en", "한국어 + English terms"),
            ),
        ),
        Row(
            "text", translate("ExportForm", "Letters"),
            translate("ExportForm", "Text can be searched and edited, and its font travels along; outlines look the "
                      "same even where a program ignores that font."),
            (("text", translate("ExportForm", "as text")), ("paths", translate("ExportForm", "as outlines"))),
        ),
    )  # fmt: skip


def handout_rows() -> tuple[Row, ...]:
    """What is asked of a handout alone."""
    return (
        Row(
            "paper", translate("ExportForm", "Paper"),
            translate("ExportForm", "A4 and Letter are made for printing, 16:9 for a projector."),
            (("A4", "A4"), ("letter", "Letter"), ("16:9", translate("ExportForm", "Slide, 16:9"))),
        ),
        Row(
            "heads", translate("ExportForm", "Heads"),
            translate("ExportForm", "Whose weights each page shows: of the head that aligns words best on this "
                      "sentence, or of the head on screen."),
            (
                ("best", translate("ExportForm", "the one that aligns best")),
                ("shown", translate("ExportForm", "the one on screen")),
            ),
        ),
    )  # fmt: skip


def switches() -> dict[str, tuple[str, str]]:
    """What may stand beside the picture: label and the sentence that teaches, by the field's name."""
    return {
        "title": (
            translate("ExportForm", "Title"),
            translate("ExportForm", "The heading: which attention, layer, head and step this is."),
        ),
        "legend": (
            translate("ExportForm", "Colour bar"),
            translate("ExportForm", "What colours and patterns mean; without it nobody can read a weight from a cell."),
        ),
        "caption": (
            translate("ExportForm", "Caption"),
            translate("ExportForm", "Where the numbers come from: checkpoint and hash, layer, head, step, scale."),
        ),
        "honest": (
            translate("ExportForm", "Honest words"),
            translate("ExportForm", "The line that says that attention weights are no measure of influence."),
        ),
    }  # fmt: skip


def size_of(preset: str) -> str:
    """A preset in words: ``Slide, 16:9 (33.9 × 19.1 cm)``."""
    names = {
        "screen": translate("ExportForm", "Screen"),
        "slide": translate("ExportForm", "Slide, 16:9"),
        "paper-column": translate("ExportForm", "Column of a paper"),
        "paper-page": translate("ExportForm", "Page of a paper"),
    }
    lengths = PRESETS[preset].lengths
    sides = (f"{lengths[side] / INCH * CENTIMETRES:.1f}" for side in ("width", "height"))
    wide, high = (side.replace(".", QLocale().decimalPoint()) for side in sides)
    return f"{names.get(preset, preset)} ({wide} × {high} cm)"


def resolution(dpi: int) -> str:
    """A resolution in words."""
    return translate("ExportForm", "as the size asks") if dpi == 0 else f"{dpi} dpi"
