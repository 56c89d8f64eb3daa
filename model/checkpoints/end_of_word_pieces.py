"""Pieces that say where a word ends, as ``tokenizer.json``: FSMT's and BlenderbotSmall's vocabularies and merges.

Their pieces carry ``</w>`` at the end of a word; BlenderbotSmall writes ``@@`` behind every other one instead. Merges
hold for both vocabularies of FSMT, so that what they make may lie in one alone: in the other it has an id beyond the
table, which is the unknown token's. BlenderbotSmall's text is lower-cased and cut at its signs; FSMT's is cut as Moses
does it: signs stand apart and are escaped, a dash within a word is ``@-@``. Moses' lists of abbreviations are not here:
where ``Dr.`` was one word in training, the vocabulary has it as one piece.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from model.checkpoints.hf_tokenizer import ADDED, read_vocabulary
from model.checkpoints.tokenizer_process import AGAIN
from model.common.problems import Problem
from model.common.text import Text

END, INNER = "</w>", "@@"
MERGES = "merges.txt"
#: Moses' escapes, of which the first must come first.
ESCAPES = {
    "&": "&amp;",
    "|": "&#124;",
    "<": "&lt;",
    ">": "&gt;",
    "'": "&apos;",
    '"': "&quot;",
    "[": "&#91;",
    "]": "&#93;",
}
#: Moses' words; the first of these that fits counts. What stands for %1 and %2: apostrophes, and abbreviations.
MOSES = (
    r"@-@|%1&(?:amp|apos|quot|lt|gt|#124|#91|#93);|%2\d+(?:[.,]\d+)+(?:\.(?=\s+\p{Ll}))?"
    r"|\w+(?:\.\w+)+\.?|[\w-]+\.(?=\s+\p{Ll})|\.{2,}|[\w-]+|[^\w\s]"
)
#: English alone leaves an apostrophe at what follows it, and at the end of a text at what it follows.
CONTRACTION = r"(?<=\p{L})&apos;\p{L}[\w-]*|(?<=\d)&apos;s|\p{L}+&apos;$|"
ABBREVIATION = re.compile(rf"(?:[^\W\d_]\w*|\d+)\.{END}")
SIGNS = r"[.,!?()][^\s.,!?()']*|'|[^\s.,!?()']+"


def moses_pieces(
    vocabulary: bytes, name: str, merges: bytes, special: Sequence[str], lowercase: bool, english: bool = True
) -> bytes:
    """One side of FSMT. Raises :class:`Problem`."""
    small: list[dict[str, Any]] = [{"type": "Lowercase"}] if lowercase else []
    escapes = [_replaced({"String": sign}, escape) for sign, escape in ESCAPES.items()]
    dash = _replaced({"Regex": r"(?<=\w)-(?=\w)"}, " @-@ ")
    back = [{"type": "Fuse"}, _replaced({"String": " @-@ "}, "-")]
    back += [_replaced({"String": escape}, sign) for sign, escape in reversed(ESCAPES.items())]
    ids = read_vocabulary(vocabulary, name)
    words = MOSES.replace("%1", CONTRACTION if english else "").replace("%2", _abbreviations(ids))
    return _built(ids, "<unk>", merges, [*small, *escapes, dash], words, back, special)


def _abbreviations(ids: Mapping[str, int]) -> str:
    """Whole words that keep their full stop: those pieces that begin in upper case or are a number.

    Others may be the end of one: "f." of "Prof.".
    """
    found = (token.removesuffix(END) for token in ids if ABBREVIATION.fullmatch(token))
    whole = "|".join(re.escape(word) for word in found if word[0].isupper() or word[0].isdigit())
    return rf"(?<!\w)(?:{whole})(?!\w)|" if whole else ""


def small_pieces(vocabulary: bytes, merges: bytes, special: Sequence[str]) -> bytes:
    """BlenderbotSmall. Raises :class:`Problem`."""
    ids = {
        token if token in special else token.removesuffix(INNER) if token.endswith(INNER) else token + END: index
        for token, index in read_vocabulary(vocabulary, "vocab.json").items()
    }
    return _built(ids, "__unk__", merges, [{"type": "Lowercase"}], SIGNS, [], special)


def _built(
    ids: Mapping[str, int], unknown: str, merges: bytes, normalizers: list[dict[str, Any]], words: str,
    decoders: list[dict[str, Any]], special: Sequence[str],
) -> bytes:  # fmt: skip
    pairs = _pairs(merges)
    whole, beyond = dict(ids), 1 + max(ids.values())
    for pair in pairs:
        for piece in (*pair, "".join(pair)):
            if piece not in whole:
                whole[piece] = beyond
                beyond += 1
    known = [{"id": ids[token], "content": token, **ADDED} for token in special if token in ids]
    cut = {"type": "Split", "pattern": {"Regex": words}, "behavior": "Removed", "invert": True}
    built = {
        "version": "1.0",
        "added_tokens": known,
        "normalizer": {"type": "Sequence", "normalizers": normalizers},
        "pre_tokenizer": cut,
        "decoder": {"type": "Sequence", "decoders": [{"type": "BPEDecoder", "suffix": END}, *decoders]},
        "model": {"type": "BPE", "vocab": whole, "merges": pairs, "unk_token": unknown, "end_of_word_suffix": END},
    }
    return json.dumps(built, ensure_ascii=False).encode("utf-8", "backslashreplace")


def _pairs(merges: bytes) -> list[tuple[str, str]]:
    """The merges, in order; a count may stand behind. Raises :class:`Problem`."""
    try:
        lines = [line.rstrip("\r") for line in merges.decode("utf-8").split("\n")]
    except UnicodeDecodeError as error:
        raise Problem(MERGES, Text("byte %1 is not UTF-8", error.start), AGAIN) from error
    found: dict[tuple[str, str], None] = {}
    for number, line in enumerate((one for one in lines if one and not one.startswith("#version")), 1):
        first, _, rest = line.partition(" ")
        second = rest.partition(" ")[0]
        if not first or not second:
            raise Problem(MERGES, Text("pair %1 is not two tokens with a blank between", number), AGAIN)
        found.setdefault((first, second))
    return list(found)


def _replaced(pattern: Mapping[str, str], content: str) -> dict[str, Any]:
    return {"type": "Replace", "pattern": dict(pattern), "content": content}
