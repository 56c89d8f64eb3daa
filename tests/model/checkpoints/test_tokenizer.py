"""Words and sub-words: ids, spelling, unknown flags, hostile text, and sentences put together again."""

from __future__ import annotations

import io
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.checkpoints.sentencepiece_model import load_pieces
from model.checkpoints.tokenizer import (
    Encoded,
    IdTokenizer,
    SubwordTokenizer,
    WordTokenizer,
    clean,
    join_words,
    split_words,
    word_tokenizer_to_json,
    words_from_json,
)
from model.common.problems import Problem

SPECIALS = ("<unk>", "<pad>", "<sos>", "<eos>")


def words(*more: str, language: str = "de", lowercase: bool = False) -> WordTokenizer:
    return WordTokenizer([*SPECIALS, *more], language, lowercase=lowercase, unknown="<unk>", special=SPECIALS)


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("de", "Zwei Hunde spielen im Schnee.", "Zwei|Hunde|spielen|im|Schnee|."),
        ("de", "„Hallo“, z.B. geht's?!", "„|Hallo|“|,|z.B.|geht's|?|!"),
        ("de", "Das kostet 5,50 € …", "Das|kostet|5,50|€|…"),
        ("en", "I don't know (it's $5).", "I|do|n't|know|(|it|'s|$|5|)|."),
        ("en", 'She said: "Go!"', 'She|said|:|"|Go|!|"'),
        ("ko", "안녕하세요, 세계! 개가 눈에서 논다.", "안녕하세요|,|세계|!|개가|눈에서|논다|."),
        ("ja", "猫が好き。", "猫が好き|。"),
        ("qq", "Unknown language.", "Unknown|language|."),
        ("de", "  Zwei \t Hunde\n\n", "Zwei|Hunde"),
        ("de", " \n\t ", ""),
        ("de", "", ""),
    ],
)
def test_words_and_marks_without_any_download(language: str, text: str, expected: str) -> None:
    assert "|".join(split_words(text, language)) == expected


def test_ids_tokens_spelling_and_unknown_words() -> None:
    tokenizer = words("zwei", "Hunde", ".")
    encoded = tokenizer.encode("zwei große Hunde.")
    assert encoded == Encoded(
        (4, 0, 5, 6), ("zwei", "<unk>", "Hunde", "."), ("zwei", "große", "Hunde", "."), (False, True, False, False)
    )


def test_lower_casing_keeps_what_was_typed() -> None:
    encoded = words("zwei", "hunde", lowercase=True).encode("Zwei HUNDE Katzen")
    assert encoded.ids == (4, 5, 0)
    assert encoded.tokens == ("zwei", "hunde", "<unk>")
    assert encoded.spelling == ("Zwei", "HUNDE", "Katzen")
    assert words("zwei", "hunde").encode("Zwei hunde").unknown == (True, False)


@pytest.mark.parametrize("typed", ["<pad>", "<eos>", "<unk>", "<sos> <pad>"])
def test_typed_specials_are_text(typed: str) -> None:
    encoded = words("Hunde").encode(f"Hunde {typed} Hunde")
    assert not {1, 2, 3} & set(encoded.ids)
    assert "".join(encoded.spelling) == f"Hunde{typed}Hunde".replace(" ", "")


def test_a_special_that_looks_like_a_word_cannot_be_typed() -> None:
    tokenizer = WordTokenizer(["UNK", "PAD", "Hunde"], "de", lowercase=False, unknown="UNK", special=["UNK", "PAD"])
    encoded = tokenizer.encode("PAD Hunde UNK")
    assert encoded.ids == (0, 2, 0)
    assert encoded.spelling == ("PAD", "Hunde", "UNK")
    assert encoded.unknown == (True, False, True)


def test_decode_leaves_specials_out_and_shows_unknown_words() -> None:
    tokenizer = words("Two", "dogs", ".", language="en")
    assert tokenizer.decode([2, 4, 5, 6, 3, 1, 1]) == "Two dogs."
    assert tokenizer.decode([4, 0, 6]) == "Two <unk>."
    assert tokenizer.decode([]) == ""


def test_tokens_and_ids_are_inverse() -> None:
    tokenizer = words("Hunde", "Katzen")
    assert len(tokenizer) == 6
    assert [tokenizer.id(tokenizer.token(index)) for index in range(6)] == list(range(6))
    assert tokenizer.id("Pferde") is None
    assert (tokenizer.kind, tokenizer.unknown_id, tokenizer.special) == ("word", 0, frozenset(SPECIALS))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("e\u0301t\u00e9", "été"),  # combining accent: one letter
        ("\u1112\u1161\u11ab", "한"),  # Hangul from its parts
        ("a\ud800b", "a\ufffdb"),  # half of a pair
        ("\udc00", "\ufffd"),
        ("x\ud83d", "x\ufffd"),
        ("\ud83d\ude00", "😀"),  # both halves
        ("\ufeffHallo", "\ufeffHallo"),
        ("👩‍👩‍👧", "👩‍👩‍👧"),
        ("", ""),
    ],
)
def test_clean_text(text: str, expected: str) -> None:
    assert clean(text) == expected


