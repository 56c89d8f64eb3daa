"""What *Embeddings & layers* computes from a run: one position's way through its stack, and early guesses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from model.analysis.logit_lens import EarlyGuesses
from model.analysis.stream import Normed, Stream, stream
from model.record.trace import Trace
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.pictures.embeddings_layers import topic_page
from viz_app.state.state import Selection
from viz_app.tables.parts.table import Table, along, one, texts
from viz_app.tables.parts.vector_tables import tokens_at

LINES = ("layer", "part", "stream_length", "added_length", "ratio", "cosine", "norm_mean", "norm_deviation")


def stream_table(trace: Trace, chosen: Selection) -> Table | None:
    """From bottom to top: every sub-layer of every layer at the selected position, and the norms outside layers."""
    side = topic_page.side_of(chosen)
    count = trace.source_length if side == "source" else trace.steps
    if not count:
        return None
    position = topic_page.position_of(chosen, count)
    found = stream(trace, side, position)
    if found is None:
        return None
    lines = list(_lines(found))
    columns = {"side": one(side)}
    columns |= {name: one(column[position]) for name, column in tokens_at(trace, side, count).items()}
    columns |= {name: texts([line[index] for line in lines]) for index, name in enumerate(LINES)}
    return Table(columns, (len(lines),))


def _lines(found: Stream) -> Iterator[tuple[Any, ...]]:
    if found.embedding is not None:
        yield None, "embedding norm", None, None, None, None, *_norm(found.embedding)
    for layer, parts in enumerate(found.layers):
        for each in parts:
            part = each.part.replace("_", " ")
            yield layer + 1, part, each.stream, each.added, each.ratio, each.cosine, *_norm(each.norm)
    if found.final is not None:
        yield None, "final norm", None, None, None, None, *_norm(found.final)


def _norm(norm: Normed | None) -> tuple[float | None, float | None]:
    """μ and σ of what it reads."""
    return (None, None) if norm is None else (norm.mean, norm.deviation)


def guesses_table(found: EarlyGuesses | None, chosen: Selection) -> Table | None:
    """After every decoder layer the likeliest next tokens of the selected step, and the produced token's share."""
    if found is None:
        return None
    run, step = found.trace, min(chosen.step, found.trace.steps - 1)
    tokens, ids = found.tokens[:, step], found.ids[:, step]  # [L,5]
    words = tokens_of(run)
    pairs = zip(tokens.ravel().tolist(), ids.ravel().tolist(), strict=True)
    layers, ranks = ids.shape
    produced = None if run.produced_tokens is None else str(run.produced_tokens[step])
    columns = {
        "step": one(step + 1),
        "layer": along(np.arange(layers) + 1, 0, 2),
        "rank": along(np.arange(ranks) + 1, 1, 2),
        "id": ids,
        "token": texts(tokens.ravel().tolist()).reshape(ids.shape),
        "label": texts([words.candidate(token, number) for token, number in pairs]).reshape(ids.shape),
        "probability": found.probabilities[:, step],
        "produced_token": one(produced),
        "produced_probability": along(found.produced_probability[:, step], 0, 2),
    }
    return Table(columns, ids.shape)
