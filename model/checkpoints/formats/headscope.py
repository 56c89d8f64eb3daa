"""Our own format: a folder with ``config.json``, ``model.safetensors`` and the tokenizer's files."""

from __future__ import annotations

import re
from dataclasses import MISSING, fields
from itertools import islice
from pathlib import Path
from typing import Any

from model.checkpoints.assumptions import ORIGINS, WITH_VALUES, Answers, Assumption, Loading
from model.checkpoints.checkpoint import Checkpoint, LanguageTokens, Special, file_hash
from model.checkpoints.files.folders import read_json
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.formats.shared.assemble import build, non_finite
from model.checkpoints.formats.shared.headscope_write import CONFIG, FORMAT, VERSION, WEIGHTS, bundle, write
from model.checkpoints.formats.shared.tokenizers import FOLDER, PIECES, WORDS, restore
from model.checkpoints.formats.shared.weights import read_weights
from model.checkpoints.tokenizer import Tokenizer
from model.common.plain_file import read_plain
from model.common.problems import Problem, unreadable
from model.common.text import Text
from model.network.config import EPOCH, UPDATE, TransformerConfig
from model.record.learning_run import epoch_at, shared_folder, update_of

__all__ = ["CONFIG", "PIECES", "WEIGHTS", "WORDS", "bundle", "read", "read_tokenizers", "recognise", "write"]
MAX_FILES, MAX_TOGETHER = 100, 512 * 2**20  #: in a tokenizer's folder, and their bytes
COUNT = "least"  #: of the fields of Special the one that holds no ids
MAX_TEXT = 64 * 2**20  #: bytes of a vocabulary or configuration


def recognise(file: ModelFile) -> bool:
    """A folder whose ``config.json`` says it is ours."""
    return file.config is not None and file.config.get("format") == FORMAT


def read(file: ModelFile, answers: Answers, loading: Loading) -> Checkpoint:  # noqa: ARG001 (it says everything itself)
    """Open the folder; weights are up-cast to float32 once. Raises :class:`Problem`."""
    path, weights = file.path, file.weights[0]
    header = _header(path)
    config = _config(header, path)
    source, target = _tokenizers(path, header)
    _check_sizes(path, config, source, target)
    special = _special(header, config, path)
    stored = read_weights(file, config, loading.advance)
    sha256 = file_hash(weights, loading.advance)
    if header.get("weights_sha256", sha256) != sha256:
        raise Problem(
            str(weights), Text("these are not the weights that config.json was saved with"), Text("Copy both again")
        )
    transformer, dtypes = build(config, {name: name for name in stored}, stored, loading.advance)
    return Checkpoint(
        name=str(header.get("name", path.name)),
        path=path,
        sha256=sha256,
        family=str(header.get("family", "Headscope")),
        transformer=transformer,
        source_tokenizer=source,
        target_tokenizer=target,
        special=special,
        languages=_languages(header),
        provenance=_provenance(header, path),
        assumptions=_assumptions(header),
        warnings=non_finite(transformer, {}),
        code_names=_texts(header.get("code_names")),
        language_tokens=_language_tokens(header, path),
        dtypes=dtypes,
        tokenizer_files=_tokenizer_files(path),
    )


def read_tokenizers(path: Path) -> tuple[Tokenizer, Tokenizer]:
    """Source and target tokenizer alone, as a training run that goes on needs. Raises :class:`Problem`."""
    return _tokenizers(path, _header(path))


def _header(path: Path) -> dict[str, Any]:
    header = read_json(path / CONFIG)
    if header.get("format") != FORMAT or not isinstance(header.get("version"), int):
        raise Problem(
            str(path / CONFIG), Text("it does not describe a Headscope checkpoint"), Text("Choose another folder")
        )
    if header["version"] > VERSION:
        raise Problem(str(path), Text("it was written by a newer Headscope"), Text("Update Headscope"))
    return header


def _object(header: dict[str, Any], name: str, path: Path) -> dict[str, Any]:
    value = header.get(name)
    if not isinstance(value, dict):
        raise Problem(
            str(path / CONFIG), Text("the part %1 is missing", repr(name)), Text("Copy the checkpoint folder again")
        )
    return value


def _config(header: dict[str, Any], path: Path) -> TransformerConfig:
    try:
        return TransformerConfig.from_json(_object(header, "architecture", path))
    except Problem as problem:
        raise Problem(str(path / CONFIG), problem.why, problem.next_step) from problem


def _special(header: dict[str, Any], config: TransformerConfig, path: Path) -> Special:
    values = _object(header, "special", path)
    result: dict[str, Any] = {}
    for item in fields(Special):
        if item.name == COUNT:
            continue
        single = item.name in ("source_padding", "target_padding", "start")
        value = values.get(item.name, None if item.default is MISSING else [])
        ids = [value] if single else value
        limit = config.source_vocabulary if item.name.startswith("source") else config.target_vocabulary
        if not isinstance(ids, list) or not all(type(one) is int and 0 <= one < limit for one in ids):
            why = Text("special.%1 is %2, no token of the vocabulary", item.name, repr(value)[:40])
            raise Problem(str(path / CONFIG), why, Text("Correct it"))
        result[item.name] = value if single else tuple(ids)
    least = values.get(COUNT, 0)
    if type(least) is not int or not 0 <= least <= config.target_limit:
        raise Problem(str(path / CONFIG), Text("special.%1 is %2, no number of tokens", COUNT, repr(least)[:40]),
                      Text("Correct it"))  # fmt: skip
    return Special(**result, least=least)


