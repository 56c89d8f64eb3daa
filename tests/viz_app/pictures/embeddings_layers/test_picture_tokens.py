"""Whose vector a page is about: the token that stands at the selected position of its side."""

from __future__ import annotations

import pytest

from model.record.trace import Kind
from tests.viz_app.pictures.reading import draw, plain_style, snapshot_of
from tests.viz_app.sample_trace import SOURCE, TARGET, make_trace
from tests.viz_app.sample_vectors import with_vectors

TRACE = with_vectors(make_trace(layers=2, heads=2))
TOKENS: dict[Kind, tuple[str, ...]] = {"encoder": (*SOURCE, "</s>"), "decoder": ("<s>", *TARGET)}


@pytest.mark.parametrize("kind", ["encoder", "decoder"])
@pytest.mark.parametrize("topic", ["embedding", "stream"])
def test_a_position_has_its_own_token(qapp: object, kind: Kind, topic: str) -> None:
    for position, token in enumerate(TOKENS[kind]):
        snapshot = snapshot_of(TRACE, kind, query=position, topic=topic)
        picture, _ = draw("embeddings_layers", snapshot, 700, 500, plain_style())
        assert f"position {position} “{token}”" in picture.alt
