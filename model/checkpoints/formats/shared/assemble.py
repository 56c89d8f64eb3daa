"""From a recognised file to an open checkpoint: compare, load, put together. Shared by the formats.

A format says what the network is and where each tensor goes (:class:`Assembly`); everything that is
the same for all of them is here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import torch
from torch import Tensor

from model.checkpoints.assumptions import ROWS, STORED, Answers, Assumption, Loading, assume, uncounted
from model.checkpoints.checkpoint import Checkpoint, file_hash
from model.checkpoints.companions import find_companions
from model.checkpoints.enclosed import vocabularies_in
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.files.tensors import load
from model.checkpoints.formats.shared.buffers import buffers, compared, positions_of
from model.checkpoints.formats.shared.keys import Table, check_complete, foreign, rename
from model.checkpoints.formats.shared.vocabularies import SpecialWords as SpecialWords  # noqa: PLC0414 (formats take it from here)
from model.checkpoints.formats.shared.vocabularies import language, speakable
from model.checkpoints.formats.shared.weights import empty, layout, skeleton
from model.checkpoints.notebook_bundle import companions_in, read_cell, spelled
from model.common.problems import Problem, shown
from model.common.text import Text
from model.network.config import TransformerConfig
from model.network.transformer import Transformer

Tensors = dict[str, Tensor]
COMPUTED = ("max_length", "positions")  #: not asked about where the file holds a table
FLOATING = ("float64", "float32", "float16", "bfloat16")  #: types of weights


@dataclass(frozen=True)
class Assembly:
    """A format's reading of a file."""

    family: str  #: for people: ``tut6``
    config: TransformerConfig
    table: Table
    assumptions: tuple[Assumption, ...] = ()
    ignored: tuple[str, ...] = ()  #: tensors that are derived from others: masks, computed tables
    adapt: Callable[[Tensors], Tensors] = lambda tensors: tensors  #: reshape or split, under foreign names
    adapted_shapes: Mapping[str, tuple[int, ...]] | None = None  #: after ``adapt``, where that changes names
    code_names: Mapping[str, str] = field(default_factory=dict)
    words: SpecialWords = field(default_factory=SpecialWords)


def assemble(file: ModelFile, reading: Assembly, answers: Answers, loading: Loading) -> Checkpoint:
    """Check everything against the header, then load. Raises :class:`Problem`."""
    reading = with_dropout(with_positions(file, reading), answers)
    sources = compare(file, reading)
    sizes = {"source": reading.config.source_vocabulary, "target": reading.config.target_vocabulary}
    cell = read_cell(file)
    words = replace(reading.words, **spelled(cell, reading.words))
    companions = companions_in(file, cell, sizes, answers)
    if companions is None:
        enclosed, faults = speakable(*vocabularies_in(file), sizes, words, answers)
        companions = find_companions(file.path, answers, sizes, words.languages, enclosed)
        companions = replace(companions, notes=(*faults, *companions.notes))
    spoken = language(words, (sizes["source"], sizes["target"]), companions, answers)
    assumptions = reading.assumptions + spoken.assumptions
    dtypes: dict[str, torch.dtype] = {}
    if loading.waits(assumptions):
        transformer, sha256 = empty(reading.config), ""
    else:
        tensors = load(file, loading.advance)
        stored = compared(file, reading.config, set_aside(file, reading), reading.table, tensors)
        transformer, dtypes = build(stored.config, sources, reading.adapt(tensors), loading.advance)
        assumptions += stored.assumptions
        sha256 = file_hash(file.weights[0], loading.advance)
    return Checkpoint(
        name=file.path.stem if file.path.is_file() else file.path.name,
        path=file.path,
        sha256=sha256,
        family=reading.family,
        transformer=transformer,
        source_tokenizer=spoken.tokenizers[0],
        target_tokenizer=spoken.tokenizers[1],
        special=spoken.special,
        languages=spoken.languages,
        assumptions=assumptions,
        warnings=non_finite(transformer, sources) + companions.notes,
        code_names=reading.code_names,
        dtypes=dtypes,
    )


def adapted(file: ModelFile, adapt: Callable[[Tensors], Tensors]) -> dict[str, tuple[int, ...]]:
    """The shapes of the file's tensors after ``adapt``, without values: for :attr:`Assembly.adapted_shapes`.

    Without values torch imports its compiler for sums, products and joined tensors; that takes a second.
    """
    with torch.device("meta"):
        empty = {name: torch.empty(info.shape) for name, info in file.tensors.items()}
    return {name: tuple(value.shape) for name, value in adapt(empty).items()}


