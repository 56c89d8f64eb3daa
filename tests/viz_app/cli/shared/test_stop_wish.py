"""The wish to end: once by hand it is a wish, twice it is the end; and a window says it by going."""

from __future__ import annotations

import os
import signal
import sys

import pytest

from model.common.progress import LISTENING
from tests.viz_app.running import wait_until
from viz_app.cli.shared.stop_wish import STOPPING, StopWish


@pytest.mark.parametrize("first", [signal.SIGINT, signal.SIGTERM])
def test_once_it_is_a_wish_and_twice_the_end(capsys: pytest.CaptureFixture[str], first: signal.Signals) -> None:
    wish, before = StopWish(), [signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)]
    with wish.listening():
        assert not wish()
        signal.raise_signal(first)
        assert wish() and wish.signal == first
        assert capsys.readouterr().err == f"{STOPPING}\n"
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert [signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)] == before


def test_a_window_that_goes_wishes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    monkeypatch.setenv(LISTENING, "1")
    with os.fdopen(reading, "rb") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        wish = StopWish()
        with wish.listening():
            assert not wish()
            os.close(writing)
            wait_until(wish)
        assert wish.signal == 0
