"""A session said as fields and read back: the same snapshot; and every field that cannot be is named."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from model.analysis.effects import Effects
from model.analysis.logit_lens import EarlyGuesses
from model.common.assets import CHECKPOINTS
from model.common.problems import Problem
from model.record.notes import Note, RunNotes
from model.record.recorded_facts import describe_session
from model.record.session_file import SessionFile, read_session, save_session
from model.record.trace import Trace
from model.transforms.view_transform import ViewTransform
from tests.model.corpus.planted import planted as planted_heads
from tests.viz_app.controls.parts import info
from tests.viz_app.sample_trace import make_trace, with_scores
from viz_app.handlers.session_codec import facts_of, home_of, runs_of, session_of, shown, snapshot_of
from viz_app.handlers.session_fields import PICTURE
from viz_app.state.classroom.glosses import WrittenGloss
from viz_app.state.state import Selection, Settings, Snapshot, State
from viz_app.state.zoom import Zoom

HERE = Path("a.headscope")
TABLE = planted_heads()
NOTES = RunNotes("한국어\n<b>&amp;", (Note("here", "links", "Zwei Hunde", "decoder", 2, 1, 3, 2, 0), Note("")))
GLOSSES = (
    WrittenGloss("source", "ko", "Zwei Hunde", "hunde", "개들"), WrittenGloss("target", "en", "Zwei Hunde", "two", "&"),
)  # fmt: skip
SETTINGS = Settings(
    scale="sqrt", dots=False, squares=True, link_threshold=12, link_count=3, head_order="entropy", computation=True,
    inspector_shown=False, notes_shown=True, theme="dark", language="ko", text_size=3, keys_off=("step.next",),
)  # fmt: skip


def snapshot(**changes: Any) -> Snapshot:
    """A moment in which nothing is as it usually is."""
    run = with_scores(make_trace())
    place = Selection("decoder", 1, 2, 4, 3, 1, "stream", 5)
    state = State()
    state.update(
        trace=run, selection=place, view="one_head", settings=SETTINGS, source_text="Zwei Hunde", target_text="Two",
        target_use="begin", milliseconds_per_step=1.5, notes=NOTES, link_heads=frozenset({0, 3}), file_heads=TABLE,
        glosses=GLOSSES,
    )  # fmt: skip
    state.update(zoom=Zoom(1, 0, 4, 3))
    state.update(**changes)
    return state.snapshot


def saved(now: Snapshot, path: Path) -> Path:
    save_session(path, facts_of(now, (0.2, 0.5, 0.3)), runs_of(now))
    return path


def test_what_is_saved_is_shown_again(tmp_path: Path) -> None:
    before = snapshot()
    after = snapshot_of(saved(before, tmp_path / "a.headscope"))
    for name in (
        "selection", "view", "reading", "zoom", "link_heads", "source_text", "target_text", "target_use",
        "milliseconds_per_step", "notes", "batch", "glosses",
    ):  # fmt: skip
        assert getattr(after, name) == getattr(before, name), name
    assert before.run is not None
    assert after.run is not None
    assert after.run.activations["cross_scores"].tobytes() == before.run.activations["cross_scores"].tobytes()
    assert after.landed is None, "what is selected was somebody's choice"


def test_a_table_of_heads_lies_in_the_session_and_one_that_a_person_loaded_stays_without(tmp_path: Path) -> None:
    path = saved(snapshot(), tmp_path / "a.headscope")
    found, wanted = snapshot_of(path).file_heads, planted_heads()
    assert found is not None and found.about == wanted.about
    for kind, measures in wanted.kinds.items():
        assert set(found.kinds[kind]) == set(measures)
        for name, measure in measures.items():
            for part in ("mean", "spread", "base"):
                np.testing.assert_array_equal(getattr(found.kinds[kind][name], part), getattr(measure, part))
    assert "file_heads" not in shown(session(without("file_heads")), Settings())
    later = session(facts() | {"file_heads": {"version": 2, "format": "headscope-heads", "columns": 3}})
    assert later.file_heads is None, "a later program's table is no reason to refuse the run"
    with pytest.raises(Problem, match="file_heads"):
        session(facts() | {"file_heads": {"version": 1, "format": "headscope-heads", "columns": 3}})


def test_a_session_without_glosses_opens_and_one_of_a_wrong_kind_is_named() -> None:
    assert session(without("glosses")).glosses == ()
    with pytest.raises(Problem, match="glosses"):
        session(facts() | {"glosses": {"side": "source"}})
    with pytest.raises(Problem, match="side"):
        session(facts() | {"glosses": [{"side": "both", "word": "a"}]})


def test_only_settings_of_the_picture_travel(tmp_path: Path) -> None:
    own = Settings(theme="light", language="en", play_milliseconds=333)
    session = session_of(read_session(saved(snapshot(), tmp_path / "a.headscope")))
    settings = shown(session, own)["settings"]
    assert all(getattr(settings, name) == getattr(SETTINGS, name) for name in PICTURE)
    assert replace(settings, **{name: getattr(own, name) for name in PICTURE}) == own
    assert session.columns == (0.2, 0.5, 0.3)


@pytest.mark.parametrize(
    "reading",
    [
        ViewTransform("score"),
        ViewTransform(aggregate="heads"),
        ViewTransform(source_columns=(1,), target_columns=(0, 2), renormalise=True),
    ],
)
def test_a_run_that_is_read_otherwise_is_saved_as_recorded(tmp_path: Path, reading: ViewTransform) -> None:
    before = snapshot(reading=reading, zoom=None)
    path = saved(before, tmp_path / "a.headscope")
    after = snapshot_of(path)
    assert after.reading == before.reading == reading
    assert (after.selection, after.run_selection) == (before.selection, before.run_selection)
    assert after.trace is not None
    assert before.trace is not None
    np.testing.assert_array_equal(after.trace.cross_attention, before.trace.cross_attention)
    assert read_session(path).runs[0].meta.reading is None


def test_every_sentence_of_a_batch_is_there_and_the_shown_one_is_shown(tmp_path: Path) -> None:
    short = make_trace(source=("Hunde",), padding=5)
    before = snapshot(trace=short, batch=(with_scores(make_trace()), short), selection=Selection(sentence=1), zoom=None)
    after = snapshot_of(saved(before, tmp_path / "a.headscope"))
    assert [run.meta.source_text for run in after.batch] == ["Zwei Hunde spielen im Schnee .", "Hunde"]
    assert after.run is after.batch[1]
    assert after.selection.sentence == 1


def test_what_was_measured_travels_with_its_run(tmp_path: Path) -> None:
    run = make_trace()
    change = np.arange(run.steps * run.source_length, dtype=np.float32).reshape(run.steps, -1)
    change[:, -1] = np.nan
    guesses = EarlyGuesses(
        run, np.ones((3, 8, 5), np.int64), np.full((3, 8, 5), "a"), np.full((3, 8, 5), 0.5, np.float32),
        np.full((3, 8), 0.25, np.float32),
    )  # fmt: skip
    before = snapshot(trace=run, effects=Effects(run, change, "padding", "<pad>"), early_guesses=guesses, zoom=None)
    after = snapshot_of(saved(before, tmp_path / "a.headscope"))
    assert after.effects is not None
    assert (after.effects.replacement, after.effects.token) == ("padding", "<pad>")
    np.testing.assert_array_equal(after.effects.change, change)
    assert after.early_guesses is not None
    np.testing.assert_array_equal(after.early_guesses.produced_probability, guesses.produced_probability)


# --- where the checkpoint is ---


def test_a_shipped_checkpoint_needs_no_place_and_another_does_not_say_whose_home_it_is_in() -> None:
    run = make_trace()
    for path, said in (
        (CHECKPOINTS / "everyday", ""), (Path.home() / "models" / "x.pt", str(Path("~") / "models" / "x.pt")),
        (Path("/elsewhere/x.pt"), "/elsewhere/x.pt"),
    ):  # fmt: skip
        opened = info(path=str(path), sha256=run.meta.checkpoint_sha256)
        assert home_of(Snapshot(trace=run, checkpoint=opened)).path == said
    other = Snapshot(trace=run, checkpoint=info(path="/x.pt", sha256="1" * 64))
    assert home_of(other).path == ""
    assert home_of(other).name == "sample"


# --- what cannot be ---


def facts() -> dict[str, Any]:
    """As they are read from a file."""
    said: dict[str, Any] = json.loads(json.dumps(facts_of(snapshot())))
    return said


def without(name: str) -> dict[str, Any]:
    said = facts()
    del said[name]
    return said


def session(said: dict[str, Any], *runs: Trace) -> Any:
    return session_of(SessionFile(HERE, said, runs or (make_trace(),)))


@pytest.mark.parametrize("name", sorted(facts()))
def test_a_field_may_be_absent(name: str) -> None:
    assert session(without(name)).runs


@pytest.mark.parametrize("name", sorted(facts()))
@pytest.mark.parametrize("value", [3.5, [{}], "\ud800"], ids=["a fraction", "a list", "no text"])
def test_a_field_of_a_wrong_type_is_named(name: str, value: Any) -> None:
    if (name, value) == ("milliseconds_per_step", 3.5):
        return
    with pytest.raises(Problem, match=rf"invalid value: {name}(\[0\])? = ") as caught:
        session(facts() | {name: value})
    assert caught.value.what == str(HERE)


def planted(*path: str | int, value: Any) -> Callable[[], dict[str, Any]]:
    """The fields with one of them, deep inside, replaced."""

    def make() -> dict[str, Any]:
        said: Any = facts()
        inner = said
        for step in path[:-1]:
            inner = inner[step]
        inner[path[-1]] = value
        return dict(said)

    return make


@pytest.mark.parametrize(
    ("said", "name"),
    [
        (planted("place", "kind", value="sideways"), "place.kind"),
        (planted("place", "layer", value=-1), "place.layer"),
        (planted("place", "query", value=True), "place.query"),
        (planted("place", "sentence", value=1), "place.sentence"),
        (planted("place", "topic", value="weather"), "place.topic"),
        (planted("view", value="upside_down"), "view"),
        (planted("reading", "quantity", value="mood"), "reading.quantity"),
        (planted("reading", "words", value=1), "reading.words"),
        (planted("reading", "source_columns", value=[-2]), "reading.source_columns"),
        (planted("zoom", "rows", value="all"), "zoom.rows"),
        (planted("settings", "scale", value="log"), "settings.scale"),
        (planted("settings", "dots", value="yes"), "settings.dots"),
        (planted("settings", "link_count", value=10**9), "settings.link_count"),
        (planted("notes", "text", value=5), "notes.text"),
        (planted("notes", "places", 1, "head", value=None), "notes.places[1].head"),
        (planted("checkpoint", "sha256", value=0), "checkpoint.sha256"),
        (planted("target_use", value="teacher"), "target_use"),
        (planted("columns", value=[1, -1]), "columns"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_field_that_cannot_be_is_named(said: Callable[[], dict[str, Any]], name: str) -> None:
    with pytest.raises(Problem) as caught:
        session(said())
    assert caught.value.why.startswith(f"invalid value: {name} = ")


def test_fields_that_nobody_knows_are_ignored() -> None:
    said = facts()
    said["weather"] = said["place"]["weather"] = said["settings"]["weather"] = "sunny"
    assert session(said).view == "one_head"


def test_a_cell_that_the_run_does_not_have_is_none(tmp_path: Path) -> None:
    far = snapshot()
    said = facts_of(far)
    said["place"] |= {"query": 99, "key": 99}
    said["zoom"] = {"row": 99, "column": 99, "rows": 3, "columns": 3}
    save_session(tmp_path / "a.headscope", said, runs_of(far))
    after = snapshot_of(tmp_path / "a.headscope")
    assert after.selection == replace(far.selection, query=None, key=None)


def test_runs_that_are_no_batch_are_refused() -> None:
    with pytest.raises(Problem, match="its runs are not the sentences of one batch"):
        session(facts(), make_trace(), make_trace(padding=1))


def test_inspect_says_on_what_the_table_in_it_stands(tmp_path: Path) -> None:
    path = saved(snapshot(), tmp_path / "a.headscope")
    said = describe_session(read_session(path))["session"]
    assert said["heads measured over"] == "200 sentences of sätze.tsv (planted)"
    bare = SessionFile(HERE, without("file_heads"), (make_trace(),))
    assert "heads measured over" not in describe_session(bare)["session"]
