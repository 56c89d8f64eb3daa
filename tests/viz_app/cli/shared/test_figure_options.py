"""Options about the paper: what they make, read from the files; what does not go together is a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from model.record.trace_file import save_trace
from tests.model.subwords import make_run
from viz_app.cli import main
from viz_app.exports import all_exports, suffixes

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def run(tmp_path: Path) -> Path:
    save_trace(make_run(), tmp_path / "run.npz")
    return tmp_path / "run.npz"


def export(run: Path, suffix: str, *options: str) -> Path:
    out = run.parent / f"f{suffix}"
    assert main(["export", str(run), "--out", str(out), *options]) == 0
    return out


def png(run: Path, *options: str) -> tuple[tuple[int, int], float, str]:
    """Size, dots per inch and description."""
    with Image.open(export(run, ".png", *options)) as image:
        return image.size, round(image.info["dpi"][0], 1), image.info["Description"]


@pytest.mark.parametrize(
    ("options", "size", "dpi"),
    [
        ([], (2400, 1600), 192),
        (["--width", "320", "--height", "240", "--ratio", "1"], (320, 240), 96),
        (["--preset", "slide"], (1920, 1080), 144),
        (["--preset", "slide", "--dpi", "96"], (1280, 720), 96),
        (["--preset", "paper-column", "--dpi", "300"], (1005, 1140), 300),
        (["--size-in", "3.35x2.5", "--dpi", "72"], (241, 180), 72),
        (["--size-in", "4×3", "--dpi", "99.5"], (398, 298), 99.5),
    ],
    ids=str,
)
def test_size_and_resolution(run: Path, options: list[str], size: tuple[int, int], dpi: float) -> None:
    found = png(run, *options)
    assert found[0] == size
    assert found[1] == pytest.approx(dpi, abs=0.1)


def test_any_kind_of_file_by_its_ending(run: Path) -> None:
    assert set(suffixes()) == set(all_exports())
    assert all(suffix == module.SUFFIX for suffix, module in all_exports().items())
    for suffix in suffixes():
        assert export(run, suffix, "--width", "300", "--height", "220", "--ratio", "1").stat().st_size > 100


def test_an_animation_for_each_head(run: Path) -> None:
    export(run, ".gif", "--head", "all", "--layer", "all", "--width", "200", "--height", "150", "--ratio", "1")
    names = sorted(path.name for path in run.parent.glob("f*.gif"))
    assert names == [f"f-layer{layer}-head{head}.gif" for layer in (1, 2) for head in (1, 2, 3)]
    with Image.open(run.parent / names[0]) as image:
        assert image.n_frames == 7  # type: ignore[attr-defined]  # of an animation


def test_how_long_a_step_is_shown(run: Path) -> None:
    small = ("--width", "200", "--height", "150", "--ratio", "1")
    with Image.open(export(run, ".apng", "--milliseconds", "250", *small)) as image:
        image.seek(3)
        assert image.info["duration"] == 250


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--out", "f.gif", "--milliseconds", "99"], "from 100 to 5000"),
        (["--out", "f.tiff"], ".apng, .csv"),
        (["--out", f"{'n' * 300}.csv"], "its name is too long. Give a shorter one."),
        (["--out", f"{'n' * 300}/f.csv"], "its name is too long. Give a shorter one."),
        (["--out", "f"], ".svg"),
        (["--out", "f.gif", "--step", "3"], "an animation shows every step"),
        (["--out", "f.gif", "--kind", "encoder"], "the same at every step"),
        (["--out", "f.png", "--size-in", "3x2", "--width", "300"], "--width says the same"),
        (["--out", "f.png", "--dpi", "300", "--ratio", "2"], "--ratio says the same"),
        (["--out", "f.png", "--size-in", "0.1x5"], "no size such as"),
        (["--out", "f.png", "--size-in", "3x2x1"], "no size such as"),
        (["--out", "f.png", "--size-in", "-3x2"], "--size-in"),
        (["--out", "f.png", "--dpi", "nan"], "too large or too coarse"),
        (["--out", "f.png", "--dpi", "1"], "too large or too coarse"),
        (["--out", "f.png", "--size-in", "90x90", "--dpi", "300"], "20,000 pixels"),
        (["--out", "f.png", "--preset", "poster"], "slide"),
    ],
    ids=" ".join,
)
def test_what_cannot_be_drawn_is_a_sentence(
    run: Path, options: list[str], said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(run.parent)
    assert main(["export", str(run), *options]) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: ") and error.count("\n") == 1
    assert said in error
    assert [path.name for path in run.parent.iterdir()] == ["run.npz"]
