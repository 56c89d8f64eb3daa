"""A model that is loaded: written into a folder as its own library writes it, and opened from there like any other.

So there is one way in for all models, and its checks hold. The folder lives as long as the opened model, since others
(:func:`headscope.heads` with workers) may open it too.
"""

from __future__ import annotations

import json
import shutil
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any

from headscope._arguments import check_answers
from model.common.hub_cache import hub_name
from model.common.problems import Problem

if TYPE_CHECKING:
    from headscope import Model
    from model.checkpoints.checkpoint import Checkpoint

SIDES = ("source", "target")
WORDS = "Give (source words, target words), each a list in the order of ids"


def open_object(model: Any, tokenizer: Any, device: str, answers: Mapping[str, Any]) -> Model:
    """A Hugging Face model with its tokenizer, a torch module of a known family, or a state dict.

    Raises :class:`Problem`, which names the argument.
    """
    from headscope import Model
    from model.checkpoints.checkpoint import open_checkpoint
    from viz_app.engine.devices import pick_device

    folder = Path(mkdtemp(prefix="headscope-"))
    try:
        path = _written(model, tokenizer, folder)
        checkpoint = open_checkpoint(path, dict(answers))
        _check_words(checkpoint, tokenizer, folder)
        check_answers(checkpoint, answers)
        checkpoint.transformer.to(pick_device(device))
        opened = Model(replace(checkpoint, name=_name(model)), answers)
    except BaseException as error:
        shutil.rmtree(folder, ignore_errors=True)
        if isinstance(error, Problem):
            raise _of_arguments(error, model, folder) from None
        raise
    weakref.finalize(opened, shutil.rmtree, folder, ignore_errors=True)
    return opened


def _name(model: Any) -> str:
    """What people call it: the name that it was loaded by, else its class."""
    known = getattr(getattr(model, "config", None), "_name_or_path", "")
    if not isinstance(known, str) or not known:
        return type(model).__name__
    return hub_name(Path(known)) or Path(known).name


def _of_arguments(problem: Problem, model: Any, folder: Path) -> Problem:
    """A problem of a file that we wrote ourselves, by the argument that it holds."""
    if not problem.what.startswith(str(folder)):
        return problem
    side = next((side for side in SIDES if Path(problem.what).name == _words_file(side)), "")
    what = f"tokenizer, {side}" if side else f"model {_name(model)}"
    return Problem(what, problem.why, problem.next_step, problem.offer, problem.fault)


def _check_words(checkpoint: Checkpoint, tokenizer: Any, folder: Path) -> None:
    """Raises :class:`Problem` for lists of another length than the model's tables: a file's would be left aside."""
    read = {str(one.value) for one in checkpoint.assumptions}
    config = checkpoint.transformer.config
    for side, rows in zip(SIDES, (config.source_vocabulary, config.target_vocabulary), strict=True):
        if not (folder / _words_file(side)).is_file() or str(folder / _words_file(side)) in read:
            continue
        count = len(tokenizer[SIDES.index(side)])
        if count != rows:
            why = f"it has {count:,} words, and the model {rows:,}"
            raise Problem(f"tokenizer, {side}", why, f"Give {rows:,}, in the order of ids")


def _words_file(side: str) -> str:
    return f"{side}_vocabulary.json"


def _written(model: Any, tokenizer: Any, folder: Path) -> Path:
    """The model's own files in ``folder``."""
    if hasattr(model, "save_pretrained"):
        if tokenizer is not None and not hasattr(tokenizer, "save_pretrained"):
            what = f"tokenizer {type(tokenizer).__name__}"
            raise Problem(what, "it is no Hugging Face tokenizer, as the model is", "Give the model's own tokenizer")
        for one in (model, tokenizer):
            if one is not None:
                one.save_pretrained(folder)
        return folder
    state = model.state_dict() if hasattr(model, "state_dict") else model
    if not isinstance(state, Mapping) or not state or not all(hasattr(value, "detach") for value in state.values()):
        what = f"model {type(model).__name__}"
        why = "it is no path, no name, no torch module and no state dict"
        raise Problem(what, why, "Give one of them; Keras and JAX models are recorded, not opened")
    _write_words(tokenizer, folder)
    import torch

    path = folder / "model.pt"
    torch.save({str(name): value.detach().cpu() for name, value in state.items()}, path)
    return path


def _write_words(tokenizer: Any, folder: Path) -> None:
    """Both vocabularies of a tutorial's model, where they are given."""
    if tokenizer is None:
        return
    if isinstance(tokenizer, str) or not isinstance(tokenizer, Sequence) or len(tokenizer) != len(SIDES):
        raise Problem(f"tokenizer {type(tokenizer).__name__}", "it is no pair of word lists", WORDS)
    for side, words in zip(SIDES, tokenizer, strict=True):
        if isinstance(words, str) or not all(isinstance(word, str) for word in words):
            raise Problem(f"tokenizer, {side}", "it is no list of words", WORDS)
        (folder / _words_file(side)).write_text(json.dumps(list(words)), encoding="utf-8")
