"""The list of fingerprints tells every difference, and the same command twice has the same ones."""

from __future__ import annotations

import io
import json
import shlex
import zipfile
from pathlib import Path

import fingerprints
import numpy as np
import pytest
from fingerprint_commands import RUNS
from fingerprint_inputs import BAD_SESSIONS, FAULTS, PROGRAMS, TEXTS, saved, session, with_measured
from fingerprint_runs import RECORDED
from fingerprint_sessions import FIELDS, SESSIONS

from tests.source_tree import PROJECT

DERIVED = {
    *(run.name.removeprefix("inputs/") for run in RECORDED), *SESSIONS, *BAD_SESSIONS, "early", "cut", "data",
    *TEXTS, *(f"faulty/{name}" for name in FAULTS), "faulty", "tut6-model.pt", "official.pt", "stranger.pt", "bad.pt",
    "cut.pt", "pickled.pkl", *(f"recorded-{name}-{number}" for name in ("right", "wrong") for number in (1, 2)), "",
}  # fmt: skip


def test_a_list_tells_what_has_changed_is_missing_and_is_new(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folders = {"one": {"same": "a", "other": "b", "gone": "c"}, "two": {"same": "a", "other": "B", "new": "d"}}
    for name, files in folders.items():
        folder = tmp_path / name
        folder.mkdir()
        for file, text in files.items():
            (folder / file).write_text(text, encoding="utf-8")
        lines = [f"{digest}  {file}\n" for file, digest in fingerprints.hashes(folder).items()]
        (folder / fingerprints.HASHES).write_text("".join(lines), encoding="utf-8")
    one, two = (str(tmp_path / name / fingerprints.HASHES) for name in ("one", "two"))
    assert fingerprints.main(["--compare", one, two]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "missing: gone", "added: new", "changed: other", "3 of 4 files differ"
    ]  # fmt: skip
    assert fingerprints.main(["--compare", one, one]) == 0
    assert capsys.readouterr().out == "3 files, all equal\n"


def test_only_what_differs_by_nature_is_replaced() -> None:
    told = 'folder/program/x: 12.5 s, "seconds": 0.25, about 0:01:07 left, 9 MB of 1,234\n0.9 weight at 3:14 pm'
    expected = (
        '<program>/x: <seconds>, "seconds": <seconds>, about <clock> left, 9 MB of <memory>\n0.9 weight at 3:14 pm'
    )
    assert fingerprints.normalised(told, {"folder": "<folder>", "folder/program": "<program>"}) == expected
    assert all(reason for _, _, reason in fingerprints.VARYING)


def test_one_command_twice_is_equal_wherever_its_files_go(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("one", "another"):
        assert fingerprints.main([str(tmp_path / name), "--only", "help/version"]) == 0
    one, other = (fingerprints.read(tmp_path / name / fingerprints.HASHES) for name in ("one", "another"))
    assert list(one) == ["said/help/version.txt"]
    assert fingerprints.compare(one, other) == []
    assert "Headscope" in (tmp_path / "one" / "said" / "help" / "version.txt").read_text(encoding="utf-8")
    with pytest.raises(SystemExit):
        fingerprints.main([str(tmp_path / "one")])
    assert "is not empty" in capsys.readouterr().err


def test_every_run_has_a_name_of_its_own_and_makes_files_under_it() -> None:
    runs = [*RECORDED, *PROGRAMS, *RUNS]
    names = [run.name for run in runs]
    assert len(set(names)) == len(names)
    for run in runs:
        words = shlex.split(run.words)
        assert not any(Path(word).is_absolute() for word in words), run
        outs = ("--out", "--also", "--snapshot", "--csv", "--summary")
        made = [words[at + 1] for at, word in enumerate(words[:-1]) if word in outs]
        assert all(word.startswith(("{o}", "nowhere/")) for word in made), run


def bare(name: str) -> str:
    """A name without how a trace's or a session's ends."""
    return name.removesuffix(".npz").removesuffix(".headscope")


def test_every_input_that_a_run_names_is_made() -> None:
    words = [word for run in RUNS for word in shlex.split(run.words)]
    named = {bare(word.removeprefix("inputs/")) for word in words if word.startswith("inputs/")}
    assert named - {"nowhere", "nowhere.txt"} <= {bare(name) for name in DERIVED}
    assert {run for runs, _ in SESSIONS.values() for run in runs.split()} <= DERIVED


def test_a_session_has_the_usual_fields_and_its_own() -> None:
    run = {"meta": np.array(json.dumps({"checkpoint": "c", "checkpoint_sha256": "5", "source_text": "Hallo"}))}
    content = session([saved(run)], {"place": {"layer": 7}, "view": "links"})
    assert content == session([saved(run)], {"view": "links", "place": {"layer": 7}})
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        facts = json.loads(archive.read("session.json"))
        assert archive.namelist() == ["session.json", "runs/1.npz"]
    assert facts["place"] == FIELDS["place"] | {"layer": 7}
    assert (facts["view"], facts["source_text"], facts["checkpoint"]["name"]) == ("links", "Hallo", "c")


def test_what_is_planted_differs_in_every_axis() -> None:
    run = {"cross_attention": np.zeros((2, 3, 4, 5)), "consumed_ids": np.zeros(4), "source_ids": np.zeros(5)}
    found = with_measured(run)
    chances = found["activations/early/probabilities"]
    assert chances.shape == (2, 4, 5)
    assert len(np.unique(chances)) == chances.size
    assert found["activations/effects/change"].shape == (4, 5)


def test_the_scripts_import_nothing_of_the_program() -> None:
    for path in (PROJECT / "scripts").glob("fingerprint*.py"):
        lines = path.read_text(encoding="utf-8").splitlines()
        ours = [line for line in lines if line.startswith(("import ", "from ")) and "headscope_recorder" not in line]
        assert not any(line.split()[1].startswith(("model", "viz_app", "tests")) for line in ours), path
