"""Heads on a whole file of sentences: every measure with its mean, its spread and the number of sentences behind it.

numpy only. A mean is over sentences, each of which counts once with the number that the program shows for it alone
(:mod:`model.analysis.head_facts`), so that "on 200 sentences" and "on this one" are the same measure. Alignment is
counted over all links of the file together, as its definition wants; the effect of ablating a head is the change of the
loss per token, and of BLEU, over the whole file. A number without sentences is not-a-number.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.analysis.head_facts import FACTS
from model.common.lazy_dataclass import dataclass
from model.common.plain_file import read_plain
from model.common.problems import Problem, unreadable
from model.common.text import Text
from model.corpus import corpus_totals, gold_links
from model.corpus.corpus_totals import UNIT, Totals
from model.record.trace import KINDS, Kind

FORMAT, VERSION = "headscope-heads", 1
SHARPNESS = "sharpness"  #: two-way focus of cross attention (:mod:`model.analysis.alignment`)
ALIGNMENT = ("aer", "precision", "recall")
EFFECTS = ("loss_change", "bleu_change")
#: Measures in the order of the table.
MEASURES = (*FACTS, SHARPNESS, *ALIGNMENT, *EFFECTS)
COUNTED = ("sentences", "left_out", "aligned", "unmatched")  #: sentences, of which these are
NO_ABOUT = ("format", "version", "columns", "heads")  #: fields of a file that are not about it
LARGEST_FILE = 64_000_000  #: bytes
MOST_HEADS = 10_000


@dataclass(frozen=True, eq=False)
class CorpusMeasure:
    """One measure of all heads of a kind."""

    mean: NDArray[np.float64]  #: [L,H]
    spread: NDArray[np.float64]  #: [L,H] standard deviation between sentences; not-a-number where it has no meaning
    base: NDArray[np.int64]  #: [L,H] sentences behind each number


@dataclass(frozen=True, eq=False)
class CorpusHeads:
    """Every measure of every head over one file."""

    about: Mapping[str, Any]  #: checkpoint, checkpoint_sha256, file, sentences, left_out, targets …
    kinds: Mapping[Kind, Mapping[str, CorpusMeasure]]

    @property
    def sentences(self) -> int:
        """That were measured."""
        return int(self.about["sentences"])

    @property
    def file(self) -> str:
        """Its name, for people."""
        return str(self.about.get("file", ""))

    def measure(self, kind: Kind, name: str) -> CorpusMeasure | None:
        """None where the file's table has no such number."""
        return self.kinds.get(kind, {}).get(name)

    def fits(self, sha256: str, shapes: Mapping[Kind, tuple[int, int]]) -> bool:
        """Is it of the checkpoint with this hash, and has that as many layers and heads?"""
        own = {kind: next(iter(found.values())).mean.shape for kind, found in self.kinds.items() if found}
        return self.about.get("checkpoint_sha256") == sha256 and all(shapes.get(kind) == own[kind] for kind in own)


def summarised(totals: Totals, about: Mapping[str, Any]) -> CorpusHeads:
    """The table that exact totals make."""
    kinds: dict[Kind, dict[str, CorpusMeasure]] = {}
    for kind in KINDS:
        found: dict[str, CorpusMeasure] = {}
        for name in (*FACTS, SHARPNESS):
            if f"{kind}/{name}/n" in totals:
                base = totals[f"{kind}/{name}/n"].astype(np.int64)
                place = f"{kind}/{name}"
                found[name] = CorpusMeasure(
                    corpus_totals.mean(totals, place), corpus_totals.spread(totals, place), base
                )
        found |= _alignment(totals, kind) | _effects(totals, kind)
        if found:
            kinds[kind] = {name: found[name] for name in MEASURES if name in found and found[name].base.any()}
    return CorpusHeads({**about, **{name: int(totals[name]) for name in COUNTED if name in totals}}, kinds)


def _alignment(totals: Totals, kind: Kind) -> dict[str, CorpusMeasure]:
    table = totals.get(f"{kind}/links")
    if table is None:
        return {}
    shape = table.shape[:2]
    values = {name: np.full(shape, np.nan) for name in ALIGNMENT}
    for place, counted in gold_links.each_head(table):
        values["aer"][place] = gold_links.error_rate(counted)
        values["precision"][place] = gold_links.precision(counted)
        values["recall"][place] = gold_links.recall(counted)
    return {name: _whole_file(value, int(totals["aligned"])) for name, value in values.items()}


def _effects(totals: Totals, kind: Kind) -> dict[str, CorpusMeasure]:
    """Ablated minus as it is: positive loss and negative BLEU where the head was of use."""
    found, sentences = {}, int(totals["sentences"])
    if (loss := totals.get(f"{kind}/loss")) is not None:
        per_token = (loss - totals["loss"]) / max(1, int(totals["tokens"])) / UNIT
        found["loss_change"] = _whole_file(per_token.astype(np.float64), sentences)
    if (counted := totals.get(f"{kind}/bleu")) is not None:
        own = bleu(totals["bleu"].tolist())
        scores = [[bleu(head) - own for head in layer] for layer in counted.tolist()]
        found["bleu_change"] = _whole_file(np.array(scores, dtype=np.float64), sentences)
    return found


def _whole_file(values: NDArray[np.float64], sentences: int) -> CorpusMeasure:
    known = np.isfinite(values)
    return CorpusMeasure(values, np.full(values.shape, np.nan), np.where(known, sentences, 0).astype(np.int64))


