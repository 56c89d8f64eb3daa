"""A training run as one TOML file: what is trained, on which files, how.

Every field has the name of its table and key in the file; see ``recipes/`` at the top of the
project for the two that made the shipped checkpoints.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import Any, Literal, get_type_hints

from model.problems import Problem


@dataclass(frozen=True)
class Data:
    """Files inside the folder given by ``--data``: TSV, optionally gzipped, source TAB target."""

    source_language: str
    target_language: str
    train: str = "train.tsv.gz"
    validation: str = "dev.tsv.gz"
    max_tokens: int = 100  #: longer pairs are left out


@dataclass(frozen=True)
class Vocabulary:
    kind: Literal["word", "sentencepiece"]
    size: int = 8000  #: at most, per side; with sentencepiece the joint size
    min_count: int = 2  #: rarer words become <unk> (word level)
    lowercase: bool = False


@dataclass(frozen=True)
class Architecture:
    """The fields of :class:`model.config.TransformerConfig` that a recipe chooses."""

    width: int = 256
    layers: int = 3
    heads: int = 4
    feed_forward_width: int = 1024
    max_length: int = 512
    positions: str = "sinusoidal"
    scale_embeddings: bool = True
    norm_order: str = "post"
    final_norm: bool = False
    mask_fill: float | str = "-inf"
    activation: str = "relu"
    tie: bool = False  #: one table for source, target and vocabulary head
    source_start: bool = False  #: does the source begin with the start token?


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
    batch_tokens: int = 3072  #: padded tokens of the longer side per batch
    label_smoothing: float = 0.0
    betas: tuple[float, float] = (0.9, 0.98)
    eps: float = 1e-9
    clip: float = 1.0  #: largest norm of all gradients together
    precision: Literal["float32", "bfloat16"] = "float32"  #: of the forward and backward pass
    evaluations_per_epoch: int = 1
    patience: int = 3  #: evaluations without improvement before the run ends
    average: int = 1  #: newest evaluations whose weights are averaged into the result
    seed: int = 1
    embedding_dropout: float = 0.1
    residual_dropout: float = 0.1
    attention_dropout: float = 0.0
    feed_forward_dropout: float = 0.0


@dataclass(frozen=True)
class Recipe:
    name: str
    data: Data
    vocabulary: Vocabulary
    schedule: Schedule
    architecture: Architecture = field(default_factory=Architecture)
    optimisation: Optimisation = field(default_factory=Optimisation)
    family: str = "Headscope"
    provenance: Mapping[str, Any] = field(default_factory=dict)  #: data, licence, attribution
    text: str = ""  #: the file itself, kept with the result


def read_recipe(path: Path) -> Recipe:
    """Read and check a recipe. Raises :class:`Problem` naming the first wrong entry."""
    try:
        text = path.read_text(encoding="utf-8")
        values = tomllib.loads(text)
    except OSError as error:
        raise Problem(str(path), "it cannot be read", "Check the path of the recipe") from error
    except ValueError as error:
        raise Problem(str(path), f"it is not valid TOML ({error})", "Correct the recipe") from error
    parts = {"data": Data, "vocabulary": Vocabulary, "schedule": Schedule}
    parts |= {"architecture": Architecture, "optimisation": Optimisation}
    known = {*parts, "name", "family", "provenance"}
    for name in values:
        if name not in known:
            raise Problem(str(path), f"it has an unknown entry {name!r}", f"Use {', '.join(sorted(known))}")
    built = {name: _build(path, kind, name, values.get(name, {})) for name, kind in parts.items()}
    rest = {name: values[name] for name in ("family", "provenance") if name in values}
    return Recipe(name=str(values.get("name", path.stem)), text=text, **built, **rest)


def _build(path: Path, kind: type, name: str, values: Any) -> Any:
    if not isinstance(values, dict):
        raise Problem(str(path), f"{name} is not a table", f"Write it as [{name}]")
    known = {item.name: item for item in fields(kind)}
    for key in values:
        if key not in known:
            raise Problem(str(path), f"[{name}] has an unknown entry {key!r}", f"Use {', '.join(known)}")
    for key, item in known.items():
        if key not in values and item.default is MISSING and item.default_factory is MISSING:
            raise Problem(str(path), f"[{name}] lacks {key!r}", "Add it")
    hints = get_type_hints(kind)
    checked = {key: _checked(path, f"{name}.{key}", hints[key], value) for key, value in values.items()}
    return kind(**checked)


def _checked(path: Path, name: str, hint: Any, value: Any) -> Any:
    choices = getattr(hint, "__args__", ()) if "Literal" in str(hint) else ()
    if choices:
        if value not in choices:
            raise Problem(str(path), f"{name} is {value!r}", f"Use one of {', '.join(choices)}")
        return value
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if isinstance(hint, type) and (not isinstance(value, hint) or (hint is int and isinstance(value, bool))):
        raise Problem(str(path), f"{name} is {value!r}", f"Give a value of type {hint.__name__}")
    return tuple(value) if isinstance(value, list) else value
