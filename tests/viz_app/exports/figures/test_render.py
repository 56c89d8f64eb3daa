"""Exporting without a window: what is said beside the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.record.trace_file import save_trace
from tests.viz_app.sample_trace import make_trace
from viz_app.cli import main
from viz_app.exports.figures.render import warn_of
from viz_app.platform.theme import undrawn

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf"])
def test_a_picture_of_pixels_is_written_with_a_warning_where_characters_are_boxes(
    suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """SVG holds the character itself, PDF shows its number."""
    warn_of.cache_clear()
    token = "\U00013000\U0001f468"
    save_trace(make_trace(source=("Hunde", token)), tmp_path / "run.npz")
    words = ["export", str(tmp_path / "run.npz"), "--out", str(tmp_path / f"p{suffix}"), "--width", "400"]
    assert main(words) == 0
    assert main(words) == 0
    lacking = [f"U+{ord(letter):04X}" for letter in undrawn(token)] if suffix == ".png" else []
    said = capsys.readouterr().err.splitlines()
    assert len(said) == bool(lacking), "said once"
    assert all(line.startswith("warning: no font") and all(name in line for name in lacking) for line in said)


def test_many_characters_are_named_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    warn_of.cache_clear()
    warn_of("".join(chr(0x13000 + number) for number in range(40)))
    warn_of("")
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "U+13007 …" in said and "U+13008" not in said
