"""Files of sentences: read as they are, and each kind of bad line told with its number before anything is computed."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from model.common.problems import Problem
from model.corpus import sentences
from model.corpus.gold_links import read_links
from model.corpus.sentences import CorpusFiles, CorpusSentence, pieces, stream, survey


def write(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_text_with_targets_and_links(tmp_path: Path) -> None:
    files = CorpusFiles(
        write(tmp_path, "de.txt", "\ufeffZwei Hunde\r\n\nEin\u2028Kind\n"),
        write(tmp_path, "en.txt", "Two dogs\n\nA child"),
        write(tmp_path, "links.txt", "1-1 2?2\n\n1-1\n"),
        first_word=1,
    )
    assert list(stream(files)) == [
        CorpusSentence(1, "Zwei Hunde", ("Two dogs",), read_links("0-0 1?1")),
        CorpusSentence(2, "", (), read_links("")),
        CorpusSentence(3, "Ein\u2028Kind", ("A child",), read_links("0-0")),
    ]
    assert survey(files).lines == 3


def test_pairs_also_gzipped_in_pieces(tmp_path: Path) -> None:
    text = "".join(f"quelle {n}\tsource {n} ||| origin {n}\trest\n" for n in range(5))
    plain = CorpusFiles(write(tmp_path, "a.tsv", text))
    packed = CorpusFiles(write(tmp_path, "a.tsv.gz", gzip.compress(text.encode())))
    found = list(stream(plain))
    assert found[3] == CorpusSentence(4, "quelle 3", ("source 3", "origin 3"))
    assert list(stream(packed)) == found
    assert [len(piece) for piece in pieces(stream(plain), 2)] == [2, 2, 1]
    assert survey(plain).sha256 != survey(packed).sha256


BAD: dict[str, tuple[str, str | bytes, str | None, str]] = {
    "no TAB": ("a.tsv", "x\ty\nonly one side\n", None, "a.tsv, line 2: it is not source TAB target"),
    "an empty side": ("a.tsv", "x\t \n", None, "a.tsv, line 1: it is not source TAB target"),
    "nothing": ("a.txt", "", None, "it has no sentence"),
    "no UTF-8": ("a.txt", b"good\n\xff\xfe\n", None, "a.txt, line 2: it is not UTF-8"),
    "not gzipped": ("a.tsv.gz", "x\ty\n", None, "it is damaged"),
    "cut off": ("a.tsv.gz", gzip.compress(b"x\ty\n" * 900)[:-12], None, "it is damaged"),
    "no links": (
        "a.tsv",
        "x\ty\nx\ty\n",
        "0-0\n0:0\n",
        "gold.txt, line 2: 0:0 is no link between words",
    ),
    "no translation": (
        "a.txt",
        "x z\n",
        "0-0\n",
        "gold.txt, line 1: its links need the translation, and there is none",
    ),
    "a word too many": ("a.tsv", "x z\ty\n", "0-0 1-1\n", "gold.txt, line 1: link 1-1 names a word that is not there"),
    "too few links": ("a.tsv", "x\ty\nx\ty\n", "0-0\n", "gold.txt: it ends after 1 lines, and a.tsv goes on"),
    "too many links": ("a.tsv", "x\ty\n", "0-0\n0-0\n", "a.tsv: it ends after 1 lines, and gold.txt goes on"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_line_is_told(case: str, tmp_path: Path) -> None:
    name, content, gold, told = BAD[case]
    links = None if gold is None else write(tmp_path, "gold.txt", gold)
    with pytest.raises(Problem) as problem:
        survey(CorpusFiles(write(tmp_path, name, content), gold=links))
    assert told in str(problem.value)


def test_unequal_targets_a_missing_file_and_an_endless_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    short = CorpusFiles(write(tmp_path, "a.txt", "x\ny\n"), write(tmp_path, "b.txt", "u\n"))
    with pytest.raises(Problem, match=r"b\.txt: it ends after 1 lines, and a\.txt goes on"):
        survey(short)
    with pytest.raises(Problem, match="cannot be read"):
        survey(CorpusFiles(tmp_path / "none.txt"))
    monkeypatch.setattr(sentences, "LONGEST_LINE", 5)
    with pytest.raises(Problem, match=r"c\.txt, line 2: it has more than 5 letters"):
        survey(CorpusFiles(write(tmp_path, "c.txt", "abcde\nabcdef\n")))
    with pytest.raises(Problem, match=r"c\.txt, line 1: it has more than 5 letters"):
        survey(CorpusFiles(write(tmp_path, "c.txt", "😀" * 7 + "\n")))
    assert [each.source for each in stream(CorpusFiles(write(tmp_path, "c.txt", "😀" * 5 + "\r\nab\r\n")))][1] == "ab"
