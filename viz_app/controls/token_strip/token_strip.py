"""The token strip: the source, and the translation as far as the selected step has come.

While the source box holds a sentence that has not been run, its tokens stand beside the source: nothing
below moves while a sentence is typed. Unknown words are explained in the strip's line and menu: which, why, and what
to try.
"""

from __future__ import annotations

from PySide6.QtCore import QLocale, Signal
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from model.record.trace import Trace
from viz_app.controls.token_strip.chip_row import ChipRow
from viz_app.controls.token_strip.strip_chips import (
    source_chips,
    source_lines,
    target_chips,
    target_lines,
    typed_chips,
    typed_differs,
    typed_lines,
)
from viz_app.controls.widgets import FittedLabel
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.platform.text import fill, in_menu, quoted, short, translate
from viz_app.platform.theme import visible
from viz_app.state.intents import CLEAR, ReplaceWord, Select
from viz_app.state.sentences import unknown_words
from viz_app.state.state import Snapshot, Suggestions
from viz_app.tables.parts.current_row import current_row, origin, produced

MOST_FOR_SOURCE = 60  #: per cent of the width, while something is typed beside it


class TokenStrip(QWidget):
    """A target chip selects the step that produced it; a source chip selects the key.

    With Shift the other index: the query in the encoder, the key among the target tokens. A click or Enter on
    an unknown word also opens a menu of words to put in its place.
    """

    requested = Signal(object)
    editing = Signal()  #: the sentence itself shall be edited

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._snapshot = Snapshot()
        self.typed = ChipRow(translate("TokenStrip", "typed"), self)
        self.source = ChipRow(translate("TokenStrip", "source"), self)
        self.target = ChipRow(translate("TokenStrip", "target"), self)
        self.source.placeholder = translate("TokenStrip", "The tokens of a sentence appear here when it is translated")
        self.source.chosen.connect(self._choose_source)
        self.target.chosen.connect(self._choose_target)
        self.source.asked.connect(self._help)
        self.menu = QMenu(self)
        self.unknown = FittedLabel(self)
        self.unknown.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.unknown.setIndent(self.source.gutter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self._above = QHBoxLayout()
        self._above.setSpacing(0)
        self._above.addWidget(self.source)
        self._above.addWidget(self.typed)
        layout.addLayout(self._above)
        layout.addWidget(self.target)
        layout.addWidget(self.unknown)
        self.display(self._snapshot)

    def display(self, snapshot: Snapshot) -> None:
        """Show the run's tokens and the weights of its current row; and what is being typed."""
        self._snapshot = snapshot
        trace, row, selection = snapshot.trace, current_row(snapshot), snapshot.selection
        self.typed.explain = lambda index: typed_lines(snapshot, index)
        self.source.explain = lambda index: [] if trace is None else source_lines(trace, row, index)
        self.target.explain = lambda index: [] if trace is None else target_lines(trace, row, index)
        typed = typed_chips(snapshot) if typed_differs(snapshot) else ()
        self.typed.show_chips(typed, len(typed) - 1)  # where somebody types is in view
        self.typed.setVisible(bool(typed))
        self.source.setHidden(bool(typed) and trace is None)
        query, key = (-1 if index is None else index for index in (selection.query, selection.key))
        if selection.kind == "decoder":
            self.source.show_chips(source_chips(snapshot, row))
        else:
            followed = key if key >= 0 or row is None else next(iter(row.strongest(1)), -1)
            self.source.show_chips(source_chips(snapshot, row), followed, query if selection.kind == "encoder" else -1)
        self._share_the_width()
        self._show_unknown(snapshot)
        produced = trace is not None and trace.produced_tokens is not None
        other = key if selection.kind == "decoder" else -1
        self.target.show_chips(target_chips(snapshot, row), selection.step + produced, other)

    def _show_unknown(self, snapshot: Snapshot) -> None:
        """The quiet line under the tokens, where something is unknown."""
        said = unknown_words_line(snapshot)
        self.unknown.setVisible(bool(said))
        about = translate(
            "TokenStrip", "All unknown words share one entry of the vocabulary: the model cannot tell them apart. "
            "Click on one above to put another word in its place.",
        )  # fmt: skip
        self.unknown.set_wordings([said], (said, about))

    def _help(self, index: int) -> None:
        """What to do about an unknown word."""
        run, trace = self._snapshot.run, self._snapshot.trace
        if run is None or trace is None or run.source_length != trace.source_length:
            return  # read in words, it has other places
        word = unknown_words(run).get(index)
        if word is None:
            return
        self.menu.clear()
        for reason in unknown_reasons(word, self._snapshot.suggestions):
            self.menu.addAction(in_menu(reason)).setEnabled(False)
        self.menu.addSeparator()
        for other in proposals(word, self._snapshot.suggestions):
            action = self.menu.addAction(in_menu(replace_text(other)))
            action.triggered.connect(lambda _=False, text=other: self.requested.emit(ReplaceWord(index, text)))
        self.menu.addAction(edit_source_text()).triggered.connect(lambda _=False: self.editing.emit())
        self.menu.popup(self.source.mapToGlobal(self.source.chip_rect(index).bottomLeft().toPoint()))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._share_the_width()

    def _share_the_width(self) -> None:
        """The source keeps what it needs, up to a share; what is typed scrolls in the rest."""
        share = min(MOST_FOR_SOURCE, round(100 * self.source.needed / max(1, self.width())) + 1)
        self._above.setStretch(0, share)
        self._above.setStretch(1, 100 - share)

    def _choose_source(self, index: int, shifted: bool) -> None:
        selection = self._snapshot.selection
        if selection.kind == "encoder" and shifted:
            self.requested.emit(Select(query=CLEAR if index == selection.query else index))
        elif selection.kind != "decoder":
            self.requested.emit(Select(key=CLEAR if index == selection.key else index))

    def _choose_target(self, index: int, shifted: bool) -> None:
        trace, selection = self._snapshot.trace, self._snapshot.selection
        if trace is None:
            return
        there = trace.steps if trace.at_once else selection.step + 1
        if shifted and selection.kind == "decoder" and index < there:
            self.requested.emit(Select(key=CLEAR if index == selection.key else index))
            return
        step = index if trace.produced_tokens is None else max(0, index - 1)
        self.requested.emit(Select(step=step))


NAMED = 4  #: words that the line names


def unknown_words_line(snapshot: Snapshot) -> str:
    """One quiet sentence about the run's unknown words; empty where there are none."""
    run = snapshot.run
    if run is None:
        return ""
    parts = [_source(run, snapshot.suggestions), _given(run), _produced(snapshot, run)]
    return "   ·   ".join(part for part in parts if part)


def unknown_reasons(word: str, suggestions: Suggestions | None) -> list[str]:
    """Why it is unknown, in short lines."""
    if suggestions is None:
        return [fill(translate("UnknownHelp", "%1 is not in the vocabulary"), quoted(word))]
    size = QLocale().toString(suggestions.vocabulary)
    if not suggestions.whole_words:
        return [
            fill(translate("UnknownHelp", "No piece among the %1 of the vocabulary covers %2"), size, quoted(word)),
            translate("UnknownHelp", "Try another spelling, or letters that the model was trained on"),
        ]
    lines = [fill(translate("UnknownHelp", "%1 is not among the %2 words of the vocabulary"), quoted(word), size)]
    near = suggestions.words.get(word, ())
    if any(other.casefold() == word.casefold() for other in near):
        lines.append(translate("UnknownHelp", "In the vocabulary in another case: upper and lower case count"))
    elif near:
        lines.append(translate("UnknownHelp", "Similar words in the vocabulary"))
    else:
        lines.append(translate("UnknownHelp", "No similar word either; try a more common one"))
    return lines


def proposals(word: str, suggestions: Suggestions | None) -> tuple[str, ...]:
    """Words to put in its place."""
    return () if suggestions is None else suggestions.words.get(word, ())


def replace_text(word: str) -> str:
    """One entry of the menu."""
    return fill(translate("UnknownHelp", "Replace by %1"), quoted(word))


def edit_source_text() -> str:
    """The last entry of the menu."""
    return translate("UnknownHelp", "Edit the sentence")


def _source(run: Trace, suggestions: Suggestions | None) -> str:
    words = list(dict.fromkeys(unknown_words(run).values()))
    if not words:
        return ""
    named = ", ".join(visible(word) for word in words[:NAMED]) + ("…" if len(words) > NAMED else "")
    if suggestions is not None and not suggestions.whole_words:
        return fill(translate("UnknownHelp", "Not covered by the vocabulary: %1"), named)
    if len(words) == 1:
        return fill(translate("UnknownHelp", "1 word is not in the vocabulary: %1"), named)
    return fill(translate("UnknownHelp", "%1 words are not in the vocabulary: %2"), len(words), named)


def _unknown_steps(run: Trace, chosen: bool) -> list[int]:
    """Steps that write an unknown word: ``chosen`` by the model, or given by a person."""
    tokens = tokens_of(run).produced
    own = [origin(run, step) not in ("forced", "teacher") for step in range(len(tokens))]
    return [step for step, token in enumerate(tokens) if token.role == "unknown" and own[step] == chosen]


def _given(run: Trace) -> str:
    count = len(_unknown_steps(run, chosen=False))
    if not count:
        return ""
    if count == 1:
        return translate("UnknownHelp", "1 given target token is unknown")
    return fill(translate("UnknownHelp", "%1 given target tokens are unknown"), count)


def _produced(snapshot: Snapshot, run: Trace) -> str:
    """Where the model wrote an unknown word: what the head on screen gives most weight to then. Not why."""
    steps = _unknown_steps(run, chosen=True)
    chosen, weights = snapshot.run_selection, run.cross_attention
    if not steps:
        return ""
    step = chosen.step if chosen.step in steps else steps[0]
    written = fill(translate("UnknownHelp", "step %1: next token %2"), step + 1, quoted(produced(run, step) or ""))
    if chosen.kind != "cross" or weights is None:
        return written
    row = weights[chosen.layer, chosen.head, step]
    key = int(row.argmax())
    where = translate("UnknownHelp", "%1; most weight of layer %2, head %3: %4 (%5)")
    source = quoted(tokens_of(run).source[key].text)
    return fill(where, written, chosen.layer + 1, chosen.head + 1, source, short(float(row[key])))
