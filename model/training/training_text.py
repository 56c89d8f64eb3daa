"""What a training run reads before it begins: both texts, their tokenizers, and the state of an unfinished run."""

from __future__ import annotations

import errno
import os
import zlib
from array import array
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from model.checkpoints.checkpoint import Checkpoint, Special
from model.checkpoints.formats import headscope
from model.checkpoints.tokenizer import SubwordTokenizer, Tokenizer
from model.common.memory_budget import machine_memory
from model.common.problems import Problem
from model.common.text import Text
from model.network.config import TransformerConfig
from model.training.data import (
    Encoded,
    Pair,
    build_tokenizers,
    encode_pairs,
    fitting_pairs,
    read_pairs,
    special_ids,
)
from model.training.recipe import Recipe
from model.training.saved_state import read_state
from model.training.start import network_config, read_start
from model.training.subword_draws import SubwordDraws

COPIES = 8  #: of all weights: as trained, their gradients, two of Adam, the best, and those that are averaged


@dataclass(frozen=True)
class TrainingText:
    """What is trained on, and the tokenizers that it gave, or that an unfinished run or the start had."""

    source: Tokenizer
    target: Tokenizer
    special: Special
    train: Encoded
    held_out: Encoded
    scored: tuple[Pair, ...]  #: held-out pairs that snapshots are scored on
    state: dict[str, Any]  #: of the unfinished run in the folder, or nothing
    start: Checkpoint | None = None  #: that is trained further
    draws: SubwordDraws | None = None  #: of ``train``, where the recipe asks for them

    def fingerprint(self, recipe: Recipe) -> int:
        """A number that other files, another recipe or another state would change."""
        found = zlib.crc32(f"{recipe.text}{recipe.options}{self.state.get('update')}".encode())
        for left, right in (*self.train, *self.held_out):
            found = zlib.crc32(array("I", [*left, *right]).tobytes(), found)
        return found


def read_training_text(recipe: Recipe, data: Path, out: Path) -> TrainingText:
    """Everything that a run reads; nothing is written yet. Raises :class:`Problem`."""
    check_place(out)
    languages = recipe.data.source_language, recipe.data.target_language
    pairs = read_pairs(data / recipe.data.train, languages)
    held_out = read_pairs(data / recipe.data.validation, languages)
    state = read_state(out, recipe)
    start = read_start(recipe, out, bool(state))
    if start is not None:
        source, target, special = start.source_tokenizer, start.target_tokenizer, start.special
    else:
        source, target = headscope.read_tokenizers(out) if state else build_tokenizers(recipe, pairs)
        special = special_ids(recipe)
    limits = source, target, special, recipe.data.max_tokens
    fitting = list(fitting_pairs(pairs, *limits))
    encoded = [ids for _, ids in fitting], encode_pairs(held_out, *limits)
    for name, found in zip((recipe.data.train, recipe.data.validation), encoded, strict=True):
        if not found:
            why = Text("no pair has at most %1 tokens on each side", recipe.data.max_tokens)
            raise Problem(str(data / name), why, Text("Raise data.max_tokens or choose other data"))
    check_size(network_config(recipe, start, len(source), len(target)), recipe.name)
    wanted = recipe.snapshots.bleu
    scored = [pair for pair in held_out[: 2 * wanted] if encode_pairs([pair], *limits)][:wanted]
    draws = None
    if alpha := recipe.optimisation.subword_alpha:
        if not isinstance(source, SubwordTokenizer) or not isinstance(target, SubwordTokenizer):
            why = Text("optimisation.subword_alpha is %1, and its vocabulary has no sub-words", f"{alpha:g}")
            raise Problem(recipe.name, why, Text("Remove it, or choose sub-words"))
        kept = [pair for pair, _ in fitting]
        draws = SubwordDraws(kept, encoded[0], source, target, special, recipe.data.max_tokens, alpha)
    return TrainingText(source, target, special, *encoded, tuple(scored), state, start, draws)


def check_place(out: Path) -> None:
    """Raise :class:`Problem` for a folder that nothing can be written to, before hours are spent."""
    place = next((one for one in (out, *out.absolute().parents) if one.exists()), out)
    if place.is_dir() and not os.access(place, os.W_OK):
        raise Problem(
            str(out), Text("it cannot be written (%1)", os.strerror(errno.EACCES)), Text("Choose another folder")
        )


def check_size(config: TransformerConfig, name: str) -> None:
    """Raise :class:`Problem` for a network that this machine cannot train."""
    needed, memory = COPIES * 4 * config.parameters, machine_memory()
    if needed > memory:
        said = f"{needed / 1e9:,.1f}", f"{memory / 1e9:,.1f}"
        why = Text("training it takes %1 GB of memory, and this machine has %2 GB", *said)
        raise Problem(name, why, Text("Make the network or the vocabulary smaller"))
