"""A file that no format claims: its kind, or the family that it is nearest to and the differences, and what to do.

Used when opening fails, and by ``inspect``. It reads names and shapes only. Nearest is the family whose structure the
tensors have, whatever they are called; where most names are a family's own, those names. Shared by the formats.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import reduce

from model.checkpoints.enclosed import settings_in
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.files.sniff import FROM_KERAS
from model.checkpoints.formats.shared.keys import Table, rename
from model.checkpoints.formats.shared.kinds import RECORD, OtherKind, kind
from model.checkpoints.formats.shared.recorder_lines import own_code
from model.checkpoints.formats.shared.structure import PROPERTIES, Structure, anatomy, differing, said, structure
from model.common.problems import Problem, shown
from model.common.text import Text

LEAST = 0.2  #: a smaller share of known names is chance
INSPECT = Text("Inspect it to see every difference, and compare your code with that family's")
NUMBER = re.compile(r"\.\d+(?=\.|$)")
SHOWN = 4  #: properties in one sentence


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


@dataclass(frozen=True)
class Kin:
    """The family whose structure a file has, or most of it."""

    family: str
    here: Structure
    there: Structure
    layers: tuple[int, int]
    width: int

    @property
    def differences(self) -> dict[str, tuple[str, str]]:
        """What a property is called → its value here and there."""
        names = differing(self.here, self.there)
        return {PROPERTIES[name]: (said(getattr(self.here, name)), said(getattr(self.there, name))) for name in names}

    @property
    def alike(self) -> dict[str, str]:
        """The properties that both have, as they are called, with their values."""
        differ = set(differing(self.here, self.there))
        names = [item.name for item in fields(Structure) if item.name not in differ]
        return {PROPERTIES[name]: said(getattr(self.here, name)) for name in names}


@dataclass(frozen=True)
class UnclaimedFile:
    """All that is known of a file that no format claims."""

    relative: Relative | None = None  #: by names
    kin: Kin | None = None  #: by structure
    other: OtherKind | None = None
    lines: tuple[str, ...] = ()  #: that record a run of it


def find(file: ModelFile, tables: Mapping[str, Table], structures: Mapping[str, Structure]) -> UnclaimedFile:
    """``tables`` and ``structures`` are the formats', by family."""
    relative, found = nearest(file.tensors, tables), anatomy(file)
    mostly = relative is not None and 2 * len(relative.known) > relative.total
    other = kind(file, found)
    if other is not None and (other.certain or (not mostly and found.pair is None)):
        return UnclaimedFile(other=other, lines=other.lines)
    here = structure(found)
    if here is None or found.pair is None:
        return UnclaimedFile(relative, lines=_lines(file) if relative is not None else ())
    names = {family: len(_compare(tuple(file.tensors), "", family, table).known) for family, table in tables.items()}
    family = min(structures, key=lambda one: (len(differing(here, structures[one])), -names.get(one, 0)))
    encoder, decoder = found.pair
    kin = Kin(family, here, structures[family], (encoder.layers, decoder.layers), found.width)
    return UnclaimedFile(relative if mostly else None, kin, lines=_lines(file, decoder.heads))


def refuse(file: ModelFile, tables: Mapping[str, Table], structures: Mapping[str, Structure]) -> Problem:
    """The :class:`Problem` of a file that no format claims."""
    where = str(file.path)
    if not file.tensors:
        why = Text("it is not a Headscope checkpoint folder (config.json, model.safetensors, tokenizer)")
        return Problem(where, why, Text("Choose a folder that holds these files"))
    if file.container == "hdf5":
        why = Text("it holds weights of Keras or TensorFlow (HDF5), of no model that Headscope knows")
        return Problem(where, why, FROM_KERAS, offer="inspect")
    found = find(file, tables, structures)
    record = RECORD.filled(found.lines[-1]) if found.lines else ""
    if found.other is not None:
        return Problem(where, found.other.why, found.other.next_step, offer="inspect")
    if found.relative is not None:
        return Problem(where, sentence(found.relative), INSPECT, offer="inspect")
    if found.kin is not None:
        return Problem(where, of_structure(found.kin), record, offer="inspect")
    why = Text(
        "its %1 tensors (%2) are neither a Transformer with an encoder and a decoder nor a model that Headscope knows",
        f"{len(file.tensors):,}", _some(list(file.tensors)),
    )  # fmt: skip
    step = Text("If it is one, record a run of your own code with headscope_recorder.py: %1", own_code(())[-1])
    return Problem(where, why, step, offer="inspect")


def of_structure(kin: Kin) -> str:
    """A file's own sizes, its nearest family and the differences, in one clause."""
    layers = f"{kin.layers[0]} + {kin.layers[1]}"
    differ = [f"{name}: {here} ({there})" for name, (here, there) in kin.differences.items()]
    if not differ:
        return Text(
            "it is an encoder-decoder Transformer with %1 layers of width %2, by its shapes like %3, but its names are "
            "another code's, and shapes do not say what that computes", layers, f"{kin.width:,}", kin.family,
        )  # fmt: skip
    listed = "; ".join(differ[:SHOWN]) + (f"; +{len(differ) - SHOWN}" if len(differ) > SHOWN else "")
    return Text(
        "it is an encoder-decoder Transformer with %1 layers of width %2, of no family that opens; by its shapes it is "
        "nearest to %3, but for (there in brackets) %4", layers, f"{kin.width:,}", kin.family, listed,
    )  # fmt: skip


def sentence(relative: Relative) -> str:
    """The differences of a file from the family whose names it has, in one clause."""
    shared = Text(
        "it resembles %1 (%2 of %3 names)", relative.family, f"{len(relative.known):,}", f"{relative.total:,}"
    )
    parts = [Text("its names start with %1", shown(relative.prefix, 60))] if relative.prefix else []
    parts += [Text("has no %1", _some(relative.absent))] if relative.absent else []
    parts += [Text("has an unexpected %1", _some(shortened(relative.strange)))] if relative.strange else []
    if not parts:
        return Text("%1, but not its shapes", shared)
    return Text("%1, but %2", shared, reduce(lambda whole, part: Text("%1, and %2", whole, part), parts))


def _lines(file: ModelFile, heads: int = 0) -> tuple[str, ...]:
    return own_code(file.tensors, settings_in(file).get("padding_id"), heads)


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


def _some(names: Iterable[str]) -> str:
    listed = [shown(name, 60) for name in names]
    more = f" and {len(listed) - 2:,} more" if len(listed) > 2 else ""
    return ", ".join(listed[:2]) + more
