"""Word alignment by each cross-attention head: one table per checkpoint.

``python benchmarks/alignment.py C --train train.tsv.gz --test test.tsv.gz [--out assets/samples/C-alignment.json]``

Silver links come from IBM model 1 trained in both directions with a prior for the diagonal, then
intersected; they are a yardstick, no truth. Each head is scored on the model's own greedy output:
*accuracy*, how often the largest weight of the row that writes a word falls on its linked source
word; *mean max*, how large that largest weight is. Sub-words are merged to words first (sum over
source pieces, mean over target pieces).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np
import torch
from numpy.typing import NDArray

from model.checkpoints.checkpoint import Checkpoint
from model.decoding.session import DecodingSession
from model.training.data import read_pairs
from viz_app.cli.shared.common import open_named

Table = dict[str, dict[str, float]]
Links = set[tuple[int, int]]
SHARPNESS = 4.0  #: of the diagonal prior exp(−SHARPNESS · |i/I − j/J|)


def words_of(labels: Sequence[str], tokens: Sequence[str], special: set[str]) -> list[tuple[str, list[int]]]:
    """Words with the positions of their pieces; a piece without ``▁`` continues a word."""
    pieces = any(token.startswith("▁") for token in tokens)
    words: list[tuple[str, list[int]]] = []
    for position, (label, token) in enumerate(zip(labels, tokens, strict=True)):
        if token in special:
            continue
        if pieces and words and not token.startswith("▁") and words[-1][1][-1] == position - 1 and label.isalnum():
            words[-1] = (words[-1][0] + label, [*words[-1][1], position])
        else:
            words.append((label.lstrip("▁"), [position]))
    return [(word.lower(), positions) for word, positions in words]


def train_ibm1(pairs: Sequence[tuple[list[str], list[str]]], rounds: int = 5) -> Table:
    """t(target | source) by expectation maximisation."""
    table: Table = defaultdict(lambda: defaultdict(lambda: 1e-3))
    for _ in range(rounds):
        counts: Table = defaultdict(lambda: defaultdict(float))
        for source, target in pairs:
            for j, word in enumerate(target):
                shares = [table[s][word] * _prior(i, j, source, target) for i, s in enumerate(source)]
                total = sum(shares)
                for s, share in zip(source, shares, strict=True):
                    counts[s][word] += share / total
        table = defaultdict(lambda: defaultdict(lambda: 1e-6))
        for s, row in counts.items():
            total = sum(row.values())
            table[s] = defaultdict(lambda: 1e-6, {word: count / total for word, count in row.items()})
    return table


def _prior(i: int, j: int, source: Sequence[str], target: Sequence[str]) -> float:
    return float(np.exp(-SHARPNESS * abs((i + 0.5) / len(source) - (j + 0.5) / len(target))))


def silver_links(source: list[str], target: list[str], forward: Table, backward: Table) -> Links:
    """(source, target) word pairs that are best in both directions."""
    there = {
        (max(range(len(source)), key=lambda i: forward[source[i]][target[j]] * _prior(i, j, source, target)), j)
        for j in range(len(target))
    }
    back = {
        (i, max(range(len(target)), key=lambda j: backward[target[j]][source[i]] * _prior(i, j, source, target)))
        for i in range(len(source))
    }
    return there & back


def runs(checkpoint: Checkpoint, sources: Sequence[str]) -> Iterator[tuple[list[str], list[str], NDArray[np.float32]]]:
    """Source words, target words and merged cross attention [L,H,target words,source words]."""
    for text in sources:
        trace = DecodingSession(checkpoint, checkpoint.source(text), text=text).run().trace()
        special_ids = {*checkpoint.special.source_prefix, *checkpoint.special.source_suffix}
        special = {checkpoint.source_tokenizer.token(index) for index in special_ids}
        ends = {checkpoint.target_tokenizer.token(index) for index in checkpoint.special.ends}
        said = [] if trace.produced_tokens is None else list(map(str, trace.produced_tokens))
        source = words_of(trace.source_labels, list(trace.source_tokens), special)
        target = words_of([token.lstrip("▁") for token in said], said, ends)
        if source and target:
            cross = np.asarray(trace.cross_attention)
            columns = np.stack([cross[..., pieces].sum(-1) for _, pieces in source], axis=-1)
            rows = np.stack([columns[:, :, pieces].mean(2) for _, pieces in target], axis=2)
            yield [word for word, _ in source], [word for word, _ in target], rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoint")
    parser.add_argument("--train", type=Path, required=True)
    parser.add_argument("--test", type=Path, required=True)
    parser.add_argument("--sentences", type=int, default=200)
    parser.add_argument("--pairs", type=int, default=20_000)
    parser.add_argument("--out", type=Path, help="write the accuracies as the window reads them")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    checkpoint = open_named(arguments.checkpoint)
    split = [
        (simple_words(pair.source), simple_words(pair.references[0]))
        for pair in read_pairs(arguments.train)[: arguments.pairs]
    ]
    forward, backward = train_ibm1(split), train_ibm1([(target, source) for source, target in split])
    shape = checkpoint.transformer.config.decoder.layers, checkpoint.transformer.config.decoder.heads
    hits, peak, total = np.zeros(shape), np.zeros(shape), 0
    for source, target, cross in runs(
        checkpoint, [pair.source for pair in read_pairs(arguments.test)[: arguments.sentences]]
    ):
        links = silver_links(source, target, forward, backward)
        best = cross.argmax(-1)  # [L,H,target words]
        for i, j in links:
            hits += best[:, :, j] == i
            peak += cross[:, :, j].max(-1)
            total += 1
    print(f"{checkpoint.name}: {total} silver links; accuracy / mean max")
    for layer, (row, tops) in enumerate(zip(hits / total, peak / total, strict=True), 1):
        cells = "  ".join(f"head {h} {a:.3f}/{m:.3f}" for h, (a, m) in enumerate(zip(row, tops, strict=True), 1))
        print(f"  layer {layer}: {cells}")
    if arguments.out is not None:
        write(arguments.out, arguments.sentences, total, hits / total)


def write(path: Path, sentences: int, links: int, accuracy: NDArray[np.float64]) -> None:
    """The table of a checkpoint, one line a layer; see ``model/analysis/aligning_head.py``."""
    rows = ",\n    ".join(json.dumps(row) for row in np.round(accuracy, 3).tolist())
    head = f'{{\n  "sentences": {sentences},\n  "links": {links},\n  "accuracy": [\n    '
    path.write_text(f"{head}{rows}\n  ]\n}}\n", encoding="utf-8")


def simple_words(text: str) -> list[str]:
    """Lower-cased words and punctuation, close enough to any tokenizer for counting."""
    return [
        "".join(group) for kind, group in groupby(text.lower(), key=lambda c: " " if c.isspace() else c.isalnum())
        if kind != " "
    ]  # fmt: skip


if __name__ == "__main__":
    main()
