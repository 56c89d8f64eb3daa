"""Here engines start as they do for a person: with a fresh interpreter."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from viz_app.engine import connection

COMMAND = connection.command  #: as it is while tests are collected, before anyone forks


@pytest.fixture(scope="package", autouse=True)
def fresh_engines() -> Iterator[None]:
    """Whatever the folders before have begun."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connection, "command", COMMAND)
        yield
