"""--answer on every command that opens a checkpoint; what stays uncertain is said, recorded and kept."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from model.checkpoints.checkpoint import open_checkpoint
from model.decoding.run import run_sentence
from model.record.trace import KINDS
from model.record.trace_file import load_trace
from tests.model.checkpoints.formats.nn_transformer_network import HEADS, RENAMED, make, save
from viz_app.cli import command_names, main

pytestmark = pytest.mark.usefixtures("qapp", "quick_helpers")  # figures and handouts are drawn
SENTENCE = "4 9 5"
QUESTIONS = ("activation", "heads", "norm_order", "padding_masks", "scale_embeddings")
ALL = ["--answer", f"heads={HEADS}", "--answer", "norm_order=post", "--answer", "activation=gelu",
       "--answer", "scale_embeddings=no", "--answer", "padding_masks=src"]  # fmt: skip
MEANT = {
    "heads": HEADS, "norm_order": "post", "activation": "gelu", "scale_embeddings": False, "padding_masks": "src",
}  # fmt: skip


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    return save(make(design=RENAMED, batch_first=True), tmp_path)


def lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("not certain: ")]


def commands(mine: Path, folder: Path) -> dict[str, list[str]]:
    """Every command that opens a checkpoint, as it opens this one."""
    text, pairs = folder / "in.txt", folder / "pairs.tsv"
    text.write_text(f"{SENTENCE}\n", encoding="utf-8")
    pairs.write_text(f"{SENTENCE}\t6 7\n", encoding="utf-8")
    at, out = ["--checkpoint", str(mine)], lambda name: ["--out", str(folder / name)]
    return {
        "translate": [str(text), *at],
        "trace": [SENTENCE, *at, *out("t.npz")],
        "export": [SENTENCE, *at, *out("t.csv")],
        "page": [SENTENCE, *at, *out("t.html")],
        "handout": [SENTENCE, *at, *out("t.pdf"), "--heads", "1.1", "--paper", "16:9"],  # with the fewest maps
        "batch": ["trace", str(text), *at, *out("b-{number}.npz"), "--jobs", "1"],
        "evaluate": [str(mine), "--pairs", str(pairs), "--beam", "1"],
        "convert": [str(mine), str(folder / "folder")],
        "inspect": [str(mine)],
        "cite": [str(mine)],
        "window": [str(mine), "--sentence", SENTENCE, *out("w.png")],
    }


def test_every_command_that_opens_a_checkpoint_takes_answers(capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever is added to the command line opens none, or takes them."""
    none = ("check", "compare", "doctor", "lesson", "train")
    for name in command_names():
        with pytest.raises(SystemExit):
            main([name, *(["trace"] if name == "batch" else []), "--help"])
        assert ("--answer NAME=VALUE" in capsys.readouterr().out) == (name not in none), name


