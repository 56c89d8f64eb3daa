"""What nobody foresaw in any thread of the window becomes one notice with its fault."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtWidgets import QApplication

from model.common.fault import read
from viz_app.dialogs.faults.last_catch import ThreadCatch
from viz_app.state.state import State


def test_an_error_of_another_thread_is_told(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    state, seen = State(), list[object]()

    def before(caught: threading.ExceptHookArgs) -> None:
        seen.append(caught.exc_type)

    monkeypatch.setattr(threading, "excepthook", before)
    catch = ThreadCatch(state)
    try:
        thread = threading.Thread(target=lambda: dict[str, int]()["Zwei Hunde"])
        thread.start()
        thread.join()
        qapp.processEvents()
    finally:
        catch.remove()
    assert threading.excepthook is before
    notice = state.snapshot.problem
    assert notice is not None
    assert notice.offer == "fault"
    fault = read(notice.fault)
    assert fault is not None
    assert (fault.part, fault.kind) == ("thread", "KeyError")
    assert seen == [KeyError], "whoever listened before still does"
