"""From a Hugging Face folder to an open checkpoint: tables found and tied, special tokens, languages. For its formats.

A family file says what its ``config.json`` means and where each tensor goes (:class:`Family`);
everything that is the same for all of them is here.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import numpy as np
import torch

from model.checkpoints.assumptions import Answers, Loading
from model.checkpoints.checkpoint import Checkpoint, Special, file_hash
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.files.tensors import load
from model.checkpoints.formats.shared.assemble import Assembly, Tensors, adapted, build, compare, non_finite
from model.checkpoints.formats.shared.hf_settings import Generation, HfSettings, model_type, read_generation
from model.checkpoints.formats.shared.hf_speech import Speech, speech
from model.checkpoints.formats.shared.hf_tokenizer_files import read_folder, tokenizers
from model.checkpoints.formats.shared.keys import Table, layer_lines
from model.checkpoints.formats.shared.weights import empty
from model.common.hub_cache import hub_name
from model.common.problems import Problem
from model.common.text import Text
from model.network.config import Dropout, StackConfig, TransformerConfig

#: What transformers adds to a blocked score: nothing beside it has weight, and a row of them is uniform.
FILL = torch.finfo(torch.float32).min
SHARED, SOURCE, TARGET, HEAD = (
    "shared.weight", "encoder.embed_tokens.weight", "decoder.embed_tokens.weight", "lm_head.weight",
)  # fmt: skip
#: Our three tables under the names that :meth:`Tables.pick` gives them.
TABLES: Table = {
    "table.source": "source_embedding.token",
    "table.target": "target_embedding.token",
    "table.head": "vocabulary",
}
PREFIX = "model."
PARTS = {"q_proj": "query", "k_proj": "key", "v_proj": "value", "out_proj": "output"}
STACK = re.compile(r"((model|led)\.)?(encoder|decoder)\.((encoder|bert|roberta)\.)*(layers?|block)\.\d+\.")
CODE_NAMES = {
    "source": "input_ids [B,S]", "target": "decoder_input_ids [B,T]", "padding mask": "attention_mask [B,S]",
    "target mask": "decoder_attention_mask [B,T]", "score": "attn_weights before softmax [B,H,Q,K]",
    "weight": "encoder_attentions, decoder_attentions, cross_attentions [B,H,Q,K]",
    "memory": "encoder_last_hidden_state [B,S,M]", "model width": "d_model", "vocabulary head": "lm_head",
}  # fmt: skip


@dataclass(frozen=True)
class Family:
    """A format's reading of a folder."""

    name: str  #: for people: ``Marian``
    config: TransformerConfig  #: sharing and tying are settled here, by the tensors
    table: Table
    places: tuple[str, str, str] = (SOURCE, TARGET, HEAD)  #: the tensors of the three tables
    shared: bool = True  #: source and target may have one table
    tied: bool = True  #: the vocabulary head may reuse the target's table
    ignored: tuple[str, ...] = ()  #: tensors that do nothing in this family
    adapt: Callable[[Tensors], Tensors] = lambda tensors: tensors  #: reshape, compute; under names without ``model.``
    code_names: Mapping[str, str] = field(default_factory=dict)


def is_family(file: ModelFile, kinds: tuple[str, ...], key: str) -> bool:
    """Whether config.json names one of ``kinds``, and the tensors include ``key`` or are a folder's stacks.

    A folder that lacks a tensor is still what it says that it is: what it lacks is told by name.
    """
    beside = file.path.is_dir() and any(STACK.match(name) for name in file.tensors)
    return (beside or key in file.tensors or PREFIX + key in file.tensors) and model_type(file) in kinds


def open_folder(
    file: ModelFile, settings: HfSettings, family: Family, answers: Answers, loading: Loading
) -> Checkpoint:
    """Compare, load, tie, and read the tokenizer. Raises :class:`Problem`."""
    tables = find_tables(file, family)
    config = replace(family.config, share_embeddings=tables.shares, tie_output=tables.ties)
    adapt = partial(_adapt, family=family, tables=tables)
    whole = any(name.startswith(PREFIX) for name in file.tensors)  # the first lines are what is missing is named by
    lines = sorted(family.table.items(), key=lambda line: line[0].startswith(PREFIX) != whole)
    reading = Assembly(family.name, config, {**dict(lines), **TABLES}, adapt=adapt, adapted_shapes=adapted(file, adapt))
    kind, sizes = settings.text("model_type"), (config.source_vocabulary, config.target_vocabulary)
    rules = read_generation(settings, min(sizes))
    folder = read_folder(file.folder, kind, sizes)
    names = {rules.padding: "<pad>", rules.ends[0]: "</s>"}
    source, target = tokenizers(folder, names)
    spoken = speech(folder, (source, target), rules, settings, answers)
    sources, assumptions = compare(file, reading), spoken.told + rules.told
    dtypes: dict[str, torch.dtype] = {}
    differ: tuple[str, ...] = ()
    if loading.waits(assumptions):
        transformer, sha256 = empty(config), ""
    else:
        tensors = adapt(load(file, loading.advance))
        config, differ = _tie(config, tensors, settings)
        transformer, dtypes = build(
            config, {ours: name for ours, name in sources.items() if name in tensors}, tensors, loading.advance
        )
        sha256 = _hash(file, loading.advance)
    return Checkpoint(
        name=_name(file),
        path=file.path,
        sha256=sha256,
        family=family.name,
        transformer=transformer,
        source_tokenizer=source,
        target_tokenizer=target,
        special=_special(rules, spoken),
        languages=spoken.languages,
        assumptions=assumptions,
        warnings=differ + non_finite(transformer, tables.stored(file, sources)),
        code_names={**CODE_NAMES, **family.code_names},
        dtypes=dtypes,
        tokenizer_files=folder.files,
        language_tokens=spoken.tokens,
        own_search=rules.search,
    )


