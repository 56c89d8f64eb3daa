"""Our own format: a folder with ``config.json``, ``model.safetensors`` and the tokenizer's files."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save

from model.checkpoint import Checkpoint, Special, file_hash
from model.config import TransformerConfig
from model.files.model_file import ModelFile
from model.formats._weights import read_weights, unique_weights
from model.problems import Problem
from model.tokenizer import SubwordTokenizer, Tokenizer, WordTokenizer, word_tokenizer_to_json, words_from_json
from model.trace import write_atomically
from model.transformer import Transformer

CONFIG, WEIGHTS = "config.json", "model.safetensors"
FORMAT, VERSION = "headscope-checkpoint", 1
PIECES = "tokenizer/sentencepiece.model"
WORDS = {"source": "source_vocabulary.json", "target": "target_vocabulary.json"}
MAX_TEXT = 64 * 2**20  #: bytes of a vocabulary or configuration


def recognise(file: ModelFile) -> bool:
    """A folder whose ``config.json`` says it is ours."""
    path = file.path
    if not (path / CONFIG).is_file():
        return False
    try:
        return bool(_json(path / CONFIG).get("format") == FORMAT)
    except Problem:
        return (path / WEIGHTS).exists()  # damaged, but ours to explain


def read(file: ModelFile, answers: Mapping[str, Any]) -> Checkpoint:  # noqa: ARG001 (nothing is left to ask)
    """Open the folder; weights are up-cast to float32 once. Raises :class:`Problem`."""
    path = file.path
    header = _header(path)
    config = TransformerConfig.from_json(_object(header, "architecture", path))
    source, target = _tokenizers(path, header)
    _check_sizes(path, config, source, target)
    special = _special(header, config, path)
    stored = read_weights(path / WEIGHTS, config)
    sha256 = file_hash(path / WEIGHTS)
    if header.get("weights_sha256", sha256) != sha256:
        raise Problem(
            str(path / WEIGHTS), "these are not the weights that config.json was saved with", "Copy both again"
        )
    transformer = Transformer(config)
    with torch.no_grad():
        for name, parameter in transformer.named_parameters():
            parameter.copy_(stored[name])
    provenance = header.get("provenance")
    return Checkpoint(
        name=str(header.get("name", path.name)),
        path=path,
        sha256=sha256,
        family=str(header.get("family", "Headscope")),
        transformer=transformer.eval(),
        source_tokenizer=source,
        target_tokenizer=target,
        special=special,
        languages=_languages(header),
        provenance=provenance if isinstance(provenance, dict) else {},
    )


def read_tokenizers(path: Path) -> tuple[Tokenizer, Tokenizer]:
    """Source and target tokenizer alone, as a training run that goes on needs. Raises :class:`Problem`."""
    return _tokenizers(path, _header(path))


def write(checkpoint: Checkpoint, folder: Path, dtype: torch.dtype = torch.float16) -> None:
    """Save ``checkpoint`` into ``folder``, weights as ``dtype``; the model card is the caller's.

    Raises :class:`Problem` where the place cannot be written.
    """
    tokenizers = {"source": checkpoint.source_tokenizer, "target": checkpoint.target_tokenizer}
    for tokenizer in tokenizers.values():
        _make_folder((folder / PIECES).parent if isinstance(tokenizer, SubwordTokenizer) else folder)
    header = {
        "format": FORMAT,
        "version": VERSION,
        "name": checkpoint.name,
        "family": checkpoint.family,
        "architecture": checkpoint.transformer.config.to_json(),
        "special": {
            name: list(value) if isinstance(value, tuple) else value for name, value in vars(checkpoint.special).items()
        },
        "tokenizer": {side: _tokenizer_header(tokenizer) for side, tokenizer in tokenizers.items()},
        "languages": dict(zip(("source", "target"), checkpoint.languages, strict=True)),
        "provenance": dict(checkpoint.provenance),
    }
    for side, tokenizer in tokenizers.items():
        _write_tokenizer(tokenizer, side, folder)
    tensors = {name: value.to(dtype).contiguous() for name, value in unique_weights(checkpoint.transformer).items()}
    weights = save(tensors)
    header["weights_sha256"] = hashlib.sha256(weights).hexdigest()
    write_atomically(folder / WEIGHTS, weights)
    text = json.dumps(header, ensure_ascii=False, indent=2) + "\n"
    write_atomically(folder / CONFIG, text.encode("utf-8"))


def _header(path: Path) -> dict[str, Any]:
    header = _json(path / CONFIG)
    if header.get("format") != FORMAT or not isinstance(header.get("version"), int):
        raise Problem(str(path / CONFIG), "it does not describe a Headscope checkpoint", "Choose another folder")
    if header["version"] > VERSION:
        raise Problem(str(path), "it was written by a newer Headscope", "Update Headscope")
    return header


def _json(path: Path) -> dict[str, Any]:
    try:
        values = json.loads(_bytes(path))
    except (ValueError, RecursionError) as error:
        raise Problem(str(path), "it is not valid JSON", "Copy the checkpoint folder again") from error
    if not isinstance(values, dict):
        raise Problem(str(path), "it is not a JSON object", "Copy the checkpoint folder again")
    return values


def _object(header: dict[str, Any], name: str, path: Path) -> dict[str, Any]:
    value = header.get(name)
    if not isinstance(value, dict):
        raise Problem(str(path / CONFIG), f"the part {name!r} is missing", "Copy the checkpoint folder again")
    return value


def _special(header: dict[str, Any], config: TransformerConfig, path: Path) -> Special:
    values = _object(header, "special", path)
    result: dict[str, Any] = {}
    for item in fields(Special):
        single = item.name in ("source_padding", "target_padding", "start")
        value = values.get(item.name, None if item.default is MISSING else [])
        ids = [value] if single else value
        limit = config.source_vocabulary if item.name.startswith("source") else config.target_vocabulary
        if not isinstance(ids, list) or not all(type(one) is int and 0 <= one < limit for one in ids):
            why = f"special.{item.name} is {repr(value)[:40]}, no token of the vocabulary"
            raise Problem(str(path / CONFIG), why, "Correct it")
        result[item.name] = value if single else tuple(ids)
    return Special(**result)


def _languages(header: dict[str, Any]) -> tuple[str, str]:
    languages = header.get("languages")
    languages = languages if isinstance(languages, dict) else {}
    return str(languages.get("source", "")), str(languages.get("target", ""))


def _tokenizer_header(tokenizer: Tokenizer) -> dict[str, Any]:
    if isinstance(tokenizer, WordTokenizer):
        return {
            "kind": tokenizer.kind,
            "language": tokenizer.language,
            "lowercase": tokenizer.lowercase,
            "unknown": tokenizer.token(tokenizer.unknown_id),
            "special": sorted(tokenizer.special),
        }
    return {"kind": tokenizer.kind, "file": PIECES}


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Problem(str(folder), f"it cannot be made ({error.strerror})", "Choose another folder") from error


def _write_tokenizer(tokenizer: Tokenizer, side: str, folder: Path) -> None:
    if isinstance(tokenizer, WordTokenizer):
        write_atomically(folder / WORDS[side], (word_tokenizer_to_json(tokenizer) + "\n").encode("utf-8"))
    elif isinstance(tokenizer, SubwordTokenizer):
        write_atomically(folder / PIECES, tokenizer.model)


def _tokenizers(path: Path, header: dict[str, Any]) -> tuple[Tokenizer, Tokenizer]:
    return _tokenizer(path, header, "source"), _tokenizer(path, header, "target")


def _tokenizer(path: Path, header: dict[str, Any], side: str) -> Tokenizer:
    values = _object(_object(header, "tokenizer", path), side, path)
    kind, language = (str(values.get(name, "xx")) for name in ("kind", "language"))
    if not re.fullmatch("[a-z]{2,3}", language):
        raise Problem(str(path / CONFIG), f"{language[:40]!r} is no language code", "Use a code such as de or ko")
    if kind not in (SubwordTokenizer.kind, WordTokenizer.kind):
        raise Problem(str(path / CONFIG), f"the tokenizer kind {kind[:40]!r} is unknown", "Update Headscope")
    name = PIECES if kind == SubwordTokenizer.kind else WORDS[side]
    content = _bytes(path / name)
    try:
        return SubwordTokenizer(content) if kind == SubwordTokenizer.kind else _words(content, values)
    except Problem as problem:
        raise Problem(str(path / name), problem.why, problem.next_step) from problem


def _words(content: bytes, values: dict[str, Any]) -> WordTokenizer:
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Problem("vocabulary", f"byte {error.start} is not UTF-8", "Save it as UTF-8") from error
    special = values.get("special")
    return WordTokenizer(
        words_from_json(text, "vocabulary"),
        str(values.get("language", "xx")),
        lowercase=bool(values.get("lowercase", False)),
        unknown=str(values.get("unknown", "<unk>")),
        special=[str(token) for token in special] if isinstance(special, list) else [],
    )


def _bytes(path: Path) -> bytes:
    if not path.is_file():
        raise Problem(str(path.parent), f"{path.name} is missing", "Copy the checkpoint folder again")
    try:
        if path.stat().st_size > MAX_TEXT:
            raise Problem(str(path), "it is far larger than any vocabulary", "Choose another folder")
        return path.read_bytes()
    except OSError as error:
        raise Problem(str(path), f"it cannot be read ({error.strerror})", "Check who may read it") from error


def _check_sizes(path: Path, config: TransformerConfig, source: Tokenizer, target: Tokenizer) -> None:
    for side, tokenizer, wanted in (
        ("source", source, config.source_vocabulary),
        ("target", target, config.target_vocabulary),
    ):
        if len(tokenizer) != wanted:
            raise Problem(
                str(path),
                f"the {side} vocabulary has {len(tokenizer):,} entries and the network {wanted:,}",
                "Use the vocabulary that belongs to this checkpoint",
            )