@pytest.mark.parametrize("language", ["de", "en", "ko"])
@settings(max_examples=150, deadline=None, derandomize=True)
@given(text=st.text(st.characters(codec=None), max_size=30))
def test_any_text_splits_into_all_of_its_characters(language: str, text: str) -> None:
    """Surrogates, joiners, marks and controls included: nothing is lost but white space."""
    pieces = split_words(text, language)
    assert "".join("".join(pieces).split()) == "".join(clean(text).split())
    encoded = words("a").encode(text)
    assert len(encoded.ids) == len(encoded.tokens) == len(encoded.spelling) == len(encoded.unknown)
    "".join(encoded.spelling).encode("utf-8")


ENGLISH = [
    "I don't know, it's Tom's and we're not there; they'd've said so.",
    'She said: "Go away!"',
    '"Hi," he said, "how are you?"',
    "He's a well-known, twenty-one-year-old man.",
    "Wait... what? Really?! No…",
    "It costs $5.50 (or £4), that's 20% off.",
    "I cannot believe it.",
    "The ladies' room is [over] there.",
    "We say 'here' and/or there: 'now', 'then'.",
    "“Hello,” she said.",
    "He’ll come, won’t he?",
    "At 3:30 p.m. Mr. Smith left the U.S.",
]
GERMAN = [
    "Ich hab' keine Lust!",
    "Wie geht's dir, z.B. heute?",
    '"Möchtest du es kaufen?" - "Ja."',
    "„Guten Tag“, sagte er (leise). „Wie geht es?“ Gut…",
    "Das kostet 1.000,50 € oder 5 $.",
    "Der E-Mail-Anhang, Vor- und Nachteile; Nr. 5: so?!",
    "«Na so was», das – ist so.",
]
KOREAN = ["개 두 마리가 눈 속에서 놀고 있다.", "“안녕하세요?” 그가 말했다. 정말이에요!"]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", text) for text in ENGLISH] + [("de", text) for text in GERMAN] + [("ko", text) for text in KOREAN],
)
def test_sentences_survive_splitting_and_joining(language: str, sentence: str) -> None:
    assert join_words(split_words(sentence, language)) == sentence


@pytest.mark.parametrize(
    ("tokens", "sentence"),
    [
        ("do n't stop , tom !", "don't stop, tom!"),
        ("it 's five o'clock .", "it's five o'clock."),
        ('" quoted " words', '"quoted" words'),
        ('a " lone mark', 'a " lone mark'),
        ("wait ... what ? !", "wait... what?!"),
        ("$ 5", "$5"),
        ("5 € und 3 $", "5 € und 3 $"),
        ("<unk> , <unk> .", "<unk>, <unk>."),
        ("- no", "- no"),
        (". . !", "..!"),
        ("", ""),
    ],
)
def test_joining_words_that_a_model_produced(tokens: str, sentence: str) -> None:
    assert join_words(tokens.split()) == sentence


@pytest.mark.parametrize(
    ("vocabulary", "reason"),
    [
        (["<unk>", "a", "b", "a"], "'a' occurs twice"),
        (["a", "b"], "no <unk> entry"),
        ([], "no <unk> entry"),
    ],
)
def test_a_vocabulary_without_sense_is_refused(vocabulary: list[str], reason: str) -> None:
    with pytest.raises(Problem, match=reason):
        WordTokenizer(vocabulary, "de", lowercase=False, unknown="<unk>", special=[])


def test_word_list_round_trip() -> None:
    tokenizer = words("Hunde", "„", '"', "\\", "\u2028", "한글", "👩‍👩‍👧", " ", "</script>")
    assert words_from_json(word_tokenizer_to_json(tokenizer), "x") == list(tokenizer.words)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not valid JSON"),
        ("[", "not valid JSON"),
        ("[" * 100_000, "not valid JSON"),
        ('{"a": 0}', "not a list"),
        ('"a"', "not a list"),
        ("5", "not a list"),
        ('["a", 5]', "entry 1 is not a word"),
        ('["a", "b", null]', "entry 2 is not a word"),
        ('["a", ["b"]]', "entry 1 is not a word"),
        (json.dumps(["a", "\ud800"]), "entry 1 is not a word"),
    ],
    ids=lambda value: value[:20],
)
def test_a_damaged_word_list_is_refused(text: str, reason: str) -> None:
    with pytest.raises(Problem, match=reason) as caught:
        words_from_json(text, "source_vocabulary.json")
    assert caught.value.what == "source_vocabulary.json"


