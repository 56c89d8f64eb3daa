"""``--workers`` and ``--cluster``: how many processes there are, and that one does not ask for both."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from model.common.problems import Problem
from model.corpus import executors
from model.corpus.executors import Function, Piece
from model.corpus.opened import opened
from tests.model.sample_checkpoints import PAIRS, TINY
from viz_app.cli import main
from viz_app.cli.shared import common
from viz_app.cli.shared.workers import add_workers, in_order, open_by, opening, workers_of


def given(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_workers(parser)
    return parser.parse_args(words)


def test_as_many_as_asked_for_else_as_usual_else_one_for_each_core() -> None:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    assert workers_of(given(), "cpu") == cores
    assert workers_of(given(), "cuda") == 1
    assert workers_of(given(), "cpu", usual=1) == 1
    assert workers_of(given("--workers", "3"), "cpu", usual=1) == 3


def test_not_both_and_no_nonsense(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Problem, match="a cluster has workers of its own"):
        workers_of(given("--workers", "2", "--cluster", "tcp://127.0.0.1:1"), "cpu")
    for wrong in ("0", "-1", "many", "9999"):
        with pytest.raises(SystemExit):
            given("--workers", wrong)
    assert "is not a number from 1 to 256" in capsys.readouterr().err


class Backwards:
    """Workers that answer the last piece first."""

    count = 2

    def check(self, function: Callable[[], object]) -> None:
        function()

    def ask(self, function: Function, *arguments: Any) -> Any:
        return function(*arguments)

    def answers(self, function: Function, pieces: Iterable[Piece]) -> Iterator[tuple[int, Any]]:
        for number, arguments in reversed(list(pieces)):
            yield number, function(*arguments)


@pytest.fixture
def backwards(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str]]:
    asked: list[tuple[int, str]] = []

    @contextmanager
    def made(workers: int, cluster: str = "") -> Iterator[Backwards]:
        asked.append((workers, cluster))
        yield Backwards()

    monkeypatch.setattr(executors, "workforce", made)
    return asked


def test_translate_and_evaluate_say_the_same_with_workers(
    backwards: list[tuple[int, str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, pairs = tmp_path / "de.txt", tmp_path / "pairs.tsv"
    text.write_text("".join(f"{source}\n" for source, _ in PAIRS[:40]), encoding="utf-8")
    pairs.write_text("".join(f"{source}\t{target}\n" for source, target in PAIRS[:30]), encoding="utf-8")
    commands = (
        ["translate", str(text), "--checkpoint", str(TINY)],
        ["evaluate", str(TINY), "--pairs", str(pairs), "--beam", "1"],
    )
    for command in commands:
        said = []
        for more in ([], ["--workers", "1"], ["--workers", "2"], ["--cluster", "tcp://127.0.0.1:1"]):
            assert main([*command, *more]) == 0
            said.append(capsys.readouterr().out.splitlines())
        assert said[0][:2] == said[1][:2] == said[2][:2] == said[3][:2]
        assert command[0] == "evaluate" or said[0] == said[2] == [target for _, target in PAIRS[:40]]
    assert backwards == [(2, ""), (1, "tcp://127.0.0.1:1")] * 2
    assert main([*commands[0], "--workers", "2", "--cluster", "tcp://127.0.0.1:1"]) == 2


def test_a_worker_opens_the_checkpoint_as_it_was_asked_and_hands_over_what_it_says(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = argparse.Namespace(
        checkpoint=str(TINY), device="cpu", answer=[("label_smoothing", "0.1")], source_language="", target_language="",
        out="not its matter",
    )  # fmt: skip
    with pytest.raises(Problem, match="label_smoothing"):
        open_by(Backwards(), words)
    words.answer = []
    found = open_by(Backwards(), words)
    assert (found.name, found.address.path, found.said) == ("tiny", str(TINY.resolve()), "")
    assert found.address.sha256 == opened(found.address).sha256
    assert capsys.readouterr().err == "", "what is said is handed over, for the process that a person sees"


def test_what_a_worker_opened_at_its_start_is_not_opened_again(monkeypatch: pytest.MonkeyPatch) -> None:
    words = argparse.Namespace(checkpoint=str(TINY), device="cpu", answer=[], source_language="", target_language="")
    opening(words)()
    with monkeypatch.context() as patch:
        patch.setattr(common, "open_spoken", lambda _: pytest.fail("it was there"))
        found = open_by(Backwards(), words)
    assert found.address.sha256 == open_by(Backwards(), words).address.sha256
    words.checkpoint = str(TINY / "none")
    with pytest.raises(Problem):  # asked for again, and said then
        open_by(Backwards(), words)


def test_answers_are_given_in_order_as_soon_as_that_can_be() -> None:
    given = iter([(1, "b"), (0, "a"), (3, "d"), (2, "c")])
    ordered = in_order(given)
    assert next(ordered) == "a"
    assert next(given) == (3, "d"), "no more was asked for than was needed"
    assert list(in_order(iter([(2, "c"), (1, "b"), (0, "a")]))) == ["a", "b", "c"]
