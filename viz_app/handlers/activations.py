"""Runs that were recorded without what explains their numbers, once more through the engine: quietly, for a file.

The same tokens are consumed and produced; what comes back is taken only where every weight is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QObject, QTimer

from model.record.trace import KINDS, Trace
from viz_app.engine.client import EngineClient
from viz_app.engine.messages import Cancel, Cancelled, Failed, Ready, Reply, RunDone, RunSentence
from viz_app.state.sentences import padding_of, text_of
from viz_app.state.state import Snapshot, State

Runs = tuple[Trace, ...]
PATIENCE = 20_000  #: milliseconds for one run; then the file is written without
SAME = 1e-4  #: by how much a weight of another device may differ


class Explaining(QObject):
    """One set of runs at a time; a newer one replaces an older one."""

    def __init__(self, state: State, client: EngineClient, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._client = client
        self._runs: list[Trace] = []
        self._left: list[int] = []  # which of them lack something
        self._done: Callable[[Runs], None] | None = None
        self._ticket = -1
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE)
        self._patience.timeout.connect(self._finish)
        client.received.connect(self._receive)
        client.died.connect(lambda _: self._finish())

    def complete(self, runs: Sequence[Trace], done: Callable[[Runs], None]) -> None:
        """Call ``done`` with ``runs``, each with its vectors where the open checkpoint can give them.

        An engine that is at work is not disturbed.
        """
        self.forget()
        self._runs, self._done = list(runs), done
        now, alive = self._state.snapshot, self._client.alive
        self._left = [at for at, run in enumerate(runs) if alive and not is_explained(run) and can_repeat(now, run)]
        self._next()

    def forget(self) -> None:
        """Nobody waits any more."""
        ticket, self._ticket, self._done = self._ticket, -1, None
        self._patience.stop()
        if ticket >= 0:
            self._client.send(Cancel(ticket))

    def _next(self) -> None:
        if not self._left:
            self._finish()
            return
        self._patience.start()
        self._ticket = self._client.next_ticket()
        self._client.send(request_for(self._ticket, self._runs[self._left[0]]))

    def _receive(self, reply: Reply) -> None:
        if isinstance(reply, Ready) or self._ticket < 0 or reply.ticket != self._ticket:
            return
        if isinstance(reply, RunDone):
            at = self._left.pop(0)
            self._runs[at] = with_vectors(self._runs[at], reply.trace)
            self._next()
        elif isinstance(reply, Failed | Cancelled):  # a newer wish came first: then without
            self._finish()

    def _finish(self) -> None:
        done, self._done, self._ticket = self._done, None, -1
        self._patience.stop()
        if done is not None:
            done(tuple(self._runs))


def is_explained(run: Trace) -> bool:
    """Does it hold vectors of the network? What was measured of it lies in a folder of its own."""
    return any("/" not in name for name in run.activations)


def can_repeat(now: Snapshot, run: Trace) -> bool:
    """The idle engine holds the checkpoint that recorded ``run``, and a sentence is all that it takes."""
    meta, opened = run.meta, now.checkpoint
    is_open = now.engine_ready and now.busy is None and opened is not None and opened.sha256 == meta.checkpoint_sha256
    told = bool(meta.source_text) and not meta.recorded and not meta.interventions and meta.vocabulary_head
    stepwise = meta.decoding.get("method") == "greedy" and run.produced_ids is not None
    return is_open and told and stepwise


def request_for(ticket: int, run: Trace) -> RunSentence:
    """The run once more, with every token that it produced."""
    assert run.produced_ids is not None
    produced = tuple(run.produced_ids.tolist())
    pad_to = run.source_length if padding_of(run) else 0
    return RunSentence(ticket, text_of([run]), pad_to, produced, max_length=len(produced))


def with_vectors(run: Trace, again: Trace) -> Trace:
    """``run`` with what ``again`` holds beside its weights; as it is where they are not the same run."""
    pairs = [(getattr(run, name), getattr(again, name)) for name in ("source_ids", "consumed_ids", "produced_ids")]
    maps = [(run.attention(kind), again.attention(kind)) for kind in KINDS]
    same = all(np.array_equal(one, other) for one, other in pairs) and all(_alike(one, other) for one, other in maps)
    return replace(run, activations={**again.activations, **run.activations}) if same else run


def _alike(one: object, other: object) -> bool:
    if not isinstance(one, np.ndarray) or not isinstance(other, np.ndarray):
        return one is other
    return one.shape == other.shape and bool(np.allclose(one, other, rtol=0, atol=SAME, equal_nan=True))
