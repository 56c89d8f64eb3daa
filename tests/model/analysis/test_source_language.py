"""A sentence in another language: told where it is plain, and silence wherever one may doubt."""

from __future__ import annotations

import pytest

from model.analysis.source_language import WORDS, code_of, other_language
from model.common.assets import sample_sentences

GERMAN = (
    "Zwei Hunde spielen im Schnee.", "Ich habe keine Zeit.", "Tom!", "Berlin, Paris, London", "3,14 + 2 = 5,14",
    "Der Film heißt „The Lord of the Rings“.", "Kennst du „It is what it is“ von The Who?", "Meeting um 10 Uhr?",
    "Halt!", "Tu keinen Zucker in meinen Kaffee.", "Was war los?", "Wir sind am Arm.", "In Rom.", "Los, Angeles!",
    "Das Wort 사랑 heißt Liebe.", "Москва ist groß und alt.", "WLAN-Router HP 3000 XL", "🐕‍🦺 👩‍👩‍👧", "", "   ", "?!",
    "https://example.org/the/and/is", "a b c", "C'est la vie!", "Ja.", "O. K.", "Chef, Team und Deadline",
    "Maria meinte, Tom wäre spätestens um 2.30 Uhr wieder da.",
)  # fmt: skip
OTHERS = (
    ("The animal did not cross the street because it was too tired.", "en"), ("Do you speak English?", "en"),
    ("Two dogs are playing in the snow.", "en"), ("It’s not my fault, I don’t know.", "en"),
    ("Le chat est sur la table.", "fr"), ("Je ne sais pas où il est.", "fr"), ("El perro está en la casa.", "es"),
    ("Non so dove sono le chiavi della macchina.", "it"), ("Ik weet niet wat hij wil.", "nl"),
    ("Jag vet inte vad det är.", "sv"), ("Nie wiem, gdzie jest mój brat.", "pl"), ("Eu não sei onde ele está.", "pt"),
    ("두 마리의 개가 눈 속에서 놀고 있다.", "ko"), ("안녕하세요", "ko"), ("犬が雪の中で遊んでいます。", "ja"),
    ("Δεν ξέρω πού είναι.", "el"),
)  # fmt: skip


def test_german_is_german_with_names_numbers_and_titles() -> None:
    for text in (*GERMAN, *sample_sentences("everyday"), *sample_sentences("classic")):
        assert other_language(text, "de") is None, text


@pytest.mark.parametrize("source", ["de", "deu_Latn", ">>de<<", "de-DE"])
def test_what_is_plainly_another_language_is_named(source: str) -> None:
    for text, code in OTHERS:
        found = other_language(text, source)
        assert found is not None, text
        assert found.code == code, text
        assert other_language(text, code) is None, f"to a model of that language it is its own: {text}"


def test_a_script_of_many_languages_is_only_a_script() -> None:
    for text, script in (
        ("Я не знаю, где он.", "Cyrillic"),
        ("我不知道他在哪里", "Chinese"),
        ("أنا لا أعرف", "Arabic"),
    ):
        found = other_language(text, "de")
        assert found is not None
        assert (found.code, found.script) == ("", script)
    assert other_language("Я не знаю, где он.", "uk") is None


def test_german_for_a_korean_model_and_brands_for_nobody() -> None:
    found = other_language("Ich weiß nicht, wo der Schlüssel ist.", "ko")
    assert found is not None
    assert found.code == "de"
    for text in (
        "Samsung Galaxy S24 Ultra",
        "OpenAI",
        "K-Pop",
        "나는 iPhone 15 Pro Max 를 샀다",
        "나는 the Beatles 를 좋아해",
    ):
        assert other_language(text, "ko") is None


@pytest.mark.parametrize("source", ["", "xx", "lex_attrs", "tlh"])
def test_a_source_language_that_nobody_knows_is_never_doubted(source: str) -> None:
    assert all(other_language(text, source) is None for text, _ in OTHERS)


@pytest.mark.parametrize("source", ["fi", "tr", "da"])
def test_a_language_without_a_list_is_told_by_letters_only(source: str) -> None:
    assert other_language("Two dogs are playing in the snow.", source) is None
    assert other_language("두 마리의 개가 눈 속에서 놀고 있다.", source) is not None


def test_two_words_are_enough_in_a_sentence_of_more_than_three() -> None:
    for text in ("The dog is sleeping in the garden.", "A brown dog running through some grass, very fast"):
        found = other_language(text, "de")
        assert found is not None
        assert found.code == "en"
    assert other_language("Are you?", "de") is None
    assert (
        other_language("One two Prosit Gemütlichkeit Oktoberfest Blasmusik Lederhosen Maibaum Tracht Bier Brezel", "de")
        is None
    )


def test_one_word_and_one_letter_say_nothing() -> None:
    for text in ("the", "Hello", "and and and", "中", "Ω", "é", "a"):
        assert other_language(text, "de") is None


def test_a_text_of_any_length_is_answered() -> None:
    assert other_language("the dog is here. " * 5_000, "de") is not None
    assert other_language("x" * 200_000, "de") is None


def test_no_list_holds_a_word_twice_over_or_a_capital() -> None:
    for code, words in WORDS.items():
        assert len(words) >= 35, code
        assert all(word == word.lower() for word in words)
    assert code_of("zho_Hans") == "zh"
