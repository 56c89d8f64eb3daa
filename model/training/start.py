"""The checkpoint that a training run begins with: drawn by the recipe, or one that is trained further."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from torch import nn

from model.checkpoints.checkpoint import Checkpoint, open_checkpoint
from model.common.assets import find_checkpoint
from model.common.problems import Problem
from model.common.text import Text
from model.network.config import EPOCH, SMOOTHING, UPDATE, TransformerConfig
from model.network.positions import Positions
from model.network.transformer import Transformer
from model.training.data import PADDING_ID
from model.training.recipe import Recipe, build_config, dropout_of

if TYPE_CHECKING:
    from model.training.training_text import TrainingText

OF_A_RUN = (SMOOTHING, UPDATE, EPOCH)  #: what is said of one training and not of the next


def read_start(recipe: Recipe, out: Path, resumed: bool) -> Checkpoint | None:
    """The checkpoint that ``recipe`` trains further, if it names one; a run that goes on has all but its weights.

    Raises :class:`Problem` where it cannot be opened, or its sentences cannot be padded as those of a run are.
    """
    if not recipe.start:
        return None
    found = open_checkpoint(out if resumed else find_checkpoint(recipe.start))
    special = found.special
    if {special.source_padding, special.target_padding} != {PADDING_ID}:
        why = Text("its padding token has the number %1, and training pads with %2", special.target_padding, PADDING_ID)
        raise Problem(recipe.start, why, Text("Begin from a checkpoint that this program or tut6 trained"))
    longest = found.transformer.config.max_length
    if recipe.data.max_tokens > longest:
        why = Text("data.max_tokens is %1 and this checkpoint takes %2 at most", recipe.data.max_tokens, longest)
        raise Problem(recipe.start, why, Text("Lower data.max_tokens"))
    return found


def network_config(recipe: Recipe, start: Checkpoint | None, source: int, target: int) -> TransformerConfig:
    """The network of a run with so many tokens a side; how much is dropped is the recipe's. Raises :class:`Problem`."""
    if start is None:
        return build_config(recipe, source, target)
    return replace(start.transformer.config, dropout=dropout_of(recipe))


def first_checkpoint(recipe: Recipe, text: TrainingText, out: Path) -> Checkpoint:
    """The checkpoint as it is before the first update; what is drawn depends on torch's seed."""
    start = text.start
    network = Transformer(network_config(recipe, start, len(text.source), len(text.target)))
    languages = recipe.data.source_language, recipe.data.target_language
    said = {**recipe.provenance, SMOOTHING: recipe.optimisation.label_smoothing}
    if start is None:
        if recipe.architecture.tables == "xavier":
            _xavier_tables(network)
        return Checkpoint(
            recipe.name, out, "", recipe.family, network, text.source, text.target, text.special, languages, said
        )
    network.load_state_dict(start.transformer.state_dict())
    before = {name: value for name, value in start.provenance.items() if name not in OF_A_RUN}
    origin = {"start": f"{start.name}, weights {start.sha256}"}
    return replace(
        start, name=recipe.name, path=out, sha256="", transformer=network, languages=languages,
        provenance={**before, **origin, **said}, warnings=(), dtypes={}, own_search=None,
    )  # fmt: skip


def _xavier_tables(network: Transformer) -> None:
    """Embeddings and learned positions drawn as matrices are: much smaller where the vocabulary is large."""
    for module in network.modules():
        if isinstance(module, nn.Embedding | Positions):
            for table in module.parameters(recurse=False):
                nn.init.xavier_uniform_(table)