def _special(rules: Generation, spoken: Speech) -> Special:
    return Special(
        source_padding=rules.padding,
        target_padding=rules.padding,
        start=spoken.start,
        ends=rules.ends,
        source_prefix=spoken.prefix,
        source_suffix=spoken.suffix,
        forced=spoken.forced,
        suppressed=rules.suppressed,
        last=() if rules.last is None else (rules.last,),
    )


@dataclass(frozen=True)
class Tables:
    """The stored tensors that are the source's table, the target's and the vocabulary head."""

    source: str
    target: str
    head: str
    every: tuple[str, ...]  #: what may hold one of them

    @property
    def shares(self) -> bool:
        return self.source == self.target

    @property
    def ties(self) -> bool:
        return self.target == self.head

    def stored(self, file: ModelFile, sources: Mapping[str, str]) -> dict[str, str]:
        """Our parameter name → the file's, from our parameter name → the name that :meth:`pick` gives."""
        named = {"table.source.weight": self.source, "table.target.weight": self.target, "table.head.weight": self.head}
        plain = {ours: named.get(theirs, theirs) for ours, theirs in sources.items()}
        return {ours: PREFIX + name if PREFIX + name in file.tensors else name for ours, name in plain.items()}

    def pick(self, tensors: Tensors) -> Tensors:
        """The same tensors with each table once, under our names; further copies are left out."""
        rest = {name: value for name, value in tensors.items() if name not in self.every}
        names = {"table.source.weight": self.source, "table.target.weight": self.target, "table.head.weight": self.head}
        if self.ties:
            del names["table.head.weight"]
        if self.shares:
            del names["table.target.weight"]
        return rest | {ours: tensors[theirs] for ours, theirs in names.items()}


def find_tables(file: ModelFile, family: Family) -> Tables:
    """The places of the three tables: ``save_pretrained`` keeps one of several equal ones. Raises :class:`Problem`."""
    stored = {name.removeprefix(PREFIX) for name in file.tensors}
    own_source, own_target, own_head = family.places
    anywhere = (SHARED, own_target, own_source) if family.shared else ()

    def first(*names: str) -> str:
        found = next((name for name in names if name in stored), "")
        if not found:
            why = Text("it is like %1, but it lacks %2", family.name, PREFIX + names[0])
            raise Problem(str(file.path), why, Text("Download the folder again"))
        return found

    tied = (own_head,) if family.tied else ()
    source = first(own_source, *anywhere, *(tied if family.shared else ()))
    target = first(own_target, *anywhere, *tied)
    head = first(own_head, *((target,) if family.tied else ()))
    config = family.config
    rows = config.source_vocabulary, config.target_vocabulary, config.target_vocabulary
    for name, count in zip((source, target, head), rows, strict=True):
        shape, wanted = file.shape(name) or file.shape(PREFIX + name), (count, config.width)
        if shape != wanted:
            why = Text("%1 is %2 where config.json asks for %3", name, list(shape), list(wanted))
            raise Problem(str(file.path), why, Text("Use the config.json that belongs to these weights"))
    return Tables(source, target, head, (SHARED, *family.places))


def _adapt(tensors: Tensors, family: Family, tables: Tables) -> Tensors:
    plain = {name.removeprefix(PREFIX): value for name, value in tensors.items()}
    wanted = {name: value for name, value in plain.items() if name not in family.ignored}
    return family.adapt(tables.pick(wanted))


def _tie(
    config: TransformerConfig, tensors: Tensors, settings: HfSettings
) -> tuple[TransformerConfig, tuple[str, ...]]:
    """Drop tables that are copies of another; a warning where the folder calls tables one that differ."""
    source = tensors["table.source.weight"]
    if not config.share_embeddings and _same(source, tensors["table.target.weight"]):
        config = replace(config, share_embeddings=True)
        del tensors["table.target.weight"]
    target = tensors.get("table.target.weight", source)
    if not config.tie_output and _same(target, tensors["table.head.weight"]):
        config = replace(config, tie_output=True)
        del tensors["table.head.weight"]
    if config.tie_output or not settings.flag("tie_word_embeddings"):
        return config, ()
    told = "config.json says that the vocabulary head reuses the embedding table, but the file has a different one"
    return config, (f"{told}, which is used",)


