"""translate, inspect, evaluate and train, each through ``main``; and what they may not import."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch
from PIL import Image

from model.checkpoints.checkpoint import open_checkpoint
from model.record.trace_file import load_trace
from model.training.learner import Learner
from tests.model.checkpoints.formats import hf_tokenizers, tut6_network
from tests.model.checkpoints.formats.hf_network import make, save
from tests.model.checkpoints.formats.references import save as save_tut6
from tests.model.training.small_recipe import SMALL
from tests.viz_app.cli.runner import ROOT, SENTENCE, TINY, fresh
from viz_app.cli import main

RECIPE = f'name = "mini"\n{SMALL}epochs = 2\n'


def test_weights_that_are_no_numbers_are_one_warning_in_every_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reference = tut6_network.make()
    with torch.no_grad():
        reference.get_parameter("encoder.layers.0.ff_layer_norm.bias")[0] = torch.nan
    path, lines = save_tut6(reference, tmp_path / "mine.pt"), tmp_path / "in.txt"
    lines.write_text("4 5 6\n", encoding="utf-8")
    commands = {
        "translate": [str(lines), "--checkpoint", str(path)],
        "trace": ["4 5 6", "--out", str(tmp_path / "t.npz"), "--checkpoint", str(path)],
        "export": ["4 5 6", "--view", "one_head", "--out", str(tmp_path / "t.png"), "--checkpoint", str(path)],
        "convert": [str(path), str(tmp_path / "folder")],
    }
    for command, arguments in commands.items():
        assert main([command, *arguments]) == 0
        told = [line for line in capsys.readouterr().err.splitlines() if line.startswith("warning: ")]
        assert told == [
            "warning: mine: 1 of its tensors hold values that are no numbers (NaN or ∞), first "
            "encoder.layers.0.ff_layer_norm.bias (here encoder_layers.0.feed_forward_residual.norm.bias)"
        ]


def test_translate_writes_one_line_per_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "in.txt"
    file.write_text(f"{SENTENCE}\n\nZwei Kinder spielen im Park.\n", encoding="utf-8")
    assert main(["translate", str(file), "--checkpoint", str(TINY), "--beam", "3"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Two dogs are playing in the snow.",
        "",
        "Two children are playing in the park.",
    ]


def test_a_line_break_inside_a_token_makes_no_further_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A vocabulary may hold ``a\\nb``: which line translates which would be lost."""
    monkeypatch.setattr(
        type(open_checkpoint(TINY).target_tokenizer), "decode", lambda self, ids: "a\nb\r\nc\u2028d\x0be"
    )
    file = tmp_path / "in.txt"
    file.write_text(f"{SENTENCE}\n{SENTENCE}\n", encoding="utf-8")
    assert main(["translate", str(file), "--checkpoint", str(TINY)]) == 0
    assert capsys.readouterr().out == "a b c d e\na b c d e\n"


def test_inspect_says_the_same_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", str(TINY), "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    transformer = open_checkpoint(TINY).transformer
    assert facts["architecture"]["parameters"] == sum(p.numel() for p in transformer.parameters())
    assert facts["tokens"]["padding"] == "<pad>"
    assert main(["inspect", str(TINY)]) == 0
    table = capsys.readouterr().out
    for section, values in facts.items():
        assert section in table
        assert all(name in table for name in values)


