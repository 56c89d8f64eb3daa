"""An inspector on the screen, with a planted run."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from tests.viz_app.controls.parts import ready
from tests.viz_app.sample_trace import make_trace
from viz_app.controls.inspector.inspector import Inspector
from viz_app.state.state import Selection

TRACE = make_trace(padding=2)


@pytest.fixture
def inspector(qtbot: QtBot) -> Inspector:
    widget = Inspector()
    qtbot.addWidget(widget)
    widget.resize(300, 800)
    widget.show()
    widget.display(ready(TRACE, selection=Selection("cross", 1, 2, 3, query=2, key=4)))
    widget.activateWindow()
    return widget
