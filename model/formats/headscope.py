"""Our own format: a folder with ``config.json``, ``model.safetensors`` and the tokenizer's files."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save

from model.checkpoint import Checkpoint, Special, file_hash
from model.config import TransformerConfig
from model.problems import Problem
from model.tokenizer import SubwordTokenizer, Tokenizer, WordTokenizer, word_tokenizer_to_json, words_from_json
from model.transformer import Transformer

CONFIG, WEIGHTS = "config.json", "model.safetensors"
FORMAT, VERSION = "headscope-checkpoint", 1
PIECES = "tokenizer/sentencepiece.model"
WORDS = {"source": "source_vocabulary.json", "target": "target_vocabulary.json"}
MAX_TEXT = 64 * 2**20


def recognise(path: Path) -> bool:
    """A folder whose ``config.json`` says it is ours."""
    if not (path / CONFIG).is_file():
        return False
    try:
        return bool(_json(path / CONFIG).get("format") == FORMAT)
    except Problem:
        return (path / WEIGHTS).exists()  # damaged, but ours to explain


def read(path: Path) -> Checkpoint:
    """Open the folder; weights are up-cast to float32 once. Raises :class:`Problem`."""
    header = _json(path / CONFIG)
    if header.get("format") != FORMAT or not isinstance(header.get("version"), int):
        raise Problem(str(path / CONFIG), "it does not describe a Headscope checkpoint", "Choose another folder")
    if header["version"] > VERSION:
        raise Problem(str(path), "it was written by a newer Headscope", "Update Headscope")
    config = TransformerConfig.from_json(_object(header, "architecture", path))
    source, target = (_tokenizer(path, header, side) for side in ("source", "target"))
    _check_sizes(path, config, source, target)
    transformer = Transformer(config)
    load_weights(transformer, path / WEIGHTS)
    return Checkpoint(
        name=str(header.get("name", path.name)),
        path=path,
        sha256=file_hash(path / WEIGHTS),
        family=str(header.get("family", "Headscope")),
        transformer=transformer.eval(),
        source_tokenizer=source,
        target_tokenizer=target,
        special=_special(header, config, path),
        languages=_languages(header),
        provenance=header.get("provenance") or {},
    )


def write(checkpoint: Checkpoint, folder: Path, dtype: torch.dtype = torch.float16) -> None:
    """Save ``checkpoint`` into ``folder``, weights as ``dtype``; the model card is the caller's."""
    folder.mkdir(parents=True, exist_ok=True)
    tokenizers = {"source": checkpoint.source_tokenizer, "target": checkpoint.target_tokenizer}
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
    weights = {name: value.to(dtype).contiguous() for name, value in unique_weights(checkpoint.transformer).items()}
    (folder / WEIGHTS).write_bytes(save(weights))
    (folder / CONFIG).write_text(json.dumps(header, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


def unique_weights(transformer: Transformer) -> dict[str, torch.Tensor]:
    """Parameters by name, a tied table once, under its first name."""
    return {name: value.detach() for name, value in transformer.named_parameters()}


def load_weights(transformer: Transformer, path: Path) -> None:
    """Fill every parameter from a safetensors file. Raises :class:`Problem` on any mismatch."""
    try:
        stored = load_file(path)
    except FileNotFoundError as error:
        raise Problem(str(path.parent), f"{WEIGHTS} is missing", "Copy the checkpoint folder again") from error
    except (SafetensorError, OSError, ValueError) as error:
        raise Problem(str(path), "the weights are damaged or cut short", "Copy or download it again") from error
    wanted = unique_weights(transformer)
    for name in (*wanted, *stored):
        if name not in stored or name not in wanted:
            where = "lacks" if name in wanted else "has an unexpected tensor,"
            raise Problem(str(path), f"it {where} {name!r}", "Use the config.json that belongs to these weights")
        if stored[name].shape != wanted[name].shape or not stored[name].is_floating_point():
            raise Problem(
                str(path),
                f"{name} is {list(stored[name].shape)} where config.json asks for {list(wanted[name].shape)}",
                "Use the config.json that belongs to these weights",
            )
    with torch.no_grad():
        for name, parameter in transformer.named_parameters():
            parameter.copy_(stored[name])


def _json(path: Path) -> dict[str, Any]:
    if path.stat().st_size > MAX_TEXT:
        raise Problem(str(path), "it is far larger than any configuration", "Choose another folder")
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
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
    limits = {"source_padding": config.source_vocabulary, "source_prefix": config.source_vocabulary}
    limits["source_suffix"] = config.source_vocabulary
    result: dict[str, Any] = {}
    for name, default in (
        ("source_padding", None),
        ("target_padding", None),
        ("start", None),
        ("ends", None),
        ("source_prefix", []),
        ("source_suffix", []),
        ("forced", []),
        ("suppressed", []),
    ):
        value = values.get(name, default)
        ids = value if isinstance(value, list) else [value]
        limit = limits.get(name, config.target_vocabulary)
        if not all(isinstance(item, int) and not isinstance(item, bool) and 0 <= item < limit for item in ids):
            raise Problem(str(path / CONFIG), f"special.{name} is {value!r}, no token of the vocabulary", "Correct it")
        result[name] = tuple(ids) if name not in ("source_padding", "target_padding", "start") else value
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


def _write_tokenizer(tokenizer: Tokenizer, side: str, folder: Path) -> None:
    if isinstance(tokenizer, WordTokenizer):
        (folder / WORDS[side]).write_text(word_tokenizer_to_json(tokenizer) + "\n", encoding="utf-8")
    elif isinstance(tokenizer, SubwordTokenizer):
        (folder / PIECES).parent.mkdir(exist_ok=True)
        (folder / PIECES).write_bytes(tokenizer.model)


def _tokenizer(path: Path, header: dict[str, Any], side: str) -> Tokenizer:
    values = _object(_object(header, "tokenizer", path), side, path)
    kind = values.get("kind")
    if kind == SubwordTokenizer.kind:
        return SubwordTokenizer(_bytes(path / PIECES))
    if kind == WordTokenizer.kind:
        language = str(values.get("language", "xx"))
        if not re.fullmatch("[a-z]{2,3}", language):
            raise Problem(str(path / CONFIG), f"{language!r} is no language code", "Use a code such as de or ko")
        file = path / WORDS[side]
        try:
            text = _bytes(file).decode("utf-8")
        except UnicodeDecodeError as error:
            raise Problem(str(file), f"byte {error.start} is not UTF-8", "Save it as UTF-8") from error
        special = values.get("special")
        return WordTokenizer(
            words_from_json(text, str(file)),
            language,
            lowercase=bool(values.get("lowercase", False)),
            unknown=str(values.get("unknown", "<unk>")),
            special=[str(token) for token in special] if isinstance(special, list) else [],
        )
    raise Problem(str(path / CONFIG), f"the tokenizer kind {kind!r} is unknown", "Update Headscope")


def _bytes(path: Path) -> bytes:
    if not path.is_file():
        raise Problem(str(path.parent), f"{path.name} is missing", "Copy the checkpoint folder again")
    if path.stat().st_size > MAX_TEXT:
        raise Problem(str(path), "it is far larger than any vocabulary", "Choose another folder")
    return path.read_bytes()


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
