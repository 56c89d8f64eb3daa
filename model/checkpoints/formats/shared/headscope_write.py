"""The writer of our own format: :func:`write` into a training run's folder; :func:`bundle` from any open checkpoint.

Weights go out tensor by tensor, so that a large model needs little memory, can be cancelled and shows
how far it is. The layout is that of safetensors: 8 bytes of length, a JSON header, then the values.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import shutil
from collections.abc import Generator, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

import torch
from torch import Tensor

from model.checkpoints.assumptions import Assumption
from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.formats.shared.tokenizers import store
from model.checkpoints.formats.shared.weights import unique_weights
from model.common.atomic import unfinished, write_atomically, writing
from model.common.problems import Problem
from model.common.text import Text
from model.common.version import VERSION as PROGRAM

CONFIG, WEIGHTS, CARD = "config.json", "model.safetensors", "README.md"
FORMAT, VERSION = "headscope-checkpoint", 1
#: As safetensors names them.
DTYPES = {torch.float64: "F64", torch.float32: "F32", torch.float16: "F16", torch.bfloat16: "BF16"}
ALIGNMENT = 8
_CARD = """# {name}

{family}, {parameters:,} parameters, made by Headscope {program} from `{origin}`{hash}. The weights have the types
that they had there; tokenizer files, where there were any, lie unchanged in `tokenizer/`. Licence and
attribution are those of the original.

## What the original does not say, and was taken as

{assumptions}

Attention weights are not a measure of how much each word influenced the output. A checkpoint holds no
mask code: masks are computed by Headscope as in {family}.
"""


def write(checkpoint: Checkpoint, folder: Path, dtype: torch.dtype = torch.float16) -> None:
    """Save ``checkpoint`` into ``folder``, weights as ``dtype``; the model card is the caller's.

    Raises :class:`Problem` where the place cannot be written.
    """
    for _ in _write(checkpoint, folder, dict.fromkeys(unique_weights(checkpoint.transformer), dtype)):
        pass


def bundle(checkpoint: Checkpoint, folder: Path) -> Iterator[float]:
    """Save an open checkpoint as a new folder, exactly: yields how much is done, from 0 to 1.

    Every tensor has the type that it had in its file. The folder appears when it is complete, also
    where this is cancelled. Raises :class:`Problem` where it exists already or cannot be written.
    """
    weights = unique_weights(checkpoint.transformer)
    dtypes = {name: checkpoint.dtypes.get(name, value.dtype) for name, value in weights.items()}
    _check_place(folder, sum(value.numel() * dtypes[name].itemsize for name, value in weights.items()))
    temporary = unfinished(folder)
    try:
        shutil.rmtree(temporary, ignore_errors=True)  # of a run that was killed
        yield from _write(checkpoint, temporary, dtypes)
        write_atomically(temporary / CARD, _card(checkpoint).encode("utf-8"))
        if folder.exists():
            folder.rmdir()  # empty, or _check_place would have said so
        temporary.replace(folder)
    except OSError as error:
        raise _unwritable(folder, error) from error
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _write(checkpoint: Checkpoint, folder: Path, dtypes: Mapping[str, torch.dtype]) -> Iterator[float]:
    sides = checkpoint.source_tokenizer, checkpoint.target_tokenizer
    tokenizers, files = store(*sides, checkpoint.tokenizer_files)
    _write_files(folder, files)
    unnamed = folder / f".headscope-{secrets.token_hex(8)}"
    try:
        weights = unique_weights(checkpoint.transformer)
        sha256 = yield from _write_weights(unnamed, folder / WEIGHTS, weights, dtypes)
        header = _header(checkpoint) | {"tokenizer": tokenizers, "weights_sha256": sha256}
        text = json.dumps(header, ensure_ascii=False, indent=2) + "\n"
        with writing(folder / CONFIG) as file:  # both are whole before either takes its place: they belong together
            file.write(text.encode("utf-8"))
            file.flush()
            unnamed.replace(folder / WEIGHTS)
    finally:
        unnamed.unlink(missing_ok=True)


def _header(checkpoint: Checkpoint) -> dict[str, Any]:
    header: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "name": checkpoint.name,
        "family": checkpoint.family,
        "architecture": checkpoint.transformer.config.to_json(),
        "special": {
            name: list(value) if isinstance(value, tuple) else value for name, value in vars(checkpoint.special).items()
        },
        "languages": dict(zip(("source", "target"), checkpoint.languages, strict=True)),
        "provenance": dict(checkpoint.provenance),
    }
    if checkpoint.assumptions:
        header["assumptions"] = [_kept(one) for one in checkpoint.assumptions]
    if checkpoint.code_names:
        header["code_names"] = dict(checkpoint.code_names)
    if checkpoint.language_tokens:
        header["language_tokens"] = {
            side: {"place": tokens.place, "ids": dict(tokens.ids)}
            for side, tokens in checkpoint.language_tokens.items()
        }
    return header


def _kept(assumption: Assumption) -> dict[str, Any]:
    """Fixed now, and as certain as before; a vocabulary's place on this machine is left out."""
    said = {"origin": assumption.origin, "question": assumption.question}
    return {"name": assumption.name, "value": assumption.told["value"], **said, "certain": assumption.certain}


