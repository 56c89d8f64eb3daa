"""The words of a name, and what they say of a vocabulary: its side, its language. stdlib only."""

from __future__ import annotations

import re
from collections.abc import Iterable

SIDE_NAMES = {
    "source": frozenset(("src", "source", "input", "enc", "encoder")),
    "target": frozenset(("trg", "tgt", "target", "output", "dec", "decoder")),
}
LANGUAGES = {
    "de": ("de", "ger", "deu", "german", "deutsch"), "en": ("en", "eng", "english"), "ko": ("ko", "kor", "korean"),
    "fr": ("fr", "fra", "fre", "french"), "ja": ("ja", "jpn", "japanese"), "zh": ("zh", "zho", "chinese"),
    "es": ("es", "spa", "spanish"), "it": ("it", "ita", "italian"), "nl": ("nl", "dutch"), "ru": ("ru", "russian"),
    "pt": ("por", "portuguese"), "cs": ("cs", "czech"), "pl": ("pl", "polish"), "vi": ("vi", "vietnamese"),
}  # fmt: skip
CODE = re.compile(r"[a-z]{2}([_-][A-Za-z]{2,4})?")  #: the form of a language's code: ``pt``, ``zh_CN``


def parts(name: str) -> frozenset[str]:
    """``srcVocab.de.txt`` → src, vocab, de, txt."""
    words = re.findall(r"m30k|multi30k|[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)
    return frozenset(word.lower() for word in words)


def side_of(name: str) -> str:
    """The side that a name speaks of; nothing where it speaks of both or none."""
    said = [side for side, names in SIDE_NAMES.items() if names & parts(name)]
    return said[0] if len(said) == 1 else ""


def language_of(name: str) -> str:
    """The code of the language that a name speaks of; nothing where it speaks of none."""
    return next((code for code, names in LANGUAGES.items() if parts(name) & frozenset(names)), "")


def are_languages(names: Iterable[object]) -> bool:
    """Whether these keys are two languages, known here or not: ``de`` and ``en``, ``sv`` and ``uk``."""
    listed = list(names)
    return len(listed) == 2 and all(
        isinstance(name, str) and bool(language_of(name) or CODE.fullmatch(name)) for name in listed
    )
