"""Wrapping dictionaries and prefixes, for names and for values alike."""

from __future__ import annotations

from typing import Any

import pytest

from model.checkpoints.files.model_file import TensorInfo
from model.checkpoints.files.unwrap import short_names, unwrap

ONE, TWO = TensorInfo((1,), "float32"), TensorInfo((2,), "float32")


@pytest.mark.parametrize(
    ("content", "tensors", "extras"),
    [
        ({"a": ONE}, {"a": ONE}, {}),
        ({"state_dict": {"a": ONE}, "epoch": 1}, {"a": ONE}, {"epoch": 1}),
        ({"state_dict": {}, "model": {"a": ONE}}, {"a": ONE}, {"state_dict": {}}),
        ({"model": "transformer", "net": {"a": ONE}}, {"a": ONE}, {"model": "transformer"}),
        ({"model": ONE, "bias": TWO}, {"model": ONE, "bias": TWO}, {}),
        ({"model": {"net": {"a": ONE}}}, {"a": ONE}, {}),
        ({"model": {"a": ONE}, "generator": {"b": TWO}}, {"a": ONE, "generator.b": TWO}, {}),
        ({"generator": {"b": TWO}}, {}, {"generator": {"b": TWO}}),
        ({"model": {"a": ONE}, "generator": None}, {"a": ONE}, {"generator": None}),
        ({"a": ONE, 5: TWO, "n": 3}, {"a": ONE}, {"5": TWO, "n": 3}),
        ({"optimizer": {"state": {0: ONE}}}, {}, {"optimizer": {"state": {0: ONE}}}),
        ([ONE], {}, {}),
        (ONE, {}, {}),
        (None, {}, {}),
    ],
    ids=lambda value: repr(value)[:50],
)
def test_the_state_dict_and_what_lies_around_it(content: Any, tensors: Any, extras: Any) -> None:
    found = unwrap(content)
    assert (found.tensors, found.extras) == (tensors, extras)


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (["module.a", "module.b"], ["a", "b"]),
        (["module.a", "b"], ["module.a", "b"]),
        (["_orig_mod.module.a"], ["a"]),
        (["module._orig_mod.module.a"], ["a"]),
        (["modules.a"], ["modules.a"]),
        (["model.a.b", "model.c"], ["a.b", "c"]),
        (["_orig_mod.net.a.b", "_orig_mod.net.c"], ["a.b", "c"]),
        (["seq2seq.transformer.a.b", "seq2seq.transformer.c"], ["a.b", "c"]),
        (["model.module.transformer.a.b", "model.module.transformer.c"], ["a.b", "c"]),
        (["a._orig_mod.b.c", "d._fsdp_wrapped_module.c"], ["a.b.c", "d.c"]),
        (["a._orig_mod.b", "a.b", "c"], ["a._orig_mod.b", "a.b", "c"]),
        (["my_orig_mod.a.b", "c"], ["my_orig_mod.a.b", "c"]),
        (["model.a.b", "c"], ["model.a.b", "c"]),
        (["encoder.a.b", "encoder.c"], ["encoder.a.b", "encoder.c"]),
        (["net.encoder.a.b", "net.decoder.c"], ["encoder.a.b", "decoder.c"]),
        (["net.h.0.a.b", "net.h.0.c"], ["h.0.a.b", "h.0.c"]),
        (["one.weight", "one.bias"], ["one.weight", "one.bias"]),
        ([], []),
    ],
)
def test_what_stands_before_all_names(names: list[str], short: list[str]) -> None:
    assert short_names(names) == dict(zip(short, names, strict=True))


def test_a_loss_and_metrics_beside_the_network_are_left_out() -> None:
    names = ["model.a.b", "model.c", "criterion.weight", "val_acc.correct", "loss_fn.weight", "train_bleu.counts"]
    assert short_names(names) == {"a.b": "model.a.b", "c": "model.c"}
    assert short_names(["n_averaged", "module.a.b"]) == {"a.b": "module.a.b"}
    assert short_names(["model.n_averaged", "model.module.a.b"]) == {"a.b": "model.module.a.b"}
    assert short_names(["criterion.weight", "a.b", "lossy.c"]) == {"a.b": "a.b", "lossy.c": "lossy.c"}
    assert short_names(["loss.weight"]) == {"loss.weight": "loss.weight"}


def test_hugging_faces_own_model_stays() -> None:
    """Its families have it in their names; a class around them has it once more."""
    own = ["model.encoder.layers.0.self_attn.k_proj.weight", "model.decoder.layers.0.encoder_attn.k_proj.weight"]
    for before in ("", "model.", "net.module."):
        assert short_names([before + name for name in own]) == {name: before + name for name in own}
