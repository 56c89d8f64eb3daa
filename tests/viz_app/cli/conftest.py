"""Commands are asked what they do, not how a program starts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.forks import COMMAND, POSSIBLE, Forks
from tests.viz_app.cli import runner
from viz_app.cli import batch


@pytest.fixture(scope="package", autouse=True)
def quick_commands(request: pytest.FixtureRequest) -> Iterator[None]:
    """Every command that ``runner.fresh`` starts as people do is a fork."""
    with pytest.MonkeyPatch.context() as patch:
        if POSSIBLE:
            forks: Forks = request.getfixturevalue("forks")
            patch.setattr(runner, "started", lambda: forks.words(COMMAND))
        yield


@pytest.fixture(scope="module")
def quick_helpers(request: pytest.FixtureRequest) -> Iterator[None]:
    """The processes of a batch that runs in this one are forks."""
    with pytest.MonkeyPatch.context() as patch:
        if POSSIBLE:
            forks: Forks = request.getfixturevalue("forks")
            patch.setattr(batch, "command", lambda words: forks.words(COMMAND, *words))
        yield
