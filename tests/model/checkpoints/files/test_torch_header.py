"""Tensors from an inert pickle: every view that torch writes, none that reaches outside of its storage."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from model.checkpoints.files.model_file import TensorInfo
from model.checkpoints.files.pickles import read_pickle
from model.checkpoints.files.torch_header import check_names, read_tree
from model.common.problems import Problem
from tests.model.checkpoints.files import forge
from tests.model.checkpoints.files.forge import WHOLE, call, mapping, name, number, several, storage, tensor, text

PATH = Path("a.pt")


def tree(body: bytes) -> Any:
    pickle = read_pickle(forge.pickled(body))
    check_names(PATH, pickle)
    return read_tree(PATH, pickle, 5).value


def refused(body: bytes) -> str:
    with pytest.raises(Problem) as caught:
        tree(body)
    return caught.value.why


SIZES = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 4)), max_size=3)


@settings(max_examples=200)
@given(SIZES, st.integers(0, 6))
def test_a_view_is_inside_and_apart_or_refused(dimensions: list[tuple[int, int]], offset: int) -> None:
    """Compared with counting every place: what is accepted has each value of the six at most once."""
    sizes, strides = tuple(size for size, _ in dimensions), tuple(stride for _, stride in dimensions)
    places = [
        offset + sum(one * stride for one, stride in zip(index, strides, strict=True))
        for index in product(*map(range, sizes))
    ]
    fine = all(place < 6 for place in places) and len(set(places)) == len(places)
    try:
        accepted = tree(tensor(sizes, strides, offset)) == TensorInfo(sizes, "float32")
    except Problem:
        accepted = False
    assert fine or not accepted


@settings(max_examples=100)
@given(st.permutations([0, 1, 2]), st.integers(1, 2), st.integers(0, 1))
def test_every_view_of_a_real_tensor_is_accepted(order: list[int], step: int, first: int) -> None:
    view = torch.zeros(4, 3, 2)[first::step].permute(order)
    body = tensor(tuple(view.shape), view.stride(), int(view.storage_offset()), held=storage(24))
    assert tree(body) == TensorInfo(tuple(view.shape), "float32")


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (call("torch._utils", "_rebuild_tensor_v2"), "a tensor is described in no way that torch writes"),
        (tensor((2**41,), (1,)), "a tensor is described in no way that torch writes"),
        (tensor((1,) * 17, (1,) * 17), "a tensor has 17 dimensions"),
        (tensor((2,), (1,), held=number(5)), "a tensor is described in no way that torch writes"),
        (tensor((2,), (1,), held=several(text("storage")) + b"Q"), "it refers to an object that is no storage"),
        (tensor((2,), (1,), held=storage(-1)), "it describes a storage in no way that torch writes"),
        (tensor((2,), (1,), held=several(text("storage"), name("torch", "float32"), text("0"), b"N", number(6)) + b"Q"),
         "it describes a storage in no way that torch writes"),
        (call("torch._utils", "_rebuild_parameter", number(3)), "it has a TensorInfo in no way that Python writes"),
        (call("argparse", "Namespace"), "it has a Namespace without names"),
        (call("_codecs", "encode", text("한"), text("latin1")), "it has bytes in no way that Python writes"),
        (call("_codecs", "encode", text("a"), text("rot13")), "it has bytes in no way that Python writes"),
        (call("torch", "device", number(3)), "it has a str in no way that Python writes"),
        (call("torch", "device", text("cuda"), text("x")), "it has a device in no way that torch writes"),
        (call("torch", "Size", number(3)), "it has a tuple in no way that Python writes"),
        (call("builtins", "set", b"](]e"), "it has a dictionary with keys that are no words or numbers"),
        (name("torch", "float32") + b")R", "it builds what cannot be built"),
        (call("torch", "Size", several()) + mapping({"a": number(1)})[1:], "it builds what cannot be built"),
        (call("collections", "OrderedDict", b"](K\x01e"), "it has an OrderedDict of no pairs"),
        (b"}" + call("collections", "OrderedDict") + b"Ns",
         "it has a dictionary with keys that are no words or numbers"),
        (call("collections", "OrderedDict") + b"(" + (text("a") + b"N") * 2 + b"u", "a occurs twice"),
        (call("collections", "OrderedDict") + b")R", "it builds what cannot be built"),
    ],
    ids=range(21),
)  # fmt: skip
def test_what_no_library_writes(body: bytes, why: str) -> None:
    assert refused(body).removeprefix("it is damaged: ") == why


def test_very_old_dictionaries_and_tensors() -> None:
    pairs = call("collections", "OrderedDict", b"](](" + text("a") + number(1) + b"ee")
    assert tree(pairs) == {"a": 1}
    old = call("torch._utils", "_rebuild_tensor", storage(), number(0), several(number(6)), several(number(1)))
    assert tree(mapping({"a": old, "b": call("torch._utils", "_rebuild_parameter", old, b"\x88", b"}")})) == {
        "a": TensorInfo((6,), "float32"), "b": TensorInfo((6,), "float32"),
    }  # fmt: skip


def test_a_class_that_is_only_named_is_its_name() -> None:
    assert tree(mapping({"kind": name("torch", "float16")})) == {"kind": "float16"}
    assert tree(b"}" + name("collections", "OrderedDict") + b"Ns") == {"collections.OrderedDict": None}


def made(module: str, attribute: str, state: bytes = b"") -> bytes:
    """An object as Python's own protocol stores one: no argument, then its attributes."""
    return name(module, attribute) + b")\x81" + (state + b"b" if state else b"")


