"""Asks the engine, unasked and quietly, what could replace the unknown words of the run on screen.

A word that the vocabulary does not have is the first thing that goes wrong with one's own sentence; help
should be there when it is clicked on. It shows nothing, and a question that fails leaves nothing behind.
"""

from __future__ import annotations

from PySide6.QtCore import QObject

from model.record.trace import Trace
from viz_app.engine.client import EngineClient
from viz_app.engine.messages import Ready, Reply, SuggestWords, WordsSuggested
from viz_app.state.sentences import unknown_words
from viz_app.state.state import Snapshot, State, Suggestions

MOST = 40  #: words that are asked about


class Proposing(QObject):
    """One question for each run with unknown words; the answer is in ``Snapshot.suggestions``."""

    def __init__(self, state: State, client: EngineClient, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._client = client
        self._run: Trace | None = None  # the one that was asked about
        self._words: tuple[str, ...] = ()
        self._ticket = -1
        state.changed.connect(self._look)
        client.received.connect(self._receive)

    def _look(self, now: Snapshot) -> None:
        run = now.run
        if run is None or run is self._run or not now.engine_ready or now.checkpoint is None:
            return
        if now.suggestions is not None or now.checkpoint.sha256 != run.meta.checkpoint_sha256:
            return
        self._run, self._words = run, tuple(dict.fromkeys(unknown_words(run).values()))[:MOST]
        self._ticket = -1  # what was asked about another run is no answer any more
        if self._words:
            self._ticket = self._client.next_ticket()
            self._client.send(SuggestWords(self._ticket, run.meta.checkpoint_sha256, self._words))

    def _receive(self, reply: Reply) -> None:
        if isinstance(reply, Ready):
            self._run = None  # a new engine does not know the question
        if not isinstance(reply, WordsSuggested) or reply.ticket != self._ticket:
            return
        if self._run is not None and self._run is self._state.snapshot.run:
            found = dict(zip(self._words, reply.words, strict=True))
            told = Suggestions(self._run, found, reply.vocabulary, reply.whole_words)
            self._state.update(suggestions=told)
