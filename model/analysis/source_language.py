"""A sentence that is plainly not in the language that a model reads: told by its letters and its commonest words.

It knows no language well and says nothing where it is not sure: names, numbers, single words, quotations, a language
that it has no list of. Two signs are plain:

* *Letters.* Most of them belong to a script in which the source language is not written.
* *Words.* :data:`ENOUGH` different words of another language's list, a fifth of the sentence, and none of the source
  language's own. Words of both lists count for neither. :data:`FEW` are enough in a sentence of more than three words
  where they are half of it; or a third, where the checkpoint's vocabulary does not know the sentence either
  (:data:`STRANGE`: unknown words and further pieces, per word).

Stdlib only; offline.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import cache

from model.common.lazy_dataclass import dataclass

ENOUGH, FEW = 3, 2  #: different words of another language
SHARE = 0.2  #: of the sentence's words
MOST = 0.8  #: of the letters that belong to another script
LETTERS = {"HANGUL": 2, "CJK": 2, "HIRAGANA": 2, "KATAKANA": 2}  #: that are a sentence; of an alphabet 4
LONGEST = 20_000  #: letters that are looked at

#: The commonest function words, without those that are spelled like a name or a common word of a neighbour.
WORDS = {
    code: frozenset(words.split())
    for code, words in {
        "de": "der die das und ist nicht ich du er sie es wir ihr ein eine einen einem einer den dem des zu mit "
        "auf für von im haben bin sind wird werden kann auch sich mich dich mir dir uns euch aber wenn dass "
        "wie was wo warum noch nur schon sehr nach bei aus über keine kein mein meine dein seine ihre oder "
        "doch als da um bitte habe diese dieser dieses weil muss will wer wann ja nein zum zur vom beim",
        "en": "a i the and is are was were not you he she it we they of to that this these those with for on at "
        "from by have has had do does did don't doesn't didn't isn't i'm it's can't will would can could "
        "should my your his her our their what where when why who how there here which but because been be "
        "if or me him them us about into very some one two out up down over while no yes more most any all "
        "just only",
        "fr": "le la les un une des du et est sont pas ne je tu il elle nous vous ils elles a que qui dans sur "
        "pour avec ce cette ces mon ma mes ton son sa ses au aux mais où être avoir était très c'est j'ai "
        "n'est qu'il d'un plus comme leur tout suis êtes fait",
        "es": "el la los las un una y es son no yo tú él ella nosotros ellos a que de en con por para su sus mi "
        "tu se lo le pero muy está están como qué dónde cuando porque del al más esta este eso fue era hay "
        "tiene soy eres ser",
        "it": "il lo la gli le un una e è sono non io tu lui lei noi voi loro a che di con per su mio mia tuo suo "
        "sua ma molto dove quando perché del della nel alla dei questo questa ho hai ha abbiamo c'è più era "
        "essere",
        "nl": "de het een en is zijn niet ik jij hij zij wij jullie van voor met op aan naar bij dat die dit wat "
        "waar wanneer waarom maar ook heeft heb hebben wordt worden kan mijn jouw onze geen er te als nog "
        "zeer deze ben",
        "pt": "o a os as um uma e é são não eu tu ele ela nós eles que de em com por para seu sua meu minha se "
        "mas muito está como onde quando porque do da no na dos das ao mais este esta isso foi era há tem "
        "você",
        "pl": "jest są nie to się na z do w i że ja ty on ona my wy oni jak gdzie kiedy dlaczego co kto ale "
        "bardzo moje mój twój jego jej dla przez od po za czy już tylko był była być ma mam",
        "sv": "och är inte jag du han hon vi ni de det den en ett som på av med för till från om var har hade kan "
        "ska vill mycket men när vad varför min din sin detta denna mig dig oss hur också",
    }.items()
}  # fmt: skip
#: Scripts of languages that are not written in Latin letters, by the first word of their letters' names in Unicode.
SCRIPTS = {
    "ko": ("HANGUL", "CJK"), "ja": ("HIRAGANA", "KATAKANA", "CJK"), "zh": ("CJK",), "ru": ("CYRILLIC",),
    "uk": ("CYRILLIC",), "bg": ("CYRILLIC",), "el": ("GREEK",), "ar": ("ARABIC",), "fa": ("ARABIC",),
    "he": ("HEBREW",), "hi": ("DEVANAGARI",), "th": ("THAI",),
}  # fmt: skip
OTHER_LATIN = "da no nb fi cs hu ro tr vi id et lv lt sk sl hr ca eo"  #: known by name, not by words
LATIN = frozenset((*WORDS, *OTHER_LATIN.split()))
#: What a script alone betrays.
WRITTEN = {"HANGUL": "ko", "HIRAGANA": "ja", "KATAKANA": "ja", "GREEK": "el", "THAI": "th", "HEBREW": "he"}
_THREE = {
    "deu": "de", "ger": "de", "eng": "en", "fra": "fr", "fre": "fr", "spa": "es", "ita": "it", "nld": "nl", "por": "pt",
    "pol": "pl", "swe": "sv", "kor": "ko", "jpn": "ja", "zho": "zh", "rus": "ru", "ukr": "uk", "ell": "el", "ara": "ar",
    "heb": "he", "hin": "hi", "tha": "th", "tur": "tr", "vie": "vi", "fin": "fi", "ces": "cs", "dan": "da",
}  # fmt: skip
_PART = re.compile(r"\S+")  # a pattern that looks for an address itself takes the square of a long word's time
_OF_ADDRESS = "://", "@", "\\"
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


@dataclass(frozen=True)
class OtherLanguage:
    """What a sentence is plainly in, in place of the source language."""

    code: str = ""  #: ``en``; empty where only the script is plain
    script: str = ""  #: ``Cyrillic``, where it was told by the letters


def other_language(text: str, source: str) -> OtherLanguage | None:
    """The language or script of ``text`` where it plainly is not ``source``, a code as checkpoints write it.

    ``de``, ``deu_Latn``. None wherever one may doubt.
    """
    own = code_of(source)
    if own not in LATIN and own not in SCRIPTS:
        return None
    text = _PART.sub(_without_address, text[:LONGEST])
    return _by_letters(text, own) or _by_words(text, own)


def _without_address(part: re.Match[str]) -> str:
    return " " if any(mark in part[0] for mark in _OF_ADDRESS) else part[0]


def code_of(language: str) -> str:
    """``de`` of ``deu_Latn``, ``de-DE`` or ``>>de<<``."""
    first = re.split(r"[_-]", language.strip("<> ").lower())[0]
    return _THREE.get(first, first)


def _by_letters(text: str, own: str) -> OtherLanguage | None:
    scripts = Counter(_script(letter) for letter in text if letter.isalpha())
    foreign = {script: count for script, count in scripts.items() if script not in SCRIPTS.get(own, ("LATIN",))}
    foreign.pop("LATIN", None)  # names and brands stand in every text
    if not foreign or sum(foreign.values()) < MOST * scripts.total():
        return None
    script = max(foreign, key=foreign.__getitem__)
    if "HIRAGANA" in foreign or "KATAKANA" in foreign:
        script = "HIRAGANA"  # Japanese, however many Han characters are between
    if foreign[script] < LETTERS.get(script, 4):
        return None
    return OtherLanguage(WRITTEN.get(script, ""), "Chinese" if script == "CJK" else script.capitalize())


def _by_words(text: str, own: str) -> OtherLanguage | None:
    words = [word.lower().replace("’", "'") for word in _WORD.findall(text)]
    there, mine = set(words), WORDS.get(own, frozenset())
    if own in LATIN and own not in WORDS:
        return None  # nothing could speak for it
    found = {code: there & (known - mine) for code, known in WORDS.items() if code != own}
    code = max(found, key=lambda one: len(found[one]))
    if there & (mine - WORDS[code]):
        return None
    share = sum(word in found[code] for word in words) / max(1, len(words))
    long = sum(len(word) > 1 for word in found[code])
    several = len(found[code]) >= ENOUGH or (long >= FEW and len(words) > ENOUGH)
    return OtherLanguage(code) if several and share >= SHARE else None


@cache
def _script(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]
