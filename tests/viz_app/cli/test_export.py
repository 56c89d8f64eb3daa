"""``export``: one picture or every one, of a run read some way; what does not go together is refused in a line."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from model.record.trace_file import load_trace, save_trace
from tests.model.subwords import make_run
from tests.viz_app.cli.runner import SENTENCE, TINY
from tests.viz_app.sample_vectors import with_vectors
from viz_app.cli import main

pytestmark = pytest.mark.usefixtures("qapp")
SMALL = ("--width", "320", "--height", "240", "--ratio", "1")


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """Two layers, three heads; seven steps of tokens, four of words."""
    plain = make_run(activations=True)
    whole = with_vectors(plain)
    save_trace(replace(whole, activations={**whole.activations, **plain.activations}), tmp_path / "run.npz")
    return tmp_path / "run.npz"


def export(run: Path | str, *options: str) -> list[str]:
    """Names of the files it made."""
    out = (run.parent if isinstance(run, Path) else Path()) / "f.png"
    assert main(["export", str(run), "--out", str(out), *SMALL, *options]) == 0
    return sorted(path.name for path in out.parent.glob("f*.png"))


def description(run: Path, *options: str) -> str:
    """What the figure says of itself."""
    export(run, *options)
    return QImage(str(run.parent / "f.png")).text("Description")


def test_one_picture_has_the_name_that_was_given(run: Path) -> None:
    assert export(run, "--layer", "2", "--head", "3", "--step", "4") == ["f.png"]


@pytest.mark.parametrize(
    ("options", "files"),
    [
        (["--head", "all"], ["f-head1.png", "f-head2.png", "f-head3.png"]),
        (["--layer", "all", "--head", "2"], ["f-layer1.png", "f-layer2.png"]),
        (["--step", "all"], [f"f-step{step}.png" for step in range(1, 8)]),
        (["--step", "all", "--words"], [f"f-step{step}.png" for step in range(1, 5)]),
        (["--step", "all", "--kind", "encoder"], ["f.png"]),
        (["--head", "all", "--layer", "all", "--kind", "encoder", "--step", "all"],
         [f"f-layer{layer}-head{head}.png" for layer in (1, 2) for head in (1, 2, 3)]),
        (["--head", "all", "--rollout", "--layer", "all"], ["f-layer1.png", "f-layer2.png"]),
        (["--head", "all", "--view", "one_layer", "--layer", "all"], ["f-layer1.png", "f-layer2.png"]),
        (["--head", "all", "--layer", "all", "--view", "all_layers"], ["f.png"]),
        (["--head", "mean", "--layer", "all"], ["f-layer1.png", "f-layer2.png"]),
        (["--view", "masks", "--head", "all"], ["f-head1.png", "f-head2.png", "f-head3.png"]),
        (["--view", "embeddings_layers", "--topic", "heads", "--layer", "all", "--head", "2"],
         ["f-layer1.png", "f-layer2.png"]),
        (["--view", "embeddings_layers", "--topic", "stream", "--layer", "all"], ["f-layer1.png", "f-layer2.png"]),
    ],
    ids=" ".join,
)  # fmt: skip
def test_all_means_a_file_for_each_that_the_view_tells_apart(run: Path, options: list[str], files: list[str]) -> None:
    assert export(run, *options) == files


@pytest.mark.parametrize(
    ("out", "options", "files"),
    [
        ("f-{layer}.{head}.png", ["--head", "all", "--layer", "2"], ["f-2.1.png", "f-2.2.png", "f-2.3.png"]),
        ("f-{layer}.png", ["--head", "all"], ["f-1-head1.png", "f-1-head2.png", "f-1-head3.png"]),
        ("f-{view}-{kind}.png", [], ["f-one_head-cross.png"]),
        ("f-{head} {step}.png", ["--head", "mean", "--step", "3"], ["f-mean 3.png"]),
        ("f-{head} {layer}.png", ["--rollout"], ["f-rollout 1.png"]),
        ("f-{layer}.{head}-{step}.png", ["--view", "all-layers", "--layer", "all"], ["f-all.all-7.png"]),
        ("f-{step}.gif", ["--layer", "2"], ["f-all.gif"]),
        ("f-{head}.npz", ["--head", "2"], ["f-all.npz"]),
        ("f-{nothing}.png", [], ["f-{nothing}.png"]),
    ],
    ids=str,
)
def test_a_field_in_a_name_stands_for_what_the_file_shows(
    run: Path, out: str, options: list[str], files: list[str]
) -> None:
    assert main(["export", str(run), "--out", str(run.parent / out), *SMALL, *options]) == 0
    assert sorted(path.name for path in run.parent.glob("f-*")) == files


def test_every_picture_is_another_one(run: Path) -> None:
    names = export(run, "--head", "all", "--layer", "all")
    assert len({(run.parent / name).read_bytes() for name in names}) == len(names) == 6


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--head", "mean"], ["mean of 3 heads", "Mean of attention weights", "layer 1"]),
        (["--layer", "mean"], ["mean of 2 layers", "head 1"]),
        (["--layer", "mean", "--head", "mean"], ["mean of 2 layers", "mean of 3 heads"]),
        (["--rollout", "--layer", "2"], ["rollout to layer 2", "our extension"]),
        (["--words"], ["sum over key pieces, mean over query pieces"]),
        (["--without", "specials"], ["without special tokens ·"]),
        (["--without", "punctuation", "--renormalise"], ["without special tokens and punctuation, renormalised"]),
        (["--without-source", "1,2"], ["without chosen columns"]),
        (["--quantity", "score"], ["Attention scores before mask and softmax"]),
        (["--quantity", "norm"], ["weight × ‖value · W_O‖"]),
    ],
    ids=" ".join,
)
def test_a_figure_says_how_the_run_was_read(run: Path, options: list[str], said: list[str]) -> None:
    told = description(run, *options)
    assert all(part in told for part in said), told
    assert "not a measure of how much each word influenced the output" in told


@pytest.mark.parametrize(
    "options",
    [
        ["--rollout", "--head", "mean"],
        ["--renormalise"],
        ["--rollout", "--quantity", "score"],
        ["--words", "--quantity", "score"],
        ["--head", "4"],
        ["--head", "2", "--rollout"],
        ["--step", "5", "--words"],
        ["--layer", "0"],
        ["--without-source", "a"],
        ["--view", "links", "--heads", "1,4"],
        ["--view", "links", "--heads", "0"],
        ["--view", "links", "--heads", "1;2"],
    ],
    ids=" ".join,
)
def test_what_does_not_go_together_is_refused(
    run: Path, options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    with pytest.raises(SystemExit) as caught:
        raise SystemExit(main(["export", str(run), "--out", str(run.parent / "f.png"), *options]))
    assert caught.value.code == 2
    assert capsys.readouterr().err
    assert [path.name for path in run.parent.iterdir()] == ["run.npz"]


def test_too_many_pictures_are_refused(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from viz_app.cli.shared import view_transform

    monkeypatch.setattr(view_transform, "MOST", 5)
    assert main(["export", str(run), "--out", str(run.parent / "f.png"), "--head", "all", "--layer", "all"]) == 2


def test_a_trace_that_is_exported_is_the_run(run: Path) -> None:
    out = run.parent / "again.npz"
    assert main(["export", str(run), "--out", str(out), "--words", "--head", "all"]) == 0
    assert load_trace(out).source_tokens.tolist() == load_trace(run).source_tokens.tolist()


def test_a_sentence_is_run_with_what_the_quantity_takes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert export(SENTENCE, "--checkpoint", str(TINY), "--quantity", "norm") == ["f.png"]


def test_the_table_of_a_given_target(tmp_path: Path) -> None:
    """A sentence along a translation; a recorded run has one already."""
    out = tmp_path / "f.png"
    words = ["export", SENTENCE, "--checkpoint", str(TINY), "--out", str(out), "--view", "teacher_forcing"]
    assert main([*words, "--target", "Two dogs are sleeping."]) == 0
    assert "step 6 / 6" in QImage(str(out)).text("Description"), "its five tokens and the end"
    assert main([*words[:1], str(tmp_path / "run.npz"), *words[2:], "--target", "Two"]) == 2
    assert main([*words, "--target", " "]) == 2


@pytest.mark.parametrize(
    ("topic", "name", "choose"),
    [("embedding", "layer", "heads or --topic stream"), ("position", "head", "heads"), ("stream", "head", "heads")],
)
def test_a_page_without_layers_or_heads_is_not_written_many_times(
    run: Path, topic: str, name: str, choose: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = run.parent / "page.png"
    assert main(["export", str(run), "--view", "embeddings_layers", "--topic", topic, f"--{name}", "all",
                 "--out", str(out)]) == 2  # fmt: skip
    told = (
        f"error: --{name} all: the page {topic} is the same for every {name}. Leave it out, or choose --topic {choose}"
    )
    assert capsys.readouterr().err.strip() == f"{told}."
    assert not list(run.parent.glob("page*"))


def test_masks_of_a_sentence_have_their_scores_beside_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shown = ["export", SENTENCE, "--checkpoint", str(TINY), "--view", "masks", "--kind", "decoder", "--out", "m.csv"]
    assert main(shown) == 0
    with (tmp_path / "m.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    scores = [float(row["score"]) for row in rows if row["score"]]
    assert len(scores) > 4 and min(scores) < max(scores)
