"""Parallel text: read whole or refused, counted into vocabularies, and cut into batches that lose nothing."""

from __future__ import annotations

import gzip
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.checkpoints.tokenizer import SubwordTokenizer, WordTokenizer
from model.common.problems import Problem
from model.training import data
from model.training.data import Pair, batches, build_tokenizers, encode_pairs, read_pairs, special_ids
from model.training.recipe import Data, NetworkRecipe, Recipe, Schedule, VocabularyRecipe
from tests.model.sample_checkpoints import PAIRS

RECIPE = Recipe("test", Data("de", "en"), VocabularyRecipe("word", min_count=1), Schedule("constant"))
TEXT = "Ein Hund.\tA dog.\tignored\nZwei Katzen\tTwo cats ||| A pair of cats\n"
READ = [Pair("Ein Hund.", ("A dog.",)), Pair("Zwei Katzen", ("Two cats", "A pair of cats"))]

Encoded = list[tuple[list[int], list[int]]]


def test_plain_and_gzipped_files(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text(TEXT, encoding="utf-8")
    (tmp_path / "a.tsv.gz").write_bytes(gzip.compress(TEXT.encode()))
    (tmp_path / "b.tsv").write_bytes(TEXT.replace("\n", "\r\n").encode())
    for name in ("a.tsv", "a.tsv.gz"):
        assert read_pairs(tmp_path / name) == READ
    assert read_pairs(tmp_path / "b.tsv") == READ


def test_only_line_feeds_end_a_line(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text("a\u2028b\x0bc\td\x85e\n", encoding="utf-8")
    assert read_pairs(tmp_path / "a.tsv") == [Pair("a\u2028b\x0bc", ("d\x85e",))]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "holds no sentence pairs"),
        (b"a\tb\nno tab\n", "line 2: it is not source TAB target"),
        (b"a\tb\n\nc\td\n", "line 2"),
        (b"a\t\n", "line 1"),
        (b"\tb\n", "line 1"),
        (b" \t\xc2\xa0\n", "line 1"),
        (b"a\tb\nc\xff\tc\n", "line 2: byte 2 of it is not UTF-8"),
    ],
)
def test_damaged_text_is_refused(tmp_path: Path, content: bytes, reason: str) -> None:
    for name, packed in (("a.tsv", content), ("a.tsv.gz", gzip.compress(content))):
        (tmp_path / name).write_bytes(packed)
        with pytest.raises(Problem) as caught:
            read_pairs(tmp_path / name)
        assert reason in str(caught.value)
        assert name in caught.value.what


def sides(folder: Path, source: bytes, target: bytes, packed: str = "") -> str:
    """Two plain files; what is said of them, or nothing."""
    for language, content in (("de", source), ("en", target)):
        path = folder / f"train.{language}{packed}"
        path.write_bytes(gzip.compress(content) if packed else content)
    try:
        found = read_pairs(folder / "train.tsv.gz", ("de", "en"))
    except Problem as problem:
        return str(problem)
    assert [(pair.source, *pair.references) for pair in found] == [("Ein Hund.", "A dog."), ("Zwei", "Two\u2028x")]
    return ""


@pytest.mark.parametrize("packed", ["", ".gz"])
def test_two_plain_files_stand_for_one_with_both_sides(tmp_path: Path, packed: str) -> None:
    """A mark of byte order, ends of lines of Windows, and no end after the last line are no part of a sentence."""
    assert sides(tmp_path, b"\xef\xbb\xbfEin Hund.\r\nZwei", "A dog.\nTwo\u2028x\n".encode(), packed) == ""
    (tmp_path / "train.tsv.gz").write_bytes(gzip.compress(b"the\tTSV comes first\n"))
    assert read_pairs(tmp_path / "train.tsv.gz", ("de", "en")) == [Pair("the", ("TSV comes first",))]


