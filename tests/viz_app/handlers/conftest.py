"""Handlers are asked what comes of an answer, not how an engine starts."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="package", autouse=True)
def quick_engines(forked_engines: None) -> None:
    """Every engine of this folder is a fork."""
