"""Tokens that are changed before a run, or forced in it: the part of *What if* that needs a vocabulary.

Source tokens are numbered as they are typed, with what the checkpoint puts around them and without padding; whatever
is replaced or dropped, the others keep their numbers, and tokens that are swapped change places in their order.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from model.checkpoints.tokenizer import Encoded, Tokenizer
from model.common.problems import Problem
from model.common.text import Text
from model.network.interventions import Intervention, SourceDropped, SourceReplaced, SourceSwapped, TargetForced

WHAT = Text("what if")


def changed_source(tokenizer: Tokenizer, source: Encoded, changes: Sequence[Intervention]) -> Encoded:
    """``source`` without padding → what is consumed in its place. Raises :class:`Problem` for a token it lacks."""
    mine = [one for one in changes if isinstance(one, SourceReplaced | SourceDropped | SourceSwapped)]
    if not mine:
        return source
    parts = [_part(source, index) for index in range(len(source.ids))]
    order = list(range(len(parts)))
    for one in mine:
        last = one.token + isinstance(one, SourceSwapped)
        if last >= len(parts):
            why = Text("%1: the source has positions 0 to %2", one.said, len(parts) - 1)
            raise Problem(WHAT, why, Text("Name one of them"))
        if isinstance(one, SourceReplaced):
            parts[one.token] = given_tokens(tokenizer, one.text)
        elif isinstance(one, SourceDropped):
            parts[one.token] = Encoded((), (), (), ())
        else:
            order[one.token], order[last] = order[last], order[one.token]
    result = joined([parts[index] for index in order])
    if not result.ids:
        raise Problem(WHAT, Text("nothing is left of the source"), Text("Leave a token"))
    return result


def forced_tokens(tokenizer: Tokenizer, changes: Sequence[Intervention]) -> dict[int, int]:
    """Step, from 0 → the id that is produced there whatever the network thinks. Raises :class:`Problem`."""
    return {
        one.step + offset: index
        for one in changes
        if isinstance(one, TargetForced)
        for offset, index in enumerate(given_tokens(tokenizer, one.text).ids)
    }


def given_tokens(tokenizer: Tokenizer, text: str) -> Encoded:
    """The tokens of a word as in a sentence, or the one token of that spelling where no word is (``</s>``, ``▁dog``).

    Raises :class:`Problem` for a text that is none.
    """
    index = None if text.isalnum() else tokenizer.id(text)
    if index is not None:
        return Encoded((index,), (tokenizer.token(index),), (text,), (False,))
    encoded = tokenizer.encode(text)
    if not encoded.ids:
        raise Problem(WHAT, Text("“%1” is no word", text), Text("Write a word, or a token of the vocabulary"))
    return encoded


def _part(source: Encoded, index: int) -> Encoded:
    one = slice(index, index + 1)
    return Encoded(source.ids[one], source.tokens[one], source.spelling[one], source.unknown[one])


def joined(parts: Sequence[Encoded]) -> Encoded:
    """One after another."""
    join = chain.from_iterable
    return Encoded(
        tuple(join(part.ids for part in parts)),
        tuple(join(part.tokens for part in parts)),
        tuple(join(part.spelling for part in parts)),
        tuple(join(part.unknown for part in parts)),
    )
