"""The options of drawing: what is asked for is what is recorded, in every process the same."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

import numpy as np
import pytest

from tests.viz_app.cli.runner import SENTENCE, TINY
from viz_app.cli import main

HOT = ["--temperature", "3", "--top-k", "5", "--seed", "4"]


def test_a_drawn_run_is_recorded_with_its_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, lines = tmp_path / "t.npz", tmp_path / "lines.txt"
    assert main(["trace", SENTENCE, "--checkpoint", str(TINY), "--out", str(path), *HOT]) == 0
    drawn = capsys.readouterr().out.strip()
    with np.load(path) as found:
        decoding = json.loads(str(found["meta"]))["decoding"]
        rules = {"seed": 4, "temperature": 3.0, "top_k": 5, "top_p": 1.0}
        assert (decoding["method"], decoding["sampling"]) == ("sampled", rules)
        kept = found["candidate_drawn"] > 0
        assert kept.sum(axis=1).tolist() == [5] * len(kept), "of the five likeliest"
        np.testing.assert_allclose(found["candidate_drawn"].sum(axis=1), 1, rtol=1e-5)
    lines.write_text(f"\n{SENTENCE}\n{SENTENCE}\n", encoding="utf-8")
    assert main(["translate", str(lines), "--checkpoint", str(TINY), *HOT]) == 0
    assert capsys.readouterr().out.split("\n") == ["", drawn, drawn, ""], "each line as it is drawn alone"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--temperature", "0"], "a temperature is above 0"), (["--top-p", "2"], "top-p from above 0 to 1"),
        (["--top-k", "0"], "is not a number from 1"), (["--seed", "-1"], "is not a number from 0"),
        (["--temperature", "warm"], "warm is not a number"), (["--seed", "1", "--beam", "2"], "drawn one by one"),
    ],
)  # fmt: skip
def test_nonsense_is_one_sentence(
    options: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines, out = tmp_path / "lines.txt", tmp_path / "t.npz"
    lines.write_text(SENTENCE, encoding="utf-8")
    for command in (["trace", SENTENCE, "--out", str(out)], ["translate", str(lines)]):
        with contextlib.suppress(SystemExit):  # of argparse
            assert main([*command, "--checkpoint", str(TINY), *options]) == 2
        assert said in capsys.readouterr().err and not out.exists()
