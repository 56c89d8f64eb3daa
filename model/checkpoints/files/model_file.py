"""A file behind the gate: the names and shapes of its header, no values. stdlib only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import prod
from pathlib import Path
from typing import Any, Literal

Container = Literal["safetensors", "torch", "hdf5"]
#: Bytes of one value, by the name that torch gives the type. Any other type is refused.
SIZES = {
    "float64": 8, "float32": 4, "float16": 2, "bfloat16": 2, "int64": 8, "int32": 4, "int16": 2, "int8": 1,
    "uint8": 1, "bool": 1,
}  # fmt: skip
MAX_TENSORS = 20_000  #: of one model; the largest translation model that is public has 6,000
MAX_DIMENSIONS = 16
MAX_SIZE = 2**40  #: values along one dimension, for tensors that have none because another size is 0


@dataclass(frozen=True)
class TensorInfo:
    """A tensor before it is read."""

    shape: tuple[int, ...]
    dtype: str  #: as torch names it: ``float32``

    @property
    def numel(self) -> int:
        return prod(self.shape)

    @property
    def bytes(self) -> int:
        return self.numel * SIZES.get(self.dtype, 8)


@dataclass(frozen=True, eq=False)
class ModelFile:
    """A file or folder that passed the gate.

    ``tensors`` is the state dict under the names that people know: without the wrapping dict's key
    (``state_dict``, ``model`` …) and without what stands before all of them (``module.``, Lightning's ``model.`` …).
    """

    path: Path  #: what was opened, file or folder
    container: Container
    weights: tuple[Path, ...]  #: the files that hold the tensors
    tensors: Mapping[str, TensorInfo]
    stored_names: Mapping[str, tuple[Path, str]]  #: name above → file and the tensor's name there
    #: Plain data beside the tensors: epoch, settings. An ``argparse.Namespace`` is a dict, a numpy scalar a number.
    extras: Mapping[str, Any] = field(default_factory=dict)
    config: Mapping[str, Any] | None = None  #: a folder's config.json, where there is one
    #: Classes of objects in ``extras``, by which a dict of their attributes stands there: never imported. True where
    #: the attributes are no dict.
    inert: Mapping[str, bool] = field(default_factory=dict)
    notes: tuple[str, ...] = ()  #: one sentence each: which of several checkpoints it is

    @property
    def folder(self) -> Path:
        """The folder of its companions."""
        return self.path if self.path.is_dir() else self.path.parent

    @property
    def memory(self) -> int:
        """Bytes that opening takes at its peak: the tensors as they are stored and as the network computes."""
        return sum(info.bytes + info.numel * (8 if info.dtype == "float64" else 4) for info in self.tensors.values())

    def shape(self, name: str) -> tuple[int, ...]:
        """[…] of a tensor; () where there is none of that name, so that a comparison just fails."""
        info = self.tensors.get(name)
        return info.shape if info else ()

    def count(self, template: str) -> int:
        """The number of layers: the first n for which ``template.format(n)`` is no tensor."""
        n = 0
        while template.format(n) in self.tensors:
            n += 1
        return n
