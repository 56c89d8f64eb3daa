"""Reads a formula as it stands on screen and computes it: ``softmax(q·k / √d_k + mask)`` with given q, k, d_k, mask.

Nothing of the program is used. What ``·`` means is what stands beside it: a matrix and a vector, two vectors of a row
and its keys, or numbers one by one.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]
SIGNS = {
    "·": "*", "⊙": "*", "÷": "/", "−": "-", "²": "**2", "√(": "sqrt(", "kᵀ": "k", "₁": "1", "₂": "2", "₃": "3",
    "E[token]": "E_token", "P[position]": "P_position",
}  # fmt: skip


class _Dotted:
    """An operand whose product with a vector is a sum over the last axis of its rows."""

    __array_ufunc__ = None  # numpy leaves the product to us

    def __init__(self, rows: Any) -> None:
        self.rows = [[float(value) for value in row] for row in rows]

    def __rmul__(self, vector: Sequence[float]) -> Vector:
        return np.array([math.fsum(float(a) * b for a, b in zip(vector, row, strict=True)) for row in self.rows])


def dotted(rows: Any) -> Any:
    """``vector * dotted(rows)`` is a sum for each row: a matrix, or the keys of a query."""
    return _Dotted(rows)


def computed(formula: str, **names: Any) -> Any:
    """The value of ``formula``; every name in it must be given, and every given one but functions stand in it."""
    text = formula
    for sign, plain in SIGNS.items():
        text = text.replace(sign, plain)
    text = re.sub(r"√(\w+)", r"sqrt(\1)", text)
    read = {node.id for node in ast.walk(ast.parse(text, mode="eval")) if isinstance(node, ast.Name)}
    known = {"sqrt": math.sqrt, "softmax": softmax, "mean": lambda x: math.fsum(x) / len(x), **names}
    unused = {name for name in names if not callable(names[name])} - read
    assert not unused, f"{formula} leaves out {unused}"
    return eval(compile(text, formula, "eval"), {"__builtins__": {}}, known)


def softmax(row: Vector) -> Vector:
    """Plain; a row of −∞ alone has no weight."""
    top = max(row)
    powers = [0.0 if top == -math.inf else math.exp(value - top) for value in row]
    total = math.fsum(powers)
    return np.array([power / total if total else 0.0 for power in powers])


def activation(name: str, x: Vector, smooth: bool = False) -> Vector:
    """ReLU, GELU (by tanh where ``smooth``) or SiLU of each number."""
    one = {
        "ReLU": lambda value: max(0.0, value),
        "SiLU": lambda value: value / (1 + math.exp(-value)),
        "GELU": lambda value: (
            0.5 * value * (1 + math.tanh(math.sqrt(2 / math.pi) * (value + 0.044715 * value**3)))
            if smooth
            else 0.5 * value * (1 + math.erf(value / math.sqrt(2)))
        ),
    }[name]
    return np.array([one(float(value)) for value in x])
