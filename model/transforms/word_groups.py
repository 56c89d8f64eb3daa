"""Sub-word pieces grouped to words by the marks that a vocabulary sets. It knows no model. Stdlib only.

The marks: ``▁`` or ``Ġ`` before a piece that a space precedes (SentencePiece; byte-level BPE), ``##``
before one that none precedes (WordPiece), ``@@`` after one that goes on (subword-nmt), ``</w>`` after
one that ends a word (the first BPE). Punctuation at either end of what is written together is a word of
its own, and so is every piece of a script that is written without spaces (Han, Kana, Thai, Lao, Khmer,
Burmese): there the mark would join a whole sentence.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import groupby

BEFORE, BYTES, INSIDE, GOES_ON, ENDS = "▁", "Ġ", "##", "@@", "</w>"
MARKS = (BEFORE, BYTES, INSIDE, GOES_ON, ENDS)
SHARE = 0.02  #: of a vocabulary's entries that carry its mark, at least
UNSPACED = ("CJK", "HIRAGANA", "KATAKANA", "THAI", "LAO", "KHMER", "MYANMAR")
_SPECIAL = r"<(?!0x)[^<>\s]+>|\[[A-Z]+\]"  # each is compiled with its first token
_LANGUAGE = r">>[^<>\s]+<<"
_BYTE = r"<0x([0-9A-Fa-f]{2})>"

Groups = tuple[tuple[int, ...], ...]


def has_mark(token: str, mark: str) -> bool:
    """Does a token carry this mark, beside something else or alone?"""
    return token.endswith(mark) if mark in (GOES_ON, ENDS) else token.startswith(mark)


def mark_of(vocabulary: Iterable[str]) -> str:
    """The mark of a whole vocabulary; empty where every entry is a word."""
    entries = list(vocabulary)
    counts = {mark: sum(has_mark(token, mark) for token in entries) for mark in MARKS}
    best = max(MARKS, key=counts.__getitem__)
    return best if counts[best] > SHARE * len(entries) else ""


def guessed_mark(tokens: Iterable[str]) -> str:
    """The mark that some tokens of a run betray: ``▁`` where one has it, else none."""
    return BEFORE if any(token.startswith(BEFORE) for token in tokens) else ""


def groups(tokens: Sequence[str], special: Sequence[bool], mark: str) -> Groups:
    """Indices of the tokens of each word, in order; a special token is always by itself."""
    words: list[list[int]] = []
    for index, token in enumerate(tokens):
        before = tokens[index - 1] if index else ""
        alone = not index or special[index] or special[index - 1] or not _goes_on(before, token, mark)
        if alone or _written_apart(piece_text(before, mark), piece_text(token, mark)):
            words.append([])
        words[-1].append(index)
    return tuple(part for word in words for part in _without_punctuation(word, tokens, mark))


def text(tokens: Sequence[str], mark: str) -> str:
    """The word that some pieces spell, without marks."""
    if mark == BYTES:
        return _from_bytes("".join(tokens)).strip()
    ends = {INSIDE: "removeprefix", GOES_ON: "removesuffix", ENDS: "removesuffix"}
    if mark in ends:
        return "".join(getattr(token, ends[mark])(mark) for token in tokens)
    return _joined_bytes("".join(tokens)).replace(BEFORE, " ").strip() if mark else "".join(tokens)


def piece_text(token: str, mark: str) -> str:
    """One piece without its mark."""
    return text((token,), mark)


def spelled_bytes(token: str) -> str:
    """The text of a piece of byte-level BPE: ``Ġdogs`` → ``▁dogs``; a byte of half a character: ``⟨ed⟩``."""
    letters = _byte_letters()
    if not all(letter in letters for letter in token):
        return token
    spelled = bytes(letters[letter] for letter in token).decode("utf-8", "surrogateescape").replace(" ", BEFORE)
    return re.sub("[\udc80-\udcff]", lambda one: f"⟨{ord(one[0]) - 0xDC00:02x}⟩", spelled)


def spells_bytes(tokens: Iterable[str]) -> bool:
    """Are these a run's pieces of byte-level BPE? Many begin with its space, and no letter is none of its bytes."""
    tokens = list(tokens)
    if BYTES not in "".join(tokens):  # of most runs
        return False
    plain = [token for token in tokens if not is_code(token)]
    spaced = sum(token.startswith(BYTES) for token in plain)
    return 8 * spaced >= len(plain) > 0 < spaced and may_spell_bytes(plain)


