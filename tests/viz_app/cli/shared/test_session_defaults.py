"""Sessions on the command line: what they show is what is made, and typed options win."""

from __future__ import annotations

import argparse
import csv
import json
from pathlib import Path

import numpy as np
import pytest

from model.record.session_file import save_session
from model.transforms.view_transform import ViewTransform
from tests.viz_app.handlers.test_session_codec import NOTES, saved, snapshot
from tests.viz_app.sample_trace import make_trace
from viz_app.cli import build_parser, export, main
from viz_app.cli.shared.session_defaults import picture_options, place_options, shown_by, with_defaults
from viz_app.exports.figures.render import for_file, marks_step
from viz_app.handlers.session_codec import facts_of, pinned_of, runs_of
from viz_app.state.state import Selection, Settings


@pytest.fixture
def session(tmp_path: Path) -> Path:
    return saved(snapshot(view="links", settings=Settings(scale="sqrt", values=False)), tmp_path / "수업.headscope")


def parsed(*words: str) -> argparse.Namespace:
    """The arguments of ``export``, as they are typed."""
    arguments = build_parser(["export"]).parse_args(["export", *words])
    arguments.typed = ["export", *words]
    return arguments


def over_session(path: Path, *typed: str) -> argparse.Namespace:
    """What ``export`` of a session is asked for."""
    shown = shown_by([str(path)])
    assert shown is not None
    arguments = parsed(str(path), "--out", "a.png", *typed)
    return with_defaults(arguments, export.add_arguments, picture_options(for_file(shown), arguments.typed))


def test_what_it_shows_is_asked_for_where_nothing_is_typed(session: Path) -> None:
    asked = over_session(session, "--step", "2")
    assert (asked.run_of, asked.out, asked.step) == (str(session), "a.png", 2)
    assert (asked.view, asked.kind, asked.layer, asked.head) == ("links", "decoder", 2, 3)
    assert (asked.scale, asked.no_values, asked.heads) == ("sqrt", True, (0, 2, 3))
    assert over_session(session).step == 5


def test_a_typed_option_wins_though_it_says_what_is_usual(session: Path) -> None:
    assert over_session(session, "--view", "one_head", "--scale", "linear").view == "one_head"
    assert over_session(session, "--scale", "linear").scale == "linear"


@pytest.mark.parametrize(
    ("typed", "marked"),
    [
        ((), False), (("--step", "2"), True), (("--query", "1"), True), (("--emphasis",), True),
        (("--no-emphasis",), False), (("--step=2", "--no-emphasis"), False), (("--scale", "sqrt"), False),
    ],
)  # fmt: skip
def test_a_step_is_marked_where_it_was_asked_for(session: Path, typed: tuple[str, ...], marked: bool) -> None:
    assert marks_step(over_session(session, *typed)) is marked
    assert marks_step(parsed("a.npz", "--out", "a.png", *typed)) is marked


def test_the_part_of_a_map_is_left_out_where_another_map_is_asked_for(tmp_path: Path) -> None:
    path = saved(snapshot(), tmp_path / "a.headscope")
    asked = over_session(path)
    assert (asked.rows, asked.columns) == (range(1, 5), range(3))
    other = over_session(path, "--kind", "encoder")
    assert (other.rows, other.columns) == (None, None)
    typed = over_session(path, "--rows", "1-2")
    assert (typed.rows, typed.columns) == (range(2), None)


def test_a_page_opens_where_the_session_stands(session: Path) -> None:
    shown = shown_by(["a.npz", str(session)])
    assert shown is not None
    assert place_options(shown.run_selection) == {"kind": "decoder", "layer": 2, "head": 3, "step": 5}


@pytest.mark.parametrize("names", [["Hallo."], ["nothing.headscope"], ["a.npz", "."], []])
def test_of_anything_else_nothing_is_known(names: list[str]) -> None:
    assert shown_by(names) is None


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
    asked = over_session(path)
    assert (asked.head, asked.layer, asked.without_source, asked.renormalise) == ("mean", 2, (1,), True)


def test_what_is_pinned_in_a_session_is_compared_with_in_its_files(tmp_path: Path) -> None:
    """The table of *Compare* holds the numbers of both runs."""
    now = snapshot(view="compare", pinned=make_trace(seed=5))
    path = tmp_path / "both.headscope"
    save_session(path, facts_of(now), runs_of(now), pinned=pinned_of(now))
    assert main(["export", str(path), "--out", str(tmp_path / "both.csv"), "--also", str(tmp_path / "both.png")]) == 0
    assert (tmp_path / "both.png").stat().st_size > 1000
    chosen, pinned = now.selection, now.pinned
    assert pinned is not None and now.run is not None
    with (tmp_path / "both.csv").open(encoding="utf-8-sig", newline="") as stream:
        rows = [row for row in csv.DictReader(stream) if row["kind"] == chosen.kind]
    assert len(rows) > 20
    for row in rows[::7]:
        head = int(row["layer"]) - 1, int(row["head"]) - 1
        for name, run in (("before", pinned), ("after", now.run)):
            place = int(row[f"query_position_{name}"]), int(row[f"key_position_{name}"])
            assert float(row[f"weight_{name}"]) == pytest.approx(float(run.maps(chosen.kind)[head + place]), abs=1e-6)


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
    now = snapshot(trace=short, batch=(make_trace(), short), selection=Selection(sentence=1), zoom=None)
    path = saved(now, tmp_path / "a.headscope")
    assert main(["inspect", str(path)]) == 0
    assert "sentence        Hunde\n" in capsys.readouterr().out