def _same(one: torch.Tensor, other: torch.Tensor) -> bool:
    return one.shape == other.shape and torch.equal(one, other)


def stacks(file: ModelFile, settings: HfSettings, width: int) -> tuple[StackConfig, StackConfig]:
    """Encoder and decoder as fairseq's descendants name them. Raises :class:`Problem`."""
    counts = {side: settings.count(f"{side}_layers") for side in ("encoder", "decoder")}
    check_layers(
        file, settings, {f"{side}_layers": (count, f"{side}.layers.{{}}.fc1.weight") for side, count in counts.items()}
    )

    def stack(side: str) -> StackConfig:
        heads = settings.count(f"{side}_attention_heads")
        if width % heads:
            raise settings.wrong(f"{side}_attention_heads", Text("a divisor of d_model, %1", width))
        return StackConfig(counts[side], heads, width // heads, settings.count(f"{side}_ffn_dim"))

    return stack("encoder"), stack("decoder")


def check_layers(file: ModelFile, settings: HfSettings, counts: Mapping[str, tuple[int, str]]) -> None:
    """Compare layer counts with the tensors before a network of that size is thought of. Raises :class:`Problem`.

    ``counts``: field of config.json → (its layers, a tensor of layer ``{}``).
    """
    for name, (layers, template) in counts.items():
        stored = max(file.count(template), file.count(PREFIX + template))
        stack = re.compile(rf"({re.escape(PREFIX)})?{re.escape(template.partition('{}')[0])}(\d+)\.")
        inside = [match for match in map(stack.match, file.tensors) if match]
        if stored < layers == max((int(match[2]) for match in inside), default=-1) + 1:  # as long, with a hole in it
            why = Text("it lacks %1", (inside[0][1] or "") + template.format(stored))
            raise Problem(str(file.path), why, Text("Download the folder again"))
        if stored != layers:
            why = Text("%1 is %2 and the weights have %3 layers", name, f"{layers:,}", f"{stored:,}")
            raise Problem(str(settings.path), why, Text("Use the config.json that belongs to these weights"))


def dropouts(settings: HfSettings) -> Dropout:
    """Only training uses them. Raises :class:`Problem`."""
    whole = settings.number("dropout")
    return Dropout(whole, whole, settings.number("attention_dropout"), settings.number("activation_dropout"))


def fairseq_table(**more: str) -> dict[str, str]:
    """Marian, BART and M2M100 kept fairseq's names; ``more`` are a family's own lines, ``__`` for a dot.

    Every line stands there with ``model.`` in front too, as whole files have it.
    """
    lines: dict[str, str] = {}
    for side, kinds in (("encoder", {"self_attn": "attention"}),
                        ("decoder", {"self_attn": "attention", "encoder_attn": "cross"})):  # fmt: skip
        theirs, ours = f"{side}.layers.{{}}", f"{side}_layers.{{}}"
        norms = [f"{name}_layer_norm" for name in (*kinds, "final")]
        lines |= layer_lines(theirs, ours, kinds, PARTS, ("fc1", "fc2"), norms)
    lines |= {name.replace("__", "."): ours for name, ours in more.items()}
    return lines | {PREFIX + name: ours for name, ours in lines.items()}


def half_sines(count: int, width: int) -> torch.Tensor:
    """[count,M] float32: sin(p/10000^(2i/M)) for all i, then the cosines, computed in float64 (Marian, Pegasus)."""
    power = np.power(10000, 2 * (np.arange(width) // 2) / width)  # [M]
    angle = np.arange(count)[:, None] / power  # [count,M]
    rows = np.concatenate((np.sin(angle[:, 0::2]), np.cos(angle[:, 1::2])), axis=1)
    return torch.from_numpy(rows.astype(np.float32))


def sines_then_cosines(count: int, width: int) -> torch.Tensor:
    """[count,M] float32: sin(p·10000^(−i/(M/2 − 1))) for all i, then the cosines, computed in float32 (fairseq's)."""
    half = width // 2
    frequency = torch.exp(torch.arange(half).float() * -(math.log(10000) / (half - 1)))  # [M/2]
    angle = torch.arange(count).float()[:, None] * frequency  # [count,M/2]
    return torch.cat((angle.sin(), angle.cos(), torch.zeros(count, width % 2)), dim=1)


def _name(file: ModelFile) -> str:
    """The folder's name; in the download cache, whose folders are called by a number, the model's."""
    return hub_name(file.folder) or file.folder.name or file.path.name


def _hash(file: ModelFile, advance: Callable[[int], None]) -> str:
    """SHA-256 of the weights; of the parts' hashes where they are in several files."""
    hashes = [file_hash(Path(part), advance) for part in file.weights]
    return hashes[0] if len(hashes) == 1 else hashlib.sha256("".join(hashes).encode("ascii")).hexdigest()
