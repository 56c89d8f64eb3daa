"""Sessions on the command line: what they show is what is made, and typed options win."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from model.transforms.view_transform import ViewTransform
from tests.viz_app.handlers.test_session_codec import NOTES, saved, snapshot
from viz_app.cli import main
from viz_app.cli.shared.session_defaults import with_session
from viz_app.state.state import Selection, Settings


@pytest.fixture
def session(tmp_path: Path) -> Path:
    return saved(snapshot(view="links", settings=Settings(scale="sqrt", values=False)), tmp_path / "수업.headscope")


def test_the_options_of_what_it_shows_stand_before_those_that_are_typed(session: Path) -> None:
    words = with_session(["export", str(session), "--out", "a.png", "--step", "2"])
    assert words[0] == "export"
    assert words[-5:] == [str(session), "--out", "a.png", "--step", "2"]
    said = dict(zip(words[1:-5:2], words[2:-5:2], strict=False))
    assert said["--view"] == "links"
    assert (said["--kind"], said["--layer"], said["--head"], said["--step"]) == ("decoder", "2", "3", "5")
    assert said["--scale"] == "sqrt"
    assert "--no-values" in words


def test_the_part_of_a_map_is_left_out_where_another_map_is_asked_for(tmp_path: Path) -> None:
    path = str(saved(snapshot(), tmp_path / "a.headscope"))
    assert "--rows" in with_session(["export", path, "--out", "a.png"])
    assert "--rows" not in with_session(["export", path, "--out", "a.png", "--kind", "encoder"])


def test_a_page_opens_where_the_session_stands(session: Path) -> None:
    words = with_session(["page", str(session), "--out", "a.html"])
    assert words[:9] == ["page", "--kind", "decoder", "--layer", "2", "--head", "3", "--step", "5"]


@pytest.mark.parametrize("words", [["export", "Hallo.", "--out", "a.png"], ["inspect", "a.headscope"], ["window"]])
def test_other_words_stay_as_they_are(words: list[str]) -> None:
    assert with_session(words) == words


def test_what_it_shows_is_exported(session: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", str(session), "--out", str(tmp_path / "a.npz"), "--what", "run"]) == 0
    assert capsys.readouterr().out.strip() == str(tmp_path / "a.npz")
    run = snapshot().run
    assert run is not None
    with np.load(tmp_path / "a.npz", allow_pickle=False) as found:
        np.testing.assert_array_equal(found["cross_attention"], run.cross_attention)


def test_a_reading_is_exported_as_it_is_shown(tmp_path: Path) -> None:
    now = snapshot(reading=ViewTransform(aggregate="heads", source_columns=(1,), renormalise=True), zoom=None)
    path = saved(now, tmp_path / "a.headscope")
    assert main(["export", str(path), "--out", str(tmp_path / "a.png")]) == 0
    words = with_session(["export", str(path)])
    assert words[words.index("--head") + 1] == "mean"
    assert words[words.index("--without-source") + 1] == "1"
    assert "--renormalise" in words


def test_it_is_inspected(session: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", str(session), "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["session"]["shows"] == "links, decoder 2.3, step 5"
    assert facts["session"]["notes (characters)"] == len(NOTES.text)
    assert facts["session"]["notes about places"] == 2
    assert facts["trace"]["checkpoint"] == "sample"


@pytest.mark.parametrize("command", ["export", "page", "inspect", "cite"])
def test_a_damaged_one_is_one_line(
    session: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    content = session.read_bytes()[:-30]
    session.write_bytes(content)
    out = ["--out", str(tmp_path / f"a.{'html' if command == 'page' else 'png'}")]
    assert main([command, str(session), *(out if command in ("export", "page") else [])]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"error: {session}: ")
    assert said.err.count("\n") == 1
    assert session.read_bytes() == content
    assert [path.name for path in tmp_path.iterdir()] == [session.name]


def test_a_sentence_of_a_batch_is_the_one_that_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from tests.viz_app.sample_trace import make_trace

    short = make_trace(source=("Hunde",), padding=5)
    now = snapshot(trace=short, batch=(make_trace(), short), selection=Selection(sentence=1), zoom=None, choice=None)
    path = saved(now, tmp_path / "a.headscope")
    assert main(["inspect", str(path)]) == 0
    assert "sentence        Hunde\n" in capsys.readouterr().out
