"""The tokens of what is typed, asked for once nobody has typed for a moment; not of what an engine died over."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from viz_app.engine.client import NEW, EngineClient
from viz_app.engine.messages import Failed, Tokenize, Tokens
from viz_app.state.sentences import lines_of
from viz_app.state.state import State

TOKENIZE_MILLISECONDS = 150


class LiveTokens(QObject):
    """Asks the engine about the source box while a checkpoint is open."""

    def __init__(self, state: State, client: EngineClient, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._client = client
        self._deadly = ""  # a text that an engine died over
        self._open = False  # whether a checkpoint is
        self._typing = QTimer(self, singleShot=True, interval=TOKENIZE_MILLISECONDS)
        self._typing.timeout.connect(self.ask)

    def soon(self) -> None:
        """Ask once nobody has typed for a moment."""
        self._typing.start()

    def stop(self) -> None:
        """Ask no more."""
        self._typing.stop()

    def leave_killer(self) -> None:
        """The engine died over the text in the source box, and over nothing else."""
        self._deadly = self._state.snapshot.source_text

    def opened(self, is_open: bool) -> None:
        """Whether there is a checkpoint to ask."""
        self._open = is_open

    def ask(self) -> None:
        """Ask now."""
        now = self._state.snapshot
        if not lines_of(now.source_text):
            self._client.cancel("tokens")
            self._state.update(tokens=None)
        elif now.engine_ready and self._open and now.source_text != self._deadly:
            self._client.ask("tokens", Tokenize(NEW, now.source_text), self._show, self._show_none)

    def _show(self, reply: Tokens) -> None:
        self._state.update(tokens=reply)

    def _show_none(self, failed: Failed | None) -> None:
        """A Translate would say why."""
        if failed is not None:
            self._state.update(tokens=None)
