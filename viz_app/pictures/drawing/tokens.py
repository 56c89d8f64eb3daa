"""A run's tokens as people read them: what stands for each, which have a role, and which make one word.

Every label on the screen and in a figure is from here; files of data keep the tokens themselves.
"""

from __future__ import annotations

import re
import weakref
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import field, replace
from functools import lru_cache
from typing import Literal, NamedTuple

from model.common.lazy_dataclass import dataclass
from model.record.kept_by_run import kept_by_run
from model.record.trace import Array, Trace
from model.transforms.word_groups import BYTES, may_spell_bytes, spelled_bytes, spells_bytes
from viz_app.platform.spelling import WORD_START, piece, visible

Role = Literal["plain", "special", "padding", "unknown"]
_SPECIAL = re.compile(r"<[^<>\s]+>|\[[A-Z]+\]")


class Token(NamedTuple):
    """One token to show."""

    text: str
    role: Role = "plain"
    joined: bool = False  #: goes on with the word of the token before


@dataclass(frozen=True)
class TokenSide:
    """How to read one vocabulary. Ids are None where a run does not say them: then the spelling has to tell."""

    pieces: bool = False  #: it marks where words start
    bytes: bool = False  #: it spells bytes, each as a letter (byte-level BPE)
    halves: bool = False  #: and these are its pieces, so that one may be half a character
    special: frozenset[int] | None = None
    unknown: frozenset[int] | None = None

    def role(self, token: str, number: int) -> Role:
        """The role of a vocabulary entry."""
        if number in self.unknown if self.unknown is not None else is_unknown(token):
            return "unknown"
        if number in self.special if self.special is not None else is_special(token):
            return "padding" if token.strip("<>[]").lower() == "pad" else "special"
        return "plain"

    def read(self, token: str, role: Role) -> str:
        """A token, or how it was typed, without the marks of its vocabulary."""
        return piece(self._spelled(token)) if self._in_words(token, role) else visible(token)

    def read_all(self, tokens: Sequence[str], roles: Sequence[Role]) -> tuple[Token, ...]:
        """Tokens that follow each other."""
        if not self.pieces:  # each is a word
            return tuple(map(_word, map(visible, tokens), roles))
        found: list[Token] = []
        for token, role in zip(tokens, roles, strict=True):
            in_words = self._in_words(token, role)
            spelled = self._spelled(token) if in_words else token
            inside = in_words and not spelled.startswith(WORD_START)
            after_word = bool(found) and found[-1].role in ("plain", "unknown")
            starts = self.halves and inside and not after_word  # byte-level BPE marks no word at the start of a text
            text = piece(spelled) if in_words and not starts else visible(spelled)
            found.append(Token(text, role, inside and after_word))
        return tuple(found)

    def labels(self, typed: Sequence[str], tokens: Sequence[str], roles: Sequence[Role]) -> tuple[str, ...]:
        """What stands for each source token: how it was typed; half a character was typed nowhere."""
        both = zip(typed, tokens, roles, strict=True)
        return tuple(token if self.halves and role != "unknown" else word for word, token, role in both)

    def _spelled(self, token: str) -> str:
        spelled = spelled_bytes(token) if self.bytes else token
        return spelled if self.halves or "⟨" not in spelled else token

    def _in_words(self, token: str, role: Role) -> bool:
        return self.pieces and (role == "plain" or (role == "unknown" and not is_unknown(token)))


@dataclass(frozen=True, eq=False)
class RunTokens:
    """All tokens of a run."""

    source: tuple[Token, ...]  #: [S]
    consumed: tuple[Token, ...]  #: [T], or none
    produced: tuple[Token, ...]  #: [T], or none
    target_side: TokenSide

    def row(self, kind: str, place: int) -> tuple[str, ...]:
        """What a row is called: its source token; of a decoder's the input token and the next one, as far as known."""
        sides = (self.source,) if kind == "encoder" else (self.consumed, self.produced)
        return tuple(side[place].text for side in sides if place < len(side)) or (str(place),)

    def candidate(self, token: str, number: int) -> str:
        """Another token of the target's vocabulary: a piece, also where the run's own are put together to words."""
        side = replace(self.target_side, pieces=True, halves=True) if self.target_side.bytes else self.target_side
        return side.read(token, side.role(token, number))


@kept_by_run(8)
def tokens_of(trace: Trace) -> RunTokens:
    """The tokens of a run, kept: everything on the screen asks for them. Runs of the same words share them."""
    return _tokens(_written(trace))


@dataclass(frozen=True)
class WrittenRun:
    """A run as far as its tokens are read from it: equal where all of that is."""

    parts: Hashable
    run: weakref.ref[Trace] = field(compare=False)


