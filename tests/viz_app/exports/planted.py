"""A run whose every number differs from every other one and whose tokens are as bad as tokens get; and what of it a
view shows, cell by cell, by plain loops."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from model.record.trace import Kind, Trace
from tests.viz_app.pictures.reading import another_run
from tests.viz_app.sample_trace import make_trace, with_scores
from tests.viz_app.sample_vectors import with_vectors
from viz_app.state.state import Selection, Settings, Snapshot

KINDS: tuple[Kind, ...] = ("encoder", "decoder", "cross")
SOURCE = (
    "=1+1", 'Hunde, "zwei"', "\tTab", "한국어", "<b>&amp;</script>", "-5", "\U0001f469\u200d\U0001f467", "a\nb",
    "\u202eabc", "@x",
)  # fmt: skip
TARGET = ("+cmd", "'=x", "漢字", "\rCR", "]]>", "a;b", " space ", "\x01ctl", "=SUM(A1:A9)")
FORMULAS = tuple("=+-@\t\r")
STEP = 6  #: from 0
Place = tuple[int, int, int, int]


def planted() -> Trace:
    """2 layers of 3 heads, 13 source positions with padding, 10 steps; with scores and vectors."""
    trace = make_trace(layers=2, heads=3, source=SOURCE, target=TARGET, padding=2)
    return replace(trace, activations={**with_vectors(trace).activations, **with_scores(trace).activations})


def snapshot(view: str, kind: Kind = "cross", **changes: Any) -> Snapshot:
    """Layer 2, head 3, step 7 as people count; links from 5 % on."""
    trace = planted()
    place = Selection(kind, 1, 2, STEP)
    now = Snapshot(trace=trace, pinned=another_run(trace), selection=place, view=view, settings=Settings())
    return replace(now, **changes)


def weights_shown(now: Snapshot) -> dict[Place, np.float32 | None]:
    """(layer, head, query, key), all from 0 → the run's number, in the order of the file; None where it is blocked."""
    trace, chosen = now.trace, now.selection
    assert trace is not None
    weights, mask = trace.attention(chosen.kind), trace.mask(chosen.kind)
    assert weights is not None
    assert mask is not None
    layers, heads, queries, keys = weights.shape
    found: dict[Place, np.float32 | None] = {}
    for layer in range(layers):
        for head in range(heads):
            if now.view in ("one_head", "links", "masks") and head != chosen.head:
                continue
            if now.view != "all_layers" and layer != chosen.layer:
                continue
            for query in range(queries):
                for key in range(keys):
                    if chosen.kind != "encoder" and query > chosen.step:
                        continue
                    if chosen.kind == "decoder" and key > chosen.step:
                        continue
                    weight = weights[layer, head, query, key]
                    if now.view == "links" and (not mask[query, key] or weight < np.float32(0.05)):
                        continue
                    found[layer, head, query, key] = weight if mask[query, key] else None
    return found


def token(text: str) -> str:
    """What stood in the run, from the cell of a spreadsheet."""
    bare = text.lstrip("'")
    return text[1:] if text.startswith("'") and bare.startswith(FORMULAS) else text


def tokens(trace: Trace, kind: Kind, rows: bool) -> list[str]:
    """The vocabulary's own spelling of what a map's rows or columns are computed at."""
    of_source = kind == "encoder" or (kind == "cross" and not rows)
    held = trace.source_tokens if of_source else trace.consumed_tokens
    assert held is not None
    return [str(token) for token in held]
