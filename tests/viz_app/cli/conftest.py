"""Commands are asked what they do, not how a program starts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.forks import COMMAND, POSSIBLE, Forks
from tests.viz_app.cli import runner


@pytest.fixture(scope="package", autouse=True)
def quick_commands(request: pytest.FixtureRequest) -> Iterator[None]:
    """Every command that ``runner.fresh`` starts as people do is a fork."""
    with pytest.MonkeyPatch.context() as patch:
        if POSSIBLE:
            forks: Forks = request.getfixturevalue("forks")
            patch.setattr(runner, "started", lambda: forks.words(COMMAND))
        yield
