"""The source: a field for a sentence or several, the button that translates, the target line's, sample sentences.

The button beside the samples: sentences that were translated before. Choosing one fills the box and runs it.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QLocale, Qt, Signal
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMenu, QPushButton, QWidget

from model.record.trace import Trace
from viz_app.controls.menu_button import MenuButton
from viz_app.controls.source.fields import SentencesInput
from viz_app.controls.source.lines_field import LIMIT
from viz_app.engine.messages import Tokens
from viz_app.platform.appearance import PressButton
from viz_app.platform.language_names import language_name
from viz_app.platform.text import fill, in_menu, on_one_line, tooltip, translate
from viz_app.platform.theme import colours, visible
from viz_app.state.intents import ChangeSettings, ForgetSentences, SetSource, SetTarget, Translate
from viz_app.state.sentences import lines_of
from viz_app.state.state import Snapshot

NAMED = 3  #: unknown words that the note names
SAMPLE_WIDTH = 480  #: pixels of a sample sentence in the menu


class SourceBox(QWidget):
    """Says SetSource on every edit, Translate on Enter and click; samples say both."""

    requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._snapshot = Snapshot()
        self._refusal = ""  # why the last paste changed nothing; until the next edit
        self._samples: tuple[str, ...] | None = None
        self.input = SentencesInput(translate("SourceBox", "Source sentence"), self)
        self.field, self.lines = self.input.field, self.input.lines
        self.button = QPushButton(translate("SourceBox", "Translate"), self)
        self.target = PressButton(translate("SourceBox", "Target…"), self)
        self.target.setCheckable(True)
        self.target.setToolTip(tooltip(_of_target()))
        self.samples = QPushButton(translate("SourceBox", "Samples"), self)
        self.menu = QMenu(self.samples)
        self.samples.setToolTip(
            translate("SourceBox", "Sentences that suit this checkpoint; choosing one translates it")
        )
        self.samples.setMenu(self.menu)
        self.earlier = SentenceMenu(self)
        self.earlier.requested.connect(self.requested)
        self.input.edited.connect(self._edit)
        self.input.entered.connect(self._translate)
        self.input.refused.connect(self._refuse)
        self.button.clicked.connect(self._translate)
        self.target.clicked.connect(lambda on: self.requested.emit(SetTarget(use="begin" if on else "")))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        for part in (self.input, self.button, self.target, self.samples, self.earlier):
            layout.addWidget(part, 0, Qt.AlignmentFlag.AlignTop)
        self.display(self._snapshot)

    def display(self, snapshot: Snapshot) -> None:
        """Show the snapshot's sentence, what its tokens say, and whether it can be translated now."""
        if snapshot.source_text != self._snapshot.source_text:
            self._refusal = ""
        self._snapshot = snapshot
        self.input.show_text(snapshot.source_text)
        self.target.setChecked(bool(snapshot.target_use))
        self.field.setPlaceholderText(_placeholder(snapshot))
        hint = _hint(snapshot)
        self.button.setEnabled(not hint)
        self.button.setToolTip(hint or _translates(self.input.several))
        notes, wrong = _notes(snapshot)
        said = self._refusal or hint
        notes = (said,) if said else notes
        if not snapshot.source_text and not self._refusal:
            notes = ("",)  # the placeholder says it
        palette = colours()
        colour = palette.error if self._refusal or (wrong and not hint) else palette.muted
        for field in (self.field, self.lines):
            field.set_note(notes, colour)
        told = [notes[0], "" if said or wrong else _help(snapshot)]
        for field in (self.field, self.lines):
            field.setAccessibleDescription(". ".join(line for line in told if line))
            field.setToolTip(tooltip(*told) if notes[0] else tooltip(_translates(self.input.several)))
        self.earlier.display(snapshot)
        self._fill_samples(() if snapshot.checkpoint is None else snapshot.checkpoint.samples)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """The note follows the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.display(self._snapshot)

    def _edit(self, text: str) -> None:
        self._refusal = ""
        self.requested.emit(SetSource(text))

    def _translate(self) -> None:
        if not _hint(self._snapshot):
            self.requested.emit(Translate())

    def _refuse(self, length: int) -> None:
        template = translate("SourceBox", "%1 characters are more than the %2 that fit: nothing was changed")
        numbers = (QLocale().toString(number) for number in (length, LIMIT))
        self._refusal = fill(template, *numbers)
        self.display(self._snapshot)

    def _fill_samples(self, samples: tuple[str, ...]) -> None:
        self.samples.setEnabled(bool(samples))
        if samples == self._samples:
            return
        self._samples = samples
        self.menu.clear()
        for sample in samples:
            shown = " ".join(visible(part) for part in sample.split())
            action = self.menu.addAction(in_menu(_elided(shown, self.menu)))
            action.triggered.connect(lambda _=False, text=sample: self._choose(text))

    def _choose(self, sample: str) -> None:
        self._refusal = ""
        self.requested.emit(SetSource(sample))
        self._translate()


class SentSentence:
    """One that was sent off: as soon as it is on screen the keyboard leaves its field, and the arrows step.

    One that was refused, or given up, is corrected where it was typed, with the cursor there.
    """

    def __init__(self, window: QWidget) -> None:
        self._window = window
        self._waits = False
        self._typed_in: QWidget | None = None
        self._run: Trace | None = None  # that was on screen
        self._texts = ("", "")

    def send(self, now: Snapshot) -> None:
        """Something was asked to be translated, and ``now`` shows what came of it: no work where nothing did."""
        self._waits, self._typed_in = now.busy is not None, QApplication.focusWidget()
        self._run, self._texts = now.run, (now.source_text, now.target_text)

    def follow(self, now: Snapshot) -> None:
        """Who types on, or has gone elsewhere, keeps the keyboard."""
        if not self._waits:
            return
        shown, typed_on = now.run is not self._run, self._texts != (now.source_text, now.target_text)
        self._waits = not (shown or typed_on or now.busy is None)
        if shown and not typed_on and QApplication.focusWidget() is self._typed_in:
            self._window.setFocus()
        if not self._waits:
            self._run = self._typed_in = None


def _elided(text: str, widget: QWidget) -> str:
    """``text``, cut to :data:`SAMPLE_WIDTH` in the widget's font."""
    return widget.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, SAMPLE_WIDTH)


