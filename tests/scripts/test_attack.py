"""The attacks find what they are to find, do so again from the seed, and each runs."""

from __future__ import annotations

import pickle
import random
import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

import attack
import attack_doors
import attack_limits
import attack_mutants
import attack_samples
import attack_stage
import attack_window
import pytest
from PySide6.QtCore import QEventLoop

from model.common.problems import Problem

if sys.platform != "linux":  # windows in a process with a home of its own, limits of the system
    pytest.skip("the attacks use Linux's limits for processes", allow_module_level=True)


def given(name: str, count: int, **more: object) -> Namespace:
    usual = {"seed": 1, "jobs": 1, "only": None, "door": "", "length": 1_000}
    return Namespace(**{"attack": name, "count": count} | usual | more)


def test_a_mutant_is_the_same_from_the_same_seed_and_another_from_another() -> None:
    sound = pickle.dumps({"a": list(range(50))}, protocol=2)
    made = [attack_mutants.mutant(sound, [b"other"], random.Random(seed), "mark") for seed in (1, 1, 2, 3, 4)]
    assert made[0] == made[1]
    assert len({data for data, _ in made}) > 2


def test_what_a_pickle_says_leaves_a_mark_where_it_is_run(tmp_path: Path) -> None:
    """Else the attack would find nothing in a program that runs everything."""
    mark = tmp_path / "mark"
    made = [attack_mutants.call(str(mark), random.Random(seed)) for seed in range(60)]
    harmless = next(data for data in made if b"builtins\nexec" in data)
    pickle.loads(harmless)
    assert mark.read_text(encoding="utf-8") == "ran"


@pytest.mark.parametrize(
    ("opener", "found"),
    [
        ("raise ValueError('bad')", "ValueError"),
        ("open(path.parent / 'new', 'w')", "did open"),
        ("__import__('os').system('true')", "did os.system"),
        ("__import__('socket').create_connection(('127.0.0.1', 9))", "did socket"),
        ("while True: pass", "TooLong"),
        ("bytearray(4 * 2**30)", "MemoryError"),
        ("__import__('os')._exit(3)", "exit code 3"),
        ("refuse('a\\x1bb', last=lambda problem: setattr(problem, 'why', 'a\\x1bb'))", "a refusal with {'\\x1b'}"),
        ("refuse('')", "a refusal without a part"),
        ("refuse('x' * 9000)", "characters"),
        ("refuse('a sentence')", ""),
        ("None", ""),
    ],
)
def test_the_loader_finds_what_may_not_happen(
    opener: str, found: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Each in a worker of its own; the sound file opens."""
    import attack_loader

    def refuse(why: str, last: Callable[[Problem], None] = lambda _: None) -> None:
        problem = Problem("file", why, "Go on")
        last(problem)  # what the last door for refusals would have escaped
        raise problem

    def opened(path: Path, _: bool) -> None:
        if path.read_bytes() != sound:
            exec(opener, {"path": path, "refuse": refuse})

    sound = (attack_samples.PROJECT / "tests" / "fixtures" / "tiny.toml").read_bytes()
    monkeypatch.setattr(attack_loader, "PATIENCE", 0.3)
    monkeypatch.setattr(attack_doors, "_openers", lambda: {"recipe": opened})
    outcomes, findings = attack_loader.attack(1, 1, 1, only="recipe")
    assert sum(outcomes.values()) == 1
    assert [found in each for each in findings] == ([True] if found else []), findings
    capfd.readouterr()


@pytest.mark.parametrize(("name", "count"), [("loader", 40), ("command", 1)])
def test_a_few_damaged_files(name: str, count: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert attack.main([name, "--count", str(count), "--door", "trace"]) == 0
    assert "nothing found" in capsys.readouterr().out


def test_a_window_and_the_death_of_its_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """With an engine of its own, not a forked one: how it starts again is what is looked at."""
    monkeypatch.setattr(attack_window, "DEATHS", 1)
    outcomes, findings = attack.attack(given("kills", 1))
    assert findings == []
    assert outcomes["deaths"] == 1
    assert outcomes["translating in the end"] + outcomes["saying why not"] == 1


def test_actions_that_open_an_event_loop_are_counted_once(
    qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each lets the next be done before it ends, as a menu does: five are five, and the end comes once."""
    (tmp_path / "files").mkdir()
    stage, loop, ended = attack_stage.Stage(tmp_path, 1, 5, 0), QEventLoop(), list[int]()

    def act() -> str:
        if stage._done < 4:
            loop.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
        return "done"

    def finish() -> None:
        ended.append(stage._done)
        loop.quit()

    monkeypatch.setattr(stage, "_watch", lambda: None)
    monkeypatch.setattr(stage._hands, "act", act)
    monkeypatch.setattr(stage, "finish", finish)
    stage.next()
    if not ended:
        loop.exec()
    stage._log.close()
    done = (tmp_path / "actions.txt").read_text(encoding="utf-8").splitlines()
    assert len(done) == 5
    assert len(ended) == 1


def test_a_window_that_falls_silent_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever ends the process, or is printed by it."""
    silent = tmp_path / "silent.py"
    silent.write_text(
        "import pathlib, sys\n"
        "pathlib.Path(sys.argv[1], 'actions.txt').write_text('1 typed')\n"
        "sys.exit(int(sys.argv[2]))\n",
        encoding="utf-8",
    )
    monkeypatch.setattr(attack_window, "PROGRAM", (str(silent),))
    for code, told in ((0, "it was closed before the end"), (9, "exit code 9")):
        folder = tmp_path / str(code)
        folder.mkdir()
        (folder / ".tmp").mkdir()
        monkeypatch.setattr(attack_window, "make_home", lambda _: None)
        _, found = attack_window.play(folder, code, 1, 0)
        assert [told in each for each in found] == [True]


@pytest.mark.parametrize("name", ["memory", "disk"])
def test_little_memory_and_a_full_disk(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attack_limits, "READERS", ("inspect {d}/zeros.npz",))
    monkeypatch.setattr(attack_limits, "WRITERS", ("export {s}/trace/run.npz --out {d}/out.json",))
    outcomes, findings = attack.attack(given(name, 1))
    assert findings == []
    assert sum(outcomes.values()) == 1
