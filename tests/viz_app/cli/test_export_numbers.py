"""``export`` to files of numbers: what is shown or the run, for one place or every one, of a run read some way."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest

from model.record.trace_file import load_trace, save_trace
from model.transforms.view_transform import ViewTransform, read
from tests.model.subwords import make_run
from viz_app.cli import main

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """Two layers, three heads; seven steps of tokens, four of words."""
    save_trace(make_run(activations=True), tmp_path / "run.npz")
    return tmp_path / "run.npz"


def export(run: Path, name: str, *options: str) -> list[str]:
    """Names of the files it made."""
    assert main(["export", str(run), "--out", str(run.parent / name), *options]) == 0
    return sorted(path.name for path in run.parent.glob(f"{Path(name).stem}*") if path != run)


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_the_place_that_was_asked_for(run: Path) -> None:
    assert export(run, "f.csv", "--layer", "2", "--head", "3", "--step", "4") == ["f.csv"]
    weights = load_trace(run).cross_attention
    assert weights is not None
    found = rows(run.parent / "f.csv")
    told = [float(row["weight"] or 0) for row in found]  # a blocked cell is empty
    assert told == weights[1, 2, :4].ravel().tolist()
    assert {(row["layer"], row["head"]) for row in found} == {("2", "3")}


def test_a_part_of_one_head(run: Path) -> None:
    export(run, "f.csv", "--rows", "2-3", "--columns", "1-2")
    places = [(row["query_position"], row["key_position"]) for row in rows(run.parent / "f.csv")]
    assert places == [("1", "0"), ("1", "1"), ("2", "0"), ("2", "1")]


def test_a_file_for_each_that_the_view_tells_apart(run: Path) -> None:
    assert export(run, "f.csv", "--head", "all") == ["f-head1.csv", "f-head2.csv", "f-head3.csv"]
    assert len({(run.parent / f"f-head{head}.csv").read_bytes() for head in (1, 2, 3)}) == 3
    assert export(run, "g.npz", "--what", "shown", "--head", "all") == ["g-head1.npz", "g-head2.npz", "g-head3.npz"]


@pytest.mark.parametrize("name", ["w.csv", "w.tsv", "w.json", "w.npz"])
def test_the_whole_run_is_one_file(run: Path, name: str) -> None:
    assert export(run, name, "--what", "run", "--head", "all", "--step", "all") == [name]


@pytest.mark.parametrize(
    ("options", "reading"),
    [
        (["--words"], ViewTransform(words=True)),
        (["--rollout", "--layer", "2"], ViewTransform(aggregate="rollout")),
        (["--head", "mean", "--layer", "2"], ViewTransform(aggregate="heads")),
        (["--without", "specials", "--renormalise"], ViewTransform(aside="specials", renormalise=True)),
        (["--quantity", "score"], ViewTransform(quantity="score")),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_reading_has_its_own_numbers(run: Path, options: list[str], reading: ViewTransform) -> None:
    export(run, "f.json", *options)
    found = json.loads((run.parent / "f.json").read_text(encoding="utf-8"))
    shown = read(load_trace(run), reading)
    assert shown.cross_attention is not None
    name = next(name for name in ("rollout", "score", "weight") if name in found["columns"])
    at = found["columns"].index(name)
    layer = 1 if "--layer" in options else 0
    state = found["columns"].index("state")
    told = [row[at] if row[at] is not None or row[state] == "may attend" else 0.0 for row in found["rows"]]
    assert told == shown.cross_attention[layer, 0].ravel().astype(np.float64).tolist()
    assert "reading" in found["columns"]


def test_a_picture_is_no_table(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", str(run), "--out", str(run.parent / "f.png"), "--what", "run"]) == 2
    assert capsys.readouterr().err.startswith("error: --what run: a file that ends in .png holds no table. ")
    assert list(run.parent.iterdir()) == [run]