def _placeholder(snapshot: Snapshot) -> str:
    info = snapshot.checkpoint
    if info is not None and info.tokenizer == "ids":
        return fill(translate("SourceBox", "Type token ids, such as %1"), next(iter(info.samples), "4"))
    if info is None or not info.source_language or not info.target_language:
        return translate("SourceBox", "Type a sentence to translate")
    names = language_name(info.source_language), language_name(info.target_language)
    return fill(translate("SourceBox", "Type a sentence to translate, %1 → %2"), *names)


def _hint(snapshot: Snapshot) -> str:
    """Why nothing can be translated now; empty if it can."""
    if not snapshot.source_text.strip():
        return translate("SourceBox", "Type a sentence first")
    if snapshot.checkpoint is None and not snapshot.opening:  # what opens, or starts, is waited for
        return translate("SourceBox", "No checkpoint is open")
    return ""


def _notes(snapshot: Snapshot) -> tuple[tuple[str, ...], bool]:
    """What the live tokens say, the longest wording first, and whether it is a warning."""
    tokens, sentences = snapshot.tokens, len(lines_of(snapshot.source_text))
    if sentences > 1:
        return _of_several(tokens, sentences)
    if tokens is None or not snapshot.source_text.strip():
        return ("",), False
    count, unknown = len(tokens.ids), _unknown(snapshot)
    counted = _counted(count)
    if tokens.limit and count > tokens.limit:
        return (fill(translate("SourceBox", "%1, only %2 fit"), counted, tokens.limit),), True
    if unknown:
        named = ", ".join(visible(word) for word in unknown[:NAMED]) + ("…" if len(unknown) > NAMED else "")
        return (
            fill(translate("SourceBox", "%1, not in the vocabulary: %2"), counted, named),
            fill(translate("SourceBox", "%1, %2 unknown"), counted, sum(tokens.unknown)),
        ), False
    return (counted,), False


