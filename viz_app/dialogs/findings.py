"""*Diagnose*: what the masks of a run have wrong, in plain words; a click on a finding shows its cell.

It says what :mod:`model.analysis.diagnosis` found and draws nothing itself. It closes when another run comes on screen.
"""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from model.analysis.diagnosis import diagnose, judged
from model.analysis.findings import Finding, kinds_with
from model.common.problems import shown
from model.record.code_lines import LONGEST, code_lines
from model.record.trace import Trace
from viz_app.exports.figures.caption import kind_name
from viz_app.platform.appearance import without_icons
from viz_app.platform.text import fill, localised
from viz_app.platform.theme import visible
from viz_app.platform.window_room import room_for
from viz_app.state.intents import CLEAR, Select, SetView
from viz_app.state.state import Snapshot

translate = QCoreApplication.translate
WIDE, HIGH, LETTERS = 640, 420, 60


class FindingsSheet(QDialog):
    """Stays beside the window, so that one can go from finding to finding."""

    requested = Signal(object)  #: an Intent

    def __init__(self, trace: Trace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("FindingsSheet", "Diagnosis of the masks"))
        self._trace = trace
        self.findings = diagnose(trace)
        self.heading = _label(heading(self.findings, trace))
        self.list = QListWidget()
        self.list.setWordWrap(True)
        self.list.setAlternatingRowColors(True)
        self.list.setSpacing(4)
        self.list.setAccessibleName(self.windowTitle())
        for finding in self.findings:
            QListWidgetItem(
                "\n".join((in_words(finding), *lines_of(finding, trace, kinds_with(finding, self.findings)))), self.list
            )
        self.list.itemClicked.connect(lambda item: self.show_cell(self.list.row(item)))
        self.list.itemActivated.connect(lambda item: self.show_cell(self.list.row(item)))
        self.hint = _label(translate("FindingsSheet", "Click a finding to see a cell that shows it."))
        buttons = without_icons(QDialogButtonBox(QDialogButtonBox.StandardButton.Close))
        buttons.rejected.connect(self.reject)
        box = QVBoxLayout(self)
        for widget in (self.heading, self.list, self.hint, buttons):
            box.addWidget(widget)
        self.list.setVisible(bool(self.findings))
        self.hint.setVisible(any(finding.evidence is not None for finding in self.findings))
        room = room_for(self)
        wide = min(max(WIDE, LETTERS * self.fontMetrics().averageCharWidth()), room.width())
        high = max(HIGH if self.findings else 0, box.totalHeightForWidth(wide))
        self.resize(QSize(wide, high).boundedTo(room))

    def display(self, snapshot: Snapshot) -> None:
        """Go with the run that this is about."""
        if snapshot.run is not self._trace:
            self.close()

    def show_cell(self, place: int) -> None:
        """Ask for the cell that shows a finding, or for its block where there is none."""
        select = selection_of(self.findings[place], self._trace)
        if select is not None:
            self.requested.emit(select)
            self.requested.emit(SetView("one_head"))


def selection_of(finding: Finding, trace: Trace) -> Select | None:
    """The cell of a finding, after the last step, where every row is drawn."""
    if finding.kind is None:
        return None
    cell, last = finding.evidence, max(0, trace.steps - 1)
    if cell is None:
        return Select(kind=finding.kind, layer=finding.layer or 0, head=0, step=last, query=CLEAR, key=CLEAR)
    query, key = (CLEAR if place is None else place for place in (cell.row, cell.column))
    return Select(kind=finding.kind, layer=cell.layer, head=cell.head, step=last, query=query, key=key)


def heading(findings: tuple[Finding, ...], trace: Trace) -> str:
    """How many, of which kind; and of whose masks this is said."""
    faults = sum(finding.severity == "fault" for finding in findings)
    if faults == 1:
        found = translate("FindingsSheet", "1 fault.")
    elif faults:
        found = fill(translate("FindingsSheet", "%1 faults."), faults)
    elif judged(findings):
        found = translate("FindingsSheet", "No fault: the masks are as the architecture defines them.")
    else:
        found = translate("FindingsSheet", "No fault in what could be judged. Not everything could:")
    if trace.meta.recorded:
        return found
    computed = translate(
        "FindingsSheet",
        "These masks are computed by Headscope: a checkpoint holds no mask code. To examine your own, run your model "
        "with headscope_recorder.py and open the file that it writes.",
    )
    return f"{found}\n{computed}"


def in_words(finding: Finding) -> str:
    """``Fault: decoder self-attention, layers 1, 2``, then what is wrong, then what to change."""
    axes = {
        "queries": translate("FindingsSheet", "queries"),
        "heads": translate("FindingsSheet", "heads"),
        "sentences": translate("FindingsSheet", "sentences"),
    }
    facts = tuple(visible(axes.get(fact, fact) if finding.code == "softmax_axis" else fact) for fact in finding.facts)
    sentence, remedy = (localised(text.filled(*facts)) for text in finding.texts[1:])
    severity = {
        "fault": translate("FindingsSheet", "Fault"),
        "remark": translate("FindingsSheet", "Remark"),
    }[finding.severity]
    return f"{severity}{_where(finding)}\n{sentence}\n{remedy}"


def lines_of(finding: Finding, trace: Trace, kinds: Collection[str | None] = ()) -> list[str]:
    """Where in the student's own code to look, as the recorder saw it."""
    lines = code_lines(trace, finding.code, finding.kind, finding.layer, kinds)
    return [fill(translate("FindingsSheet", "Line of code to look at: %1"), shown(line, LONGEST)) for line in lines]


def _where(finding: Finding) -> str:
    if finding.kind is None:
        return ""
    layers = ", ".join(str(layer + 1) for layer in finding.layers)
    words = (
        translate("FindingsSheet", "layer %1") if len(finding.layers) == 1 else translate("FindingsSheet", "layers %1")
    )
    return f": {kind_name(finding.kind)}, {fill(words, layers)}"


def _label(text: str) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label