def _assumptions(header: dict[str, Any]) -> tuple[Assumption, ...]:
    """The assumptions of the format that the folder was made from. Nothing is asked again."""
    listed = header.get("assumptions")
    found = [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []
    return tuple(
        Assumption(
            str(one.get("name", "")),
            _marked(one.get("value"), "Values"),
            ORIGINS.get(str(one.get("origin", "")), str(one.get("origin", ""))),
            _marked(str(one.get("question", "")), "Text"),
            certain=one.get("certain") is not False,
            fixed=True,
        )
        for one in found
    )


def _marked(kept: Any, context: str) -> Any:
    """A sentence of ours, which a folder keeps in English; what is none is in no catalogue and stays as it is."""
    if not isinstance(kept, str):
        return kept
    for text in WITH_VALUES:
        found = re.fullmatch("(.+)".join(map(re.escape, text.template.split("%1"))), kept)
        if found is not None:
            return text.filled(found[1])
    return Text(kept, context=context)


def _language_tokens(header: dict[str, Any], path: Path) -> dict[str, LanguageTokens]:
    """The tokens that tell the model a language, by side. Raises :class:`Problem` where they could not."""
    listed = header.get("language_tokens", {})
    places = {item.name for item in fields(Special)}
    found = {}
    for side, entry in listed.items() if isinstance(listed, dict) else ():
        ids, place = _object(_object(listed, side, path), "ids", path), entry.get("place")
        whole = all(type(index) is int and index >= 0 for index in ids.values())
        if side not in WORDS or place not in places or not whole:
            raise Problem(
                str(path / CONFIG), Text("language_tokens.%1 is incomplete", side[:20]), Text("Export it again")
            )
        found[side] = LanguageTokens(ids, place)
    return found


def _texts(values: Any) -> dict[str, str]:
    return {str(name): str(value) for name, value in values.items()} if isinstance(values, dict) else {}


def _tokenizer_files(path: Path) -> dict[str, bytes]:
    """Everything that lies in ``tokenizer/`` as it is, to be written again."""
    folder = _beside(path, FOLDER)
    files = sorted(islice(folder.iterdir(), MAX_FILES + 1)) if folder.is_dir() else []
    if len(files) > MAX_FILES or sum(file.stat().st_size for file in files if file.is_file()) > MAX_TOGETHER:
        why = Text("it holds far more than tokenizers do")
        raise Problem(str(folder), why, Text("Copy the checkpoint folder again"))
    return {file.name: _bytes(file) for file in files if file.is_file()}


def _provenance(header: dict[str, Any], path: Path) -> dict[str, Any]:
    """What is said of the training; of a snapshot also how far that had come."""
    said, update = header.get("provenance"), update_of(path)
    known = dict(said) if isinstance(said, dict) else {}
    if update is not None and (epoch := epoch_at(path)) is not None:
        known = {EPOCH: epoch} | known
    return known if update is None else {UPDATE: update} | known


def _languages(header: dict[str, Any]) -> tuple[str, str]:
    languages = header.get("languages")
    languages = languages if isinstance(languages, dict) else {}
    return str(languages.get("source", "")), str(languages.get("target", ""))


def _tokenizers(path: Path, header: dict[str, Any]) -> tuple[Tokenizer, Tokenizer]:
    return _tokenizer(path, header, "source"), _tokenizer(path, header, "target")


def _tokenizer(path: Path, header: dict[str, Any], side: str) -> Tokenizer:
    entry = _object(_object(header, "tokenizer", path), side, path)
    try:
        return restore(entry, side, lambda name: _bytes(_beside(path, name)))
    except Problem as problem:
        if problem.what.startswith(str(path)):
            raise
        raise Problem(str(path / problem.what), problem.why, problem.next_step) from problem


def _beside(path: Path, name: str) -> Path:
    """A file of the tokenizer in the folder; of a snapshot perhaps in that of its run, where it lies once for all."""
    shared = shared_folder(path) / name
    return shared if shared.exists() and not (path / name).exists() else path / name


def _bytes(path: Path) -> bytes:
    if not path.is_file():
        raise Problem(str(path.parent), Text("%1 is missing", path.name), Text("Copy the checkpoint folder again"))
    try:
        if path.stat().st_size > MAX_TEXT:
            raise Problem(str(path), Text("it is far larger than any vocabulary"), Text("Choose another folder"))
        return read_plain(path, MAX_TEXT)
    except OSError as error:
        raise unreadable(path, error) from error


def _check_sizes(path: Path, config: TransformerConfig, source: Tokenizer, target: Tokenizer) -> None:
    for side, tokenizer, wanted in (
        ("source", source, config.source_vocabulary),
        ("target", target, config.target_vocabulary),
    ):
        if len(tokenizer) != wanted:
            raise Problem(
                str(path),
                Text("the %1 vocabulary has %2 entries and the network %3", side, f"{len(tokenizer):,}", f"{wanted:,}"),
                Text("Use the vocabulary that belongs to this checkpoint"),
            )