def may_spell_bytes(tokens: Iterable[str]) -> bool:
    """Is every letter one that byte-level BPE writes for a byte?"""
    letters = _byte_letters()
    return all(letter in letters for token in tokens for letter in token)


def is_code(token: str) -> bool:
    """Is it spelled like an entry that stands for something else than its letters: ``<s>``, ``[PAD]``, ``<unk>``?"""
    return bool(re.fullmatch(_SPECIAL, token)) or is_language(token)


def is_special(token: str) -> bool:
    """The same without the entry for unknown words, which is a word."""
    return is_code(token) and token.strip("<>[]").lower() not in ("unk", "unknown")


def is_language(token: str) -> bool:
    """``>>fra<<``, typed before a sentence."""
    return bool(re.fullmatch(_LANGUAGE, token))


def is_punctuation(word: str) -> bool:
    """Nothing but punctuation marks?"""
    return bool(word) and all(unicodedata.category(letter).startswith("P") for letter in word)


def _goes_on(before: str, token: str, mark: str) -> bool:
    """Is ``token`` the same word as the one before?"""
    if mark in (BEFORE, BYTES):
        return not token.startswith(mark)
    if mark == INSIDE:
        return token.startswith(INSIDE)
    if mark == GOES_ON:
        return before.endswith(GOES_ON)
    return mark == ENDS and not before.endswith(ENDS)


def _written_apart(before: str, after: str) -> bool:
    """Two pieces of which one belongs to a script without spaces."""
    return bool(before and after) and (_unspaced(before[-1]) or _unspaced(after[0]))


@cache
def _unspaced(letter: str) -> bool:
    return unicodedata.name(letter, "").startswith(UNSPACED)


def _without_punctuation(word: list[int], tokens: Sequence[str], mark: str) -> list[tuple[int, ...]]:
    """The word between the punctuation before and after it; a mark that stands alone goes with what follows."""
    if len(word) == 1:
        return [tuple(word)]
    kinds = [is_punctuation(piece_text(tokens[index], mark)) for index in word]
    for place in range(len(word) - 2, -1, -1):
        if not piece_text(tokens[word[place]], mark):
            kinds[place] = kinds[place + 1]
    inner = [place for place, punctuation in enumerate(kinds) if not punctuation]
    if not inner:
        return [tuple(word)]
    sides = [-1 if place < inner[0] else int(place > inner[-1]) for place in range(len(word))]
    paired = zip(sides, word, strict=True)
    return [tuple(index for _, index in part) for _, part in groupby(paired, key=lambda pair: pair[0])]


def _joined_bytes(joined: str) -> str:
    """``<0xF0><0x9F>…`` as the characters that these bytes spell."""
    pieces = re.split(_BYTE, joined)  # text, two digits, text, …
    raw = b"".join(
        bytes([int(piece, 16)]) if place % 2 else piece.encode("utf-8", "surrogatepass")
        for place, piece in enumerate(pieces)
    )
    return raw.decode("utf-8", "replace")


@cache
def _byte_letters() -> dict[str, int]:
    """The letter that byte-level BPE (GPT-2) writes for each byte: itself where it can be seen, else 256 and on."""
    seen = [*range(ord("!"), ord("~") + 1), *range(ord("¡"), ord("¬") + 1), *range(ord("®"), ord("ÿ") + 1)]
    hidden = [byte for byte in range(256) if byte not in set(seen)]
    letters = {chr(byte): byte for byte in seen}
    return letters | {chr(256 + place): byte for place, byte in enumerate(hidden)}


def _from_bytes(joined: str) -> str:
    letters = _byte_letters()
    if not all(letter in letters for letter in joined):
        return joined.replace(BYTES, " ")
    return bytes(letters[letter] for letter in joined).decode("utf-8", "replace")
