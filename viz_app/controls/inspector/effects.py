"""The inspector's part on weight beside effect: what happens to a produced token without each source token."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from model.analysis.effects import Replacement
from viz_app.controls.inspector.bar_table import BarTable, Table
from viz_app.controls.inspector.effect_texts import agreement_of, agreement_told, beside, statement, table
from viz_app.controls.inspector.section import Choice, Section, quieten, say
from viz_app.platform.text import tooltip, translate
from viz_app.state.intents import ChangeSettings, MeasureEffects
from viz_app.state.state import Snapshot

REPLACEMENTS: tuple[Replacement, ...] = ("unknown", "padding")


class EffectsPart(Section):
    """It asks for a measurement, another order, or another selected column."""

    requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        tip = translate(
            "Effects",
            "Replaces each source token in turn, runs again with the same produced tokens, and compares "
            "log-probabilities: an effect, where a weight is only a weight.",
        )
        title = translate("Effects", "What happens without each word?")
        super().__init__(title, tip, parent, short=translate("Effects", "Without each word?"))
        self.note = self.add_text(quiet=True)
        self.replacement, self.order, self.measure = Choice(), Choice(), QPushButton()
        self._add_choices()
        self.bars = BarTable()
        self.box.addWidget(self.bars)
        self.statement, self.agreement = self.add_text(), self.add_text(quiet=True)
        self.bars.chosen.connect(self.requested)
        self.opened.connect(self._open)
        self.measure.clicked.connect(lambda: self._measure(self.replacement.currentIndex()))
        self.replacement.activated.connect(self._measure)
        self.order.activated.connect(lambda index: self.requested.emit(ChangeSettings({"effects_by_size": index == 1})))
        self._measured = False
        quieten(self)

    def display(self, snapshot: Snapshot) -> None:
        """The bars of the current step, or the way to them."""
        run = snapshot.run
        self.setVisible(run is not None and run.meta.vocabulary_head)
        self.set_open(snapshot.settings.effects)
        self._measured = snapshot.effects is not None
        if not snapshot.settings.effects or self.isHidden():
            return
        shown = beside(snapshot)
        self.order.setCurrentIndex(int(snapshot.settings.effects_by_size))
        self.order.setVisible(self._measured)
        self.measure.setVisible(not self._measured)
        self.measure.setEnabled(snapshot.busy is None)
        if shown is None:
            say(self.note, translate("Effects", "Not measured yet for this run: it is run once more per source token."))
            self.bars.show_table(Table())
        else:
            say(self.note, "")
            self.replacement.setCurrentIndex(REPLACEMENTS.index(shown.effects.replacement))
            self.bars.show_table(table(shown, snapshot.settings.effects_by_size))
        self.bars.setVisible(self._measured)
        say(self.statement, "" if shown is None else statement(shown))
        say(self.agreement, "" if shown is None else agreement_told(agreement_of(shown)))

    def _open(self, on: bool) -> None:
        """Opening it is asking, the first time."""
        self.requested.emit(ChangeSettings({"effects": on}))
        if on and not self._measured:
            self._measure(self.replacement.currentIndex())

    def _measure(self, index: int) -> None:
        self.requested.emit(MeasureEffects(REPLACEMENTS[index]))

    def _add_choices(self) -> None:
        self.replacement.addItems(
            [translate("Effects", "replaced by <unk>"), translate("Effects", "hidden as <pad>")]
        )  # in the order of REPLACEMENTS
        self.order.addItems([translate("Effects", "by position"), translate("Effects", "largest first")])
        self.measure.setText(translate("Effects", "Measure"))
        hints = (
            (self.replacement, translate("Effects", "what stands in the token’s place"), translate(
                "Effects", "<unk> keeps the sentence’s length; <pad> is hidden by the padding mask, as if nothing "
                "stood there. A choice measures anew.")),
            (self.order, translate("Effects", "order of the rows"), translate(
                "Effects", "As in the sentence, or the largest change of this step first.")),
            (self.measure, self.measure.text(), translate(
                "Effects", "Runs the sentence once for each source token; the produced tokens stay as they are.")),
        )  # fmt: skip
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        for widget, name, hint in hints:
            widget.setAccessibleName(name)
            widget.setToolTip(tooltip(hint))
            widget.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            widget.setMinimumWidth(40)
            row.addWidget(widget)
        row.addStretch()
        self.box.addLayout(row)
