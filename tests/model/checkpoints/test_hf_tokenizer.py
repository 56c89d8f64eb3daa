"""The readers of tokenizer files, given bytes alone: what they refuse, and that nothing brings them down."""

from __future__ import annotations

import json
import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

from model.checkpoints.hf_tokenizer import JsonTokenizer, PieceTokenizer, byte_level, read_vocabulary
from model.common.problems import Problem
from model.transforms.word_groups import groups, text
from tests.model.checkpoints.formats import hf_tokenizers as made_by
from tests.source_tree import PROJECT

TEXT = "Zwei Hunde 두 마리 🐶  <pad> x"


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("t5")
    made_by.t5(folder)
    return (folder / "tokenizer.json").read_bytes()


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) of a JSON value; of long lists the first few entries."""
    keys = (
        list(value) if isinstance(value, dict) else list(range(min(len(value), 6))) if isinstance(value, list) else []
    )
    return [(value, key) for key in keys] + [place for key in keys for place in places(value[key])]


@pytest.mark.parametrize("seed", range(24))
def test_a_changed_tokenizer_json_is_refused_or_read(content: bytes, seed: int) -> None:
    chance = random.Random(seed)
    values = json.loads(content)
    for _ in range(chance.randint(1, 3)):
        container, key = chance.choice(places(values))
        if chance.random() < 0.2 and isinstance(container, dict):
            del container[key]
        else:
            container[key] = chance.choice(
                [None, -1, 0, 2**40, 1e400, "x", "", [], {}, True, [[]], {"type": "Sequence"}]
            )
        if not isinstance(values, dict) or not values:
            break
    try:
        tokenizer = JsonTokenizer(json.dumps(values).encode("utf-8"), 300)
        found = tokenizer.encode(TEXT)
    except Problem:
        return
    assert all(0 <= index < 300 for index in found.ids)
    assert isinstance(tokenizer.decode(found.ids), str)
    assert len(tokenizer.around) == 2


def test_it_says_where_words_start(content: bytes, tmp_path: Path) -> None:
    assert JsonTokenizer(content, 300).word_mark == "▁"
    made_by.bart(tmp_path)
    vocabulary, merges = ((tmp_path / name).read_bytes() for name in ("vocab.json", "merges.txt"))
    tokenizer = JsonTokenizer(byte_level(vocabulary, merges, ()), 2000)
    assert tokenizer.word_mark == "Ġ"
    tokens = tokenizer.encode("Zwei Hunde bellen").tokens
    spelled = [text([tokens[place] for place in word], "Ġ") for word in groups(tokens, [False] * len(tokens), "Ġ")]
    assert spelled == ["Zwei", "Hunde", "bellen"]


@pytest.mark.parametrize("size", [0, 1, 7, 100, 1000])
def test_a_cut_model_of_pieces_is_refused(size: int) -> None:
    with pytest.raises(Problem, match="its SentencePiece model is damaged"):
        PieceTokenizer(made_by.pieces()[:size], {"<unk>": 0}, (), 5)


def test_pieces_outside_the_vocabulary_are_unknown() -> None:
    tokenizer = PieceTokenizer(made_by.pieces(), {"<unk>": 0, "▁": 1, "x": 2}, ("<unk>",), 3)
    found = tokenizer.encode("x q")
    assert found.unknown[-1]
    assert set(found.ids) <= {0, 1, 2}
    assert tokenizer.decode([0, 2, 0, 99]) == "x"
    assert (tokenizer.token(-1), tokenizer.token(7), tokenizer.id("x"), len(tokenizer)) == ("", "7", 2, 3)


def test_without_an_unknown_token_a_token_without_row_is_a_problem() -> None:
    tokenizer = PieceTokenizer(made_by.pieces(), {"x": 0}, (), 1)
    with pytest.raises(Problem, match="it has a token that the network does not know"):
        tokenizer.encode("q")


@pytest.mark.parametrize(
    "values", [b"", b"null", b"{}", b"3", b'{"a": 1.0}', b'{"a": -1}', b"[" * 100_000, b'{"\xff": 1}']
)
def test_what_is_no_vocabulary(values: bytes) -> None:
    with pytest.raises(Problem, match=r"vocab\.json"):
        read_vocabulary(values, "vocab.json")


def test_bytes_need_no_merges() -> None:
    vocabulary = json.dumps({"a": 0, "b": 1, "<unk>": 2, "ab": 3}).encode()
    assert JsonTokenizer(byte_level(vocabulary, b"#version: 0.2\n", ("<unk>",)), 4).encode("ab").ids == (0, 1)
    assert JsonTokenizer(byte_level(vocabulary, b"#version: 0.2\na b\n", ("<unk>",)), 4).encode("ab").ids == (3,)


def test_the_extra_and_the_tests_ask_for_the_same_library() -> None:
    extras = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert extras["hf"][0] in extras["dev"]