def _write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    for place in sorted({(folder / name).parent for name in files} | {folder}):
        try:
            place.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Problem(
                str(place), Text("it cannot be made (%1)", error.strerror), Text("Choose another folder")
            ) from error
    for name, content in files.items():
        write_atomically(folder / name, content)


def _write_weights(
    place: Path, path: Path, tensors: Mapping[str, Tensor], dtypes: Mapping[str, torch.dtype]
) -> Generator[float, None, str]:
    """Yields the share that is written to ``place``, for ``path``; returns the file's SHA-256."""
    header, total = _layout(tensors, dtypes)
    digest, done = hashlib.sha256(header), 0
    try:
        with place.open("xb") as file:
            file.write(header)
            for name in _order(tensors, dtypes):
                done += _write_tensor(file, digest, tensors[name].to(dtypes[name]))
                yield done / total
    except OSError as error:
        raise _unwritable(path, error) from error
    return digest.hexdigest()


def _write_tensor(file: BinaryIO, digest: Any, tensor: Tensor) -> int:
    content = tensor.detach().cpu().contiguous().reshape(-1).view(torch.uint8).numpy().data
    digest.update(content)
    return file.write(content)


def _layout(tensors: Mapping[str, Tensor], dtypes: Mapping[str, torch.dtype]) -> tuple[bytes, int]:
    """The header with its length in front, and how many bytes of values follow."""
    places, place = {}, 0
    for name in _order(tensors, dtypes):
        end = place + tensors[name].numel() * dtypes[name].itemsize
        shape = list(tensors[name].shape)
        places[name] = {"dtype": DTYPES[dtypes[name]], "shape": shape, "data_offsets": [place, end]}
        place = end
    text = json.dumps(places, separators=(",", ":"), ensure_ascii=False).encode("utf-8")
    text += b" " * (-len(text) % ALIGNMENT)
    return len(text).to_bytes(8, "little") + text, place


def _order(tensors: Mapping[str, Tensor], dtypes: Mapping[str, torch.dtype]) -> list[str]:
    """Wide types first, so that each tensor lies at a multiple of its own width; then by name, as safetensors does."""
    return sorted(tensors, key=lambda name: (-dtypes[name].itemsize, name))


def _check_place(folder: Path, size: int) -> None:
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise Problem(str(folder), Text("it exists already"), Text("Choose a new name or an empty folder"))
        parent = folder.absolute().parent
        if not parent.is_dir():
            raise Problem(
                str(folder), Text("the folder %1 does not exist", parent), Text("Create it or choose another folder")
            )
        free = shutil.disk_usage(parent).free
    except OSError as error:
        raise _unwritable(folder, error) from error
    if free < size:
        why = Text("it needs %1 MB and the disk has %2 MB left", f"{size / 1e6:,.0f}", f"{free / 1e6:,.0f}")
        raise Problem(str(folder), why, Text("Make room or choose another disk"))


def _card(checkpoint: Checkpoint) -> str:
    lines = [
        f"- {one.question} {value_of(one)} ({one.origin}{'' if one.certain else '; not certain'})"
        for one in checkpoint.assumptions
    ]
    return _CARD.format(
        name=checkpoint.name,
        family=checkpoint.family,
        parameters=checkpoint.transformer.config.parameters,
        program=PROGRAM,
        origin=checkpoint.path.name if checkpoint.path else checkpoint.name,
        hash=f" (SHA-256 `{checkpoint.sha256}`)" if checkpoint.sha256 else "",
        assumptions="\n".join(lines) or "Nothing had to be assumed.",
    )


def value_of(assumption: Assumption) -> str:
    """An assumed value for people: a vocabulary's file name, ``none`` for nothing."""
    kept = _kept(assumption)["value"]
    if isinstance(kept, bool):
        return "yes" if kept else "no"
    return str(kept) or "none"


def _unwritable(path: Path, error: OSError) -> Problem:
    return Problem(
        str(path),
        Text("it cannot be written (%1)", error.strerror or "the system refused"),
        Text("Choose another folder"),
    )