def compare(file: ModelFile, reading: Assembly) -> dict[str, str]:
    """Our parameter name → foreign name; names and shapes compared before anything is allocated."""
    shapes = reading.adapted_shapes or {name: info.shape for name, info in file.tensors.items()}
    ours, unknown = rename((name for name in shapes if name not in reading.ignored), reading.table)
    wanted, names = layout(reading.config)
    aside = set_aside(file, reading)
    unknown = [name for name in unknown if name not in aside]
    used = {ours[name] for name in names if name in ours}
    unknown += [name for name in dict.fromkeys(ours.values()) if name not in used]
    missing = list(dict.fromkeys(foreign(name, reading.table) for name in wanted if name not in ours))
    check_complete(str(file.path), missing, unknown, reading.family)
    ignored = {*reading.ignored, *aside}
    whole = [name for name, info in file.tensors.items() if name not in ignored and info.dtype not in FLOATING]
    if whole:
        why = Text("%1 is of type %2, which is not floating-point", whole[0], file.tensors[whole[0]].dtype)
        raise Problem(str(file.path), why, Text("Convert it to float32 and save it again"))
    for name, shape in wanted.items():
        found = shapes[ours[name]]
        if found != shape:
            why = Text("%1 is %2 where %3 has %4", ours[name], list(found), reading.family, list(shape))
            raise Problem(str(file.path), why, Text("Compare your code with that family's"))
    return {name: ours[name] for name in wanted}


def set_aside(file: ModelFile, reading: Assembly) -> dict[str, str]:
    """The file's tensors that no layer learns, by name, and what they are."""
    _, unknown = rename(file.tensors, reading.table)
    return buffers(file, unknown, reading.table)


def with_positions(file: ModelFile, reading: Assembly) -> Assembly:
    """``reading`` with the file's own table of positions, where it has one and the family computes it."""
    shapes = dict(reading.adapted_shapes or {name: info.shape for name, info in file.tensors.items()})
    _, unknown = rename((name for name in shapes if name not in reading.ignored), reading.table)
    names = positions_of(file, unknown, reading.config)
    if not names:
        return reading
    flat = {name: (math.prod(shapes[name][:-1]), shapes[name][-1]) for name in names}
    rows = tuple(f"{side}_embedding.position.table" for side in ("source", "target"))
    lines = {names[0]: rows} if len(names) == 1 else dict(zip(names, rows, strict=True))
    limits = [flat[name][0] for name in names]
    rows_kept, question = ROWS.filled(f"{limits[0]:,}"), STORED.filled(" and ".join(names))
    said = Assumption("stored_positions", rows_kept, file.path.name, question)
    return replace(
        reading,
        config=replace(reading.config, positions="stored", max_length=limits[0], target_max_length=limits[-1]),
        table={**reading.table, **lines},
        assumptions=(*(one for one in reading.assumptions if one.name not in COMPUTED), said),
        adapt=lambda tensors: {
            name: value.reshape(flat[name]) if name in flat else value for name, value in reading.adapt(tensors).items()
        },
        adapted_shapes=shapes | flat,
    )


def with_dropout(reading: Assembly, answers: Answers) -> Assembly:
    """``reading`` with the rate that the file's settings tell, wherever its family has dropout."""
    if "dropout" not in answers.values:
        return reading
    rate = assume(answers, "dropout", Text("Which dropout in training?"), 0.1)
    sites = {name: rate.value for name, usual in vars(reading.config.dropout).items() if usual}
    config = replace(reading.config, dropout=replace(reading.config.dropout, **sites))
    return replace(reading, config=config, assumptions=(*reading.assumptions, rate))


def build(
    config: TransformerConfig, sources: Mapping[str, str], tensors: Tensors, advance: Callable[[int], None] = uncounted
) -> tuple[Transformer, dict[str, torch.dtype]]:
    """The network with its weights; float64 files run in float64, all others in float32.

    ``advance`` is told of the bytes of each tensor that is in its place, as they are stored, and may raise to stop.
    """
    dtypes = {name: tensors[foreign].dtype for name, foreign in sources.items()}
    precision = torch.float64 if torch.float64 in dtypes.values() else torch.float32
    transformer = skeleton(config)
    first_names = {id(parameter): name for name, parameter in transformer.named_parameters()}
    placed: dict[str, torch.nn.Parameter] = {}
    for name, parameter in list(transformer.named_parameters(remove_duplicate=False)):
        first = first_names[id(parameter)]  # a tied table has several names and one value
        if first not in placed:
            value = tensors[sources[first]].to(precision, copy=True)
            placed[first] = torch.nn.Parameter(value, requires_grad=parameter.requires_grad)
            advance(tensors[sources[first]].nbytes)
        owner, _, leaf = name.rpartition(".")
        setattr(transformer.get_submodule(owner), leaf, placed[first])
    return transformer.eval(), dtypes


def non_finite(transformer: Transformer, theirs: Mapping[str, str]) -> tuple[str, ...]:
    """A warning where weights are no numbers: the model opens, and its maps show it.

    ``theirs`` says what the file calls a parameter of ours.
    """
    values = [(name, value) for name, value in transformer.named_parameters() if not value.is_meta]
    bad = [name for name, value in values if not bool(value.isfinite().all())]
    if not bad:
        return ()
    first = theirs.get(bad[0], bad[0])
    here = "" if first == bad[0] else f" (here {bad[0]})"
    warning = Text(
        "%1 of its tensors hold values that are no numbers (NaN or ∞), first %2", f"{len(bad):,}", shown(first) + here
    )
    return (warning,)
