"""JSON vocabularies: every form that people write, and faults with their line."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from model.checkpoints.vocabularies.entries import in_order
from model.checkpoints.vocabularies.structured import sides_of, tokenizer_kind, tokenizer_size
from model.common.problems import Problem

WORDS = ("<unk>", "<pad>", "Hund", "Straße")
IDS = {word: index for index, word in enumerate(WORDS)}
OTHER = ("<unk>", "dog")
PATH = Path("vocab.json")


def read(value: Any) -> dict[str, tuple[str, ...]]:
    return {side: in_order(entries, PATH) for side, entries in sides_of(json.dumps(value), PATH).items()}


@pytest.mark.parametrize(
    "value",
    [
        list(WORDS),
        IDS,
        dict(reversed(IDS.items())),
        {str(index): word for word, index in IDS.items()},
        {"itos": list(WORDS)},
        {"stoi": IDS, "freqs": {"Hund": 12}},
        {"itos": {str(index): word for word, index in IDS.items()}, "min_freq": 2},
        {"word2idx": IDS, "idx2word": {}},
        {"version": "1.0", "model": {"type": "WordLevel", "vocab": IDS, "unk_token": "<unk>"}},
    ],
)
def test_every_form(value: Any) -> None:
    assert read(value) == {"": WORDS}


@pytest.mark.parametrize("names", [("src", "trg"), ("source", "target"), ("src_vocab", "tgt_vocab")])
def test_both_sides_in_one_file(names: tuple[str, str]) -> None:
    assert read({names[0]: list(WORDS), names[1]: {"itos": list(OTHER)}}) == {"source": WORDS, "target": OTHER}


@pytest.mark.parametrize(
    "value", [{}, [], [1, 2], {"n_head": 4, "d_hidn": 256, "dropout": 0.1}, {"heads": 8, "layers": 600}, 7, None, "x"]
)
def test_what_is_no_vocabulary(value: Any) -> None:
    assert read(value) == {}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('["a",\n"b",\n"a"]', "line 3 repeats the word 'a'"),
        ('{"a": 0,\n"b": 1,\n"a": 2}', "line 3 repeats the word 'a'"),
        ('{"a": 0,\n"b": 1,\n"c": 9}', "line 3 has the id 9, and its 3 entries have ids from 0 to 2"),
        ('{"a": 0,\n"b": 1,\n"c": -1}', "line 3 has the id -1, and its 3 entries have ids from 0 to 2"),
        ('{"a": 0,\n"b": 1,\n"c": 1}', "line 3 repeats the id 1 of 'b'"),
        ('["a",\n3]', "entry 1 is no word but 3"),
        ('["a",\n"b"', "line 2 is not valid JSON"),
        ("[" * 100_000, "it is nested too deeply"),
    ],
)
def test_faults(text: str, why: str) -> None:
    with pytest.raises(Problem) as caught:
        sides_of(text, PATH)
    assert caught.value.why == why


def test_a_tokenizer_is_told_from_a_vocabulary() -> None:
    pieces = {"model": {"type": "BPE", "vocab": {"a": 0, "b": 1}, "merges": []}, "added_tokens": [{"id": 4}]}
    assert tokenizer_kind(json.dumps(pieces)) == "BPE"
    assert tokenizer_size(json.dumps(pieces)) == 5
    assert tokenizer_size(json.dumps({"model": {"type": "Unigram", "vocab": [["a", -1.0], ["b", -2.0]]}})) == 2
    assert tokenizer_kind(json.dumps(IDS)) == tokenizer_kind("no JSON") == ""


def test_an_id_of_thousands_of_digits_is_refused() -> None:
    """Python itself refuses to read such a number, with an error of its own."""
    text = json.dumps({"1" * 5000: "Hund", "2": "Katze"})
    with pytest.raises(Problem, match="is no id"):
        sides_of(text, PATH)


@pytest.mark.parametrize("depth", [300, 450, 900, 5_000])
@pytest.mark.parametrize("key", ["vocab", "itos", "source"])
def test_deep_nesting_is_refused_or_no_vocabulary(depth: int, key: str) -> None:
    text = f'{{"{key}": ' * depth + '["a", "b"]' + "}" * depth
    with suppress(Problem):  # and with nothing else
        assert len(sides_of(text, PATH)) <= 1
