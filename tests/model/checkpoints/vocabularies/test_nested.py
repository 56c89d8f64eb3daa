"""Vocabularies anywhere in plain data: every form at every place, and nothing that is none."""

from __future__ import annotations

from typing import Any

import pytest

from model.checkpoints.vocabularies import nested as module
from model.checkpoints.vocabularies.nested import MAX_VISITED, nested

WORDS, OTHER = ["<unk>", "<pad>", "Hund"], ["<unk>", "<pad>", "dog", "cat"]
IDS = {word: index for index, word in enumerate(WORDS)}
FORMS: dict[str, Any] = {
    "list": WORDS,
    "word to id": IDS,
    "id to word": dict(enumerate(WORDS)),
    "id as text": {str(index): word for index, word in enumerate(WORDS)},
    "torchtext": {"itos": WORDS, "stoi": IDS, "freqs": {"Hund": 3}},
    "field": {"init_token": "<sos>", "vocab": {"itos": WORDS, "stoi": IDS}},
    "compiled": ("0.0.2", [0], WORDS, []),
    "module": {"training": False, "vocab": ("0.0.2", [0], WORDS, [])},
    "own names": {"n_words": 3, "token_to_id": IDS, "id_to_token": dict(enumerate(WORDS))},
    "lang": {"word2index": IDS, "word2count": {"Hund": 1}, "index2word": dict(enumerate(WORDS)), "n_words": 3},
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("place", "side", "language"),
    [
        (("src_vocab",), "source", ""), (("vocab", "src"), "source", ""), (("vocabs", "trg"), "target", ""),
        (("TRG",), "target", ""), (("extra", "vocabularies", "tgt_vocab"), "target", ""), (("vocab",), "", ""),
        (("de_vocab",), "", "de"), (("vocab_transform", "en"), "", "en"),
    ],
)  # fmt: skip
def test_every_form_at_every_place(form: str, place: tuple[str, ...], side: str, language: str) -> None:
    content: Any = FORMS[form]
    for key in reversed(place):
        content = {key: content}
    found = nested({"epoch": 3, "losses": [1.0, 2.0], "optimizer": {"state": {0: {"step": 1}}}, **content})
    assert [(one.words, one.side, one.language) for one in found] == [(tuple(WORDS), side, language)]
    assert found[0].name.startswith(".".join(place))


def test_both_sides_and_the_names_of_languages() -> None:
    found = nested({"src_itos": WORDS, "src_stoi": IDS, "tgt_itos": OTHER})
    assert [(one.side, one.words) for one in found] == [("source", tuple(WORDS)), ("target", tuple(OTHER))]
    found = nested({"vocab": {"sv": WORDS, "uk": OTHER}})
    assert [(one.language, one.words) for one in found] == [("sv", tuple(WORDS)), ("uk", tuple(OTHER))]


@pytest.mark.parametrize(
    "value",
    [[], {}, ["one"], [1, 2], {"a": 1, "b": 2}, {"a": 0, "b": 0}, {0: "a", 2: "b"}, {"0": "a", "00": "b"}, {1: 2},
     ["a", 3], "words", None, {"a": True, "b": False}],
)  # fmt: skip
def test_what_is_no_vocabulary(value: Any) -> None:
    assert nested({"vocab": value}) == []


def test_a_budget_ends_the_search() -> None:
    assert nested({str(number): {"a": number} for number in range(MAX_VISITED + 9)} | {"z": {"z": WORDS}}) == []
    deep: Any = WORDS
    for _ in range(20):
        deep = {"a": deep}
    assert nested(deep) == []
    itself: dict[str, Any] = {"src": WORDS}
    itself["again"] = itself
    assert len(nested(itself)) == 1


def test_one_list_in_many_objects_is_within_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every look at it counts: 4,900 objects that hold one list of a million words took minutes."""
    looked: list[object] = []

    def look(value: object) -> list[str]:
        looked.append(value)
        return []

    monkeypatch.setattr(module, "MAX_PARTS", 10_000)
    monkeypatch.setattr(module, "words_of", look)
    shared = [f"w{number}" for number in range(1_000)]
    module.nested({str(number): {"itos": shared, "stoi": {}} for number in range(500)})
    assert 5 < len(looked) < 12
