"""A file is read by what it holds; what cannot be read says which file, which line and what to do."""

from __future__ import annotations

import json
import os
import pickle
from pathlib import Path

import pytest

from model.checkpoints.vocabularies import vocabulary_file
from model.checkpoints.vocabularies.vocabulary_file import is_tokenizer_file, read_vocabularies
from model.common.problems import Problem
from tests.model.sample_checkpoints import pieces

WORDS = ("<unk>", "Straße", "7")


def write(path: Path, content: bytes | str) -> Path:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("vocab.json", json.dumps(WORDS)),
        ("vocab.txt", json.dumps(WORDS)),
        ("vocab.txt", "\n".join(WORDS)),
        ("vocab.txt", b"\xef\xbb\xbf" + "\n".join(WORDS).encode()),
        ("vocab.pkl", pickle.dumps(list(WORDS))),
        ("vocab", "\n".join(WORDS)),
    ],
)
def test_by_content(tmp_path: Path, name: str, content: bytes | str) -> None:
    found = read_vocabularies(write(tmp_path / name, content))
    assert [(one.words, one.path.name, one.side) for one in found] == [(WORDS, name, "")]


def test_pieces_in_brackets_are_no_json(tmp_path: Path) -> None:
    assert read_vocabularies(write(tmp_path / "vocab.txt", "[PAD]\n[UNK]\nder\n"))[0].words == ("[PAD]", "[UNK]", "der")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "it is empty"),
        (b"a\nb\n\xff\xfe\n", "line 3 is not UTF-8"),
        (b"a\nb\0\n", "line 2 holds a zero byte, so it is no text"),
        (b'{"heads": 8}', "there is no vocabulary in it"),
        (b"a\nb\na\n", "line 3 repeats the word 'a' of line 1"),
        (b"\x80\x04", "its pickle is damaged or cut short"),
        (b"PK\x03\x04rest", "its archive is damaged"),
    ],
)
def test_faults(tmp_path: Path, content: bytes, why: str) -> None:
    path = write(tmp_path / "vocab.txt", content)
    with pytest.raises(Problem) as caught:
        read_vocabularies(path)
    assert (caught.value.what, caught.value.why) == (str(path), why)


def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "vocab.txt")
    for name, why in (("vocab.txt", "no plain file"), ("", "cannot be read"), ("gone.txt", "there is no such file")):
        path = tmp_path / name
        with pytest.raises(Problem, match=why):
            read_vocabularies(path)


def test_the_size_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vocabulary_file, "MAX_BYTES", 5)
    with pytest.raises(Problem, match="it has 6 bytes and a vocabulary at most 5"):
        read_vocabularies(write(tmp_path / "vocab.txt", "abcdef"))


def test_files_that_split_words_by_themselves(tmp_path: Path) -> None:
    words = {"model": {"type": "WordLevel", "vocab": {"a": 0}}}
    parts = {"model": {"type": "BPE", "vocab": {"a": 0}, "merges": []}}
    assert is_tokenizer_file(write(tmp_path / "kowiki.model", pieces().model))
    assert is_tokenizer_file(write(tmp_path / "tokenizer.json", json.dumps(parts)))
    assert not is_tokenizer_file(write(tmp_path / "words.json", json.dumps(words)))
    assert not is_tokenizer_file(write(tmp_path / "vocab.txt", "a"))


@pytest.mark.parametrize(
    ("content", "advice"),
    [
        ("<unk>\n강아지\n".encode("cp949"), "It is CP949, as Korean Windows writes it: save it as UTF-8"),
        ("<unk>\nHund\n".encode("utf-16"), "It is UTF-16, as PowerShell writes it: save it as UTF-8"),
        ("<unk>\nStraße\n".encode("latin-1"), "Save it as UTF-8, or take it away to go on with ids"),
    ],
)
def test_another_encoding_is_named_where_it_can_be_told(tmp_path: Path, content: bytes, advice: str) -> None:
    with pytest.raises(Problem) as caught:
        read_vocabularies(write(tmp_path / "vocab.txt", content))
    assert caught.value.next_step == advice
