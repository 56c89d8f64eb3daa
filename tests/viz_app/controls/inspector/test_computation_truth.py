"""How a cell is computed, as it is printed, for networks of every kind: each equation follows from its own numbers."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from model.record.trace import Kind, Trace
from tests.formula_reader import computed, dotted
from tests.model.analysis.test_explanation import cells
from tests.model.every_network import CELLS, close, every_network, run
from tests.viz_app.controls.parts import ready
from viz_app.controls.inspector.computation_texts import ComputationPart, computation, summary
from viz_app.state.state import Selection, Snapshot
from viz_app.tables.parts.current_row import current_row

pytestmark = pytest.mark.usefixtures("qapp")


def parts_of(trace: Trace, cell: tuple[Kind, int, int, int, int]) -> tuple[ComputationPart, ...]:
    row = current_row(shown(trace, cell))
    assert row is not None
    found = computation(row, cell[-1])
    assert found is not None
    return found


def shown(trace: Trace, cell: tuple[Kind, int, int, int, int], **changes: Any) -> Snapshot:
    kind, layer, head, query, key = cell
    return ready(trace, checkpoint=None, selection=Selection(kind, layer, head, trace.steps - 1, query, key), **changes)


@every_network
@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: "-".join(map(str, cell)))
def test_every_equation_of_a_cell_follows_from_its_own_numbers(
    name: str, cell: tuple[Kind, int, int, int, int]
) -> None:
    count = 0
    for part in parts_of(run(name)[1], cell):
        for line in part.lines:
            count += check_equations(line)
        count += check_norm(part, run(name)[0].transformer.config.norm)
    assert count >= 2 + run(name)[0].transformer.config.scale_scores


@every_network
def test_the_equations_of_many_cells(name: str) -> None:
    """Cells drawn at random, masked and future ones among them; none takes refuge in ≈."""
    _, trace = run(name)
    found = 0
    for cell in cells(trace, 25, seed=len(name)):
        lines = [line for part in parts_of(trace, cell) for line in part.lines]
        assert not [line for line in lines if "≈" in line]
        found += sum(map(check_equations, lines))
    assert found > 65  # a key that came later has no number to compute with


NUMBER = r"−?\d+(?:\.\d+)?(?:e[+−]\d+)?|−?∞"


def check_equations(line: str) -> int:
    """Each pair of sides that both hold numbers alone: the left is the right, to the right's digits."""
    sides, count = [side.strip() for side in re.split(r"=|→|:(?= )", line)], 0
    for left, right in pairwise(sides):
        plain = left.replace("e^(", "exp(").replace("+ position bias of this distance", "").replace("−∞", "-inf")
        plain = re.sub(r"√(\d+)", r"sqrt(\1)", plain.replace("−", "-").replace("÷", "/"))
        if not re.fullmatch(r"[\d.e+\-*/() ]*(?:exp|sqrt|inf|[\d.e+\-*/() ])*", plain) or not re.search(r"\d", plain):
            continue
        first = re.match(NUMBER, right)
        if first is None or not re.search(r"[-+*/(]", plain.lstrip("-")):
            continue
        value = eval(plain, {"__builtins__": {}}, {"exp": np.exp, "sqrt": np.sqrt, "inf": np.inf})
        wanted = right if re.fullmatch(NUMBER, right) else first[0]
        if wanted != right:  # the right side is a formula itself: it is the next left side
            continue
        assert f"{value:z.{len(wanted.partition('.')[2])}f}".replace("-", "−") == wanted, line
        count += 1
    return count


def check_norm(part: ComputationPart, kind: str) -> int:
    """μ, σ, ε and what x − μ is divided by; and the result strip by the formula that stands above it."""
    formula = next((line for line in part.lines if line.startswith(("(x − μ)", "x / √"))), None)
    if formula is None:
        return 0
    told = {
        sign: float(value.replace("−", "-"))
        for line in part.lines
        for sign, value in re.findall(r"(?:^|, )(μ|σ|ε|√mean\(x²\)) = (−?[\d.]+(?:e−\d+)?)(?=,|$)", line)
    }
    strips = {numbers.name: numbers.values.astype(float) for numbers in part.numbers}
    read, result = part.numbers[0].values.astype(float), part.numbers[-1].values.astype(float)
    deviation = told["√mean(x²)"] if kind == "rms" else told["σ"]
    spread = deviation + told["ε"] if kind == "unbiased" else (deviation**2 + told["ε"]) ** 0.5
    printed = part.lines[-1].rpartition("= ")[2]
    assert f"{spread:.{len(printed.partition('.')[2])}f}" == printed, part.lines
    names = {"x": read, "γ": strips["γ"], "ε": told["ε"]}
    if kind == "rms":
        assert "β" not in strips
        assert "μ" not in "".join(part.lines)
    else:
        mean = sum(read) / len(read)
        over = len(read) - (kind == "unbiased")
        names |= {"μ": mean, "σ": (sum((read - mean) ** 2) / over) ** 0.5, "β": strips["β"]}
    close(computed(formula, **names), result)
    return 1


@every_network
@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: "-".join(map(str, cell)))
def test_the_parts_of_a_cell_are_those_of_its_network(name: str, cell: tuple[Kind, int, int, int, int]) -> None:
    checkpoint, trace = run(name)
    config, found = checkpoint.transformer.config, parts_of(trace, cell)
    titles_of_parts = [part.title for part in found]
    norm = "RMSNorm" if config.norm == "rms" else "LayerNorm"
    assert (titles_of_parts[0] == f"{norm} before the attention") == (config.norm_order == "pre")
    assert (titles_of_parts[-1] == norm) == (config.norm_order == "post")
    score = next(part for part in found if part.title.startswith("Score"))
    assert ("divided" in score.title) == config.scale_scores
    assert any("Without dividing" in line for line in score.lines) == config.scale_scores
    assert any("trained with the division" in line for line in score.lines) == config.scale_scores
    assert any("bias" in line for line in score.lines) == (config.positions == "relative" and cell[0] != "cross")
    row = current_row(shown(trace, cell))
    assert row is not None
    way = summary(row, cell[-1])
    assert ("√" in way) == config.scale_scores
    assert check_equations(way.partition(" = ")[2].partition(" →")[0]) == config.scale_scores


@every_network
def test_without_dividing(name: str) -> None:
    """The number that is told is the softmax of the row's products as they are."""
    _, trace = run(name)
    for cell in CELLS:
        kind, layer, head, query, key = cell
        lines = [line for part in parts_of(trace, cell) for line in part.lines if "Without dividing" in line]
        mask, held = trace.mask(kind), trace.activations
        assert mask is not None
        if not lines:
            continue
        names = {"q": held[f"{kind}_query"][layer, head, query], "k": dotted(held[f"{kind}_key"][layer, head])}
        plus = np.nan_to_num(held[f"{kind}_bias"][head, query]) if f"{kind}_bias" in held else 0.0
        raw = computed("softmax(q·k + mask)", mask=np.where(mask[query], 0.0, -np.inf) + plus, **names)
        assert float(re.findall(r"\d\.\d{4}", lines[0])[0]) == pytest.approx(raw[key], abs=1e-4)
