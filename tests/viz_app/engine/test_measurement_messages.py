"""What a measurement answers arrives to the bit; every reply of the union is tried."""

from __future__ import annotations

import typing
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from tests.viz_app.engine.parts import there
from tests.viz_app.engine.test_messages import same
from viz_app.engine.measurement_messages import MeasurementReply

PLANTED = {
    np.float32: np.array([[0.5, np.nan, -2.0]], dtype=np.float32),
    np.int64: np.array([[[7, -(2**40)]]]),
    np.str_: np.array([["개", "dog", ""]]),
}


@pytest.mark.parametrize("kind", typing.get_args(MeasurementReply), ids=lambda kind: kind.__name__)
def test_measurements_arrive_to_the_bit(kind: type) -> None:
    sent: dict[str, Any] = {}
    planted = 0
    for name, hint in typing.get_type_hints(kind).items():
        if typing.get_origin(hint) is np.ndarray:
            planted += 1  # another shape for each, so that two arrays in each other's place are seen
            value = PLANTED[typing.get_args(typing.get_args(hint)[1])[0]]
            sent[name] = np.stack([value] * (planted + 1))
        elif typing.get_origin(hint) is Mapping:
            sent[name] = {"one": PLANTED[np.float32], "two": np.stack([PLANTED[np.float32]] * 2)}
        else:
            sent[name] = {int: 3, str: name, bool: True, float: -0.25}[hint]
    received = there(kind(**sent))
    for name, value in sent.items():
        if isinstance(value, np.ndarray):
            same(getattr(received, name), value)
        elif isinstance(value, dict):
            assert list(getattr(received, name)) == list(value)
            for part, array in value.items():
                same(getattr(received, name)[part], array)
        else:
            assert getattr(received, name) == value
