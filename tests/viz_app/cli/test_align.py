"""``main.py align``: Pharaoh's lines and soft weights are the named head's, and AER counts gold links."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from model.checkpoints.checkpoint import open_checkpoint
from model.decoding.run import run_sentence
from model.record.trace_file import save_trace
from tests.model.sample_checkpoints import PAIRS
from tests.viz_app.cli.runner import TINY
from viz_app.cli import main

PAIRED = PAIRS[:3]


def align(*words: str) -> int:
    return main(["align", "--checkpoint", str(TINY), *words])


def by_hand(source: str, target: str, layer: int, head: int) -> list[list[float]]:
    """[words, words] by plain loops: pieces begin a word where they carry its mark."""
    checkpoint = open_checkpoint(TINY)
    trace = run_sentence(checkpoint, source, target=target)
    assert trace.cross_attention is not None and trace.produced_ids is not None and trace.produced_tokens is not None
    plain = [place for place, one in enumerate(trace.source_ids) if one not in trace.meta.special_ids["source"]]
    rows = [place for place, one in enumerate(trace.produced_ids) if one not in trace.meta.special_ids["target"]]
    source_pieces, target_pieces = [trace.source_labels[one] for one in plain], trace.produced_tokens[rows].tolist()
    texts = (source.split(), source_pieces), (target.split(), target_pieces)
    owners = []
    for words, pieces in texts:
        owner, left, own = 0, words[0], []
        for piece in pieces:
            letters = piece.replace("▁", "")
            if not left:
                owner += 1
                left = words[owner]
            own.append(owner)
            left = left[len(letters) :]
        owners.append(own)
    table = np.zeros((len(texts[1][0]), len(texts[0][0])))
    for place, word in zip(rows, owners[1], strict=True):
        for column, other in zip(plain, owners[0], strict=True):
            table[word, other] += trace.cross_attention[layer, head, place, column] / owners[1].count(word)
    found: list[list[float]] = table.tolist()
    return found


def test_a_recorded_run_is_aligned_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, target = PAIRED[0]
    save_trace(run_sentence(open_checkpoint(TINY), source, target=target), tmp_path / "t.npz")
    for way in (["--head", "1.2", "--soft"], []):
        said = []
        for words in ([source, "--target", target], [str(tmp_path / "t.npz")]):
            assert align(*words, *way) == 0
            said.append(capsys.readouterr())
        assert said[0] == said[1]
    assert align(str(tmp_path / "t.npz"), "--target", target) == 2
    assert "a translation of its own" in capsys.readouterr().err


def test_one_sentence_softly_and_hard(capsys: pytest.CaptureFixture[str]) -> None:
    source, target = PAIRED[0]
    assert align(source, "--target", target, "--head", "1.2", "--soft") == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["layer"], said["head"]) == (1, 2)
    if said["units"] == {"source": "word", "target": "word"}:
        np.testing.assert_allclose(said["weights"], by_hand(source, target, 0, 1), atol=1e-5)
    best = [int(np.argmax(row)) for row in said["weights"]]
    assert said["links"] == " ".join(f"{a}-{b}" for a, b in sorted((a, b) for b, a in enumerate(best)))
    assert align(source, "--target", target, "--head", "1.2") == 0
    assert capsys.readouterr().out == said["links"] + "\n"


def test_a_file_with_gold_links(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pairs, gold, out = tmp_path / "p.tsv", tmp_path / "gold.txt", tmp_path / "links.txt"
    pairs.write_text("".join(f"{a}\t{b}\n" for a, b in PAIRED), encoding="utf-8")
    assert align("--file", str(pairs), "--head", "1.1", "--out", str(out)) == 0
    lines = out.read_text(encoding="utf-8")
    assert lines.count("\n") == len(PAIRED)
    capsys.readouterr()
    gold.write_text(lines, encoding="utf-8")  # a head agrees with itself
    assert align("--file", str(pairs), "--gold", str(gold), "--head", "1.1") == 0
    found = capsys.readouterr()
    assert found.out == lines
    assert "alignment error rate 0.000 (precision 1.000, recall 1.000; 3 of 3 sentences with links)" in found.err
    assert align("--file", str(pairs)) == 0
    assert "the sharpest of" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "it takes one sentence or --file"),
        (("a", "--gold", "g.txt"), "it belongs to a file of sentences"),
        (("Zwei Hunde", "--head", "9.1"), "there are"),
    ],
    ids=["nothing", "gold", "head"],
)
def test_what_is_wrong_is_one_line(words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert align(*words) == 2
    assert said in capsys.readouterr().err
