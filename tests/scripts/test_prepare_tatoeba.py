"""The corpus script: clean pairs, no sentence on both sides of the split, the same bytes every time."""

from __future__ import annotations

import gzip
import sys
import zipfile
from pathlib import Path

import prepare_tatoeba
import pytest
from hypothesis import given
from hypothesis import strategies as some

#: English TAB German TAB attribution, as in the download; one line is a duplicate, one has no German.
LINES = [
    "Hi.\tHallo!\tCC-BY 2.0 (France) #1",
    "Hello!\thallo\tCC-BY 2.0 (France) #2",
    "Hello!\thallo\tCC-BY 2.0 (France) #2",
    "Stop!\t\tCC-BY 2.0 (France) #3",
    "I  am\there. not this",
    *(f"Word {number}.\tWort {number}.\tCC-BY 2.0 (France) #{number}" for number in range(40)),
]


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "deu-eng.zip"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("_about.txt", "terms")
        file.writestr("deu.txt", "\n".join(LINES))
    return path


def test_pairs_are_clean_unique_and_german_first(archive: Path) -> None:
    pairs = prepare_tatoeba.read_pairs(archive)
    assert pairs[:3] == [("Hallo!", "Hi."), ("hallo", "Hello!"), ("here. not this", "I am")]
    assert len(pairs) == len(set(pairs)) == 43


def test_a_shared_sentence_links_pairs() -> None:
    pairs = [("Hallo!", "Hi."), ("hallo", "Hello!"), ("Guten Tag.", "hello"), ("Nein.", "No.")]
    assert sorted(map(len, prepare_tatoeba.components(pairs))) == [1, 3]


@given(
    some.lists(some.tuples(some.sampled_from("abcdefgh"), some.sampled_from("ABCDEFGH")), unique=True),
    some.integers(0, 4),
)
def test_no_sentence_is_on_both_sides(pairs: list[tuple[str, str]], held_out: int) -> None:
    train, *sets = prepare_tatoeba.split(pairs, held_out)
    held = [(source, target) for part in sets for source, targets in part.items() for target in targets]
    assert sorted(train + held) == sorted(pairs)
    assert not {source for source, _ in train} & {source for source, _ in held}
    assert not {target for _, target in train} & {target for _, target in held}


def test_it_writes_three_files_the_same_each_time(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    written = []
    for name in ("one", "two"):
        monkeypatch.setattr(sys, "argv", ["prepare", str(archive), str(tmp_path / name), "--held-out", "5"])
        prepare_tatoeba.main()
        written.append({path.name: path.read_bytes() for path in (tmp_path / name).iterdir()})
    assert written[0] == written[1]
    assert capsys.readouterr().out.splitlines()[:3] == ["train 33", "dev 5", "test 5"]
    rows = gzip.decompress(written[0]["test.tsv.gz"]).decode().splitlines()
    assert all(row.count("\t") == 1 for row in rows)
