"""*Embeddings & layers*: the numbers of the selected page, of the run as it was recorded.

Vectors as rows: embeddings, the table of positions, one attention's vectors cut into heads, one position's way
through its stack, and early guesses. Positions and dimensions count from 0, layers and heads from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from model.analysis.logit_lens import EarlyGuesses
from model.analysis.stream import Normed, Side, Stream, distance_table, embedded, position_table, stream
from model.common.problems import Problem
from model.common.text import Text
from model.record.trace import Array, Trace
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.pictures.embeddings_layers import topic_page
from viz_app.pictures.embeddings_layers.head_split import SplitBlock, block_of
from viz_app.state.intents import Topic
from viz_app.state.state import Selection, Snapshot
from viz_app.tables.parts import maps
from viz_app.tables.parts.table import Table, along, one, texts

#: The head split's vectors from bottom to top: which belong to the query's token, and which are cut into heads.
AT_QUERY = {"x": True, "memory": False, "q": True, "k": False, "v": False, "mixed": True, "output": True}
SPLIT = ("q", "k", "v", "mixed")


def tokens_at(trace: Trace, side: Side, count: int) -> dict[str, Array]:
    """[N] each: the tokens that stand at one side's positions; those that the decoder consumes, on its side."""
    found = maps.query_columns(trace, "encoder" if side == "source" else "decoder", count)
    return {name.removeprefix("query_"): column for name, column in found.items() if name.startswith("query_")}


def embedding_table(trace: Trace, chosen: Selection) -> Table | None:
    """Every position up to the step by every dimension: what is added up, and what layer 1 reads."""
    side = topic_page.side_of(chosen)
    found = embedded(trace, side)
    if found is None:
        return None
    total = None if found.total is None or found.position is None else found.total if found.normed else found.read
    vectors = {"token_embedding": found.token, "positional_encoding": found.position, "sum": total,
               "read_by_layer_1": found.read}  # fmt: skip
    count, width = found.read.shape
    shown = min(chosen.step + 1, count) if side == "target" and not trace.at_once else count
    columns = {"side": one(side)}
    columns |= {name: along(column[:shown], 0, 2) for name, column in tokens_at(trace, side, count).items()}
    columns["dimension"] = along(np.arange(width), 1, 2)
    columns |= {name: vector[:shown] for name, vector in vectors.items() if vector is not None}
    return Table(columns, (shown, width))


def positions_table(trace: Trace, chosen: Selection) -> Table | None:
    """Every row of the model's own table that the run holds; in T5 what each head adds at each distance."""
    side = topic_page.side_of(chosen)
    relative, values = distance_table(trace, side), position_table(trace, side)
    if relative is not None:
        distances, biases = relative
        heads = np.arange(biases.shape[1]) + 1
        return Table({"side": one(side), "distance": along(distances, 0, 2), "head": along(heads, 1, 2),
                      "bias": biases}, biases.shape)  # fmt: skip
    if values is None:
        return None
    places, dimensions = np.arange(len(values)), np.arange(values.shape[1])
    return Table({"side": one(side), "position": along(places, 0, 2), "dimension": along(dimensions, 1, 2),
                  "value": values}, values.shape)  # fmt: skip


def heads_table(trace: Trace, chosen: Selection) -> Table | None:
    """The selected attention's vectors at the selected row: one row per number."""
    block = block_of(trace, chosen)
    if block is None:
        return None
    parts = [_vector(block, name) for name in AT_QUERY if name in block.vectors]
    columns: dict[str, Array] = {"kind": one(block.kind), "layer": one(block.layer + 1)}
    columns |= {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    return Table(columns, (len(columns["value"]),))


def _vector(block: SplitBlock, name: str) -> Mapping[str, Array]:
    """[N] each: one strip of the picture."""
    values, own = block.vectors[name], AT_QUERY[name]
    count, each = len(values), len(values) // block.heads
    place, label = (block.query, block.row_token) if own else (block.key, block.key_token)
    head = (np.arange(count) // each + 1).tolist() if name in SPLIT else [None] * count
    return {
        "vector": texts([name] * count),
        "position": np.full(count, place),
        "label": texts([label] * count),
        "head": texts(head),
        "dimension": np.arange(count),
        "value": values,
    }


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


PAGES: dict[Topic, Callable[[Trace, Selection], Table | None]] = {
    "embedding": embedding_table,
    "position": positions_table,
    "stream": stream_table,
    "heads": heads_table,
}


def table(snapshot: Snapshot) -> Table:
    """The page of the selected topic. Raises :class:`Problem` where the run does not hold it."""
    run, chosen = snapshot.run, snapshot.run_selection
    if run is None:
        raise Problem(Text("this view"), Text("there is no run to show"), Text("Translate a sentence first"))
    if chosen.topic == "guesses":
        found = guesses_table(snapshot.early_guesses, chosen)
    else:
        found = PAGES[chosen.topic](run, chosen)
    if found is None:
        raise Problem(
            Text("this page"), Text("this run does not hold its numbers"), Text("Translate the sentence again")
        )
    return found