def test_objects_beside_weights_are_their_attributes() -> None:
    body = mapping({
        "w": WHOLE, "vocab": made("shop", "Vocab", mapping({"itos": number(3)})), "bare": made("shop", "Other"),
        "table": call("collections", "defaultdict", name("shop", "nothing")) + mapping({"a": number(1)})[1:],
        "place": call("pathlib", "PosixPath", text("/"), text("data"), text("de")),
    })  # fmt: skip
    read = read_tree(PATH, read_pickle(forge.pickled(body)), 5)
    assert read.value == {
        "w": TensorInfo((2, 3), "float32"), "vocab": {"itos": 3}, "bare": {}, "table": {"a": 1}, "place": "/data/de",
    }  # fmt: skip
    assert read.inert == {"shop.Vocab": False, "shop.Other": False, "shop.nothing": False}


@pytest.mark.parametrize(
    "part",
    [
        call("shop", "Vocab"),  # called, so it could be any function
        made("shop", "Vocab") + call("shop", "Vocab") + b"0",  # made and called
        name("shop", "Vocab") + several(number(1)) + b"\x81",  # made of an argument
        name("shop", "Vocab"),  # only named
        made("shop", "Vocab") + name("other", "f") + b"0",  # one more is named elsewhere
        made("os", "Vocab"), made("builtins", "eval"), made("sys", "x"),
    ],
    ids=range(8),
)  # fmt: skip
def test_what_is_more_than_an_object_is_refused(part: bytes) -> None:
    assert "neither weights nor plain data; nothing of it was run" in refused(mapping({"w": WHOLE, "x": part}))


def test_without_weights_an_object_is_no_plain_data() -> None:
    assert refused(mapping({"x": made("shop", "Vocab")})).startswith("it refers to shop.Vocab")
    assert refused(made("torchtext.vocab", "Vocab")).startswith("it holds a vocabulary of torchtext")


def test_a_model_beside_its_weights_is_no_plain_object() -> None:
    model = made("shop", "Model", mapping({"_parameters": mapping({"w": WHOLE})}))
    for body in (model, mapping({"w": WHOLE, "net": model})):
        assert refused(body).startswith("it holds a whole model with its Python classes (shop.Model)")