SENTENCES = [
    "Zwei Hunde spielen im Schnee.", "Two dogs are playing in the snow.", "Die Katze schläft im Garten.",
    "The cat is sleeping in the garden.", "Ein Kind liest ein Buch.", "A child is reading a book.",
    "Wo spielen die Kinder?", "Where are the children playing?", "Ich habe keinen Hund gesehen!",
    "I haven't seen a dog today.",
]  # fmt: skip


@pytest.fixture(scope="module")
def pieces() -> SubwordTokenizer:
    from sentencepiece import SentencePieceTrainer

    model = io.BytesIO()
    SentencePieceTrainer.train(
        sentence_iterator=iter(SENTENCES * 3), model_writer=model, vocab_size=90, model_type="unigram",
        unk_id=0, pad_id=1, bos_id=2, eos_id=3, minloglevel=2, num_threads=1, hard_vocab_limit=False,
    )  # fmt: skip
    return SubwordTokenizer(model.getvalue())


def test_pieces_round_trip(pieces: SubwordTokenizer) -> None:
    assert (pieces.kind, pieces.unknown_id) == ("sentencepiece", 0)
    for sentence in SENTENCES:
        encoded = pieces.encode(sentence)
        assert pieces.decode(encoded.ids) == sentence
        assert "".join(encoded.spelling).replace("▁", " ").strip() == sentence
        assert encoded.tokens == encoded.spelling
        assert not any(encoded.unknown)
        assert [pieces.id(token) for token in encoded.tokens] == list(encoded.ids)
    assert pieces.decode([2, *pieces.encode(SENTENCES[0]).ids, 3, 1, 1]) == SENTENCES[0]
    assert pieces.decode([]) == ""
    assert pieces.encode("").ids == ()
    assert pieces.id("no such piece") is None
    assert SubwordTokenizer(pieces.model).encode(SENTENCES[3]) == pieces.encode(SENTENCES[3])


def test_unknown_pieces_keep_what_was_typed(pieces: SubwordTokenizer) -> None:
    encoded = pieces.encode("Zwei 한글 Hunde")
    unknown = [spelling for spelling, flag in zip(encoded.spelling, encoded.unknown, strict=True) if flag]
    assert "".join(unknown) == "한글"
    assert {token for token, flag in zip(encoded.tokens, encoded.unknown, strict=True) if flag} == {"<unk>"}


def test_typed_specials_are_pieces_of_text(pieces: SubwordTokenizer) -> None:
    for typed in ("<pad>", "</s>", "<s>"):
        assert not {1, 2, 3} & set(pieces.encode(f"Zwei {typed} Hunde").ids)


@pytest.mark.parametrize("text", ["\ud800", "👩‍👩‍👧 Hund", "\x00", "\u202eHund", " \n ", "e\u0301"])
def test_pieces_of_hostile_text(pieces: SubwordTokenizer, text: str) -> None:
    encoded = pieces.encode(text)
    assert len(encoded.ids) == len(encoded.spelling) == len(encoded.unknown)
    "".join(encoded.spelling).encode("utf-8")


def test_a_damaged_piece_model_is_refused(pieces: SubwordTokenizer) -> None:
    for damaged in (b"", b"\x00", b"no model at all", pieces.model[:-1], pieces.model[: len(pieces.model) // 2]):
        with pytest.raises(Problem, match="damaged"):
            SubwordTokenizer(damaged)


def test_every_tokenizer_says_where_words_start(pieces: SubwordTokenizer) -> None:
    assert pieces.word_mark == "▁"
    assert words("a", "b").word_mark == ""
    parts = WordTokenizer(["<unk>", "un@@", "able", "believ@@"], "en", lowercase=True, unknown="<unk>", special=())
    assert parts.word_mark == "@@"
    assert IdTokenizer(5).word_mark == ""


def test_a_piece_that_is_no_text_is_refused(pieces: SubwordTokenizer) -> None:
    """SentencePiece takes it, and stumbles over it whenever the piece is asked for."""
    piece = max((pieces.token(index) for index in range(len(pieces))), key=len).encode()
    assert pieces.model.count(piece) == 1
    with pytest.raises(Problem, match="damaged"):
        SubwordTokenizer(pieces.model.replace(piece, piece[:-1] + b"\xff"))
    with pytest.raises(Problem, match="damaged"):
        load_pieces(pieces.model.replace(piece, piece[:-1] + b"\xff"))


@pytest.mark.parametrize("language", ["lex_attrs", "../de", "tokenizer_exceptions", "", "d" * 500])
def test_a_name_that_is_no_language_gets_general_rules(language: str) -> None:
    assert split_words("Zwei Hunde, im Schnee.", language) == ["Zwei", "Hunde", ",", "im", "Schnee", "."]
