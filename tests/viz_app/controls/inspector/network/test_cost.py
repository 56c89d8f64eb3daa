"""The answer to *What does length cost?*: every factor is written down."""

from __future__ import annotations

from tests.viz_app.controls.explained import explained
from tests.viz_app.controls.parts import ready
from tests.viz_app.sample_trace import make_trace
from viz_app.controls.inspector.network.cost import cost


def test_every_product_is_what_its_factors_give() -> None:
    trace = make_trace()
    note, parts = cost(ready(trace))
    for line in parts[0].lines[1:4]:
        factors, result = line.partition(": ")[2].split(" = ")
        value = 1.0
        for factor in factors.replace("/2", "").split("·"):
            value *= int(factor)
        assert value / (2 if "/2" in factors else 1) == int(result.replace(",", ""))
    total = sum(int(line.rpartition(" = ")[2].replace(",", "")) for line in parts[0].lines[1:4])
    assert f"{total:,} scores" in note
    assert parts[1].lines[0].startswith("1 × as long:")


def test_multiplications_where_the_run_holds_its_widths() -> None:
    checkpoint, trace = explained()
    _, parts = cost(ready(trace))
    told = next(part for part in parts if part.title.startswith("Multiplications"))
    assert (
        told.lines[-1] == f"The second catches up at n = 2·d_model = {2 * checkpoint.transformer.config.width} tokens."
    )
    assert not any(part.title.startswith("Multiplications") for part in cost(ready(make_trace()))[1])
