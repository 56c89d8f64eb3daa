"""Every export that is found: named, complete or not there at all, and never in the place of an older file."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from model.common.problems import Problem
from model.record.trace_file import load_trace
from model.transforms.view_transform import ViewTransform, read
from tests.viz_app.sample_trace import make_trace
from viz_app.exports import all_exports
from viz_app.exports.figures.figure import Figure
from viz_app.state.state import Snapshot

pytestmark = pytest.mark.usefixtures("qapp")

FIGURE = Figure(400, 300, 1.0)
every_export = pytest.mark.parametrize("export", all_exports().values(), ids=all_exports())


def test_suffixes_and_labels_are_each_the_only_one() -> None:
    labels = [export.label() for export in all_exports().values()]
    assert len(set(labels)) == len(labels) >= 2
    assert all(suffix.startswith(".") and suffix == suffix.lower() for suffix in all_exports())


@every_export
def test_it_writes_one_file(export: ModuleType, tmp_path: Path) -> None:
    out = tmp_path / f"한국어 – 1{export.SUFFIX}"
    export.write(Snapshot(trace=make_trace()), FIGURE, out)
    assert list(tmp_path.iterdir()) == [out]
    assert out.stat().st_size > 100


@every_export
def test_a_file_that_is_there_is_replaced_whole(export: ModuleType, tmp_path: Path) -> None:
    out = tmp_path / f"run{export.SUFFIX}"
    export.write(Snapshot(trace=make_trace()), FIGURE, out)
    fresh = out.read_bytes()
    out.write_bytes(b"older" * 100_000)
    export.write(Snapshot(trace=make_trace()), FIGURE, out)
    assert out.read_bytes() == fresh


@every_export
def test_where_it_cannot_write_nothing_changes(export: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "folder").touch()
    with pytest.raises(Problem) as caught:
        export.write(Snapshot(trace=make_trace()), FIGURE, tmp_path / "folder" / f"run{export.SUFFIX}")
    assert "run" in caught.value.what
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_the_numbers_in_a_trace_file_are_those_on_screen(tmp_path: Path) -> None:
    shown = make_trace()
    all_exports()[".npz"].write(Snapshot(trace=shown), FIGURE, tmp_path / "run.npz")
    again = load_trace(tmp_path / "run.npz")
    for kind in ("encoder", "decoder", "cross"):
        attention, read = shown.attention(kind), again.attention(kind)
        assert attention is not None
        assert read is not None
        np.testing.assert_array_equal(read, attention)
    assert again.meta == shown.meta


def test_without_a_run_there_is_nothing_to_save(tmp_path: Path) -> None:
    with pytest.raises(Problem, match="no run to save"):
        all_exports()[".npz"].write(Snapshot(), FIGURE, tmp_path / "run.npz")
    assert not list(tmp_path.iterdir())


@every_export
def test_a_reading_is_no_run(export: ModuleType, tmp_path: Path) -> None:
    """Pictures and pages show the reading; a trace file and an alignment are of the run."""
    run = make_trace()
    read_run = read(run, ViewTransform(aggregate="heads"))
    snapshot = Snapshot(trace=read_run, unread=run, reading=ViewTransform(aggregate="heads"))
    export.write(snapshot, FIGURE, tmp_path / f"a{export.SUFFIX}")
    export.write(Snapshot(trace=run), FIGURE, tmp_path / f"b{export.SUFFIX}")
    same = (tmp_path / f"a{export.SUFFIX}").read_bytes() == (tmp_path / f"b{export.SUFFIX}").read_bytes()
    assert same == (export.OF[0] == "run")
