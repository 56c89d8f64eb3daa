"""A file that holds tensors and is opened by no format, as named facts: why, what it is nearest to, and what to do."""

from __future__ import annotations

from collections import Counter
from typing import Any

from model.checkpoints.checkpoint import structures, tables
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.formats.shared.nearest import Kin, Relative, find, shortened
from model.common.problems import Problem
from model.common.text import Text
from model.record.recorded_facts import RECORDING

Facts = dict[str, dict[str, Any]]
LISTED = 200  #: names of a list that is shown
CONTAINERS = {"safetensors": "safetensors", "torch": "PyTorch (.pt, .pth, .bin)", "hdf5": "Keras (HDF5)"}


def describe_unopened(file: ModelFile, problem: Problem) -> Facts:
    """A file that holds tensors and was not opened: why, and where it differs from its nearest family."""
    facts: Facts = {
        Text("not opened"): {Text("why"): problem.why, Text("what to do"): problem.next_step},
        Text("file"): file_facts(file),
    }
    found = find(file, tables(), structures())
    if found.lines:
        facts |= {RECORDING: {Text("in Python"): list(found.lines)}}
    if found.kin is not None:
        facts |= _kin(found.kin)
    if found.relative is not None:
        return {**facts, Text("nearest family, by its names"): _relative(found.relative)}
    return facts if found.kin is not None else facts | {Text("tensors"): _tensors(file)}


def file_facts(file: ModelFile) -> dict[str, Any]:
    """The container and what it holds, by the header alone."""
    types = Counter(info.dtype for info in file.tensors.values())
    return {
        Text("container"): CONTAINERS[file.container],
        Text("files"): [path.name for path in file.weights],
        Text("size (MB)"): round(sum(path.stat().st_size for path in file.weights) / 1e6, 1),
        Text("tensors"): len(file.tensors),
        Text("values"): sum(info.numel for info in file.tensors.values()),
        Text("types"): [f"{count:,} × {name}" for name, count in types.most_common()],
        Text("beside the tensors"): sorted(map(str, file.extras))[:LISTED],
    }


def _kin(kin: Kin) -> Facts:
    """The family whose structure is nearest, and each property, here and there."""
    layers, width = f"{kin.layers[0]} + {kin.layers[1]}", kin.width
    nearest: dict[str, Any] = {
        Text("family"): kin.family,
        Text("layers"): layers,
        Text("model width M (d_model)"): width,
    }
    sections: Facts = {
        Text("nearest family, by its shapes"): nearest,
        Text("here and not so in that family"): {name: here for name, (here, _) in kin.differences.items()},
        Text("in that family instead"): {name: there for name, (_, there) in kin.differences.items()},
        Text("as in that family"): kin.alike,
    }
    return {title: values for title, values in sections.items() if values}


def _relative(relative: Relative) -> dict[str, Any]:
    return {
        Text("family"): relative.family,
        Text("names that it knows"): f"{len(relative.known):,} of {relative.total:,}",
        Text("before every name"): relative.prefix,
        Text("in that family and not here"): list(relative.absent)[:LISTED],
        Text("here and not in that family"): list(shortened(relative.strange))[:LISTED],
        Text("in both"): list(shortened(relative.known))[:LISTED],
    }


def _tensors(file: ModelFile) -> dict[str, Any]:
    return {name: f"{list(info.shape)} {info.dtype}" for name, info in list(file.tensors.items())[:LISTED]}
