"""The pieces of a table: what they are asked with, and that the answer of another machine is looked at."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.checkpoints.checkpoint import open_checkpoint
from model.common.problems import Problem
from model.corpus import head_table
from model.corpus.executors import ThisProcess
from model.corpus.head_table import HeadQuestion, HeadTable, check_worker
from model.corpus.opened import address_of
from model.corpus.sentences import CorpusFiles, survey
from model.corpus.work_file import WorkFile
from tests.model.sample_checkpoints import PAIRS, TINY


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> HeadTable:
    monkeypatch.setattr(head_table, "SIZE", 2)
    path = tmp_path / "de.txt"
    path.write_text("".join(f"{source}\n" for source, _ in PAIRS[:5]), encoding="utf-8")
    checkpoint, files = open_checkpoint(TINY), CorpusFiles(path)
    address = address_of(checkpoint, {})
    check_worker(address)
    return HeadTable(HeadQuestion(address, checkpoint.name, files), survey(files))


def test_it_counts_sentences_and_says_what_it_is_of(table: HeadTable, tmp_path: Path) -> None:
    work = WorkFile(tmp_path / "t.json", table.settings, resume=False)
    assert list(table.run(ThisProcess(), work)) == [0, 2, 4, 5]
    work.remove()
    heads = table.result()
    assert (heads.sentences, heads.file, heads.about["targets"], heads.about["checkpoint"]) == (
        5,
        "de.txt",
        "own",
        "tiny",
    )
    assert heads.fits(open_checkpoint(TINY).sha256, {"encoder": (2, 4), "decoder": (2, 4), "cross": (2, 4)})


@pytest.mark.parametrize("answer", [None, {"sentences": 1.5}, {"cross/focus/n": [[1]], "cross/focus/sum": ["x"]}])
def test_a_damaged_answer_is_refused(answer: object, table: HeadTable, tmp_path: Path) -> None:
    work = WorkFile(tmp_path / "t.json", table.settings, resume=False)
    work.add(1, answer)
    with pytest.raises(Problem, match="of piece 1 is damaged"):
        list(table.run(ThisProcess(), work))
    work.close()


def test_another_file_is_another_question(table: HeadTable) -> None:
    assert {"sha256", "files", "piece", "ablation", "answers", "program"} <= set(table.settings)
