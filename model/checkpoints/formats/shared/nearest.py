"""A file that no format claims: its kind, or the family that it resembles and the differences.

Used when opening fails, and by ``inspect``. It reads names and shapes only. Shared by the formats.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import reduce

from model.checkpoints.files.model_file import ModelFile, TensorInfo
from model.checkpoints.formats.shared.keys import Table, rename
from model.common.problems import Problem, shown
from model.common.text import Text

LEAST = 0.2  #: a smaller share of known names is chance
INSPECT = Text("Inspect it to see every difference, and compare your code with that family's")
RECORD = Text("Open the model of a translation, or record a run of your own code with headscope_recorder.py")
CONFIG = "config.json"
BESIDE = Text("Put that file beside it, and the tokenizer's files")
NO_TRANSFORMER = " and no encoder-decoder Transformer"
NUMBER = re.compile(r"\.\d+(?=\.|$)")


@dataclass(frozen=True)
class Relative:
    """The family whose names a file shares most."""

    family: str
    prefix: str  #: what stands before every shared name: ``model.``; usually nothing
    known: tuple[str, ...]  #: names that the family has too
    strange: tuple[str, ...]  #: names of the file that the family does not have
    absent: tuple[str, ...]  #: modules of the family that the file does not have; {} stands for a layer

    @property
    def total(self) -> int:
        return len(self.known) + len(self.strange)


#: A tensor's name and number of axes → what has it; the first that fits counts. ``it is …`` says all there is to say.
KINDS: tuple[tuple[str, int, str], ...] = (
    (r"(.*\.)?lora_[AB]\..*", 0, Text("it is an adapter (LoRA): changes to a model, without that model")),
    (
        r"source_embedding\.token\.weight",
        2,
        Text("it is not a Headscope checkpoint without the config.json that belongs to these weights"),
    ),
    (
        r"model\.decoder\.layers\.0\.encoder_attn\.k_proj\.weight"
        r"|decoder\.block\.0\.layer\.1\.EncDecAttention\.q\.weight",
        2,
        Text("it is the weights of a Hugging Face folder without the config.json that belongs to them"),
    ),
    (r"(.*\.)?h\.\d+\.attn\.(c_attn|attention\.q_proj|q_proj)\.weight", 2, Text("a decoder-only model like GPT-2")),
    (r"(.*\.)?\d+\.(attention|self_attention)\.query_key_value\.weight", 2, Text("a decoder-only model like GPT-NeoX")),
    (r"(.*\.)?layers\.\d+\.mlp\.(gate_proj|gate_up_proj)\.weight", 2, Text("a decoder-only model like LLaMA")),
    (r"(.*\.)?layer\.\d+\.attention\.self\.query\.weight", 2, Text("an encoder-only model like BERT")),
    (r"(.*\.)?layer\.\d+\.attention\.q_lin\.weight", 2, Text("an encoder-only model like DistilBERT")),
    (r"(.*\.)?blocks\.\d+\.attn\.qkv\.weight", 2, Text("an encoder-only vision Transformer")),
    (r"(.*\.)?weight_hh_l\d+(_reverse)?", 2, Text("a recurrent network")),
    (r"(.*\.)?convs\.\d+\.weight", 3, Text("a convolutional sequence model")),
    (r".*\.weight", 4, Text("a network of convolutions, as for images,")),
)


def refuse(file: ModelFile, tables: Mapping[str, Table]) -> Problem:
    """The :class:`Problem` of a file that no format claims. ``tables`` are the formats', by family."""
    where = str(file.path)
    if not file.tensors:
        why = Text("it is not a Headscope checkpoint folder (config.json, model.safetensors, tokenizer)")
        return Problem(where, why, Text("Choose a folder that holds these files"))
    relative, other = nearest(file.tensors, tables), kind(file)
    certain = other is not None and not other.endswith(NO_TRANSFORMER)
    if relative is not None and not certain and (other is None or 2 * len(relative.known) > relative.total):
        return Problem(where, sentence(relative), INSPECT, offer="inspect")
    if other is not None:
        return Problem(where, other, BESIDE if CONFIG in other else RECORD, offer="inspect")
    why = Text(
        "its %1 tensors (%2) fit no family that Headscope knows", f"{len(file.tensors):,}", _some(list(file.tensors))
    )
    return Problem(where, why, RECORD, offer="inspect")


