"""How cross attention becomes an alignment: one line per snapshot of a training.

``python benchmarks/learning.py assets/learning --train train.tsv.gz --test dev.tsv.gz [--sentences 200] [--write]``

``--write`` keeps the table of each snapshot by the hash of its weights in ``alignment.json`` of the training's folder,
where the window finds which head aligns best.

Every snapshot runs along the same reference translations (teacher forcing), so that all are asked for the same words.
*Aligned*: how often the largest weight of a word's row falls on its linked source word, of the head that does so most
often; links as in ``benchmarks/alignment.py``, a yardstick and no truth. *Last*: of the head that is best in the last
snapshot. *Middle*: the same for the word in the middle
of the source, which knows nothing. *Focus*: two-way focus (``model/analysis/alignment.py``) of the head where it is
largest. Loss and BLEU are the training's own, from its curve.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np
import torch
from numpy.typing import NDArray

from benchmarks.alignment import Links, silver_links, simple_words, train_ibm1, words_of
from model.analysis.alignment import two_way_focus
from model.checkpoints.checkpoint import Checkpoint, open_checkpoint
from model.decoding.teacher_forcing import teach
from model.record.learning_run import folder_of, read_run
from model.record.trace import Trace
from model.training.data import Pair, read_pairs

Words = list[tuple[str, list[int]]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("training", type=Path)
    parser.add_argument("--train", type=Path, required=True)
    parser.add_argument("--test", type=Path, required=True)
    parser.add_argument("--sentences", type=int, default=200)
    parser.add_argument("--pairs", type=int, default=20_000)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    folder = arguments.training if arguments.training.name == "snapshots" else folder_of(arguments.training)
    training = read_run(folder)
    assert training is not None, f"no snapshots in {folder}"
    split = [(simple_words(p.source), simple_words(p.references[0])) for p in read_pairs(arguments.train)]
    split = split[: arguments.pairs]
    tables = train_ibm1(split), train_ibm1([(target, source) for source, target in split])
    pairs = read_pairs(arguments.test)[: arguments.sentences]
    points = {point.update: point for point in training.points}
    found = [(each, *measured(open_checkpoint(Path(each.path)), pairs, tables)) for each in training.snapshots]
    last = np.unravel_index(int(found[-1][1].argmax()), found[-1][1].shape)
    print(f"{found[-1][3]} links\nupdate  epoch  validation  BLEU  aligned (head)   last  middle  focus (head)")
    if arguments.write:
        (folder.parent / "alignment.json").write_text(json.dumps(kept(found, len(pairs)), indent=1) + "\n")
    for snapshot, hits, middle, total, focus in found:
        point = points.get(-1 if snapshot.update is None else snapshot.update)
        loss, bleu = (None, None) if point is None else (point.validation_loss, point.bleu)
        print(
            f"{snapshot.update!s:>6}  {snapshot.epoch or 0:5.2f}  {loss or 0:10.3f}  {bleu or 0:4.1f}  "
            f"{best(hits / total)}  {hits[last] / total:.3f}  {middle / total:.3f}  {best(focus)}"
        )


def measured(
    checkpoint: Checkpoint, pairs: Sequence[Pair], tables: tuple[dict[str, dict[str, float]], ...]
) -> tuple[NDArray[np.float64], int, int, NDArray[np.float64]]:
    """Hits [L,H] and those of the middle word, of so many links; and the mean two-way focus [L,H]."""
    config = checkpoint.transformer.config.decoder
    hits, focus = np.zeros((config.layers, config.heads)), np.zeros((config.layers, config.heads))
    middle = total = 0
    for trace, source, target, links in runs(checkpoint, pairs, tables):
        cross = np.asarray(trace.cross_attention)
        columns = np.stack([cross[..., pieces].sum(-1) for _, pieces in source], axis=-1)
        rows = np.stack([columns[:, :, pieces].mean(2) for _, pieces in target], axis=2).argmax(-1)  # [L,H,words]
        for i, j in links:
            hits += rows[:, :, j] == i
            middle += i == len(source) // 2
        total += len(links)
        found = two_way_focus(trace)
        focus += 0 if found is None else found
    return hits, middle, total, focus / len(pairs)


def runs(
    checkpoint: Checkpoint, pairs: Sequence[Pair], tables: tuple[dict[str, dict[str, float]], ...]
) -> Iterator[tuple[Trace, Words, Words, Links]]:
    """Each run along its reference, the words of both sides with their pieces, and the links between them."""
    special = checkpoint.special
    ends = {checkpoint.target_tokenizer.token(index) for index in special.ends}
    around = {checkpoint.source_tokenizer.token(index) for index in (*special.source_prefix, *special.source_suffix)}
    for pair in pairs:
        target = tuple(checkpoint.target_tokenizer.encode(pair.references[0]).ids)
        (trace,) = teach(checkpoint, [checkpoint.source(pair.source)], [target], texts=[pair.source])
        said = [] if trace.produced_tokens is None else list(map(str, trace.produced_tokens))
        here = words_of(trace.source_labels, list(trace.source_tokens), around)
        there = words_of([token.lstrip("▁") for token in said], said, ends)
        yield trace, here, there, silver_links([word for word, _ in here], [word for word, _ in there], *tables)


def kept(found: Sequence[tuple[Any, ...]], sentences: int) -> dict[str, Any]:
    """Hash of the weights → the table, as a shipped checkpoint's."""
    tables = {}
    for snapshot, hits, _, total, _ in found:
        header = json.loads((Path(snapshot.path) / "config.json").read_text(encoding="utf-8"))
        shares = np.round(hits / total, 3).tolist()
        tables[str(header["weights_sha256"])] = {"sentences": sentences, "links": total, "accuracy": shares}
    return tables


def best(table: NDArray[np.float64]) -> str:
    """The largest number of a table and its head, counted from 1."""
    layer, head = divmod(int(table.argmax()), table.shape[1])
    return f"{table.max():.3f} ({layer + 1}.{head + 1})"


if __name__ == "__main__":
    main()
