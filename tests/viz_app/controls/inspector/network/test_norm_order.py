"""The answer to *Norm before or after?* for both orders, and for runs that do not say."""

from __future__ import annotations

import pytest

from tests.viz_app.controls.explained import explained
from tests.viz_app.controls.parts import ready
from tests.viz_app.sample_trace import make_trace
from viz_app.controls.inspector.network.norm_order import norm_order
from viz_app.state.state import Selection


@pytest.mark.parametrize(
    ("order", "formula", "note"),
    [("pre", "here: x + f(LayerNorm(x))", "before"), ("post", "here: LayerNorm(x + f(x))", "after")],
)
@pytest.mark.parametrize(("kind", "stack", "subs"), [("encoder", "encoder", 2), ("cross", "decoder", 3)])
def test_both_orders(order: str, formula: str, note: str, kind: str, stack: str, subs: int) -> None:
    _, trace = explained(norm_order=order, final_norm=order == "pre")
    place = Selection(kind, 0, 0, 1, query=1)  # type: ignore[arg-type]  # a kind
    told, (orders, lengths, last) = norm_order(ready(trace, selection=place))
    assert f"comes {note}" in told
    assert orders.lines[0] == formula
    assert lengths.lines[0].startswith(stack)
    assert len(lengths.numbers[0].values) == 2 * subs
    parts = ("self-attention", "cross attention", "feed-forward") if subs == 3 else ("self-attention", "feed-forward")
    assert lengths.lines[1] == f"bars of each layer: {', '.join(parts)}"
    assert {each.groups for each in lengths.numbers} == {(("layer 1", "layer 2"), ("1", "2"))}
    assert [name[0] for name in lengths.numbers[0].names] == ["1"] * subs + ["2"] * subs
    assert last.lines[0].startswith("One more LayerNorm" if order == "pre" else "No further norm")


def test_a_run_that_does_not_say() -> None:
    told, parts = norm_order(ready(make_trace()))
    assert told == "This run does not say where its network has its norms."
    assert parts == ()
