"""Glosses: what each word means, in a language that the reader knows. The shipped ones, those that a person wrote, and
where they stand along a run. No Qt.

A gloss belongs to a word, whatever pieces the word is in; it is found by its letters, in any case and without the
punctuation around them. One that depends on the sentence is shipped with the sentence.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Literal

from model.common.assets import ASSETS
from model.common.lazy_dataclass import dataclass
from model.record.trace import Kind

Side = Literal["source", "target"]
AROUND = '.,;:!?…„“”"«»()[]¿¡、。·'  #: is no part of a word; an apostrophe is
LONGEST = 60  #: letters of a gloss


@dataclass(frozen=True)
class WrittenGloss:
    """What a person wrote under a word of a sentence; "" takes a shipped one away."""

    side: Side
    into: str  #: language of the gloss, a code
    sentence: str  #: the source text of the runs that it belongs to
    word: str  #: as :func:`bare` has it
    text: str


@dataclass(frozen=True)
class RunGlosses:
    """By token: the gloss at the first piece of each word, "" at all others."""

    source: tuple[str, ...] = ()
    consumed: tuple[str, ...] = ()
    produced: tuple[str, ...] = ()

    def beside(self, kind: Kind, rows: bool) -> tuple[str, ...]:
        """Those of the rows or of the columns of a map."""
        if kind == "encoder" or (kind == "cross" and not rows):
            return self.source
        return self.consumed if kind == "decoder" else self.produced


NO_GLOSSES = RunGlosses()


@dataclass(frozen=True, eq=False)
class Glossary:
    """The shipped glosses of one language in another."""

    words: Mapping[str, str]
    sentences: Mapping[str, Mapping[str, str]]

    def gloss(self, sentence: str, word: str) -> str:
        """Of a bare word; one of the sentence counts first."""
        return self.sentences.get(plain(sentence), {}).get(word) or self.words.get(word, "")


@cache
def glossary(language: str, into: str) -> Glossary | None:
    """What ships for two languages; None where nothing does."""
    path = ASSETS / "glosses" / f"{language}-{into}.json"
    if not (language.isalpha() and into.isalpha() and path.is_file()):
        return None
    content = json.loads(path.read_text(encoding="utf-8"))
    return Glossary(content["words"], {plain(key): words for key, words in content["sentences"].items()})


def plain(sentence: str) -> str:
    """A sentence as it is looked up: whatever its blanks and case."""
    return " ".join(sentence.casefold().split())


def bare(word: str) -> str:
    """A word as it is looked up."""
    return word.casefold().strip().strip(AROUND)


def written_for(written: Iterable[WrittenGloss], side: Side, into: str, sentence: str) -> dict[str, str]:
    """What a person wrote under the words of one sentence."""
    looked_up = plain(sentence)
    return {
        one.word: one.text for one in written if (one.side, one.into, plain(one.sentence)) == (side, into, looked_up)
    }


def with_gloss(written: tuple[WrittenGloss, ...], new: WrittenGloss) -> tuple[WrittenGloss, ...]:
    """``new`` in the place of an older one of the same word."""
    place = (new.side, new.into, plain(new.sentence), new.word)
    others = (one for one in written if (one.side, one.into, plain(one.sentence), one.word) != place)
    return (*others, new)
