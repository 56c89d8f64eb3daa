"""The values of a file that passed the gate. torch.

The gate has read the header with its own eyes; here torch and safetensors read the same file, as plain
weights and never otherwise, and what they return is compared with what the gate saw.
"""

from __future__ import annotations

import argparse
import types
import warnings
from collections import OrderedDict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors import safe_open
from torch import Tensor

from model.checkpoints.files.hdf5_header import read_places
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.files.plain_calls import PATHS
from model.checkpoints.files.unwrap import unwrap
from model.common.problems import Problem, shown
from model.common.text import Text

AGAIN = Text("Copy or download it again")
NUMBERS = ("f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "?")
FILLED_LATER = ("collections.defaultdict", *PATHS)  #: what is plain data to the gate and no dict of torch's list
_SCALAR = np.float64(0).__reduce__()[0]  # numpy's function that makes a scalar, under its two names
#: Beside torch's own tensors: the classes whose plain data may lie there. As exact as the gate's list.
ALLOWED: list[Any] = [
    argparse.Namespace,
    types.SimpleNamespace,
    np.dtype,
    *dict.fromkeys(type(np.dtype(code)) for code in NUMBERS),
    *((_SCALAR, f"numpy.{package}.multiarray.scalar") for package in ("core", "_core")),
]


class Attributes:
    """Stands for an object whose attributes the gate has read: nothing of its class is looked up."""

    def __setstate__(self, state: Any) -> None:
        """Forget them."""


class Entries:
    """The same for a class whose attributes or entries are those of a dict; torch fills only dicts of its own list."""

    def __new__(cls, *_arguments: Any) -> Any:
        """An empty dict with room for attributes."""
        return OrderedDict()


def stand_ins(inert: Mapping[str, bool]) -> list[tuple[type, str]]:
    """A class of ours for every name that may not be looked up."""
    names = {name: Attributes if bare else Entries for name, bare in inert.items()}
    return [(kind, name) for name, kind in {**dict.fromkeys(FILLED_LATER, Entries), **names}.items()]


def load(file: ModelFile, advance: Callable[[int], None] = lambda _: None) -> dict[str, Tensor]:
    """Every tensor under its short name, in the type that is stored. Raises :class:`Problem`.

    ``advance`` is told of the bytes of each tensor once it is read, and may raise to stop.
    """
    result: dict[str, Tensor] = {}
    for weights in file.weights:
        wanted = {name: stored for name, (path, stored) in file.stored_names.items() if path == weights}
        found = _values(weights, file, advance)
        for name, stored in wanted.items():
            value, info = found.get(stored), file.tensors[name]
            if value is None or (tuple(value.shape), str(value.dtype)) != (info.shape, f"torch.{info.dtype}"):
                raise Problem(
                    str(weights), Text("%1 changed while the file was read", shown(name)), Text("Open it again")
                )
            result[name] = value.detach()
    return result


def _values(path: Path, file: ModelFile, advance: Callable[[int], None]) -> dict[str, Tensor]:
    try:
        if file.container == "safetensors":
            return _read_safetensors(path, advance)
        if file.container == "hdf5":
            return _read_hdf5(path, advance)
        return dict(unwrap(_read_torch(path, file.inert, advance)).tensors)
    except MemoryError as error:
        raise Problem(str(path), Text("there is not enough memory for it"), Text("Close other programs")) from error
    except Exception as error:
        raise Problem(str(path), Text("it cannot be read, though its header is whole"), AGAIN) from error


def _read_safetensors(path: Path, advance: Callable[[int], None]) -> dict[str, Tensor]:
    found: dict[str, Tensor] = {}
    with safe_open(path, framework="pt") as opened:
        for name in opened.keys():  # noqa: SIM118 (not a mapping)
            found[name] = opened.get_tensor(name)
            advance(found[name].nbytes)
    return found


def _read_hdf5(path: Path, advance: Callable[[int], None]) -> dict[str, Tensor]:
    found: dict[str, Tensor] = {}
    with path.open("rb") as stream:
        for name, (info, start) in read_places(path).items():
            stream.seek(start)
            values = np.fromfile(stream, dtype=np.dtype(info.dtype).newbyteorder("<"), count=info.numel)
            found[name] = torch.from_numpy(values.reshape(info.shape))
            advance(values.nbytes)
    return found


def _read_torch(path: Path, inert: Mapping[str, bool], advance: Callable[[int], None]) -> Any:
    """The content of a file of ``torch.save``, tensors and plain data only."""

    def stays(storage: Any, _location: str) -> Any:
        """Leaves it in main memory; torch asks for each storage once it is read."""
        advance(storage.nbytes())
        return storage

    with torch.serialization.safe_globals([*ALLOWED, *stand_ins(inert)]), warnings.catch_warnings(action="ignore"):
        return torch.load(path, map_location=stays, weights_only=True, mmap=False)
