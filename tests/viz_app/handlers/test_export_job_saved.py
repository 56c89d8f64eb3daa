"""What is saved for the process that makes a file: one run and how it is shown, and nothing of where it came from."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from PySide6.QtWidgets import QApplication

from model.common.assets import EXPORT
from model.record.notes import RunNotes
from model.record.session_file import read_session
from model.transforms.view_transform import PLAIN, ViewTransform
from tests.model.subwords import make_run
from tests.viz_app.recorder import MIDDLE
from tests.viz_app.sample_trace import make_trace
from tests.viz_app.sample_vectors import with_vectors
from viz_app.handlers.export_job import run_to_take, save_for_child, to_take
from viz_app.handlers.session_codec import snapshot_of
from viz_app.platform.translations import speak
from viz_app.state.export_choices import ExportChoices
from viz_app.state.state import Selection, Settings, Snapshot, State


def test_a_session_and_what_was_chosen_are_saved(tmp_path: Path, qapp: QApplication) -> None:
    speak(qapp, "en")
    chosen = ExportChoices("numbers", ".csv", title=False)
    shown = replace(MIDDLE, settings=Settings(scale="sqrt", play_milliseconds=250))
    words = save_for_child(shown, chosen, tmp_path, ["a.csv", "b.tsv"])
    session, choices, *outs = (Path(word) for word in words[1:])
    assert words[0] == EXPORT
    assert outs == [tmp_path / "a.csv", tmp_path / "b.tsv"]
    said = json.loads(choices.read_text())
    assert said == {"choices": list(replace(chosen, language="en").as_texts()), "milliseconds": 250}
    found = snapshot_of(session)
    assert (found.view, found.selection, found.settings.scale) == (shown.view, shown.selection, "sqrt")


def test_one_run_is_saved_without_what_was_written_about_it(tmp_path: Path) -> None:
    other = make_trace(seed=1)
    assert MIDDLE.trace is not None
    now = replace(MIDDLE, batch=(other, MIDDLE.trace), notes=RunNotes("mine"), selection=Selection(sentence=1))
    session = Path(save_for_child(now, ExportChoices(), tmp_path, ["a.png"])[1])
    file = read_session(session)
    assert len(file.runs) == 1
    assert file.facts["place"]["sentence"] == 0
    assert "mine" not in json.dumps(file.facts)
    assert file.facts["source_text"] == ""


def test_a_picture_of_maps_takes_no_vectors_along() -> None:
    trace = with_vectors(make_trace())
    shown = Snapshot(trace=trace, view="one_head")
    assert not any("gamma" in name or "table" in name for name in run_to_take(shown, "picture").activations)
    assert run_to_take(replace(shown, view="embeddings_layers"), "picture") is trace
    assert not any("gamma" in name for name in run_to_take(shown, "page").activations)
    assert run_to_take(shown, "run") is trace


def test_a_page_of_vectors_is_of_the_run_itself() -> None:
    state = State()
    state.update(trace=make_run(activations=True), selection=Selection("cross", 1, 2, 5))
    state.update(reading=ViewTransform(words=True, aggregate="heads"))
    assert to_take(state.snapshot, "picture").reading == state.snapshot.reading
    taken = to_take(replace(state.snapshot, view="embeddings_layers"), "picture")
    assert (taken.reading, taken.selection) == (PLAIN, state.snapshot.run_selection)
