"""Decoding one token at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from model.common.problems import Problem
from model.record.trace import Step

if TYPE_CHECKING:
    from headscope import Run
    from model.decoding.session import DecodingSession


class Session:
    """Decoding one token at a time: :meth:`step` until it returns None, :meth:`force` in between, then :meth:`run`."""

    def __init__(self, session: DecodingSession) -> None:
        self._session = session

    def __iter__(self) -> Iterator[Step]:
        while (step := self.step()) is not None:
            yield step

    def step(self) -> Step | None:
        """Consume the newest token and produce the next one; None once the run has stopped."""
        return self._session.advance()

    def force(self, token: str | int) -> Step | None:
        """Like :meth:`step`, but ``token`` (an id, or one token's text) is produced. Raises :class:`Problem`."""
        from model.decoding.session import check_ids

        session = self._session
        words = session.checkpoint.target_tokenizer
        ids = (token,) if isinstance(token, int) else words.encode(token).ids
        if len(ids) != 1:
            what = f"it is {len(ids)} tokens" if ids else "it is no token"
            raise Problem(f"token {token!r}", f"{what} of this vocabulary", "Give one token, or its id")
        check_ids(ids, session.checkpoint.transformer.config.target_vocabulary)
        produced = [step.produced_id for step in session.steps]
        session.forced = (*produced, ids[0])
        return session.advance()

    def run(self) -> Run:
        """The run so far; at least one step must have been made."""
        if not self._session.steps:
            raise Problem("run", "no step has been made", "Call step() first")
        from headscope import Run

        return Run(self._session.trace())