def _of_several(tokens: Tokens | None, sentences: int) -> tuple[tuple[str, ...], bool]:
    """How many sentences, with how many tokens; and the first that is too long."""
    lines = fill(translate("SourceBox", "%1 sentences, one a line"), sentences)
    if tokens is None or len(tokens.lengths) != sentences:
        return (lines,), False
    for number, length in enumerate(tokens.lengths, 1):
        if tokens.limit and length > tokens.limit:
            template = translate("SourceBox", "sentence %1: %2, only %3 fit")
            return (fill(template, number, _counted(length), tokens.limit),), True
    counted = _counted(len(tokens.ids))
    both = translate("SourceBox", "%1 sentences · %2")
    return (f"{lines} · {counted}", fill(both, sentences, counted)), False


def _unknown(snapshot: Snapshot) -> tuple[str, ...]:
    """Words of the box that the vocabulary does not have, each once."""
    tokens = snapshot.tokens
    if tokens is None:
        return ()
    flagged = zip(tokens.spelling, tokens.unknown, strict=True)
    return tuple(dict.fromkeys(word for word, unknown in flagged if unknown))


def _help(snapshot: Snapshot) -> str:
    """What to do about unknown words, where there are any."""
    if not _unknown(snapshot):
        return ""
    return translate("SourceBox", "Translate it, then click the flagged word: it says why, and what to try")


def _translates(several: bool) -> str:
    if several:
        return translate("SourceBox", "Translate the sentences as one padded batch (Enter; Shift+Enter starts a line)")
    return translate("SourceBox", "Translate the sentence (Enter; Shift+Enter starts a second one)")


def _of_target() -> str:
    return translate(
        "SourceBox", "Say how the translation begins, or give all of it and see how probable the model finds it."
    )


def _counted(count: int) -> str:
    if count == 1:
        return translate("SourceBox", "1 token")
    return fill(translate("SourceBox", "%1 tokens"), QLocale().toString(count))


AT_ONCE = 12  #: sentences that are listed at once; older ones are one step further
WIDTH = 480  #: pixels of a sentence in the menu


class SentenceMenu(MenuButton):
    """Says SetSource and Translate; and what to keep."""

    requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("earlier", parent)
        self._shown: object = None
        self._list = QMenu(self)
        self.setMenu(self._list)
        self.setAccessibleName(translate("SourceBox", "Earlier sentences"))
        tip = translate("SourceBox", "Sentences translated before (Ctrl+↑ and Ctrl+↓ put them into the box)")
        self.setToolTip(tip)
        self.display(Snapshot())

    def display(self, snapshot: Snapshot) -> None:
        """List the snapshot's sentences, the newest first."""
        sentences, keeps = snapshot.memory.sentences, snapshot.settings.remember_sentences
        if (sentences, keeps) == self._shown:
            return
        self._shown = (sentences, keeps)
        self._list.clear()
        self._add(self._list, sentences[:AT_ONCE])
        if len(sentences) > AT_ONCE:
            self._add(self._list.addMenu(translate("SourceBox", "Older sentences")), sentences[AT_ONCE:])
        if not sentences:
            self._list.addAction(translate("SourceBox", "No sentence has been translated yet")).setEnabled(False)
        self._list.addSeparator()
        keep = self._list.addAction(translate("SourceBox", "Keep sentences, on this computer only"))
        keep.setCheckable(True)
        keep.setChecked(keeps)
        keep.triggered.connect(lambda on: self.requested.emit(ChangeSettings({"remember_sentences": on})))
        forget = self._list.addAction(translate("SourceBox", "Forget these sentences"))
        forget.setEnabled(bool(sentences))
        forget.triggered.connect(lambda: self.requested.emit(ForgetSentences()))

    def _add(self, menu: QMenu, sentences: Sequence[str]) -> None:
        for sentence in sentences:
            shown = on_one_line(sentence)
            action = menu.addAction(in_menu(self.fontMetrics().elidedText(shown, Qt.TextElideMode.ElideRight, WIDTH)))
            action.triggered.connect(lambda _=False, text=sentence: self._choose(text))

    def _choose(self, sentence: str) -> None:
        self.requested.emit(SetSource(sentence))
        self.requested.emit(Translate())
