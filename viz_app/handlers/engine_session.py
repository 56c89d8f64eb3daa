"""The conversation with the engine: what is asked of it, and what its answers change.

It keeps the newest ticket of each kind of request and drops every other answer, starts the engine
again when it dies, and never touches the picture until a run has succeeded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from types import MappingProxyType
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from model.common.lazy_dataclass import dataclass
from viz_app.engine.client import EngineClient
from viz_app.engine.messages import (
    Asked,
    Cancel,
    Cancelled,
    CheckHeads,
    Failed,
    HeadsChecked,
    OpenCheckpoint,
    Opened,
    Progress,
    Ready,
    Reply,
    RunDone,
    RunSentence,
    Tokenize,
    Tokens,
)
from viz_app.handlers.run_request import RunRequest
from viz_app.platform.text import localised
from viz_app.state.sentences import lines_of
from viz_app.state.state import Busy, Notice, State

translate = QCoreApplication.translate
NOTHING: Mapping[str, Any] = MappingProxyType({})
TOKENIZE_MILLISECONDS = 150
CANCEL_MILLISECONDS = 2_000  #: an engine that has not stopped by then is ended


@dataclass(frozen=True)
class Opening:
    """One checkpoint that a person chose, and what they said about it."""

    path: str = ""  #: empty: none
    device: str = "auto"
    answers: Mapping[str, Any] = field(default_factory=dict)
    ask: bool = True
    again: bool = False  #: ask also what has been answered


class Work(QObject):
    """Asks the engine for one thing of each kind at a time; the newest wins."""

    ran = Signal(object, object)  #: Wanted, RunDone: a run has finished
    held = Signal(object)  #: CheckpointInfo: the engine has opened it
    opened = Signal(object)  #: CheckpointInfo: the checkpoint that was asked for last is open, and nothing is to run

    def __init__(self, state: State, client: EngineClient, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._client = client
        self._opening = Opening()  # what the engine holds or will hold once it is ready
        self._last_good = Opening()
        self._sent: dict[int, Opening] = {}  # by ticket
        self._open_ticket = self._run_ticket = self._token_ticket = self._cancelled_ticket = self._check_ticket = -1
        self._wanted: RunRequest | None = None
        self._typing = self._timer(TOKENIZE_MILLISECONDS, self._tokenize)
        self._patience = self._timer(CANCEL_MILLISECONDS, self._lose_patience)
        self._answers: dict[type, Callable[[Any], None]] = {
            Ready: self._on_ready,
            Opened: self._on_opened,
            Asked: self._on_asked,
            HeadsChecked: self._on_heads_checked,
            Progress: self._on_progress,
            RunDone: self._on_run_done,
            Tokens: self._on_tokens,
            Failed: self._on_failed,
            Cancelled: self._on_cancelled,
        }
        client.received.connect(self._receive)
        client.died.connect(self._on_death)

    # --- what may be asked ---

    @property
    def path(self) -> str:
        """What the engine holds, or will hold once it is ready; empty for nothing."""
        return self._opening.path

    def start(self, path: str, ask: bool = True) -> None:
        """Start the engine and open ``path`` (empty: nothing) as soon as it is ready."""
        self._opening = Opening(path, ask=ask)
        self._begin(self._client.start)

    def open(self, path: str, device: str, answers: Mapping[str, Any] = NOTHING, ask: bool = True) -> None:
        """Open a checkpoint; the one that is open stays until this has succeeded.

        Opening that one again, on another device, needs no answers twice.
        """
        again = path == self._last_good.path and not answers
        self._opening = replace(self._last_good, device=device) if again else Opening(path, device, answers, ask)
        if self._state.snapshot.asked is None:
            self._drop_run()
        self._state.update(device=device, problem=None)
        self._open_when_ready()

    def speak(self, source: str, target: str) -> None:
        """Tell the open checkpoint its languages; what else was answered about it stays."""
        told = {**self._last_good.answers, "source_language": source, "target_language": target}
        self.open(self._last_good.path, self._state.snapshot.device, told, ask=False)

    def check_heads(self, path: str, answers: Mapping[str, Any], counts: tuple[int, ...], pairs: str) -> None:
        """Compare head counts of a checkpoint that is not open yet."""
        self._check_ticket = self._client.next_ticket()
        busy = Busy(translate("Work", "Comparing head counts…"))
        self._state.update(busy=busy, heads_checked=None, problem=None)
        self._client.send(CheckHeads(self._check_ticket, path, answers, counts, pairs))

    def ask_again(self) -> None:
        """Ask what was assumed and answered about the open checkpoint, which stays until there is an answer."""
        if self._last_good.path:
            self._opening = replace(self._last_good, answers={}, ask=True, again=True)
            self._state.update(problem=None)
            self._open_when_ready()

    def leave_questions(self) -> None:
        """Forget the file that waits for answers, and the run that waits for the file."""
        self.cancel()
        self._opening = self._last_good
        self._state.update(asked=None, heads_checked=None, problem=None)

    def run(self, wanted: RunRequest) -> None:
        """Run a sentence, as soon as a checkpoint is open."""
        self._wanted = wanted
        if self._state.snapshot.problem is not None:
            self._state.update(problem=None)
        if self._open_ticket >= 0:
            return  # the answer to it sends the run
        if self._state.snapshot.engine_ready and self._last_good.path:
            self._send_run(wanted)
        else:
            self._open_when_ready()

    def tokenize_soon(self) -> None:
        """Ask for the tokens of the source box once nobody has typed for a moment."""
        self._typing.start()

    def cancel(self) -> None:
        """Give up what is being done, at once as far as a person can see."""
        self._drop_run()
        if self._open_ticket >= 0:
            self._cancel(self._open_ticket)
            self._forget_opening()
        if self._check_ticket >= 0:
            self._cancel(self._check_ticket)
            self._check_ticket = -1
        self._state.update(busy=None if self._state.snapshot.engine_ready else self._state.snapshot.busy)

    def stop(self) -> None:
        """End the engine; it says nothing any more."""
        self._typing.stop()
        self._patience.stop()
        self._client.stop()

    # --- asking ---

    def _begin(self, start: Callable[[], None]) -> None:
        """Start or restart the engine; its first word is Ready."""
        self._open_ticket = self._run_ticket = self._token_ticket = self._cancelled_ticket = self._check_ticket = -1
        self._patience.stop()
        waiting = Busy(translate("Work", "Starting the engine…"), cancellable=False)
        self._state.update(engine_ready=False, busy=waiting)
        start()

    def _open_when_ready(self) -> None:
        if self._state.snapshot.engine_ready:
            self._send_open()
        elif not self._client.alive:
            self._begin(self._client.restart)

    def _send_open(self) -> None:
        opening = self._opening
        if not opening.path:
            self._wanted = None
            nothing = translate("Work", "no checkpoint is open")
            self._report(Notice(translate("Work", "translation"), nothing, translate("Work", "Open a checkpoint")))
            return
        self._open_ticket = self._client.next_ticket()
        self._state.update(busy=Busy(translate("Work", "Opening the checkpoint…")))
        self._sent[self._open_ticket] = opening
        device = self._state.snapshot.device
        request = OpenCheckpoint(self._open_ticket, opening.path, device, opening.answers, opening.ask, opening.again)
        self._client.send(request)

    def _send_run(self, wanted: RunRequest) -> None:
        self._run_ticket = self._client.next_ticket()
        self._state.update(busy=Busy(translate("Work", "Translating…")))
        pad_to = wanted.length + wanted.padding if wanted.padding else 0
        request = RunSentence(
            self._run_ticket, wanted.text, pad_to, wanted.forced, prefixes=wanted.prefixes, targets=wanted.targets,
            given=wanted.given,
        )  # fmt: skip
        self._client.send(request)

    def _tokenize(self) -> None:
        now = self._state.snapshot
        if len(lines_of(now.source_text)) != 1:  # of several sentences, none is meant
            self._token_ticket = -1
            self._state.update(tokens=None)
        elif now.engine_ready and self._last_good.path:
            self._token_ticket = self._client.next_ticket()
            self._client.send(Tokenize(self._token_ticket, now.source_text))

    # --- answers ---

    def _receive(self, reply: Reply) -> None:
        answer = self._answers.get(type(reply))
        if answer is not None:  # else it is for somebody else
            answer(reply)

    def _on_ready(self, reply: Ready) -> None:
        self._state.update(engine_ready=True, devices=reply.devices, busy=None)
        if self._opening.path or self._wanted is not None:
            self._send_open()

    def _on_opened(self, reply: Opened) -> None:
        """Whoever asked: this is what the engine holds now. Only the newest answer is acted upon."""
        newest = reply.ticket == self._open_ticket
        self._settle(reply.ticket)
        sent = self._sent.pop(reply.ticket, Opening())
        self._last_good = replace(
            sent, path=reply.info.path, device=self._state.snapshot.device, ask=False, again=False
        )
        self._state.update(checkpoint=reply.info, tokens=None)
        self.held.emit(reply.info)
        if not newest:
            return
        self._open_ticket = -1
        self._state.update(busy=None, asked=None, heads_checked=None, message=reply.warning)
        if self._wanted is not None:
            self._send_run(self._wanted)
        else:
            self.opened.emit(reply.info)
        self._tokenize()

    def _on_asked(self, reply: Asked) -> None:
        """What was open stays; a sentence that waits for the file goes on waiting."""
        self._settle(reply.ticket)
        if reply.ticket == self._open_ticket:
            self._forget_opening()
            self._state.update(asked=reply, heads_checked=None, busy=None)

    def _on_heads_checked(self, reply: HeadsChecked) -> None:
        self._settle(reply.ticket)
        if reply.ticket == self._check_ticket:
            self._check_ticket = -1
            self._state.update(heads_checked=reply, busy=None)

    def _on_progress(self, reply: Progress) -> None:
        if reply.ticket in (self._open_ticket, self._run_ticket, self._check_ticket):
            self._state.update(busy=Busy(localised(reply.text), reply.fraction))

    def _on_run_done(self, reply: RunDone) -> None:
        self._settle(reply.ticket)
        if reply.ticket == self._run_ticket and self._wanted is not None:
            wanted, self._wanted, self._run_ticket = self._wanted, None, -1
            self.ran.emit(wanted, reply)

    def _on_tokens(self, reply: Tokens) -> None:
        if reply.ticket == self._token_ticket:
            self._state.update(tokens=reply)

    def _on_failed(self, reply: Failed) -> None:
        self._settle(reply.ticket)
        notice = Notice(reply.what, reply.why, reply.next_step, reply.offer)
        if reply.ticket == self._token_ticket:  # a Translate would say why
            self._state.update(tokens=None)
        elif reply.ticket == self._open_ticket:
            self._wanted = None
            self._forget_opening()
            self._report(notice)
        elif reply.ticket == self._run_ticket:
            self._wanted, self._run_ticket = None, -1
            self._report(notice)
        elif reply.ticket == self._check_ticket:
            self._check_ticket = -1
            self._report(notice)

    def _on_cancelled(self, reply: Cancelled) -> None:
        self._settle(reply.ticket)

    def _on_death(self, reason: str) -> None:
        """Start again what has worked before; an engine that never came up would only die again."""
        worked = self._state.snapshot.engine_ready
        self._wanted = None
        self._forget_opening()
        self._state.update(engine_ready=False, busy=None)
        what = translate("Work", "engine")
        if worked:
            step = translate("Work", "It was started again and nothing is lost; translate again if you like")
            self._begin(self._client.restart)
        else:
            step = translate("Work", "Open a checkpoint to try once more, or install Headscope again")
        self._state.update(problem=Notice(what, reason, step))

    # --- helpers ---

    def _forget_opening(self) -> None:
        """Go back to the checkpoint that has opened before, if any."""
        self._open_ticket = -1
        if self._last_good.path:
            self._opening = self._last_good
            self._state.update(device=self._last_good.device)

    def _drop_run(self) -> None:
        self._wanted = None
        if self._run_ticket >= 0:
            self._cancel(self._run_ticket)
            self._run_ticket = -1

    def _cancel(self, ticket: int) -> None:
        self._cancelled_ticket = ticket
        self._client.send(Cancel(ticket))
        self._patience.start()

    def _report(self, notice: Notice) -> None:
        self._state.update(problem=notice, busy=None)

    def _settle(self, ticket: int) -> None:
        if ticket == self._cancelled_ticket:
            self._patience.stop()

    def _lose_patience(self) -> None:
        self._begin(self._client.restart)

    def _timer(self, milliseconds: int, call: Callable[[], None]) -> QTimer:
        timer = QTimer(self, singleShot=True, interval=milliseconds)
        timer.timeout.connect(call)
        return timer