@pytest.mark.parametrize("name", [
    "translate", "trace", "export", "page", "handout", "batch", "evaluate", "convert",
])  # fmt: skip
def test_what_nobody_confirmed_is_one_line_each(
    name: str, mine: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = commands(mine, tmp_path)[name]
    assert main([name, *given]) == 0
    said = lines(capsys.readouterr().err)
    told = [line.split(" = ")[0].rpartition(": ")[2] for line in said]
    assert sorted(one for one in told if not one.endswith("_vocabulary")) == list(QUESTIONS)
    assert "not certain: transformer: norm_order = post (as this family's code has it). Confirm it with --answer "\
        "norm_order=post; else it is pre" in said  # fmt: skip
    again = [*given[:-1], str(tmp_path / "other")] if name == "convert" else given
    assert main([name, *again, *(["--again"] if name == "batch" else []), *ALL]) == 0
    left = lines(capsys.readouterr().err)
    assert not [line for line in left if "_vocabulary" not in line]


def test_a_run_is_that_of_the_answers_and_says_what_they_were(mine: Path, tmp_path: Path) -> None:
    out = tmp_path / "t.npz"
    assert main(["trace", SENTENCE, "--checkpoint", str(mine), "--out", str(out), "--pad-to", "9", *ALL]) == 0
    found = load_trace(out)
    wanted = run_sentence(open_checkpoint(mine, MEANT), SENTENCE, pad_to=9)
    guessed = run_sentence(open_checkpoint(mine), SENTENCE, pad_to=9)
    for kind in KINDS:
        np.testing.assert_array_equal(found.maps(kind), wanted.maps(kind))
        assert found.maps(kind).shape[1] == HEADS
    assert guessed.maps("encoder").shape[1] != HEADS
    assert {name: dict(found.meta.assumed[name]) for name in MEANT} == {
        name: {"value": value, "certain": True} for name, value in MEANT.items()
    }
    assert found.meta.uncertain == ()
    assert set(guessed.meta.uncertain) == {
        "heads = 6", "activation = relu", "norm_order = post", "scale_embeddings = yes",
        "padding_masks = src,tgt,memory",
    }  # fmt: skip


def test_the_number_of_heads_has_a_word_of_its_own(mine: Path, tmp_path: Path) -> None:
    for typed, name in ((["--heads", "4"], "a"), (["--answer", "heads=4"], "b")):
        out = str(tmp_path / f"{name}.npz")
        assert main(["trace", SENTENCE, "--checkpoint", str(mine), "--out", out, *typed]) == 0
        assert load_trace(Path(out)).maps("cross").shape[1] == 4


def problem(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) == 2
    told = capsys.readouterr()
    said = [line for line in told.err.splitlines() if not line.startswith("not certain: ")]
    assert len(said) == 1
    return said[0]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("hedas=3", "error: --answer hedas: nothing that this file leaves open is called so. Use one of: heads, "
                    "activation, norm_order, scale_embeddings, padding_masks, "),
        ("heads=5", "error: --answer heads=5: heads must be one of 6, 4, 12, 3, 2, 1. Choose one of them."),
        ("heads=", "error: --answer heads=: heads must be one of 6, 4, 12, 3, 2, 1. Choose one of them."),
        ("norm_order=middle", "error: --answer norm_order=middle: norm_order must be one of post, pre. "),
        ("scale_embeddings=maybe", "scale_embeddings must be one of yes, no. Choose one of them."),
        ("source_vocabulary=nowhere.txt", "nowhere.txt"),
        ("heads", "error: arguments: argument --answer: heads is not NAME=VALUE, such as heads=8. "),
        ("=8", "=8 is not NAME=VALUE"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("command", ["inspect", "trace", "convert"])
def test_an_answer_that_cannot_be_is_one_clear_sentence(
    command: str, typed: str, told: str, mine: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = commands(mine, tmp_path)[command]
    assert told in problem(capsys, command, *words, "--answer", typed)
    assert not (tmp_path / "t.npz").exists() and not (tmp_path / "folder").exists()


@pytest.mark.parametrize(("typed", "value"), [("YES", True), ("true", True), ("1", True), ("No", False), ("0", False)])
def test_truth_is_typed_in_more_than_one_way(
    typed: str, value: bool, mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["inspect", str(mine), "--json", "--answer", f"scale_embeddings={typed}"]) == 0
    assert json.loads(capsys.readouterr().out)["assumed"]["scale_embeddings"]["value"] is value


def test_a_language_may_be_spelled_like_a_truth_value(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", str(mine), "--json", "--answer", "source_language=no"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["checkpoint"]["source language"] == facts["assumed"]["source_language"]["value"] == "no"


def test_inspect_lists_names_values_alternatives_and_certainty(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", str(mine), "--json", "--answer", "norm_order=pre"]) == 0
    assumed: dict[str, Any] = json.loads(capsys.readouterr().out)["assumed"]
    assert assumed["heads"] == {
        "question": "How many heads?", "value": 6, "origin": "as this family's code has it", "certain": False,
        "alternatives": [6, 4, 12, 3, 2, 1],
    }  # fmt: skip
    assert (assumed["norm_order"]["value"], assumed["norm_order"]["certain"]) == ("pre", True)
    assert main(["inspect", str(mine)]) == 0
    table = capsys.readouterr().out
    assert "How many heads? 6 (as this family's code has it; not certain); --answer heads= 4, 12, 3, 2, 1" in table


def test_a_finished_run_takes_no_answers(mine: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trace = str(tmp_path / "t.npz")
    assert main(["trace", SENTENCE, "--checkpoint", str(mine), "--out", trace]) == 0
    capsys.readouterr()
    for command, rest in {
        "export": ["--out", str(tmp_path / "t.csv")], "page": ["--out", str(tmp_path / "t.html")],
        "handout": ["--out", str(tmp_path / "t.pdf")], "inspect": [], "cite": [],
    }.items():  # fmt: skip
        said = problem(capsys, command, trace, *rest, "--answer", "heads=4")
        assert said == "error: --answer heads=4: this file holds a finished run. Give a sentence, or leave the "\
            "answer out."  # fmt: skip


def test_converting_makes_nothing_certain(mine: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "folder"
    assert main(["convert", str(mine), str(folder), "--heads", str(HEADS)]) == 0
    opened = open_checkpoint(folder)
    assert opened.questions == ()  # what it computes is fixed now
    told = run_sentence(opened, SENTENCE).meta
    assert "norm_order = post" in told.uncertain and "heads = 3" not in told.uncertain
    assert "post (as this family's code has it; not certain)" in (folder / "README.md").read_text(encoding="utf-8")
    capsys.readouterr()
    assert main(["trace", SENTENCE, "--checkpoint", str(folder), "--out", str(tmp_path / "f.npz")]) == 0
    assert any("norm_order = post" in line for line in lines(capsys.readouterr().err))
    said = problem(capsys, "inspect", str(folder), "--answer", "norm_order=pre")
    assert said == "error: --answer norm_order: nothing that this file leaves open is called so. Leave it out."


def test_python_says_so_too(mine: Path) -> None:
    import headscope

    with pytest.raises(headscope.Problem, match="Use one of: heads, activation"):
        headscope.open(mine, answers={"hedas": 3})
    assert headscope.open(mine, answers=MEANT).checkpoint.transformer.config.encoder.heads == HEADS


Change = Callable[[dict[str, Any]], None]


def test_a_trace_from_before_has_nothing_to_say(mine: Path, tmp_path: Path) -> None:
    """Version 1 without the entry, and with one that makes no sense."""
    out = tmp_path / "t.npz"
    assert main(["trace", SENTENCE, "--checkpoint", str(mine), "--out", str(out)]) == 0
    arrays = dict(np.load(out, allow_pickle=False))
    meta = json.loads(str(arrays["meta"]))
    assert meta["version"] == 1 and meta["assumed"]["heads"] == {"value": 6, "certain": False}
    changes: dict[str, tuple[Change, tuple[str, ...]]] = {
        "before": (lambda said: said.pop("assumed"), ()),
        "odd": (lambda said: said.update(assumed={"heads": 3, "a": {"certain": False}, "b": {"certain": "no"}}),
                ("a = None",)),
    }  # fmt: skip
    for name, (change, told) in changes.items():
        said = json.loads(json.dumps(meta))
        change(said)
        path = tmp_path / f"{name}.npz"
        np.savez(path, **{**arrays, "meta": np.array(json.dumps(said))})
        assert load_trace(path).meta.uncertain == told
