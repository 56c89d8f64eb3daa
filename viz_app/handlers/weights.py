"""Matrices of the open checkpoint, read while an answer shows them: unasked and quietly, since it takes no time."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject

from model.analysis.projections import PartWeights
from model.record.trace import Trace
from viz_app.engine.client import NEW, EngineClient
from viz_app.engine.measurement_messages import ReadWeights, WeightsRead
from viz_app.state.questions import weights_wanted
from viz_app.state.state import Snapshot, State

ABOUT = "weights"


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
