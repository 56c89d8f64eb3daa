"""The glosses of a run's words: which pieces make a word, and what is known or was written of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from model.common.assets import shipped_checkpoints
from model.record.kept_by_run import kept_by_run
from model.record.trace import Trace
from viz_app.pictures.drawing.tokens import Token, tokens_of
from viz_app.platform.spelling import INSIDE
from viz_app.platform.translations import reads_glosses, spoken
from viz_app.state.classroom.glosses import (
    LONGEST,
    NO_GLOSSES,
    RunGlosses,
    Side,
    WrittenGloss,
    bare,
    glossary,
    written_for,
)
from viz_app.state.intents import WriteGloss
from viz_app.state.state import Snapshot

SHIPPED_LANGUAGES = ("de", "en")  #: of the shipped checkpoints


def gloss_language() -> str:
    """The language that glosses are in: the interface's."""
    return "ko" if spoken().startswith("ko") else "en"


def gloss_lines(now: Snapshot) -> tuple[bool, bool]:
    """Have the words of the source, and of the target, a line for glosses? All or none: it comes and goes with no word.

    A language needs none in itself; by default only those have one of which something can be known.
    """
    if now.trace is None or not reads_glosses(now.settings.glosses):
        return False, False
    into, languages = gloss_language(), languages_of(now)
    wanted = [glossary(language, into) is not None or (now.settings.glosses == "on" and language != into)
              for language in languages]  # fmt: skip
    written = [any(one.side == side and one.into == into for one in now.glosses) for side in ("source", "target")]
    return wanted[0] or written[0], wanted[1] or written[1]


def glosses_shown(now: Snapshot) -> bool:
    """Are there lines for them at all?"""
    return any(gloss_lines(now))


def glosses_of(now: Snapshot) -> RunGlosses:
    """What stands under the tokens of the run as it is read; nothing where none are shown."""
    if now.trace is None or not glosses_shown(now):
        return NO_GLOSSES
    return _of_run(now.trace, languages_of(now), gloss_language(), now.glosses)


def languages_of(now: Snapshot) -> tuple[str, str]:
    """Of the source and of the target; "" where nobody knows."""
    run, opened = now.run, now.checkpoint
    if run is not None and opened is not None and run.meta.checkpoint_sha256 == opened.sha256:
        return opened.source_language, opened.target_language
    shipped = run is not None and run.meta.checkpoint in shipped_checkpoints()
    return SHIPPED_LANGUAGES if shipped else ("", "")


@kept_by_run(8)
def _of_run(
    trace: Trace, languages: tuple[str, str], into: str, written: tuple[WrittenGloss, ...]
) -> RunGlosses:  # fmt: skip
    run, sentence = tokens_of(trace), trace.meta.source_text
    source = _meaning("source", languages[0], into, sentence, written)
    target = _meaning("target", languages[1], into, sentence, written)
    return RunGlosses(_along(run.source, source), _along(run.consumed, target), _along(run.produced, target))


def _meaning(
    side: Side, language: str, into: str, sentence: str, written: tuple[WrittenGloss, ...]
) -> Callable[[str], str]:
    """Bare word → its gloss; what a person wrote counts first."""
    own, shipped = written_for(written, side, into, sentence), glossary(language, into)

    def gloss(word: str) -> str:
        return own[word] if word in own else "" if shipped is None else shipped.gloss(sentence, word)

    return gloss


def _along(tokens: Sequence[Token], meaning: Callable[[str], str]) -> tuple[str, ...]:
    found = [""] * len(tokens)
    for span in word_spans(tokens):
        found[span.start] = meaning(word_at(tokens, span))
    return tuple(found)


def word_at(tokens: Sequence[Token], span: range) -> str:
    """The bare word that some pieces spell."""
    pieces = (tokens[at].text.removeprefix(INSIDE) if tokens[at].joined else tokens[at].text for at in span)
    return bare("".join(pieces))


def word_spans(tokens: Sequence[Token]) -> tuple[range, ...]:
    """The pieces of each word, without punctuation before and after it; special tokens are no words."""
    starts = [at for at, token in enumerate(tokens) if not token.joined]
    found = []
    for start, end in zip(starts, [*starts[1:], len(tokens)], strict=True):
        while start < end and not word_at(tokens, range(start, start + 1)):
            start += 1  # noqa: PLW2901 - an opening bracket
        while end > start and not word_at(tokens, range(end - 1, end)):
            end -= 1  # noqa: PLW2901 - a full stop
        if start < end and tokens[start].role in ("plain", "unknown"):
            found.append(range(start, end))
    return tuple(found)


def written_at(now: Snapshot, wanted: WriteGloss) -> WrittenGloss | None:
    """What a person writes at a token, as it is kept; None where there is no word."""
    trace = now.trace
    if trace is None:
        return None
    run, first = tokens_of(trace), int(wanted.side == "target" and trace.produced_tokens is not None)
    tokens = run.source if wanted.side == "source" else run.produced if first else run.consumed
    span = span_of(tokens, wanted.position - first)
    if span is None:
        return None
    text = " ".join(wanted.text.split())[:LONGEST]
    return WrittenGloss(wanted.side, gloss_language(), trace.meta.source_text, word_at(tokens, span), text)


def nearest_span(tokens: Sequence[Token], position: int) -> range | None:
    """The word that a token is of; of punctuation and special tokens the one before, else the first."""
    spans = word_spans(tokens)
    before = [span for span in spans if span.start <= position]
    return before[-1] if before else next(iter(spans), None)


def span_of(tokens: Sequence[Token], position: int) -> range | None:
    """The word that a token is of; None for punctuation and special tokens."""
    return next((span for span in word_spans(tokens) if position in span), None)
