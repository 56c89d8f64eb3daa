"""What is kept of readings, and which are not made while somebody waits."""

from __future__ import annotations

import gc
import weakref

import pytest

from model.transforms import view_transform
from model.transforms.view_transform import KEPT, PLAIN, ViewTransform, kept_or_small, prepare, size
from tests.model.subwords import make_run

MEAN = ViewTransform(aggregate="heads")


def test_a_small_run_is_read_once() -> None:
    run = make_run()
    shown = kept_or_small(run, MEAN)
    assert shown is not None
    assert shown is kept_or_small(run, MEAN)
    assert kept_or_small(run, PLAIN) is run


def test_a_large_run_waits_until_it_is_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view_transform, "AT_ONCE", 10)
    run = make_run()
    assert kept_or_small(run, MEAN) is None
    shown = prepare(run, MEAN)
    assert kept_or_small(run, MEAN) is shown


def test_what_a_run_lacks_is_left_out() -> None:
    run = make_run()
    assert kept_or_small(run, ViewTransform(quantity="score")) is run


def test_little_is_kept_and_nothing_of_a_run_that_is_gone() -> None:
    run = make_run()
    first = weakref.ref(prepare(run, ViewTransform(source_columns=(0,))))
    last = [weakref.ref(prepare(run, ViewTransform(source_columns=(place,)))) for place in range(1, KEPT + 1)]
    gc.collect()
    assert first() is None
    assert all(reference() is not None for reference in last)
    del run
    gc.collect()
    assert all(reference() is None for reference in last)


def test_size() -> None:
    assert size(make_run()) == 2 * 3 * (6 * 6 + 7 * 7 + 7 * 6)
