"""What ships, looked at word by word; and what a person writes, which counts first."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from model.common.assets import ASSETS
from viz_app.state.classroom.glosses import (
    RunGlosses,
    WrittenGloss,
    bare,
    glossary,
    plain,
    with_gloss,
    written_for,
)

SAMPLES = sorted((ASSETS / "samples").glob("*.txt"))
HANGUL = re.compile("[가-힣]")


def sentences(path: Path) -> list[str]:
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]


@pytest.mark.parametrize("into", ["ko", "en"])
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_every_word_of_every_shipped_sample_has_a_gloss(path: Path, into: str) -> None:
    known = glossary("de", into)
    assert known is not None
    for sentence in sentences(path):
        for word in re.findall(r"[\wäöüÄÖÜß]+", sentence):
            gloss = known.gloss(sentence, word.casefold())
            assert gloss, (sentence, word)
            assert bool(HANGUL.search(gloss)) == (into == "ko"), gloss


TRANSLATIONS = (
    "Two dogs are playing in the snow.", "two dogs are playing in the garden.",
    "The animal didn't cross the road because it was too tired.", "I missed the train because I got up late.",
    "Can you please tell me where the station is?", "Yesterday my sister met an old friend.",
    "If it rains tomorrow, we'll stay at home.", "This book is much more interesting than I thought.",
    "Why didn't you tell me about this?", "He calls his mother every night.",
    "The cook cut the bread with a large knife.", "the child reads a book about animals.",
)  # fmt: skip
ORIGINALS = {
    "Two dogs are playing in the snow": "Zwei Hunde spielen im Schnee.", "two dogs": "Zwei Hunde spielen im Garten.",
    "The animal": "Das Tier überquerte die Straße nicht, weil es zu müde war.",
    "I missed": "Ich habe den Zug verpasst, weil ich zu spät aufgestanden bin.",
    "Can you": "Kannst du mir bitte sagen, wo der Bahnhof ist?",
    "Yesterday": "Gestern hat meine Schwester einen alten Freund getroffen.",
    "If it": "Wenn es morgen regnet, bleiben wir zu Hause.", "Why": "Warum hast du mir nichts davon erzählt?",
    "This book": "Dieses Buch ist viel interessanter, als ich dachte.",
    "He calls": "Er ruft seine Mutter jeden Abend an.",
    "The cook": "Der Koch schneidet das Brot mit einem großen Messer.",
}  # fmt: skip


@pytest.mark.parametrize("translation", TRANSLATIONS)
def test_every_word_that_the_shipped_models_write_there_has_one_in_korean(translation: str) -> None:
    known = glossary("en", "ko")
    assert known is not None
    source = next((text for start, text in ORIGINALS.items() if translation.startswith(start)), "")
    for word in re.findall(r"[\w']+", translation):
        assert HANGUL.search(known.gloss(source, word.casefold())), word


def test_a_word_that_means_two_things_is_told_by_its_sentence() -> None:
    known = glossary("de", "ko")
    assert known is not None
    late = "Ich habe den Zug verpasst, weil ich zu spät aufgestanden bin."
    home = "Wenn es morgen regnet, bleiben wir zu Hause."
    assert known.gloss(late, "zu") != known.gloss(home, "zu")
    assert known.gloss("  wenn es   MORGEN regnet, bleiben wir zu Hause. ", "morgen") == known.gloss(home, "morgen")
    assert known.gloss("Ich trinke jeden Morgen eine Tasse Kaffee.", "morgen") != known.gloss(home, "morgen")
    assert not known.gloss("Ein anderer Satz.", "zu"), "elsewhere nobody knows which"


@pytest.mark.parametrize("word", ["zu", "es", "weiß", "Bank", "sie", "habe", "mit", "Schloss", "Essen"])
def test_what_has_several_meanings_has_none_outside_its_sentence(word: str) -> None:
    for into in ("ko", "en"):
        known = glossary("de", into)
        assert known is not None and not known.gloss("Ein anderer Satz.", word.casefold())


def test_words_of_every_day_are_known_in_any_sentence() -> None:
    sentence = "Heute kauft mein Bruder drei rote Äpfel und eine Zeitung."
    for into, said in (("ko", ["오늘", "산다", "나의", "남자 형제"]), ("en", ["today", "buys", "my", "brother"])):
        known = glossary("de", into)
        assert known is not None
        found = [known.gloss(sentence, bare(word)) for word in sentence.split()]
        assert all(found) and found[:4] == said
    known = glossary("de", "ko")
    assert known is not None and known.gloss("Guten Morgen!", "morgen") == "아침"


def test_both_languages_know_about_as_much() -> None:
    words = [set(known.words) for into in ("ko", "en") if (known := glossary("de", into)) is not None]
    assert len(words) == 2 and len(words[0] ^ words[1]) < 12 and len(words[0]) > 450


def test_the_files_hold_nothing_but_words_and_are_each_of_two_languages() -> None:
    for path in (ASSETS / "glosses").glob("*.json"):
        content = json.loads(path.read_text(encoding="utf-8"))
        assert path.stem == f"{content['language']}-{content['into']}"
        entries = [
            *content["words"].items(),
            *(pair for each in content["sentences"].values() for pair in each.items()),
        ]
        for word, gloss in entries:
            assert bare(word) == word
            assert 0 < len(gloss) <= 20, gloss
    assert glossary("en", "de") is None
    assert glossary("../samples", "ko") is None


def test_a_word_is_found_in_any_case_and_without_what_stands_around_it() -> None:
    assert bare("„Müde“,") == "müde"
    assert bare("Didn't") == "didn't"
    assert bare("…") == ""
    assert plain(" A  b\nC ") == "a b c"


def test_what_a_person_writes_belongs_to_a_sentence_and_the_last_word_counts() -> None:
    one = WrittenGloss("source", "ko", "Der Satz.", "satz", "문장")
    two = WrittenGloss("source", "ko", "der  satz.", "satz", "글")
    other = WrittenGloss("target", "ko", "Der Satz.", "satz", "x")
    written = with_gloss(with_gloss((one,), other), two)
    assert written == (other, two)
    assert written_for(written, "source", "ko", "Der Satz.") == {"satz": "글"}
    assert written_for(written, "source", "en", "Der Satz.") == {}


def test_glosses_of_a_map_are_those_of_its_sides() -> None:
    run = RunGlosses(("s",), ("c",), ("p",))
    assert [run.beside(kind, rows) for kind in ("encoder", "decoder", "cross") for rows in (True, False)] == [
        ("s",), ("s",), ("c",), ("c",), ("p",), ("s",),
    ]  # fmt: skip
