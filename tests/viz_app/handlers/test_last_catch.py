"""What nobody foresaw in any thread of the window becomes one notice with its fault."""

from __future__ import annotations

import sys
import threading

import pytest
from PySide6.QtWidgets import QApplication

from model.common.fault import read
from viz_app.handlers.last_catch import LastCatch
from viz_app.state.state import State


def test_an_error_of_another_thread_is_told(qapp: QApplication, capsys: pytest.CaptureFixture[str]) -> None:
    state = State()
    catch, before = LastCatch(state), threading.excepthook
    catch.install()
    try:
        thread = threading.Thread(target=lambda: {}["Zwei Hunde"])
        thread.start()
        thread.join()
        qapp.processEvents()
    finally:
        catch.remove()
    assert sys.excepthook is sys.__excepthook__
    assert threading.excepthook is threading.__excepthook__
    threading.excepthook = before
    notice = state.snapshot.problem
    assert notice is not None
    assert notice.offer == "fault"
    fault = read(notice.fault)
    assert fault is not None
    assert (fault.part, fault.kind) == ("thread", "KeyError")
    assert "Traceback" in capsys.readouterr().err
