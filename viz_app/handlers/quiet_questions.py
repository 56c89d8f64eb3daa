"""What the engine is asked without anybody asking, quietly, since it takes no time.

Matrices of the open checkpoint while an answer shows them; and the tokens of what is being typed.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QTimer

from model.analysis.projections import PartWeights
from model.record.trace import Trace
from viz_app.engine.client import NEW, EngineClient
from viz_app.engine.measurement_messages import ReadWeights, WeightsRead
from viz_app.engine.messages import Failed, Tokenize, Tokens
from viz_app.state.questions import weights_wanted
from viz_app.state.sentences import lines_of
from viz_app.state.state import Snapshot, State

ABOUT = "weights"
TOKENIZE_MILLISECONDS = 150  #: since the last letter


class ReadingWeights(QObject):
    """Follows what is open and selected. One part at a time; the newest wins."""

    def __init__(self, state: State, client: EngineClient, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state, self._client = state, client
        state.follow(("run", "settings", "selection", "checkpoint", "engine_ready"), self._follow)

    def _follow(self, now: Snapshot) -> None:
        run, wanted = now.run, weights_wanted(now)
        if run is None or wanted is None or (now.weights is not None and now.weights.place == wanted):
            return
        if not now.engine_ready or now.checkpoint is None or now.checkpoint.sha256 != run.meta.checkpoint_sha256:
            return
        ids = run.candidate_ids if wanted[0] == "vocabulary" else None
        rows = () if ids is None else tuple(ids[wanted[1]].tolist())
        request = ReadWeights(NEW, run.meta.checkpoint_sha256, *wanted, rows)
        self._client.ask(ABOUT, request, partial(self._read, run, wanted))

    def _read(self, run: Trace, wanted: tuple[str, int, int], reply: WeightsRead) -> None:
        if run is self._state.snapshot.run:
            self._state.update(weights=PartWeights(run, *wanted, reply.weights))


class LiveTokens(QObject):
    """The tokens of the source box, asked for once nobody has typed for a moment; not of what an engine died over."""

    def __init__(self, state: State, client: EngineClient, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._client = client
        self._deadly = ""  # a text that an engine died over
        self._told = ""  # the text whose tokens were told last
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
            show, none = partial(self._show, now.source_text), self._show_none
            self._client.ask("tokens", Tokenize(NEW, now.source_text), show, none)
        else:
            self._show_none()

    def _show(self, text: str, reply: Tokens) -> None:
        self._told = text
        self._state.update(tokens=reply)

    def _show_none(self, failed: Failed | None = None) -> None:
        """A Translate would say why; where nobody answers, those of another text do not stay."""
        if failed is not None or self._told != self._state.snapshot.source_text:
            self._state.update(tokens=None)
