"""The weights of our own checkpoints: compared with the configuration first, loaded second."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import torch
from torch.overrides import TorchFunctionMode

from model.checkpoints.assumptions import uncounted
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.files.tensors import load
from model.common.problems import Problem, shown
from model.common.text import Text
from model.network.config import TransformerConfig
from model.network.transformer import Transformer

TYPES = ("float64", "float32", "float16", "bfloat16")


class Unfilled(TorchFunctionMode):
    """Leaves new parameters as they are: on ``meta`` there is nothing to fill, and asking imports torch's compiler."""

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        named = kwargs or {}
        if getattr(func, "__name__", "") in ("normal_", "uniform_"):  # a tensor's own, or of torch.nn.init
            return args[0] if args else named["tensor"]
        return func(*args, **named)


def empty(config: TransformerConfig) -> Transformer:
    """The network without values: names and shapes."""
    with torch.device("meta"), Unfilled():
        return Transformer(config)


@lru_cache(maxsize=8)
def _pattern(config: TransformerConfig) -> Transformer:
    return empty(config)


def skeleton(config: TransformerConfig) -> Transformer:
    """As :func:`empty`, but quick the second time: every module is new, the parameters are those of the first.

    For whoever puts values in the place of all of them.
    """
    made: Transformer = _like(_pattern(config))
    return made


def _like(module: Any) -> Any:
    own: dict[str, Any] = {}
    for name, value in vars(module).items():  # hooks and what else torch keeps of a module are in mappings and sets
        own[name] = value.copy() if isinstance(value, dict | set) else value
    own["_modules"] = {name: None if part is None else _like(part) for name, part in own["_modules"].items()}
    made = module.__new__(type(module))
    vars(made).update(own)
    return made


class WeightLayout(NamedTuple):
    """The names and shapes of a network's weights, without values."""

    shapes: dict[str, tuple[int, ...]]  #: a tied table once, under its first name
    names: frozenset[str]  #: with all names of tied ones


@lru_cache(maxsize=8)
def layout(config: TransformerConfig) -> WeightLayout:
    """Of the network that ``config`` says. Kept: making its modules only to ask takes longer than comparing."""
    network = _pattern(config)
    names = frozenset(name for name, _ in network.named_parameters(remove_duplicate=False))
    return WeightLayout({name: tuple(value.shape) for name, value in network.named_parameters()}, names)


def unique_weights(transformer: Transformer) -> dict[str, torch.Tensor]:
    """Parameters by name, a tied table once, under its first name."""
    return {name: value.detach() for name, value in transformer.named_parameters()}


def read_weights(
    file: ModelFile, config: TransformerConfig, advance: Callable[[int], None] = uncounted
) -> dict[str, torch.Tensor]:
    """The tensors that ``config`` asks for, by name.

    Names, shapes and types are compared before anything of their size is allocated. Raises
    :class:`Problem` naming the first difference.
    """
    path, advice = str(file.weights[0]), Text("Use the config.json that belongs to these weights")
    if config.parameters > sum(info.bytes for info in file.tensors.values()):  # not even one byte each
        raise Problem(path, Text("it is too small for the %1 values of config.json", f"{config.parameters:,}"), advice)
    wanted = layout(config).shapes
    for name in (*wanted, *file.tensors):
        info = file.tensors.get(name)
        if info is None or name not in wanted:
            unexpected = Text("it has an unexpected tensor, %1", shown(name))
            raise Problem(path, Text("it lacks %1", shown(name)) if info is None else unexpected, advice)
        shape = list(wanted[name])
        if list(info.shape) != shape:
            raise Problem(path, Text("%1 is %2 where config.json asks for %3", name, list(info.shape), shape), advice)
        if info.dtype not in TYPES:
            raise Problem(
                path, Text("%1 is of type %2, not a floating-point one", name, info.dtype), Text("Export it again")
            )
    return load(file, advance)
