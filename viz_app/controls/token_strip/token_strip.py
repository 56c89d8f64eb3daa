"""The token strip: the source, and the translation as far as the selected step has come.

What is typed and has not been run stands elsewhere: in the line above, :mod:`.typed_row`. Unknown words are explained
in the strip's menu: why, and what to try.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QLocale, QObject, Signal
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from viz_app.controls.token_strip.chip_row import ChipRow
from viz_app.controls.token_strip.strip_chips import (
    source_chips,
    source_lines,
    target_chips,
    target_lines,
)
from viz_app.controls.widgets import text_pixels
from viz_app.platform.text import fill, in_menu, quoted, translate
from viz_app.platform.translations import reads_glosses
from viz_app.state.intents import CLEAR, ReplaceWord, Select
from viz_app.state.results_by_run import Suggestions
from viz_app.state.sentences import unknown_words
from viz_app.state.state import Snapshot
from viz_app.tables.parts.current_row import current_row

if TYPE_CHECKING:
    from viz_app.state.classroom.glosses import Side

LOW = 28  #: heights of a letter: a window that is lower has no line for glosses that nobody has asked for


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
        self._window: QWidget | None = None  # whose height is followed, where there may be glosses
        self.source = ChipRow(translate("TokenStrip", "source"), self)
        self.target = ChipRow(translate("TokenStrip", "target"), self)
        self.source.placeholder = translate("TokenStrip", "The tokens of a sentence appear here when it is translated")
        self.source.chosen.connect(self._choose_source)
        self.target.chosen.connect(self._choose_target)
        self.source.asked.connect(self._help)
        self.source.gloss_wanted.connect(lambda index: self.write_gloss("source", index))
        self.target.gloss_wanted.connect(lambda index: self.write_gloss("target", index))
        self.menu = QMenu(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.source)
        layout.addWidget(self.target)
        self.display(self._snapshot)

    def display(self, snapshot: Snapshot) -> None:
        """Show the run's tokens and the weights of its current row."""
        self._snapshot = snapshot
        trace, row, selection = snapshot.trace, current_row(snapshot), snapshot.selection
        self._show_glosses(snapshot)
        self.source.explain = lambda index: [] if trace is None else source_lines(trace, row, index, snapshot.run)
        self.target.explain = lambda index: [] if trace is None else target_lines(trace, row, index, snapshot.run)
        query, key = (-1 if index is None else index for index in (selection.query, selection.key))
        if selection.kind == "decoder":
            self.source.show_chips(source_chips(snapshot, row))
        else:
            followed = key if key >= 0 or row is None else next(iter(row.strongest(1)), -1)
            self.source.show_chips(source_chips(snapshot, row), followed, query if selection.kind == "encoder" else -1)
        produced = trace is not None and trace.produced_tokens is not None
        other = key if selection.kind == "decoder" else -1
        self.target.show_chips(target_chips(snapshot, row), selection.step + produced, other)

    def _show_glosses(self, now: Snapshot) -> None:
        """A line under a row comes and goes with the setting and the window's height, not with a word."""
        lines = False, False
        if reads_glosses(now.settings.glosses):
            from viz_app.pictures.drawing.glosses.run_glosses import gloss_lines  # few first pictures have them

            self._follow_window()
            low = now.settings.glosses == "auto" and self.window().height() < LOW * text_pixels(self)
            lines = (False, False) if low else gloss_lines(now)
        for chips, shown in zip((self.source, self.target), lines, strict=True):
            chips.show_glosses(shown)

    def _follow_window(self) -> None:
        if (window := self.window()) is not self._window:
            self._window = window
            window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Another height of the window, or of its letters, may have room for glosses, or no more."""
        if watched is self._window and event.type() in (QEvent.Type.Resize, QEvent.Type.FontChange):
            self._show_glosses(self._snapshot)
        return super().eventFilter(watched, event)

    def write_gloss(self, side: Side = "source", index: int = -1) -> None:
        """Ask under a chip what its word means; without an ``index`` under the selected one."""
        from viz_app.controls.token_strip.gloss_field import begin_gloss  # when it is first asked for

        begin_gloss(self, self._snapshot, side, index)

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