def bleu(counted: list[int]) -> float:
    """BLEU 0…100 of added-up counts, as sacreBLEU: hypothesis and reference length, hits and totals of 1- to 4-grams.

    An order without a hit counts as half a hit, then a quarter and so on (its ``exp`` smoothing).
    """
    length, reference, *grams = counted
    hits, totals, smooth, logs = grams[:4], grams[4:], 1.0, 0.0
    if not any(hits) or not all(totals):
        return 0.0
    for hit, total in zip(hits, totals, strict=True):
        smooth *= 1 if hit else 2
        logs += math.log(hit / total if hit else 1 / (smooth * total))
    brevity = min(0.0, 1 - reference / length)
    return 100 * math.exp(brevity + logs / 4)


def rows_of(heads: CorpusHeads) -> tuple[list[str], list[list[Any]]]:
    """(names, rows): a row for each head, layers and heads from 1; None where there is no number."""
    there = [name for name in MEASURES if any(name in found for found in heads.kinds.values())]
    spreads = [name for name in there if name not in (*ALIGNMENT, *EFFECTS)]
    endings = {name: ("", "_sd", "_n") if name in spreads else ("", "_n") for name in there}
    columns = [name + ending for name in there for ending in endings[name]]
    rows: list[list[Any]] = []
    for kind, found in heads.kinds.items():
        for layer, head in np.ndindex(next(iter(found.values())).mean.shape):
            row: list[Any] = [kind, layer + 1, head + 1]
            for name in there:
                measure = found.get(name)
                numbers = [None] * (2 + (name in spreads)) if measure is None else _cells(measure, layer, head)
                row += numbers if name in spreads or measure is None else [numbers[0], numbers[2]]
            rows.append(row)
    return ["kind", "layer", "head", *columns], rows


def _cells(measure: CorpusMeasure, layer: int, head: int) -> list[Any]:
    numbers = [float(measure.mean[layer, head]), float(measure.spread[layer, head])]
    return [*(number if math.isfinite(number) else None for number in numbers), int(measure.base[layer, head])]


def to_values(heads: CorpusHeads) -> dict[str, Any]:
    """The table as JSON has it, to lie inside another file."""
    names, rows = rows_of(heads)
    return {"format": FORMAT, "version": VERSION, **heads.about, "columns": names, "heads": rows}


def from_values(said: Any) -> CorpusHeads | None:
    """The inverse; None for what is no table, or a damaged one."""
    if not isinstance(said, dict) or (said.get("format"), said.get("version")) != (FORMAT, VERSION):
        return None
    try:
        return _heads(said)
    except (KeyError, TypeError, ValueError, IndexError, OverflowError):
        return None


def to_json(heads: CorpusHeads) -> bytes:
    """The table as a file that :func:`read_heads` reads."""
    names, rows = rows_of(heads)
    lines = ",\n  ".join(json.dumps(row) for row in rows)
    head = {"format": FORMAT, "version": VERSION, **heads.about}
    said = json.dumps(head, ensure_ascii=False, indent=1).removesuffix("\n}")
    return f'{said},\n "columns": {json.dumps(names)},\n "heads": [\n  {lines}\n ]\n}}\n'.encode("utf-8", "replace")


def read_heads(path: Path) -> CorpusHeads:
    """The table in a file that ``main.py heads --out TABLE.json`` wrote. Raises :class:`Problem`."""
    step = Text("Choose a file that %1 wrote", "main.py heads --out TABLE.json")
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise Problem(str(path), Text("it is far larger than any table of heads"), step)
        said = json.loads(read_plain(path, LARGEST_FILE).decode())
    except OSError as error:
        raise unreadable(path, error) from error
    except (ValueError, RecursionError) as error:
        raise Problem(str(path), Text("it is no table of heads"), step) from error
    if not isinstance(said, dict) or said.get("format") != FORMAT:
        raise Problem(str(path), Text("it is no table of heads"), step)
    if said.get("version") != VERSION:
        raise Problem(str(path), Text("its version is %1, and %2 is known", said.get("version"), VERSION), step)
    found = from_values(said)
    if found is None:
        raise Problem(str(path), Text("its table of heads is damaged"), step)
    return found


def _heads(said: dict[str, Any]) -> CorpusHeads:
    """Raises what damaged content raises."""
    names, rows = [str(name) for name in said["columns"]], said["heads"]
    about = {name: value for name, value in said.items() if name not in NO_ABOUT and _is_plain(value)}
    if names[:3] != ["kind", "layer", "head"] or not 0 < len(rows) <= MOST_HEADS or type(about["sentences"]) is not int:
        raise ValueError
    kinds: dict[Kind, dict[str, CorpusMeasure]] = {}
    for kind in KINDS:
        mine = [dict(zip(names, row, strict=True)) for row in rows if row[0] == kind]
        if mine:
            kinds[kind] = _measures(mine, names)
    return CorpusHeads(about, kinds)


def _is_plain(value: Any) -> bool:
    """Can it be said in any file again?"""
    if isinstance(value, str):
        return not any("\ud800" <= letter <= "\udfff" for letter in value)
    return value is None or (isinstance(value, int | float) and math.isfinite(value))


def _measures(rows: list[dict[str, Any]], names: list[str]) -> dict[str, CorpusMeasure]:
    layers, heads = (max(row[name] for row in rows) for name in ("layer", "head"))
    if len(rows) != layers * heads:
        raise ValueError
    found = {}
    for name in MEASURES:
        if name in names:
            mean, deviation, base = (
                np.full((layers, heads), np.nan),
                np.full((layers, heads), np.nan),
                np.zeros((layers, heads), dtype=np.int64),
            )
            for row in rows:
                place = row["layer"] - 1, row["head"] - 1
                mean[place] = math.nan if row[name] is None else float(row[name])
                deviation[place] = math.nan if row.get(f"{name}_sd") is None else float(row[f"{name}_sd"])
                base[place] = int(row[f"{name}_n"] or 0)
            if base.any():
                found[name] = CorpusMeasure(mean, deviation, base)
    return found
