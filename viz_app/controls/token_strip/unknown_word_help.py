"""Help with unknown words: which ones, why, what to try. Words for the strip's line and menu; it draws nothing."""

from __future__ import annotations

from PySide6.QtCore import QLocale

from model.record.trace import Trace
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.platform.text import fill, quoted, short, translate
from viz_app.platform.theme import visible
from viz_app.state.sentences import unknown_words
from viz_app.state.state import Snapshot, Suggestions
from viz_app.tables.parts.current_row import origin, produced

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
        lines.append(translate("UnknownHelp", "The same letters in another case are: upper and lower case count"))
    elif near:
        lines.append(translate("UnknownHelp", "Words spelled like it are"))
    else:
        lines.append(translate("UnknownHelp", "Nothing spelled like it is; try a more common word"))
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
    written = fill(translate("UnknownHelp", "step %1 writes %2"), step + 1, quoted(produced(run, step) or ""))
    if chosen.kind != "cross" or weights is None:
        return written
    row = weights[chosen.layer, chosen.head, step]
    key = int(row.argmax())
    where = translate("UnknownHelp", "%1; most weight of layer %2, head %3: %4 (%5)")
    source = quoted(tokens_of(run).source[key].text)
    return fill(where, written, chosen.layer + 1, chosen.head + 1, source, short(float(row[key])))
