"""A folder of snapshots is read whatever state the training is in, and never without bounds."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.checkpoints.checkpoint import open_checkpoint
from model.common.problems import Problem
from model.record import learning_run
from model.record.learning_run import CurvePoint, epoch_at, folder_of, read_run, shared_folder, stamp_of, update_of
from tests.training_run import CURVE, TINY, write_curve, write_snapshot, write_training


@pytest.fixture(scope="module")
def training(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_training(tmp_path_factory.mktemp("out"))


def names(folder: Path, count: int) -> None:
    """Snapshots without weights, which only a list needs."""
    for update in range(count):
        place = folder / f"update-{update:06d}"
        place.mkdir(parents=True)
        (place / "config.json").write_text("{}", encoding="utf-8")


def test_snapshots_come_in_the_order_of_their_updates(training: Path) -> None:
    run = read_run(training)
    assert run is not None
    assert [(each.update, each.epoch) for each in run.snapshots] == [(0, 0.0), (10, 0.05), (200, 1.0), (1000, 5.0)]
    assert [run.place_of(each.path) for each in run.snapshots] == [0, 1, 2, 3]
    assert run.place_of(str(training / "update-000011")) is None
    assert [(point.update, point.loss, point.validation_loss, point.bleu) for point in run.points] == [
        (line["update"], line["loss"], line["validation_loss"], line["bleu"]) for line in CURVE
    ]
    assert run.left_out == 0


def test_a_number_counts_and_not_its_letters(tmp_path: Path) -> None:
    for name in ("update-9", "update-10", "update-000100", "update-x", "other", "update-1.bak"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "config.json").write_text("{}", encoding="utf-8")
    (tmp_path / "update-50").mkdir()  # is still being written
    run = read_run(tmp_path)
    assert run is not None
    assert [each.update for each in run.snapshots] == [9, 10, 100]
    assert not run.points


def test_a_line_that_is_none_is_passed_over(tmp_path: Path) -> None:
    """A kill tears the last one; anything may stand in a file."""
    names(tmp_path, 2)
    good = '{"update": 1, "epoch": 0.5, "loss": 2.5, "validation_loss": null, "bleu": NaN, "snapshot": null}\n'
    bad = (
        "\n[1]\nnull\n" + "[" * 100_000 + '\n{"update": true}\n{"update": -1}\n{"update": 1e9}\n{"update": 0, "loss": '
        'Infinity, "epoch": "x", "bleu": 1' + "0" * 400 + "}\n\xff\xfe\n"
    )
    (tmp_path / "curve.jsonl").write_bytes((bad + good + '{"update": 2, "lo').encode("latin-1"))
    run = read_run(tmp_path)
    assert run is not None
    assert run.points == (CurvePoint(0), CurvePoint(1, 0.5, 2.5))
    assert [each.epoch for each in run.snapshots] == [None, 0.5]


def test_two_lines_about_one_update_are_one_point(tmp_path: Path) -> None:
    """A run that was resumed says some things again."""
    names(tmp_path, 1)
    write_curve(tmp_path, {"update": 5, "loss": 3.0, "bleu": 7.0}, {"update": 5, "loss": 2.0, "bleu": None})
    run = read_run(tmp_path)
    assert run is not None
    assert run.points == (CurvePoint(5, None, 2.0, None, 7.0),)


def test_very_many_are_thinned_out_and_where_one_is_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names(tmp_path, 120)
    write_curve(tmp_path, *({"update": update, "loss": 1.0} for update in range(120)))
    monkeypatch.setattr(learning_run, "MOST_SNAPSHOTS", 10)
    monkeypatch.setattr(learning_run, "MOST_POINTS", 7)
    run = read_run(tmp_path, tmp_path / "update-000077")
    assert run is not None
    updates = [each.update for each in run.snapshots if each.update is not None]
    assert len(updates) <= 11
    assert {0, 77, 119} <= set(updates)
    assert updates == sorted(updates)
    assert run.left_out == 110
    assert [point.update for point in run.points][::6] == [0, 119]
    assert len(run.points) == 7


def test_another_line_is_another_stamp(tmp_path: Path) -> None:
    names(tmp_path, 1)
    before = stamp_of(tmp_path)
    write_curve(tmp_path, {"update": 1})
    between = stamp_of(tmp_path)
    write_curve(tmp_path, {"update": 2})
    assert len({before, between, stamp_of(tmp_path)}) == 3


def test_without_snapshots_there_is_no_run(tmp_path: Path) -> None:
    assert read_run(tmp_path) is None
    with pytest.raises(Problem):
        read_run(tmp_path / "gone")


def test_names() -> None:
    assert update_of(Path("out/snapshots/update-000250")) == 250
    assert [update_of(Path(name)) for name in ("update-", "update-1x", "update", "step-1", "")] == [None] * 5
    assert shared_folder(Path("out/snapshots/update-000250")) == Path("out")
    assert shared_folder(Path("copied/update-000250")) == Path("copied")
    assert shared_folder(Path("out/everyday")) == Path("out/everyday")


def test_a_snapshot_opens_with_what_its_run_shares(training: Path) -> None:
    """Alone, by its folder and by that of the training; and it says how far it had learnt."""
    whole = open_checkpoint(TINY)
    for path, update, epoch in (
        (training / "update-000010", 10, 0.05), (training, 1000, 5.0), (training.parent, 1000, 5.0),
    ):  # fmt: skip
        found = open_checkpoint(path)
        assert (found.name, found.conventions["update"], found.conventions["epoch"]) == ("tiny", update, epoch)
        assert found.source_tokenizer.encode("Zwei Hunde").ids == whole.source_tokenizer.encode("Zwei Hunde").ids
    assert not {"update", "epoch"} & set(whole.conventions)
    assert "update-001000 was opened, the newest of the 4" in open_checkpoint(training).warnings[0]


def test_one_without_a_curve_knows_its_update_alone(tmp_path: Path) -> None:
    place = write_snapshot(tmp_path, 10)
    assert epoch_at(place) is None
    with pytest.raises(Problem) as caught:  # and its vocabularies lie nowhere
        open_checkpoint(place)
    assert caught.value.why == "source_vocabulary.json is missing"


def test_a_checkpoint_beside_its_snapshots_is_opened_itself_and_is_the_last_of_them(tmp_path: Path) -> None:
    folder = write_training(tmp_path)
    for name in ("config.json", "model.safetensors"):
        (tmp_path / name).write_bytes((TINY / name).read_bytes())
    assert open_checkpoint(tmp_path).path == tmp_path
    run = read_run(folder_of(tmp_path))
    assert run is not None
    assert [each.update for each in run.snapshots] == [0, 10, 200, 1000, None]
    assert run.place_of(str(tmp_path)) == 4
    assert folder_of(folder / "update-000010") == folder