def sentence(relative: Relative) -> str:
    """The differences of a file from its nearest family, in one clause."""
    shared = Text(
        "it resembles %1 (%2 of %3 names)", relative.family, f"{len(relative.known):,}", f"{relative.total:,}"
    )
    parts = [Text("its names start with %1", shown(relative.prefix, 60))] if relative.prefix else []
    parts += [Text("has no %1", _some(relative.absent))] if relative.absent else []
    parts += [Text("has an unexpected %1", _some(shortened(relative.strange)))] if relative.strange else []
    if not parts:
        return Text("%1, but not its shapes", shared)
    return Text("%1, but %2", shared, reduce(lambda whole, part: Text("%1, and %2", whole, part), parts))


def kind(file: ModelFile) -> str | None:
    """Another kind of file by its keys: ``it is a decoder-only model like GPT-2 and …``; None where unclear."""
    declared = (file.config or {}).get("model_type")
    if isinstance(declared, str) and declared:
        return Text("it is a Hugging Face model of the type %1, which Headscope does not draw", repr(declared[:40]))
    for pattern, axes, words in KINDS:
        if any(_fits(name, info, pattern, axes) for name, info in file.tensors.items()):
            return words if words.startswith("it is") else Text("it is %1 and no encoder-decoder Transformer", words)
    return None


def nearest(names: Iterable[str], tables: Mapping[str, Table]) -> Relative | None:
    """The family that knows most of the names, also where something stands before all of them."""
    listed = tuple(names)
    tried = [
        _compare(listed, prefix, family, table) for family, table in tables.items() for prefix in ("", *_heads(listed))
    ]
    best = max(tried, key=lambda relative: (len(relative.known), -len(relative.absent)), default=None)
    return best if best is not None and len(best.known) >= max(1, LEAST * best.total) else None


def shortened(names: Iterable[str]) -> tuple[str, ...]:
    """Tensor names as modules, once for all layers: ``encoder.layers.{}.attn.q``."""
    modules = (NUMBER.sub(".{}", name.removesuffix(".weight").removesuffix(".bias")) for name in names)
    return tuple(dict.fromkeys(modules))


def _compare(names: tuple[str, ...], prefix: str, family: str, table: Table) -> Relative:
    short = {name.removeprefix(prefix): name for name in names}
    ours, unknown = rename(short, table)
    strange = {short[name] for name in unknown}
    reached = {NUMBER.sub(".{}", name) for name in ours}
    return Relative(
        family,
        prefix,
        tuple(name for name in names if name not in strange),
        tuple(name for name in names if name in strange),
        tuple(_absent(table, reached)),
    )


def _absent(table: Table, reached: set[str]) -> list[str]:
    """Lines of the table that no tensor uses; of several spellings for one module the first."""
    found: dict[tuple[str, ...], str] = {}
    for foreign, ours in table.items():
        targets = (ours,) if isinstance(ours, str) else ours
        endings = ("", ".weight", ".bias")
        if not any(target + ending in reached for target in targets for ending in endings):
            found.setdefault(targets[:1], foreign.removesuffix(".weight"))
    return list(found.values())


def _heads(names: tuple[str, ...]) -> list[str]:
    """First parts that most names share: ``model.``."""
    counts = Counter(name.partition(".")[0] + "." for name in names if "." in name)
    return [head for head, count in counts.items() if 2 * count > len(names)]


def _fits(name: str, info: TensorInfo, pattern: str, axes: int) -> bool:
    return (not axes or len(info.shape) == axes) and re.fullmatch(pattern, name) is not None


def _some(names: Iterable[str]) -> str:
    listed = [shown(name, 60) for name in names]
    more = f" and {len(listed) - 2:,} more" if len(listed) > 2 else ""
    return ", ".join(listed[:2]) + more
