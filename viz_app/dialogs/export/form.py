"""The choices of an export as rows: kind of file, size, colours, words, what stands beside it. From tables.

It holds no choice of its own: its controls do, and :attr:`ExportForm.choices` reads them.

The kinds of files that a person can take away: those found in ``exports/``, and the handout, by what they are of.

It writes none. What a kind takes of the choices, its module says: ``OF`` and ``USES``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from types import ModuleType
from typing import Any, NamedTuple

from PySide6.QtCore import QCoreApplication, QLocale, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QGridLayout, QLabel, QWidget

from model.common.languages import LANGUAGES
from model.common.lazy_dataclass import dataclass
from viz_app.exports import all_exports
from viz_app.platform.text import plain_tooltip
from viz_app.state.export_choices import RESOLUTIONS, ExportChoices, What
from viz_app.state.paper_sizes import INCH, PRESETS


@dataclass(frozen=True)
class FileKind:
    """One kind of file."""

    of: What
    suffix: str
    label: Callable[[], str]
    uses: frozenset[str]  #: names of :class:`ExportChoices` that change it


def all_kinds() -> tuple[FileKind, ...]:
    """Every kind; of each group the one that most people want first."""
    found = [
        FileKind(of, suffix, _label(module, of), frozenset(module.USES))
        for suffix, module in all_exports().items()
        for of in _groups(module)
    ]
    found.append(FileKind("handout", ".pdf", handout, frozenset(("paper", "heads", "language"))))
    return tuple(sorted(found, key=lambda kind: (FIRST.get(kind.of) != kind.suffix, kind.suffix)))


def handout() -> str:
    """What a handout is called; it has a command of its own, since PDF is also a picture's."""
    return translate("ExportKinds", "Pages to print or project (PDF)")


def _label(module: ModuleType, of: What) -> Callable[[], str]:
    """What is of several groups may have a name in each."""
    return module.label if isinstance(module.OF, str) else partial(module.label, of)


def _groups(module: ModuleType) -> tuple[What, ...]:
    if module.OF == "steps":
        return "steps", "training"  # animations of one view: step by step, or snapshot by snapshot
    return (module.OF,) if isinstance(module.OF, str) else module.OF  # type: ignore[return-value]  # the folder's rule


FIRST: dict[str, str] = {"picture": ".png", "steps": ".gif", "training": ".gif", "numbers": ".csv", "run": ".npz"}


def kinds_of(what: What) -> tuple[FileKind, ...]:
    """The kinds of one group, in the order in which they are offered."""
    return tuple(kind for kind in all_kinds() if kind.of == what)


def suffix_of(what: What, name: str, chosen: str) -> str:
    """Of which kind a file of this name is: who types another ending that the group has means it."""
    endings = [kind.suffix for kind in kinds_of(what) if name.lower().endswith(kind.suffix)]
    return endings[0] if endings else chosen


def kind_of(what: What, suffix: str) -> FileKind:
    """The kind with this suffix; the first of the group where it has none such."""
    kinds = kinds_of(what)
    return next((kind for kind in kinds if kind.suffix == suffix), kinds[0])


translate = QCoreApplication.translate
CENTIMETRES = 2.54  #: an inch
LABEL_LETTERS = 9  #: so that boxes stay where they are when rows come and go


class FormRow(NamedTuple):
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
        self.form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)  # large letters
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for row in rows():
            self._add(row)
        self.switches = self._switches()
        self.form.addRow(self._label(translate("ExportForm", "Include")), self.switches)
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

    def _add(self, row: FormRow) -> None:
        box = QComboBox()
        for value, words in row.choices:
            box.addItem(words, value)
        box.setMinimumContentsLength(24)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
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


def rows() -> tuple[FormRow, ...]:
    """Every choice among several, in the order of the dialog."""
    return (
        FormRow(
            "suffix", translate("ExportForm", "File"),
            translate("ExportForm", "PNG is made of pixels; SVG and PDF are lines and letters, sharp at every size."),
        ),
        *handout_rows(),
        FormRow(
            "preset", translate("ExportForm", "Size"),
            translate("ExportForm", "The size on paper, and of the letters with it: 18 points on a slide, 9 in "
                      "print."),
            tuple((name, size_of(name)) for name in PRESETS),
        ),
        FormRow(
            "dpi", translate("ExportForm", "Resolution"),
            translate("ExportForm", "Dots per inch: twice as many make four times the pixels; print needs 300 or "
                      "more."),
            tuple((dpi, resolution(dpi)) for dpi in RESOLUTIONS),
        ),
        FormRow(
            "dark", translate("ExportForm", "Colours"),
            translate("ExportForm", "Light is made for paper: white is weight 0. Dark goes with a dark slide."),
            ((False, translate("ExportForm", "light")), (True, translate("ExportForm", "dark"))),
        ),
        FormRow(
            "language", translate("ExportForm", "Language"),
            translate("ExportForm", "The language of title, legend and caption; tokens stay as they are."),
            (("", translate("ExportForm", "as in the window")), *LANGUAGES.items()),
        ),
        FormRow(
            "text", translate("ExportForm", "Letters"),
            translate("ExportForm", "Text can be searched and edited, and its font travels along; outlines look the "
                      "same even where a program ignores that font."),
            (("text", translate("ExportForm", "as text")), ("paths", translate("ExportForm", "as outlines"))),
        ),
    )  # fmt: skip


def handout_rows() -> tuple[FormRow, ...]:
    """What is asked of a handout alone."""
    return (
        FormRow(
            "paper", translate("ExportForm", "Paper"),
            translate("ExportForm", "A4 and Letter are made for printing, 16:9 for a projector."),
            (("A4", "A4"), ("letter", "Letter"), ("16:9", translate("ExportForm", "Slide, 16:9"))),
        ),
        FormRow(
            "heads", translate("ExportForm", "Heads"),
            translate("ExportForm", "Whose weights each page shows: of the head that aligns words best, or of the "
                      "head on screen."),
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
        "emphasis": (
            translate("ExportForm", "Current step"),
            translate("ExportForm", "A frame around the current step and the selected map. Without it all rows look "
                      "alike, and Links colours every line."),
        ),
        "honest": (
            translate("ExportForm", "Disclaimer"),
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
    return translate("ExportForm", "as the size requires") if dpi == 0 else f"{dpi} dpi"
