"""The state dict in what a training script saved around it. stdlib only.

The same function serves the header and the values: it looks for what has a ``shape``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

WRAPPERS = ("state_dict", "model_state_dict", "model_state", "model", "net")
#: Parts of a name that are a wrapper's and no module of the network's, wherever they stand: of torch.compile, of FSDP.
WRAPPINGS = re.compile(r"(?<![^.])(?:_orig_mod|_fsdp_wrapped_module|_checkpoint_wrapped_module)\.")
PARALLEL = "module"  #: DataParallel's part, at the beginning
STACKS = frozenset(("encoder", "decoder"))  #: parts that say which of two a tensor belongs to
#: Hugging Face's own ``model.`` belongs to the names of its families.
THEIRS = ("decoder.layers.0.encoder_attn.k_proj.weight", "encoder.layers.0.self_attn.k_proj.weight")
#: What a training keeps beside its network, in the same state dict: a loss with class weights, counts of a metric, and
#: how many networks torch's AveragedModel (SWA, EMA) is the mean of.
TRAINING = re.compile(
    r"(\w+_)?(criterion|loss|loss_(fn|func|function)|metrics?|bleu|acc|accuracy)(_\w+)?\.|([\w.]+\.)?n_averaged$"
)
GENERATOR = "generator"  #: OpenNMT-py keeps its vocabulary head in a dictionary of its own
MAX_LEVELS = 3


@dataclass(frozen=True)
class Unwrapped:
    """A state dict by its stored names, and what lay around it."""

    tensors: Mapping[str, Any]
    extras: Mapping[str, Any]


def unwrap(content: Any) -> Unwrapped:
    """The state dict in ``content``: the dictionary itself, or the first wrapper in it that holds tensors."""
    extras: dict[str, Any] = {}
    for _ in range(MAX_LEVELS):
        inner = content if isinstance(content, dict) else {}
        wrapper = next((name for name in WRAPPERS if _tensors(inner.get(name)) or _wraps(inner.get(name))), None)
        if wrapper is None:
            break
        extras |= {str(name): value for name, value in inner.items() if name != wrapper}
        content = inner[wrapper]
    found = _tensors(content)
    if isinstance(content, dict):
        extras |= {str(name): value for name, value in content.items() if name not in found}
    head = _tensors(extras.get(GENERATOR))
    if found and head:
        del extras[GENERATOR]
        parallel = f"{PARALLEL}." if all(name.startswith(f"{PARALLEL}.") for name in found) else ""
        found |= {f"{parallel}{GENERATOR}.{name}": value for name, value in head.items()}
    return Unwrapped(found, extras)


def short_names(names: list[str]) -> dict[str, str]:
    """Short name → stored name: without wrappers' parts, and without what stands before all of the others.

    A class around the network puts its attribute there: ``model.`` of a LightningModule, ``net.``, ``transformer.``.
    Tensors of the training beside the network are left out.
    """
    plain = {WRAPPINGS.sub("", name): name for name in names}
    if len(plain) < len(names):  # two names for one place: they are no wrappers' parts
        plain = {name: name for name in names}
    inside = {name: stored for name, stored in plain.items() if not TRAINING.match(name)} or plain
    cut = _shared(list(inside))
    return {name[cut:]: stored for name, stored in inside.items()}


def _shared(names: list[str]) -> int:
    """The length of what all names begin with and no family knows, in whole parts."""
    cut = 0
    while names and "." in (first := names[0][cut:]):
        part = first.partition(".")[0]
        if not all(name.startswith(f"{part}.", cut) for name in names):
            break
        rest = {name[cut + len(part) + 1 :] for name in names}
        if part != PARALLEL and (part in STACKS or not any("." in name for name in rest)):
            break
        if part == "model" and not rest.isdisjoint(THEIRS):
            break
        if part.isdigit() or all(name.partition(".")[0].isdigit() for name in rest):  # a list of layers, all of them
            break
        cut += len(part) + 1
    return cut


def _tensors(value: Any) -> dict[str, Any]:
    items = value.items() if isinstance(value, dict) else ()
    return {name: one for name, one in items if isinstance(name, str) and hasattr(one, "shape")}


def _wraps(value: Any) -> bool:
    return isinstance(value, dict) and any(_tensors(value.get(name)) for name in WRAPPERS)
