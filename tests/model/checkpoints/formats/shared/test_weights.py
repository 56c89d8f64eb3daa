"""Weights that do not fit their configuration are refused by name, before memory is taken for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import torch
from torch.overrides import TorchFunctionMode

from model.checkpoints.checkpoint import open_checkpoint
from model.checkpoints.formats.headscope import WEIGHTS
from model.checkpoints.formats.shared.weights import empty, skeleton
from tests.model.checkpoints.formats.damage import edit, edit_weights, refused
from tests.model.sample_checkpoints import make_checkpoint

NAME = "encoder_layers.0.attention.query.weight"


def hold(name: str, tensor: torch.Tensor) -> Callable[[dict[str, torch.Tensor]], Any]:
    """A change that puts ``tensor`` under ``name``."""
    return lambda tensors: tensors.update({name: tensor})


def spoil(value: float) -> Callable[[dict[str, torch.Tensor]], Any]:
    """A change of one value somewhere in the middle."""
    return lambda tensors: tensors[NAME].view(-1)[7].fill_(value)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        pytest.param(lambda tensors: tensors.pop(NAME), f"lacks {NAME}", id="lacking"),
        pytest.param(hold("extra", torch.zeros(1)), "unexpected tensor, extra", id="extra"),
        pytest.param(hold("../../x\x00", torch.zeros(1)), r"unexpected tensor, ../../x\x00", id="hostile name"),
        pytest.param(hold(NAME, torch.zeros(8, 6)), "[8, 6] where config.json asks for [6, 8]", id="transposed"),
        pytest.param(hold(NAME, torch.zeros(48)), "[48] where config.json asks for [6, 8]", id="flat"),
        pytest.param(hold(NAME, torch.zeros(6, 8, dtype=torch.int64)), "type int64", id="int"),
        pytest.param(hold(NAME, torch.zeros(6, 8, dtype=torch.bool)), "type bool", id="bool"),
        pytest.param(hold(NAME, torch.zeros(6, 8, dtype=torch.complex64)), "type C64", id="complex"),
        pytest.param(hold(NAME, torch.zeros(6, 8).to(torch.float8_e4m3fn)), "type F8_E4M3", id="float8"),
        pytest.param(lambda tensors: tensors.clear(), "it holds no weights by name", id="empty"),
    ],
)
def test_tensors_that_do_not_fit(folder: Path, change: Callable[[dict[str, torch.Tensor]], Any], reason: str) -> None:
    edit_weights(folder, change)
    problem = refused(folder)
    assert reason in problem.why
    assert WEIGHTS in problem.what


def test_every_flipped_byte_is_noticed(folder: Path) -> None:
    content = bytearray((folder / WEIGHTS).read_bytes())
    for place in (*range(0, 40, 3), *range(40, len(content), 1499)):
        content[place] ^= 0x10
        (folder / WEIGHTS).write_bytes(content)
        assert WEIGHTS in str(refused(folder))
        content[place] ^= 0x10


@pytest.mark.parametrize(
    "change",
    [
        {"width": 65_536},
        {"max_length": 1_000_000, "positions": "learned"},
        {"encoder": {"layers": 1000, "heads": 1024, "head_width": 16_384, "feed_forward_width": 1_048_576}},
        {"decoder": {"layers": 1000, "heads": 1, "head_width": 1, "feed_forward_width": 1}},
    ],
    ids=lambda value: next(iter(value)),
)
def test_a_header_that_asks_for_the_moon_takes_no_memory(folder: Path, change: Mapping[str, Any]) -> None:
    edit(folder, lambda header: header["architecture"].update(change))
    assert "too small for the" in refused(folder).why


def test_a_sinusoidal_limit_takes_no_memory(folder: Path) -> None:
    edit(folder, lambda header: header["architecture"].update(max_length=1_000_000))
    assert open_checkpoint(folder).transformer.config.max_length == 1_000_000


@pytest.mark.parametrize("value", [torch.nan, -torch.inf])
def test_what_is_no_number_is_a_warning(folder: Path, value: float) -> None:
    edit_weights(folder, spoil(value))
    [warning] = open_checkpoint(folder).warnings
    assert warning == f"1 of its tensors hold values that are no numbers (NaN or ∞), first {NAME}"
    assert open_checkpoint(folder).transformer.get_parameter(NAME).isfinite().sum() == 47


def test_an_empty_network_is_shapes_alone_and_nothing_fills_it() -> None:
    """Filling on ``meta`` does nothing, and imports torch's compiler for that: a second and a half at every start."""
    config = make_checkpoint().transformer.config
    with Calls() as seen:
        network = empty(config)
    whole = make_checkpoint().transformer
    assert {name: value.shape for name, value in network.named_parameters()} == {
        name: value.shape for name, value in whole.named_parameters()
    }
    assert all(value.is_meta for value in network.parameters())
    assert seen.names and not seen.names & {"normal_", "uniform_"}


def test_a_skeleton_is_an_empty_network_of_which_nothing_is_shared_but_the_parameters() -> None:
    config = make_checkpoint().transformer.config
    one, other, made = skeleton(config), skeleton(config), empty(config)
    assert repr(one) == repr(made)
    shapes = [[(name, value.shape, value.is_meta) for name, value in net.named_parameters()] for net in (one, made)]
    assert shapes[0] == shapes[1]
    own = [{id(module) for module in network.modules()} for network in (one, other)]
    assert len(own[0]) == len(list(made.modules())) and not own[0] & own[1]
    one.encoder_layers[0].register_forward_hook(print)
    one.encoder_layers[0].norm = torch.nn.Identity()
    one.get_parameter(NAME)
    owner, _, leaf = NAME.rpartition(".")
    setattr(one.get_submodule(owner), leaf, torch.nn.Parameter(torch.zeros(1)))
    one.eval()
    for later in (other, skeleton(config)):
        assert repr(later) == repr(made) and later.training
        assert not later.encoder_layers[0]._forward_hooks
        assert later.get_parameter(NAME).is_meta


class Calls(TorchFunctionMode):
    """The names of all functions that get as far as torch."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        self.names.add(getattr(func, "__name__", ""))
        return func(*args, **(kwargs or {}))
