"""Remarks on the run on screen. Pure reading of a snapshot.

What was wished of the display that this run lacks the numbers for stands over the window's one line until it is closed.
Unknown words are a mark beside the headline: how many, and on demand which, and what the head on screen gave weight to
where the model wrote one.
"""

from __future__ import annotations

from model.analysis.baseline import incomparable
from model.common.lazy_dataclass import dataclass
from model.record.kept_by_run import kept_by_run
from model.record.trace import Trace
from viz_app.pictures.drawing.picture_texts import shown_as, what_if
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.platform.text import fill, localised, quoted, short, translate
from viz_app.platform.theme import visible
from viz_app.state.results_by_run import Suggestions
from viz_app.state.sentences import unknown_words
from viz_app.state.state import Notice, Snapshot
from viz_app.tables.parts.current_row import origin, produced


@dataclass(frozen=True)
class Remark:
    """One sentence, and the name under which it is closed."""

    name: str
    text: str


def remarks(now: Snapshot) -> tuple[Remark, ...]:
    """Those that nobody has closed."""
    lacking = Remark(f"lacking {now.reading.quantity} {now.reading.aggregate}", lacking_line(now))
    return (lacking,) if lacking.text and lacking.name not in now.closed else ()


@dataclass(frozen=True)
class Mark:
    """Two words that cover nothing, and what they stand for."""

    text: str
    whole: str


def marks(now: Snapshot) -> tuple[Mark, ...]:
    """What is worth knowing and in nobody's way: a changed network, unknown words, another language."""
    run, said = now.run, unknown_words_line(now)
    found = [] if run is None or not said else [Mark(_counted(run), said)]
    if run is not None and (changes := what_if(run.meta)):
        found.insert(0, Mark(translate("Remarks", "changed"), changes))
    notices = (now.problem, *now.waiting)
    return (*found, *(Mark(one.mark, in_one_line(one)) for one in notices if one is not None and one.mark))


def in_one_line(problem: Notice) -> str:
    """``what: why. Next step.``, however the parts are punctuated; nothing in it is hidden."""
    parts = localised(problem.what), localised(problem.why).rstrip("."), localised(problem.next_step).rstrip(".")
    what, why, next_step = (" ".join(visible(word) for word in part.split()) for part in parts)
    return f"{what}: {why}. {next_step}." if next_step else f"{what}: {why}."


def _counted(run: Trace) -> str:
    count = len(_unknown_words(run))
    if not count:
        return translate("UnknownHelp", "unknown token")
    if count == 1:
        return translate("UnknownHelp", "1 unknown word")
    return fill(translate("UnknownHelp", "%1 unknown words"), count)


def lacking_line(now: Snapshot) -> str:
    """What is on screen in place of what was wished, where the run lacks the numbers for that."""
    trace, wish = now.trace, now.reading
    done = None if trace is None else trace.meta.reading
    if trace is None or wish.is_plain or (now.busy is not None and done is None):
        return ""
    names = {"score": translate("DisplayBar", "scores"), "norm": translate("DisplayBar", "value norms"),
             "difference": translate("DisplayBar", "difference")}  # fmt: skip
    if wish.quantity in names and (done is None or done.quantity == "weight"):
        lacking = names[wish.quantity]
    elif wish.aggregate == "rollout" and (done is None or done.aggregate != "rollout"):
        lacking = translate("DisplayBar", "a rollout")
    else:
        return ""
    if wish.quantity == "difference" and now.run is not None and (problem := incomparable(now.run)) is not None:
        told = translate("DisplayBar", "No difference is shown: %1. %2.")
        return fill(told, localised(problem.why), localised(problem.next_step))
    what = shown_as(done, now.selection.kind) or translate("DisplayBar", "plain weights")
    return fill(translate("DisplayBar", "This run lacks the numbers for %1. Shown: %2."), lacking, what)


NAMED = 4  #: words that the line names


def unknown_words_line(snapshot: Snapshot) -> str:
    """One quiet sentence about the run's unknown words; empty where there are none."""
    run = snapshot.run
    if run is None:
        return ""
    parts = [_source(run, snapshot.suggestions), _given(run), _produced(snapshot, run)]
    return "   ·   ".join(part for part in parts if part)


def _source(run: Trace, suggestions: Suggestions | None) -> str:
    words = _unknown_words(run)
    if not words:
        return ""
    named = ", ".join(visible(word) for word in words[:NAMED]) + ("…" if len(words) > NAMED else "")
    if suggestions is not None and not suggestions.whole_words:
        return fill(translate("UnknownHelp", "Not covered by the vocabulary: %1"), named)
    if len(words) == 1:
        return fill(translate("UnknownHelp", "1 word is not in the vocabulary: %1"), named)
    return fill(translate("UnknownHelp", "%1 words are not in the vocabulary: %2"), len(words), named)


@kept_by_run(8)
def _unknown_words(run: Trace) -> tuple[str, ...]:
    """Each once."""
    return tuple(dict.fromkeys(unknown_words(run).values()))


@kept_by_run(16)
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