def _written(trace: Trace) -> WrittenRun:
    meta = trace.meta
    arrays = (
        trace.source_tokens, trace.source_ids, trace.padding_mask, trace.consumed_tokens, trace.consumed_ids,
        trace.produced_tokens, trace.produced_ids, trace.candidate_tokens,
    )  # fmt: skip
    told = (tuple(each.items()) for each in (meta.special_ids, meta.unknown_ids, meta.word_marks))
    kept = (None if each is None else (each.dtype.str, each.shape, each.tobytes()) for each in arrays)
    return WrittenRun((meta.start_label, meta.source_spelling, *told, *kept), weakref.ref(trace))


@lru_cache(maxsize=8)
def _tokens(written: WrittenRun) -> RunTokens:
    trace = written.run()
    assert trace is not None, "the caller holds it"
    consumed = _strings(trace.consumed_tokens)
    produced = _strings(trace.produced_tokens)
    target = _side(trace, "target", (*consumed, *produced), _strings(trace.candidate_tokens))
    first: list[Role] = ["special"] if trace.meta.start_label else []
    return RunTokens(
        _source(trace),
        target.read_all(trace.consumed_labels, [*first, *_roles(target, consumed, trace.consumed_ids)[len(first) :]]),
        target.read_all(produced, _roles(target, produced, trace.produced_ids)),
        target,
    )


def _source(trace: Trace) -> tuple[Token, ...]:
    tokens = _strings(trace.source_tokens)
    side = _side(trace, "source", tokens)
    roles = _roles(side, tokens, trace.source_ids)
    if trace.padding_mask is not None:
        roles = [role if seen else "padding" for role, seen in zip(roles, trace.padding_mask.tolist(), strict=True)]
    return side.read_all(side.labels(trace.source_labels, tokens, roles), roles)


def _side(trace: Trace, side: str, tokens: tuple[str, ...], others: tuple[str, ...] = ()) -> TokenSide:
    """``tokens`` are the run's, ``others`` come from the same vocabulary."""
    special, unknown = trace.meta.special_ids.get(side), trace.meta.unknown_ids.get(side)
    told = trace.meta.word_marks.get(side)
    in_bytes = told == BYTES or (told is None and (spells_bytes(tokens) or spells_bytes(others)))
    halves = in_bytes and any(token.startswith(BYTES) for token in tokens)
    if told is None and side == "target" and not in_bytes:  # too few words to tell: the source's are of the same kind
        in_bytes = halves = spells_bytes(_strings(trace.source_tokens)) and may_spell_bytes((*tokens, *others))
    return TokenSide(
        halves or marks_words((*tokens, *others)),
        in_bytes,
        halves,
        None if special is None else frozenset(special),
        None if unknown is None else frozenset(unknown),
    )


def typed_side(tokens: Sequence[str], special: frozenset[int] | None) -> TokenSide:
    """How to read a sentence that has not run yet; what is unknown in it is known otherwise."""
    in_bytes = spells_bytes(tokens)
    return TokenSide(in_bytes or marks_words(tokens), in_bytes, in_bytes, special, frozenset())


def marks_words(tokens: Iterable[str]) -> bool:
    """Are these from a vocabulary that marks where words start?"""
    tokens = tuple(tokens)
    return WORD_START in "".join(tokens) and any(token.startswith(WORD_START) for token in tokens)


def _roles(side: TokenSide, tokens: Sequence[str], ids: Array | None) -> list[Role]:
    if side.special is None and side.unknown is None:
        return list(map(_spelled_role, tokens))
    numbers = [-1] * len(tokens) if ids is None or not tokens else ids.tolist()
    return [side.role(token, number) for token, number in zip(tokens, numbers, strict=True)]


def _strings(tokens: Array | None) -> tuple[str, ...]:
    return () if tokens is None else tuple(tokens.ravel().tolist())


@lru_cache(maxsize=16384)
def _word(text: str, role: Role) -> Token:
    """One that stands alone; a run has most of its words several times."""
    return Token(text, role)


@lru_cache(maxsize=16384)
def _spelled_role(token: str) -> Role:
    """What its spelling tells, where a run does not say which entries have a role."""
    return TokenSide().role(token, -1)


@lru_cache(maxsize=16384)
def is_special(token: str) -> bool:
    """Is it spelled like a token with a role: ``<s>``, ``</s>``, ``[PAD]``?"""
    return bool(_SPECIAL.fullmatch(token))


@lru_cache(maxsize=16384)
def is_unknown(token: str) -> bool:
    """Is it spelled like the entry that stands for every unknown word?"""
    return token.strip("<>[]").lower() in ("unk", "unknown") and is_special(token)
