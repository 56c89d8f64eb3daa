"""A training run as one TOML file: the model, the files, the schedule.

Every field has the name of its table and key in the file; see ``recipes/`` at the top of the
project, where the two that made the shipped checkpoints are too.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from model.common.plain_file import read_plain
from model.common.problems import Problem, shown
from model.common.text import Text
from model.network.config import Dropout, PaddingBlocks, StackConfig, TransformerConfig

PrecisionName = Literal["float32", "bfloat16", "float16", "float64"]
MOST_SNAPSHOTS = 10_000
LARGEST = 2**20  #: bytes; a recipe has a few hundred


@dataclass(frozen=True)
class Data:
    """Files inside the folder given by ``--data``: TSV, optionally gzipped, source TAB target.

    Where such a file is not there, two with one sentence per line are: for ``train.tsv.gz`` ``train.de`` and
    ``train.en``, the languages being those of the recipe, or both with ``.gz``.
    """

    source_language: str
    target_language: str
    train: str = "train.tsv.gz"
    validation: str = "dev.tsv.gz"
    max_tokens: int = 100  #: longer pairs are left out


@dataclass(frozen=True)
class VocabularyRecipe:
    kind: Literal["word", "sentencepiece"]
    size: int = 8000  #: at most, per side; with sentencepiece the joint size
    min_count: int = 2  #: rarer words become <unk> (word level)
    lowercase: bool = False


OF_THE_START = VocabularyRecipe("word")  #: in place of one that a checkpoint brings


@dataclass(frozen=True)
class NetworkRecipe:
    """The fields of :class:`model.network.config.TransformerConfig` that a recipe chooses."""

    width: int = 256
    layers: int = 3
    heads: int = 4
    feed_forward_width: int = 1024
    max_length: int = 512
    positions: str = "sinusoidal"
    scale_embeddings: bool = True
    norm_order: str = "post"
    final_norm: bool = False
    mask_fill: float = -math.inf
    activation: str = "relu"
    norm_eps: float = 1e-5
    padding: Literal["keys", "both"] = "keys"  #: what padding blocks; in family A also the rows of padding
    tie: bool = False  #: one table for source, target and vocabulary head
    source_start: bool = False  #: does the source begin with the start token?
    tables: Literal["normal", "xavier"] = "normal"  #: how embeddings and learned positions are drawn: N(0, 1/M), or …


@dataclass(frozen=True)
class Schedule:
    """Learning rate over updates; see :mod:`model.training.schedule`."""

    kind: Literal["paper", "linear", "constant"]
    peak: float = 1.0  #: highest rate; for ``paper`` the factor before M^-0.5
    warmup: int = 600  #: updates
    decay_from: float = 0.0  #: ``linear``: epochs at the peak before the descent
    final: float = 0.03  #: ``linear``: last rate as a share of the peak


@dataclass(frozen=True)
class Optimisation:
    epochs: float = 15.0
    batch_tokens: int = 3072  #: padded tokens of the longer side per batch, of all processes together
    accumulate: int = 1  #: batches whose gradients make one update: that of a batch so many times as large
    label_smoothing: float = 0.0
    consistency: float = 0.0  #: weight of the divergence between two passes with other dropout; 0: one pass
    subword_alpha: float = 0.0  #: segmentations are drawn anew for each batch, with p^alpha; 0: always the best one
    betas: tuple[float, float] = (0.9, 0.98)
    eps: float = 1e-9
    clip: float = 1.0  #: largest norm of all gradients together
    precision: PrecisionName = "float32"  #: of the forward and backward pass, where the device has it
    evaluations_per_epoch: int = 1
    patience: int = 3  #: evaluations without improvement before the run ends
    average: int = 1  #: newest evaluations whose weights are averaged into the result
    seed: int = 1
    embedding_dropout: float = 0.1
    residual_dropout: float = 0.1
    attention_dropout: float = 0.0
    feed_forward_dropout: float = 0.0


@dataclass(frozen=True)
class SnapshotRecipe:
    """The epochs after which the network as it is then is kept, to be watched as it learned. None by default."""

    at: tuple[float, ...] = ()  #: epochs, parts of one too; 0 is the untrained network
    per_epoch: int = 0  #: so many in each epoch, and the untrained network
    count: int = 0  #: so many in all: untrained, then evenly in the logarithm from a hundredth of the run to its end
    bleu: int = 0  #: the first so many validation sentences are translated at each, greedily, and scored

    def epochs(self, whole: float) -> tuple[float, ...]:
        """All of them, rising, in a run of ``whole`` epochs."""
        marks = {mark for mark in self.at if mark <= whole}
        marks |= {index / self.per_epoch for index in range(int(whole * self.per_epoch) + 1) if self.per_epoch}
        if self.count == 1:
            marks.add(whole)
        elif self.count:
            later = self.count - 1
            marks |= {0.0, *(whole * 0.01 ** ((later - index) / max(1, later - 1)) for index in range(1, later + 1))}
        return tuple(sorted(marks))


@dataclass(frozen=True)
class Recipe:
    name: str
    data: Data
    vocabulary: VocabularyRecipe
    schedule: Schedule
    architecture: NetworkRecipe = field(default_factory=NetworkRecipe)
    optimisation: Optimisation = field(default_factory=Optimisation)
    snapshots: SnapshotRecipe = field(default_factory=SnapshotRecipe)
    family: str = "Headscope"
    provenance: Mapping[str, Any] = field(default_factory=dict)  #: data, licence, attribution
    start: str = ""  #: the checkpoint that is trained further: a path, or the name of a shipped one
    text: str = ""  #: the file itself, kept with the result
    options: Mapping[str, Any] = field(default_factory=dict)  #: what was asked for beside it, by name

    def with_options(
        self, seed: int | None, precision: PrecisionName | None, snapshots: int | None, epochs: float | None = None
    ) -> Recipe:
        """What a command asks for comes before what the file says; None asks for nothing."""
        asked = {"seed": seed, "precision": precision, "snapshots": snapshots, "epochs": epochs}
        options = {name: value for name, value in asked.items() if value is not None}
        settings: dict[str, Any] = {name: options[name] for name in ("seed", "precision", "epochs") if name in options}
        chosen = self.snapshots
        if snapshots is not None:
            chosen = SnapshotRecipe(count=snapshots, bleu=chosen.bleu)
        return replace(self, optimisation=replace(self.optimisation, **settings), snapshots=chosen, options=options)


def read_recipe(path: Path) -> Recipe:
    """Read and check a recipe. Raises :class:`Problem` naming the first wrong entry."""
    try:
        text = read_plain(path, LARGEST).decode("utf-8")
        values = tomllib.loads(text)
    except OSError as error:
        raise Problem(str(path), Text("it cannot be read"), Text("Check the path of the recipe")) from error
    except (ValueError, RecursionError) as error:
        raise Problem(str(path), Text("it is not valid TOML (%1)", error), Text("Correct the recipe")) from error
    parts = {"data": Data, "vocabulary": VocabularyRecipe, "schedule": Schedule}
    parts |= {"architecture": NetworkRecipe, "optimisation": Optimisation, "snapshots": SnapshotRecipe}
    known = {*parts, "name", "family", "provenance", "start"}
    for name in values:
        if name not in known:
            raise Problem(
                str(path),
                Text("it has an unknown entry %1", f"'{shown(name)}'"),
                Text("Use %1", ", ".join(sorted(known))),
            )
    if values.get("start"):
        _check_start(path, values)
        del parts["vocabulary"]
    built = {name: _build(path, kind, name, values.get(name, {})) for name, kind in parts.items()}
    for name, kind in (("name", str), ("family", str), ("start", str), ("provenance", dict)):
        if not isinstance(values.get(name, kind()), kind):
            raise Problem(
                str(path),
                Text("%1 is %2", name, shown(repr(values[name]))),
                Text("Give a value of type %1", kind.__name__),
            )
    built.setdefault("vocabulary", OF_THE_START)
    rest = {name: values[name] for name in ("family", "start", "provenance") if name in values}
    recipe = Recipe(name=values.get("name", path.stem), text=text, **built, **rest)
    _check_together(path, recipe)
    return recipe


def build_config(recipe: Recipe, source_vocabulary: int, target_vocabulary: int) -> TransformerConfig:
    """The network that a recipe describes. Raises :class:`Problem`."""
    chosen = recipe.architecture
    stack = StackConfig(chosen.layers, chosen.heads, chosen.width // chosen.heads, chosen.feed_forward_width)
    return TransformerConfig(
        source_vocabulary,
        target_vocabulary,
        width=chosen.width,
        encoder=stack,
        decoder=stack,
        max_length=chosen.max_length,
        positions=chosen.positions,  # type: ignore[arg-type]  # checked by the class itself
        scale_embeddings=chosen.scale_embeddings,
        norm_order=chosen.norm_order,  # type: ignore[arg-type]
        final_norm=chosen.final_norm,
        activation=chosen.activation,  # type: ignore[arg-type]
        norm_eps=chosen.norm_eps,
        padding_blocks=PaddingBlocks(chosen.padding, chosen.padding, chosen.padding),
        mask_fill=chosen.mask_fill,
        share_embeddings=chosen.tie,
        tie_output=chosen.tie,
        dropout=dropout_of(recipe),
    )


def dropout_of(recipe: Recipe) -> Dropout:
    """Shares that training drops."""
    settings = recipe.optimisation
    return Dropout(
        settings.embedding_dropout,
        settings.residual_dropout,
        settings.attention_dropout,
        settings.feed_forward_dropout,
    )


#: Smallest and largest sensible value of each number that the network's own configuration does not check.
RANGES: dict[str, tuple[float, float]] = {
    "data.max_tokens": (3, 1e6),
    "vocabulary.size": (5, 1e6),
    "vocabulary.min_count": (1, 1e9),
    "architecture.heads": (1, 1024),
    "schedule.peak": (1e-12, 1e6),
    "schedule.warmup": (1, 1e9),
    "schedule.decay_from": (0, 1e6),
    "schedule.final": (0, 1),
    "optimisation.epochs": (1e-6, 1e6),
    "optimisation.batch_tokens": (1, 1e9),
    "optimisation.accumulate": (1, 1e6),
    "optimisation.label_smoothing": (0, 0.999),
    "optimisation.consistency": (0, 1000),
    "optimisation.subword_alpha": (0, 10),
    "optimisation.eps": (1e-30, 1),
    "optimisation.clip": (1e-9, 1e9),
    "optimisation.evaluations_per_epoch": (1, 1e6),
    "optimisation.patience": (1, 1e6),
    "optimisation.average": (1, 1000),
    "optimisation.seed": (0, 2**31),
    "snapshots.per_epoch": (0, 1e6),
    "snapshots.count": (0, MOST_SNAPSHOTS),
    "snapshots.bleu": (0, 1e6),
}


def _check_start(path: Path, values: dict[str, Any]) -> None:
    """A checkpoint that is trained further has its vocabularies and its network. Raises :class:`Problem`."""
    for name in ("vocabulary", "architecture", "family"):
        if name in values:
            why = Text("it has both 'start' and %1, which comes from the checkpoint", repr(name))
            raise Problem(str(path), why, Text("Remove one of the two"))


def _check_together(path: Path, recipe: Recipe) -> None:
    """Rules that single values cannot tell."""
    if recipe.start:  # the network is not the recipe's
        return
    chosen, longest = recipe.architecture, recipe.data.max_tokens
    if longest > chosen.max_length:
        why = Text("data.max_tokens is %1 and architecture.max_length only %2", longest, chosen.max_length)
        raise Problem(str(path), why, Text("Raise the one or lower the other"))
    if chosen.width % chosen.heads:
        why = Text("architecture.width is %1, no multiple of its %2 heads", chosen.width, chosen.heads)
        raise Problem(str(path), why, Text("Choose one that is"))
    try:
        build_config(recipe, recipe.vocabulary.size, recipe.vocabulary.size)
    except Problem as problem:
        raise Problem(str(path), problem.why, Text("Correct the recipe")) from problem


def _build(path: Path, kind: type, name: str, values: Any) -> Any:
    if not isinstance(values, dict):
        raise Problem(str(path), Text("%1 is not a table", name), Text("Write it as [%1]", name))
    known = {item.name: item for item in fields(kind)}
    for key in values:
        if key not in known:
            raise Problem(
                str(path),
                Text("[%1] has an unknown entry %2", name, f"'{shown(key)}'"),
                Text("Use %1", ", ".join(known)),
            )
    for key, item in known.items():
        if key not in values and item.default is MISSING and item.default_factory is MISSING:
            raise Problem(str(path), Text("[%1] lacks %2", name, repr(key)), Text("Add it"))
    hints = get_type_hints(kind)
    checked = {key: _checked(path, f"{name}.{key}", hints[key], value) for key, value in values.items()}
    return kind(**checked)


def _checked(path: Path, name: str, hint: Any, value: Any) -> Any:
    """``value`` as the field's type, inside its range. Raises :class:`Problem`."""
    if get_origin(hint) is Literal:
        if value not in get_args(hint):
            raise Problem(
                str(path), Text("%1 is %2", name, shown(repr(value))), Text("Use one of %1", ", ".join(get_args(hint)))
            )
        return value
    try:
        return _converted(name, hint, value)
    except (TypeError, ValueError, OverflowError) as error:
        wanted = WANTED.get(name, Text("a value of type %1", getattr(hint, "__name__", hint)))
        if name in RANGES:
            wanted = Text("%1 from %2 to %3", wanted, *map("{:g}".format, RANGES[name]))
        raise Problem(str(path), Text("%1 is %2", name, repr(value)[:40]), Text("Give %1", wanted)) from error


WANTED = {
    "optimisation.betas": Text("two numbers from 0 to below 1"),
    "architecture.mask_fill": Text("a negative number or -inf"),
    "snapshots.at": Text("a list of epochs, each a number from 0"),
}


def _converted(name: str, hint: Any, value: Any) -> Any:
    """Raises TypeError, ValueError or OverflowError."""
    if name == "optimisation.betas":
        first, second = map(float, value)
        if not (0 <= first < 1 and 0 <= second < 1):
            raise ValueError(name)
        return first, second
    if name == "snapshots.at":
        epochs = tuple(map(float, value))
        if isinstance(value, str) or len(epochs) > MOST_SNAPSHOTS or not all(0 <= epoch <= 1e6 for epoch in epochs):
            raise ValueError(name)
        return epochs
    if name == "architecture.mask_fill" or (hint is float and type(value) is int):
        value = float(value)  # "-inf" is allowed as text, as in config.json
    if type(value) is not hint:
        raise TypeError(name)
    if name in RANGES and not RANGES[name][0] <= value <= RANGES[name][1]:
        raise ValueError(name)
    return value