def test_convert_makes_a_folder_that_opens(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "copy"
    assert main(["convert", str(TINY), str(out)]) == 0
    assert capsys.readouterr().out == f"{out}\n"
    assert (out / "model.safetensors").read_bytes() == (TINY / "model.safetensors").read_bytes()
    assert open_checkpoint(out).source_tokenizer.encode(SENTENCE) == open_checkpoint(TINY).source_tokenizer.encode(
        SENTENCE
    )
    assert main(["convert", str(TINY), str(out)]) == 2
    assert capsys.readouterr().err == (f"error: {out}: it exists already. Choose a new name or an empty folder.\n")


def test_inspect_tells_of_a_file_that_does_not_open(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    torch.save({"h.0.attn.c_attn.weight": torch.zeros(3, 4)}, tmp_path / "gpt.pt")
    assert main(["inspect", str(tmp_path / "gpt.pt")]) == 0
    table = capsys.readouterr().out
    assert "it is a decoder-only model (like GPT-2)" in table
    assert "[3, 4] float32" in table


def test_evaluate_scores_perfect_translations_with_a_signature(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pairs = tmp_path / "pairs.tsv"
    pairs.write_text(f"{SENTENCE}\tTwo dogs play in snow. ||| Two dogs are playing in the snow.\n", encoding="utf-8")
    assert main(["evaluate", str(TINY), "--pairs", str(pairs), "--beam", "2"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("BLEU 100.00")
    assert "tok:13a" in said and "case:mixed" in said and "beam:2" in said
    source, reference = tmp_path / "s", tmp_path / "r"
    source.write_text(f"{SENTENCE}\n", encoding="utf-8")
    reference.write_text("something else entirely here\n", encoding="utf-8")
    options = ["--source", str(source), "--reference", str(reference), "--lowercase", "--tokenize", "spacy"]
    assert main(["evaluate", str(TINY), *options]) == 0
    worse = capsys.readouterr().out
    assert float(worse.split()[1]) < 50
    assert "case:lc" in worse and "spacy:blank-en" in worse


def test_train_leaves_a_checkpoint_that_opens(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "pairs.tsv").write_text(f"{SENTENCE}\tTwo dogs.\nEin Hund.\tOne dog.\n", encoding="utf-8")
    recipe, out = tmp_path / "mini.toml", tmp_path / "out"
    recipe.write_text(RECIPE, encoding="utf-8")
    arguments = ["train", str(recipe), "--data", str(tmp_path), "--out", str(out)]
    assert main(arguments) == 0
    assert "all 2 epochs done" in capsys.readouterr().out
    assert open_checkpoint(out).name == "mini"
    assert "mini" in (out / "README.md").read_text(encoding="utf-8")
    recipe.write_text(RECIPE.replace("1e-3", "2e-3"), encoding="utf-8")
    assert main(arguments) == 2
    assert "another recipe" in capsys.readouterr().err


def test_train_names_the_shipped_recipes_and_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == sorted(path.stem for path in (ROOT / "recipes").glob("*.toml"))
    assert any(line.startswith("paper-base ") and "table 3" in line for line in lines)
    for words, missing in (([], "RECIPE"), (["everyday"], "--data"), (["everyday", "--data", "."], "--out")):
        assert main(["train", *words]) == 2
        assert f"{missing} is missing" in capsys.readouterr().err


def test_what_train_is_asked_for_beside_the_recipe(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "pairs.de").write_text(f"{SENTENCE}\nEin Hund.\n", encoding="utf-8")
    (tmp_path / "pairs.en").write_text("Two dogs.\nOne dog.\n", encoding="utf-8")
    recipe, out = tmp_path / "mini.toml", tmp_path / "out"
    recipe.write_text(RECIPE, encoding="utf-8")
    arguments = ["train", str(recipe), "--data", str(tmp_path), "--out", str(out), "--device", "cpu"]
    options = ["--seed", "7", "--precision", "bfloat16", "--snapshots", "3"]
    assert main([*arguments, *options]) == 0
    said = capsys.readouterr().out
    assert said.startswith("on cpu, in bfloat16 with float32 master weights: ")
    assert ", 2 sentence pairs\n" in said
    assert sorted(path.name for path in (out / "snapshots").glob("update-*")) == [
        "update-000000", "update-000001", "update-000002"
    ]  # fmt: skip
    assert "--out OUT --seed 7 --precision bfloat16 --snapshots 3" in (out / "README.md").read_text(encoding="utf-8")
    assert main([*arguments, *options]) == 0
    assert "goes on after update 2" in capsys.readouterr().out
    assert main(arguments) == 2
    assert "--seed 7 --precision bfloat16 --snapshots 3" in capsys.readouterr().err


def test_ctrl_c_stops_a_training_after_its_update_and_keeps_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pairs.tsv").write_text(f"{SENTENCE}\tTwo dogs.\nEin Hund.\tOne dog.\n", encoding="utf-8")
    recipe, out = tmp_path / "mini.toml", tmp_path / "out"
    recipe.write_text(RECIPE, encoding="utf-8")
    arguments = ["train", str(recipe), "--data", str(tmp_path), "--out", str(out), "--epochs", "5"]
    update = Learner.update

    def interrupted(self: Learner, number: int, *rest: Any) -> float:
        if number == 3:
            signal.raise_signal(signal.SIGINT)
        return update(self, number, *rest)

    monkeypatch.setattr(Learner, "update", interrupted)
    assert main(arguments) == 130
    said = capsys.readouterr()
    assert "stopped after update 3, epoch 3.00; " in said.out and "the same command goes on" in said.out
    assert said.err == "stopping after this update; Ctrl+C once more ends at once\n"
    assert open_checkpoint(out).name == "mini"
    monkeypatch.undo()
    assert main(arguments) == 0
    said = capsys.readouterr()
    assert "goes on after update 3" in said.out and "all 5 epochs done" in said.out
    for wrong in ("0", "nan", "x", "-1"):
        assert main([*arguments[:-1], wrong]) == 2
        assert "is not a number of epochs" in capsys.readouterr().err


def test_exporting_a_trace_never_imports_torch(tmp_path: Path) -> None:
    trace, picture = tmp_path / "t.npz", tmp_path / "p.png"
    assert main(["trace", SENTENCE, "--out", str(trace), "--checkpoint", str(TINY)]) == 0
    script = (
        "import sys; sys.path.insert(0, sys.argv.pop()); from viz_app.cli import main; "
        "code = main(sys.argv[1:]); assert not {'torch', 'spacy'} & set(sys.modules); sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, "export", str(trace), "--out", str(picture), str(ROOT)],
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.usefixtures("qapp")
def test_early_guesses_are_measured_for_a_sentence_and_asked_for_in_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture, trace = tmp_path / "p.png", tmp_path / "t.npz"
    page = ["--view", "embeddings_layers", "--topic", "guesses", "--out", str(picture)]
    assert main(["export", SENTENCE, *page, "--checkpoint", str(TINY), "--ratio", "1"]) == 0
    with Image.open(picture) as image:
        colours = {colour for _, colour in image.convert("RGB").getcolors(1_000_000) or []}
        assert (0xE2, 0x68, 0x0C) in colours, "bars of the produced token"
    assert main(["trace", SENTENCE, "--out", str(trace), "--checkpoint", str(TINY)]) == 0
    picture.unlink()
    assert main(["export", str(trace), *page]) == 2
    assert "holds no logit lens" in capsys.readouterr().err
    assert not picture.exists()


def test_inspect_needs_no_qt() -> None:
    done = fresh("inspect", TINY)
    assert done.returncode == 0 and b"parameters" in done.stdout


def test_languages_are_told_where_there_is_a_choice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, words = tmp_path / "t.npz", tmp_path / "in.txt"
    words.write_text(SENTENCE, encoding="utf-8")
    hf_tokenizers.nllb(tmp_path)
    save(make("hf_m2m100", vocab_size=280, max_position_embeddings=60), tmp_path)
    spoken = "--source-language", "kor_Hang", "--target-language", "deu_Latn"
    assert main(["trace", SENTENCE, "--out", str(out), "--checkpoint", str(tmp_path), *spoken]) == 0
    trace = load_trace(out)
    assert trace.source_tokens[0] == "kor_Hang"
    assert trace.produced_tokens is not None and trace.produced_tokens[0] == "deu_Latn"
    capsys.readouterr()
    assert main(["translate", str(words), "--checkpoint", str(TINY), "--target-language", "ko"]) == 2
    assert "it has no target language 'ko'. Use one of: en." in capsys.readouterr().err