@pytest.mark.parametrize(
    ("source", "target", "said"),
    [
        (b"a\nb\nc\n", b"x\ny\n", "train.de and train.en: they have 3 and 2 lines"),
        (b"a\nb\n", b"x\n \n", "train.en, line 2: it is empty"),
        (b"\nb\n", b"x\ny\n", "train.de, line 1: it is empty"),
        (b"a\nb\n", b"x\ny\xe4\n", "train.en, line 2: byte 2 of it is not UTF-8"),
        (b"", b"", "they hold no sentence pairs"),
    ],
)
def test_damaged_plain_files_are_refused(tmp_path: Path, source: bytes, target: bytes, said: str) -> None:
    assert said in sides(tmp_path, source, target)


def test_of_two_plain_files_one_is_missing(tmp_path: Path) -> None:
    (tmp_path / "train.de").write_bytes(b"Ein Hund.\n")
    with pytest.raises(Problem, match=r"train\.en: it cannot be read"):
        read_pairs(tmp_path / "train.tsv.gz", ("de", "en"))
    with pytest.raises(Problem, match=r"train\.tsv\.gz: it is not there, nor are train\.… and train\.…"):
        read_pairs(tmp_path / "train.tsv.gz")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    whole = gzip.compress(TEXT.encode() * 50)
    contents = [whole[:length] for length in (5, 12, len(whole) // 2, len(whole) - 1)] + [TEXT.encode()]
    contents += [whole[:place] + bytes([whole[place] ^ 255]) + whole[place + 1 :] for place in range(10, len(whole), 5)]
    for content in contents:
        (tmp_path / "a.tsv.gz").write_bytes(content)
        with pytest.raises(Problem, match=r"a\.tsv\.gz"):
            read_pairs(tmp_path / "a.tsv.gz")
    with pytest.raises(Problem, match="cannot be read"):
        read_pairs(tmp_path)
    with pytest.raises(Problem, match=r"none\.tsv: it is not there, nor are none\.de and none\.en"):
        read_pairs(tmp_path / "none.tsv", ("de", "en"))


def test_words_are_counted_frequent_first() -> None:
    pairs = [Pair("der Hund der Katze", ("The dog the cat",)), Pair("der Hund <pad> Ä", ("the end",))]
    source, target = build_tokenizers(RECIPE, pairs)
    assert isinstance(source, WordTokenizer)
    assert isinstance(target, WordTokenizer)
    assert source.words == ("<unk>", "<pad>", "<sos>", "<eos>", "der", "Hund", "<", ">", "Katze", "pad", "Ä")
    assert target.words[4:] == ("the", "The", "cat", "dog", "end")
    assert (source.language, target.language) == ("de", "en")


def test_limits_of_a_vocabulary() -> None:
    pairs = [Pair("der Hund der Katze", ("The dog the cat",)), Pair("der Hund Ä", ("the end",))]

    def words(**changes: object) -> tuple[str, ...]:
        rules = replace(RECIPE.vocabulary, **changes)  # type: ignore[arg-type]
        source, target = build_tokenizers(replace(RECIPE, vocabulary=rules), pairs)
        assert isinstance(source, WordTokenizer)
        assert isinstance(target, WordTokenizer)
        return source.words[4:] + target.words[4:]

    assert words(min_count=2) == ("der", "Hund", "the")
    assert words(size=5) == ("der", "the")
    assert words(size=6, lowercase=True) == ("der", "hund", "the", "cat")


def test_words_come_from_the_first_reference_alone() -> None:
    _, target = build_tokenizers(RECIPE, [Pair("a", ("first", "second"))])
    assert target.id("first") == 4
    assert target.id("second") is None


def test_joint_pieces() -> None:
    recipe = replace(RECIPE, vocabulary=VocabularyRecipe("sentencepiece", size=90))
    pairs = [Pair(source, (target,)) for source, target in PAIRS]
    source, target = build_tokenizers(recipe, pairs)
    assert source is target
    assert isinstance(source, SubwordTokenizer)
    assert len(source) == 90
    assert [source.token(index) for index in range(4)] == ["<unk>", "<pad>", "<s>", "</s>"]
    assert all(source.decode(source.encode(text).ids) == text for pair in PAIRS for text in pair)
    assert special_ids(recipe).source_suffix == (3,)


@pytest.mark.parametrize("texts", [[("a b", "c")], [(" ", " ")]])
def test_more_pieces_than_the_text_has(texts: list[tuple[str, str]]) -> None:
    recipe = replace(RECIPE, vocabulary=VocabularyRecipe("sentencepiece", size=5000))
    with pytest.raises(Problem, match="sub-words") as caught:
        build_tokenizers(recipe, [Pair(source, (target,)) for source, target in texts])
    assert "5000" in caught.value.what


def test_encoded_pairs_have_their_specials_and_long_ones_are_left_out() -> None:
    pairs = [Pair("a b", ("x",)), Pair("a a a", ("x",)), Pair("a", ("x x x",)), Pair("b zzz", ("y x",))]
    source, target = build_tokenizers(RECIPE, [Pair("a b", ("x y",))])
    plain = special_ids(RECIPE)
    encoded = encode_pairs(pairs, source, target, plain, 4)
    assert encoded == [([4, 5, 3], [2, 4, 3]), ([4, 4, 4, 3], [2, 4, 3]), ([5, 0, 3], [2, 5, 4, 3])]
    started = special_ids(replace(RECIPE, architecture=NetworkRecipe(source_start=True)))
    assert encode_pairs(pairs[:1], source, target, started, 4) == [([2, 4, 5, 3], [2, 4, 3])]


@settings(max_examples=150, deadline=None, derandomize=True)
@given(
    lengths=st.lists(st.tuples(st.integers(1, 12), st.integers(2, 12)), min_size=1, max_size=40),
    limit=st.integers(1, 60),
    seed=st.none() | st.integers(0, 5),
)
def test_batches_lose_no_pair_and_keep_the_limit(lengths: list[tuple[int, int]], limit: int, seed: int | None) -> None:
    """Each pair is marked by its own number, so that a swapped target would be seen."""
    encoded: Encoded = [([10 + n] * left, [2, *[10 + n] * (right - 2), 3]) for n, (left, right) in enumerate(lengths)]
    found: Counter[str] = Counter()
    for batch in batches(encoded, limit, seed):
        rows = len(batch.source)
        longest = max(batch.source.shape[1], batch.target.shape[1])
        assert rows == 1 or rows * longest <= limit
        assert len(batch.target) == rows
        for source, target in zip(batch.source.tolist(), batch.target.tolist(), strict=True):
            left, right = ([index for index in row if index != 1] for row in (source, target))
            assert source == left + [1] * (len(source) - len(left))  # padding on the right only
            assert target == right + [1] * (len(target) - len(right))
            found[str((left, right))] += 1
        assert batch.predictions == sum(index != 1 for row in batch.target[:, 1:].tolist() for index in row)
        assert (batch.source != 1).any(dim=0).all()  # no column of padding alone
        assert (batch.target != 1).any(dim=0).all()
    assert found == Counter(str(pair) for pair in encoded)


def test_a_seed_decides_the_order() -> None:
    encoded: Encoded = [([10 + n] * (1 + n % 7), [2, 10 + n, 3]) for n in range(200)]

    def order(seed: int | None) -> list[int]:
        return [row[0] for batch in batches(encoded, 30, seed) for row in batch.source.tolist()]

    assert order(1) == order(1)
    assert order(1) != order(2)
    assert order(None) == order(None)
    lengths = [1 + (index - 10) % 7 for index in order(None)]
    assert lengths == sorted(lengths)  # validation goes by length


@pytest.mark.parametrize("name", ["a.tsv", "a.tsv.gz"])
def test_lines_and_files_without_end_are_no_parallel_text(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Packed zeros are a thousand times smaller in a file."""

    def put(text: str) -> None:
        (tmp_path / name).write_bytes(gzip.compress(text.encode()) if name.endswith("gz") else text.encode())

    monkeypatch.setattr(data, "MAX_LINE", 1_000)
    monkeypatch.setattr(data, "MAX_PAIRS", 3)
    put("a\tb\n" * 3)
    assert len(read_pairs(tmp_path / name)) == 3
    for text, said in (
        ("a\tb\n" * 4, "line 4: it has more than 3 pairs"),
        ("a\tb\n" + "c" * 10**6, "line 2: more than 1,000 l"),
    ):
        put(text)
        with pytest.raises(Problem, match=said):
            read_pairs(tmp_path / name)
