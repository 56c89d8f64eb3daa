"""JoeyNMT: norms before and after the blocks, settings by config.yaml or by answers, and what is refused."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
import torch

from model.checkpoints.checkpoint import open_checkpoint
from model.common.problems import Problem
from tests.model.checkpoints.formats.agreement import check_both_precisions, check_loop, check_opened
from tests.model.checkpoints.formats.joeynmt_network import make, save
from tests.model.checkpoints.formats.plain_network import ROWS


@pytest.mark.parametrize(("pre", "scale"), [(True, True), (True, False), (False, True)])
def test_logits_and_every_map_agree(tmp_path: Path, pre: bool, scale: bool) -> None:
    check_both_precisions(partial(make, pre=pre, scale=scale), save, tmp_path, ROWS)


def test_greedy_tokens_and_nothing_is_asked_beside_words(tmp_path: Path) -> None:
    reference = make(torch.float64, 36)
    checkpoint = open_checkpoint(save(reference, tmp_path))
    assert {one.name for one in checkpoint.questions} == {"source_vocabulary", "target_vocabulary"}
    assert checkpoint.source("4 9").ids == (4, 9, 3)
    assert checkpoint.special.suppressed == (checkpoint.special.start,) == (2,)
    assert checkpoint.special.least == 1
    check_loop(reference, checkpoint, "4 9 12 5", 9)


def changed(folder: Path, *lines: tuple[str, str]) -> Path:
    """A checkpoint whose config.yaml says something else."""
    path, config = save(make(), folder), folder / "config.yaml"
    text = config.read_text(encoding="utf-8")
    for old, new in lines:
        assert old in text
        text = text.replace(old, new)
    config.write_text(text, encoding="utf-8")
    return path


BLOCK = """        embeddings:
            embedding_dim: 12
            scale: True
"""


def test_settings_in_braces_are_read(tmp_path: Path) -> None:
    path = changed(tmp_path, (BLOCK, "        embeddings: {embedding_dim: 12, scale: True}\n"))
    checkpoint = open_checkpoint(path)
    assert checkpoint.transformer.config.scale_embeddings
    check_opened(make(), checkpoint, torch.float32, ROWS)


def test_what_its_search_withholds(tmp_path: Path) -> None:
    symbols = '    special_symbols: {sep_token: "<sep>", lang_tags: ["<de>", "<en>"]}\n'
    testing = "testing:\n    generate_unk: False\n    min_output_length: 3\nmodel:"
    path = changed(tmp_path, ("data:\n", f"data:\n{symbols}"), ("model:", testing))
    words = ["<unk>", "<pad>", "<s>", "</s>", "<sep>", "<de>", "<en>"]
    for side, size in zip(("src", "trg"), (13, 17), strict=True):
        lines = words + [f"{side}{index}" for index in range(len(words), size)]
        (tmp_path / f"{side}_vocab.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    special = open_checkpoint(path).special
    assert (special.suppressed, special.least) == ((2, 4, 5, 6, 0), 3)


def test_one_table_has_one_scale_and_silence_means_the_default(tmp_path: Path) -> None:
    other = ("        embeddings:\n            scale: True", "        embeddings:\n            scale: False")
    path = changed(tmp_path, other, ("model:", "model:\n    tied_embeddings: True"), ("        num_heads: 4\n", ""))
    config = open_checkpoint(path).transformer.config
    assert (config.scale_embeddings, config.encoder.heads, config.decoder.heads) == (True, 4, 3)


@pytest.mark.parametrize(("version", "opens"), [("2.2.0", True), ("2.3.0", False)])
def test_norms_behind_the_blocks_without_being_said(tmp_path: Path, version: str, opens: bool) -> None:
    reference = make(pre=False, scale=False)
    path, config = save(reference, tmp_path), tmp_path / "config.yaml"
    text = config.read_text(encoding="utf-8").replace('        layer_norm: "post"   # post or pre\n', "")
    config.write_text(f'joeynmt_version: "{version}"\n{text}', encoding="utf-8")
    if opens:
        assert open_checkpoint(path).transformer.config.norm_order == "post"
    else:
        with pytest.raises(Problem, match="its encoder has layer_norm pre and its decoder post"):
            open_checkpoint(path)


def test_without_config_it_is_asked(tmp_path: Path) -> None:
    reference = make()
    path = save(reference, tmp_path, config=False)
    assert {"heads", "decoder_heads", "activation", "scale_embeddings"} < {
        one.name for one in open_checkpoint(path).questions
    }
    answers = {"heads": 4, "decoder_heads": 3, "activation": "relu", "scale_embeddings": True}
    check_opened(reference, open_checkpoint(path, answers), torch.float32, ROWS)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('        layer_norm: "pre"   # post or pre\n', "        alpha: 2.0\n", "it says encoder.alpha: 2.0"),
        ('initializer: "xavier_uniform"', 'initializer: "xavier_normal"', "it says initializer: xavier_normal"),
        ('activation: "relu"', 'activation: "tanh"', "it says activation: tanh"),
        ('lang: "de"', 'lang: "de", has_prompt: True', "it says src.has_prompt: True"),
        (
            "            embedding_dim: 12\n            scale: True",
            "            scale: False",
            "encoder has scale False",
        ),
    ],
)
def test_what_it_cannot_be_is_named(tmp_path: Path, old: str, new: str, why: str) -> None:
    with pytest.raises(Problem) as caught:
        open_checkpoint(changed(tmp_path, (old, new)))
    assert why in caught.value.why
    assert "headscope_recorder.py" in caught.value.next_step


def test_stacks_of_two_orders_are_refused(tmp_path: Path) -> None:
    reference = make()
    del reference.tensors["decoder.layer_norm.weight"], reference.tensors["decoder.layer_norm.bias"]
    with pytest.raises(Problem, match="its encoder has layer_norm pre and its decoder post"):
        open_checkpoint(save(reference, tmp_path))
