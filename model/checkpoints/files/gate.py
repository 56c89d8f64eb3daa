"""The one gate: a file's kind, its header, its limits. Raises :class:`Problem` with the cause; no torch.

What a file is, and that it is refused, can be said at once; values are read by :mod:`model.checkpoints.files.tensors`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from model.checkpoints.files.folders import CheckpointFolder, read_folder
from model.checkpoints.files.hdf5_header import holds_keras, read_places
from model.checkpoints.files.model_file import MAX_TENSORS, Container, ModelFile, TensorInfo
from model.checkpoints.files.run_folder import steps_in
from model.checkpoints.files.safetensors_header import read_header
from model.checkpoints.files.settings_beside import settings_beside, weights_beside
from model.checkpoints.files.sniff import Kind, sniff
from model.checkpoints.files.torch_container import read_pickled, read_zip
from model.checkpoints.files.unwrap import short_names, unwrap
from model.common.hub_cache import snapshot_in
from model.common.memory_budget import check_memory, machine_memory
from model.common.problems import Problem, shown
from model.common.text import Text

AGAIN = Text("Copy or download it again")
MAX_STEPS = 20  #: checkpoints of one training that are looked into


def examine(path: Path, memory: int | None = None) -> ModelFile:
    """Read the header of a file or folder, with every check that needs no values.

    A folder of a training is the newest whole checkpoint in it, one of the hub's cache the files that are there now.
    ``memory`` is what opening may take, in bytes; by default what this machine has. Raises :class:`Problem`, and
    nothing else, whatever the file.
    """
    kind = sniff(path)
    if kind == "folder" and (cached := snapshot_in(path)) is not None:
        return examine(cached, memory)
    if kind == "folder" and (steps := steps_in(path)):
        return _newest(path, steps, memory)
    beside = weights_beside(path) if kind in ("zip", "pickle") else None
    kind = kind if beside is None else "safetensors"
    folder = read_folder(path) if kind == "folder" else CheckpointFolder((beside or path,), None)
    if len(folder.weights) == 1 and folder.config is None and folder.listed is None:
        path = folder.weights[0]  # a folder around one file is that file
    stored: dict[str, tuple[Path, TensorInfo]] = {}
    extras: dict[str, Any] = {}
    inert: dict[str, bool] = {}
    containers = set()
    for part in folder.weights:
        header = _header(part, sniff(part) if kind == "folder" else kind)
        containers.add(header.container)
        extras |= header.extras
        inert |= header.inert
        for name, info in header.tensors.items():
            if name in stored:
                raise Problem(str(part), Text("%1 lies in %2 too", shown(name), stored[name][0].name), AGAIN)
            stored[name] = part, info
    _check_listed(path, folder.listed, {name: part for name, (part, _) in stored.items()})
    if len(stored) > MAX_TENSORS:
        why = Text("it has %1 tensors, and no model has more than %2", f"{len(stored):,}", f"{MAX_TENSORS:,}")
        raise Problem(str(path), why, Text("Get it from whoever made it, or save it again"))
    if len(containers) > 1:
        raise Problem(str(path), Text("its parts are of different kinds"), AGAIN)
    names = short_names(list(stored))
    file = ModelFile(
        path, containers.pop(), folder.weights, {short: stored[name][1] for short, name in names.items()},
        {short: (stored[name][0], name) for short, name in names.items()}, extras, folder.config, inert,
    )  # fmt: skip
    check_memory(path, file.memory, machine_memory() if memory is None else memory)
    return file


def _newest(path: Path, steps: Sequence[Path], memory: int | None) -> ModelFile:
    """The first of ``steps`` that is whole, and a line that says which it is."""
    faults: list[Problem] = []
    for step in steps[:MAX_STEPS]:
        try:
            if steps_in(step):
                continue  # no folder of a training in another one
            file = examine(step, memory)
        except Problem as problem:
            faults.append(problem)
            continue
        told = shown(step.name), f"{len(steps):,}"
        note = Text("%1 was opened, the newest of the %2 checkpoints in this folder", *told)
        if faults:
            skipped = f"{shown(steps[0].name)}: {faults[0].why}"
            note = Text("%1 was opened, the newest whole one of the %2 checkpoints in this folder (%3)", *told, skipped)
        return replace(file, notes=(note,))
    why = Text("none of the %1 checkpoints in it is whole (%2)", f"{len(steps):,}", shown(steps[0].name))
    if faults:
        why = Text("none of the %1 checkpoints in it is whole (%2: %3)", f"{len(steps):,}", shown(steps[0].name),
                   faults[0].why)  # fmt: skip
    raise Problem(str(path), why, Text("Copy the checkpoint folder again, with its weights"))


class _Header(NamedTuple):
    """One file: its tensors by their stored names, and what lies beside them."""

    container: Container
    tensors: Mapping[str, TensorInfo]
    extras: Mapping[str, Any]
    inert: Mapping[str, bool]


def _header(path: Path, kind: Kind) -> _Header:
    try:
        if kind == "safetensors":
            return _Header("safetensors", _some(path, read_header(path), {}), settings_beside(path), {})
        if kind == "hdf5" or (kind == "zip" and holds_keras(path)):
            return _Header("hdf5", {name: place.info for name, place in read_places(path).items()}, {}, {})
        if kind == "folder":
            raise Problem(str(path), Text("it is a folder where a file of weights should be"), AGAIN)
        tree = read_zip(path) if kind == "zip" else read_pickled(path)
        found = unwrap(tree.value)
    except OSError as error:
        raise Problem(
            str(path), Text("it cannot be read (%1)", error.strerror), Text("Check the disk it is on")
        ) from error
    return _Header("torch", _some(path, found.tensors, found.extras), found.extras, tree.inert)


def _some(path: Path, tensors: Mapping[str, TensorInfo], extras: Mapping[str, Any]) -> Mapping[str, TensorInfo]:
    if not tensors:
        beside = ", ".join(shown(name, 30) for name in list(extras)[:4])
        why = Text("it holds %1, but no weights by name", beside) if beside else Text("it holds no weights by name")
        raise Problem(str(path), why, Text("Save the weights alone: torch.save(model.state_dict(), 'weights.pt')"))
    return tensors


def _check_listed(path: Path, listed: Mapping[str, Path] | None, found: Mapping[str, Path]) -> None:
    """The parts hold what their list says."""
    if listed is None:
        return
    wrong = next((name for name in (*listed, *found) if listed.get(name) != found.get(name)), None)
    if wrong is not None:
        where = listed.get(wrong)
        why = (
            Text("%1 is not in %2", shown(wrong), where.name)
            if where
            else Text("%1 is not in the list of its parts", shown(wrong))
        )
        raise Problem(str(path), why, Text("Copy the checkpoint folder again, with its weights"))
