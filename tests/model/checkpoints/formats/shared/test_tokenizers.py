"""Every kind of tokenizer comes back from its entry and its files: same tokens, same ids, nothing stored twice."""

from __future__ import annotations

from typing import Any

import pytest

from model.checkpoints.formats.shared.tokenizers import KINDS, restore, store
from model.checkpoints.hf_tokenizer import JsonTokenizer, PieceTokenizer
from model.checkpoints.tokenizer import IdTokenizer, SubwordTokenizer, Tokenizer, WordTokenizer
from model.common.problems import Problem
from tests.model.sample_checkpoints import PAIRS, SPECIALS, pieces

TEXTS = ("Zwei Hunde spielen im Schnee.", "<pad> zzz 9 한글", "")


def listed(**options: Any) -> PieceTokenizer:
    """The fixtures' pieces under ids in the opposite order, a language code and a padded table."""
    model = pieces().model
    names = [pieces().token(index) for index in range(len(pieces()))]
    ids = {token: index for index, token in enumerate([*reversed(names), ">>fr<<"])}
    return PieceTokenizer(model, ids, {"<unk>", "</s>", ">>fr<<"}, len(ids) + 3, **options)


def json_tokenizer(size: int = 60) -> JsonTokenizer:
    tokenizers = pytest.importorskip("tokenizers")
    built = tokenizers.Tokenizer(tokenizers.models.BPE(unk_token="<unk>"))
    built.pre_tokenizer = tokenizers.pre_tokenizers.Metaspace()
    built.decoder = tokenizers.decoders.Metaspace()
    trainer = tokenizers.trainers.BpeTrainer(vocab_size=size, special_tokens=list(SPECIALS), show_progress=False)
    built.train_from_iterator([text for pair in PAIRS for text in pair], trainer)
    return JsonTokenizer(built.to_str().encode("utf-8"), size, closes_up=True)


def words(letters: str) -> WordTokenizer:
    return WordTokenizer([*SPECIALS, *letters], "de", lowercase=True, unknown="<unk>", special=SPECIALS)


def again(source: Tokenizer, target: Tokenizer, originals: dict[str, bytes] | None = None) -> tuple[Tokenizer, ...]:
    entries, files = store(source, target, originals or {})
    return tuple(restore(entries[side], side, files.__getitem__) for side in ("source", "target"))


def assert_same(one: Tokenizer, other: Tokenizer) -> None:
    assert (one.kind, len(one), one.unknown_id) == (other.kind, len(other), other.unknown_id)
    assert [one.token(index) for index in range(len(one))] == [other.token(index) for index in range(len(other))]
    if one.kind == IdTokenizer.kind:
        return
    for text in TEXTS:
        assert one.encode(text) == other.encode(text)
        assert one.decode(one.encode(text).ids) == other.decode(other.encode(text).ids)


@pytest.mark.parametrize("kind", KINDS)
def test_a_tokenizer_comes_back(kind: str) -> None:
    made: dict[str, Tokenizer] = {
        WordTokenizer.kind: words("abc"),
        SubwordTokenizer.kind: pieces(),
        IdTokenizer.kind: IdTokenizer(9, {0: "<unk>", 3: "<eos>"}),
        PieceTokenizer.kind: listed(codes=True),
        JsonTokenizer.kind: json_tokenizer(),
    }
    for one in again(made[kind], made[kind]):
        assert_same(made[kind], one)


def test_both_sides_may_differ() -> None:
    source, target = again(words("abc"), listed(decoder=pieces().model + b"\x22\x00"))
    assert_same(words("abc"), source)
    assert_same(listed(decoder=pieces().model), target)
    assert isinstance(target, PieceTokenizer)
    assert target.decoder == pieces().model + b"\x22\x00"


def test_a_language_code_before_the_text_is_one_token() -> None:
    source, plain = again(listed(codes=True), listed())
    assert source.encode(">>fr<< Zwei").tokens[0] == ">>fr<<"
    assert plain.encode(">>fr<< Zwei").tokens[0] != ">>fr<<"


def test_original_files_are_used_and_not_copied() -> None:
    originals = {"source.spm": pieces().model, "README": b"by somebody"}
    entries, files = store(listed(), listed(), originals)
    assert {name: files[f"tokenizer/{name}"] for name in originals} == originals
    assert entries["source"]["file"] == entries["target"]["file"] == "tokenizer/source.spm"
    assert len(files) == len(originals) + 1  # and the list of ids, once


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ({"kind": "magic"}, "the tokenizer kind 'magic' is unknown"),
        ({"kind": "pieces", "size": 5, "file": "../x", "vocabulary": "tokenizer/a"}, "'../x' is no file in tokenizer/"),
        ({"kind": "pieces", "size": 5, "file": "tokenizer/../x", "vocabulary": "tokenizer/a"}, "is no file in"),
        ({"kind": "pieces", "size": 5, "file": "tokenizer/a", "vocabulary": "/etc/passwd"}, "'/etc/passwd' is no file"),
        ({"kind": "pieces", "size": True, "vocabulary": "tokenizer/a"}, "the source tokenizer has no size"),
        ({"kind": "tokenizer.json", "size": 5}, "None is no file in tokenizer/"),
        ({"kind": "sentencepiece", "file": "C:\\x"}, "is no file in tokenizer/"),
        ({"kind": "ids", "size": 0}, "the source tokenizer has no size"),
    ],
    ids=str,
)
def test_an_entry_that_leads_elsewhere_is_refused(entry: dict[str, Any], why: str) -> None:
    with pytest.raises(Problem) as caught:
        restore(entry, "source", lambda _: b"{}")
    assert why in caught.value.why
