"""The conversation with the engine about checkpoints, runs and tokens: what is asked, and what the answers change.

It starts the engine again when it dies, and never touches the picture until a run has succeeded. Tickets and
newest wins are :meth:`viz_app.engine.client.EngineClient.ask`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from types import MappingProxyType
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Signal

from model.common.lazy_dataclass import dataclass
from model.network.interventions import to_json
from viz_app.engine.client import NEW, EngineClient
from viz_app.engine.messages import (
    Asked,
    CheckHeads,
    Failed,
    OpenCheckpoint,
    Opened,
    Progress,
    Ready,
    RunDone,
    RunGrown,
    RunGrows,
    RunSentence,
)
from viz_app.handlers import engine_notices as notices
from viz_app.handlers.quiet_questions import LiveTokens
from viz_app.handlers.run_request import RunRequest
from viz_app.state.intents import CheckHeadCounts
from viz_app.state.state import Busy, Notice, State

translate = QCoreApplication.translate
NOTHING: Mapping[str, Any] = MappingProxyType({})
DEATHS, STILLBIRTHS = 3, 2  #: of engines in a row, and of such that were never ready: then no other starts by itself


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

    ran = Signal(object, object)  #: Wanted, RunDone or RunGrown: a run has finished
    recorded = Signal(object, object)  #: Wanted, RunDone: what there was of a run that was given up on screen
    grew = Signal(object, object)  #: Wanted, RunGrows: more rows of one that goes on
    given_up = Signal()  #: a run that was asked for will not be done, for whatever reason
    held = Signal(object)  #: CheckpointInfo: the engine has opened it
    opened = Signal(object)  #: CheckpointInfo: the checkpoint that was asked for last is open, and nothing is to run

    def __init__(self, state: State, client: EngineClient, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._client = client
        self._opening = Opening()  # what the engine holds or will hold once it is ready
        self._last_good = Opening()
        self._typed: tuple[str, dict[str, str]] = ("", {})  # of the checkpoint that the program was started with
        self._wanted: RunRequest | None = None
        self._refused: RunRequest | None = None  # because of its size
        self._deaths = 0  # in a row: since a run was done, or a person started the engine
        self._unborn = 0  # in a row, of engines that were never ready
        self._fatal: RunRequest | Opening | None = None  # what an engine has died over once, and what was said of that
        self._death: Notice | None = None
        self._tokens = LiveTokens(state, client, self)
        client.ready.connect(self._on_ready)
        client.died.connect(self._on_death)
        client.stuck.connect(lambda: self._begin(client.restart))

    # --- what may be asked ---

    @property
    def path(self) -> str:
        """What the engine holds, or will hold once it is ready; empty for nothing."""
        return self._opening.path

    def start(self, path: str, ask: bool = True, typed: Sequence[tuple[str, str]] = ()) -> None:
        """Start the engine and open ``path`` (empty: nothing) as soon as it is ready, with answers that were typed."""
        self._typed = (path, dict(typed))
        self._opening = Opening(path, ask=ask)
        self._begin(self._client.start)

    def start_again(self) -> None:
        """Start an engine that stayed down, because a person wants it."""
        self._deaths = 0
        if not self._client.alive:
            self._state.update(problem=None)
            self._begin(self._client.restart)

    def open(self, path: str, device: str, answers: Mapping[str, Any] = NOTHING, ask: bool = True) -> None:
        """Open a checkpoint; the one that is open stays until this has succeeded.

        Opening that one again, on another device, needs no answers twice.
        """
        self._deaths = 0
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

    def check_answers(self, path: str, wanted: CheckHeadCounts) -> None:
        """Compare answers about a checkpoint that is not open yet."""
        busy = Busy(translate("Work", "Comparing answers…"))
        self._state.update(busy=busy, heads_checked=None, problem=None)
        request = CheckHeads(NEW, path, wanted.answers, wanted.counts, wanted.pairs, wanted.others, wanted.run)
        found = partial(self._state.update, busy=None)
        self._client.ask("heads", request, lambda reply: found(heads_checked=reply), self._report, self._on_progress)

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
        self._state.update(problem=None, message="")  # the message was about what there was before
        if self._client.asks("opening"):  # the answer to it sends the run
            self._state.update(busy=notices.opening(self._opening.path, wanted))
        elif self._state.snapshot.engine_ready and self._last_good.path:
            self._send_run(wanted)
        else:
            self._open_when_ready()

    def run_instead(self, wanted: RunRequest) -> None:
        """What waits for a checkpoint, otherwise."""
        self._wanted = None if self._wanted is None else wanted

    def run_anyway(self) -> None:
        """Run what was refused because of its size."""
        if self._refused is not None:
            self.run(replace(self._refused, sure=True))

    def tokenize_soon(self) -> None:
        """Ask for the tokens of the source box once nobody has typed for a moment."""
        self._tokens.soon()

    def cancel(self) -> None:
        """Give up what is being done, at once as far as a person can see."""
        self._drop_run()
        if self._client.cancel("opening", soon=True):
            self._forget_opening()
        self._client.cancel("heads", soon=True)
        waits = not self._state.snapshot.engine_ready and self._client.alive
        self._state.update(busy=notices.starting(None) if waits else None)

    def stop(self) -> None:
        """End the engine; it says nothing any more."""
        self._tokens.stop()
        self._client.stop()

    # --- asking ---

    def _begin(self, start: Callable[[], None]) -> None:
        """Start or restart the engine; its first word is Ready."""
        name = notices.checkpoint_name(self._opening.path)
        self._state.update(engine_ready=False, engine_down=False, busy=notices.starting(self._wanted), opening=name)
        start()

    def _open_when_ready(self) -> None:
        if self._state.snapshot.engine_ready:
            self._send_open()
        elif not self._client.alive:
            self._begin(self._client.restart)
        else:
            self._state.update(busy=notices.starting(self._wanted))  # and does what it was asked last

    def _send_open(self) -> None:
        sent = self._opening
        if not sent.path:
            self._wanted = None
            nothing = translate("Work", "no checkpoint is open")
            self._report(Notice(translate("Work", "translation"), nothing, translate("Work", "Open a checkpoint")))
            return
        self._state.update(busy=notices.opening(sent.path, self._wanted), opening=notices.checkpoint_name(sent.path))
        device = self._state.snapshot.device
        typed = self._typed[1] if self._typed[0] == sent.path else {}
        request = OpenCheckpoint(NEW, sent.path, device, sent.answers, sent.ask, sent.again, typed)
        hold = partial(self._hold, sent)
        self._client.ask(
            "opening", request, lambda reply: self._on_opened(reply, hold), self._on_not_opened, self._on_progress, hold
        )

    def _send_run(self, wanted: RunRequest) -> None:
        self._state.update(busy=Busy(translate("Work", "Translating…")))
        pad_to = wanted.length + wanted.padding if wanted.padding else 0
        request = RunSentence(
            NEW, wanted.text, pad_to, wanted.forced, prefixes=wanted.prefixes, targets=wanted.targets, sure=wanted.sure,
            given=wanted.given, what_if=tuple(map(to_json, wanted.what_if.active)), decoding=wanted.decoding or {},
        )  # fmt: skip
        if self._client.cancel("run", keep=self._state.snapshot.grows):
            self.given_up.emit()
        done, grown = partial(self._on_run_done, wanted), partial(self._on_growth, wanted)
        late = partial(self.recorded.emit, wanted)
        self._client.ask("run", request, done, self._on_run_failed, grown, late)

    # --- answers ---

    def _on_ready(self, reply: Ready) -> None:
        self._state.update(engine_ready=True, devices=reply.devices, busy=None)
        if self._opening.path or self._wanted is not None:
            self._send_open()

    def _hold(self, sent: Opening, reply: Opened | Asked) -> None:
        """Whoever asked, and whether or not it was given up: this is what the engine holds now."""
        if isinstance(reply, Opened):
            now, path = self._state.snapshot, reply.info.path
            self._last_good = replace(sent, path=path, device=now.device, ask=False, again=False)
            self._tokens.opened(bool(reply.info.path))
            same = now.learning is not None and now.learning.run.place_of(path) is not None  # has the same tokens
            self._state.update(checkpoint=reply.info, tokens=now.tokens if same else None, opening="")
            self.held.emit(reply.info)

    def _on_opened(self, reply: Opened | Asked, hold: Callable[[Opened], None]) -> None:
        if isinstance(reply, Asked):  # what was open stays; a sentence that waits for the file goes on waiting
            self._forget_opening()
            self._state.update(asked=reply, heads_checked=None, busy=None, opening="")
            return
        hold(reply)
        self._state.update(busy=None, asked=None, heads_checked=None, message=reply.warning)
        if self._wanted is not None:
            self._send_run(self._wanted)
        else:
            self.opened.emit(reply.info)
        self._tokens.ask()

    def _on_not_opened(self, failed: Failed | None) -> None:
        if failed is not None:
            self._wanted = None
            self._forget_opening()
            self._report(failed)

    def _on_progress(self, news: Progress) -> None:
        self._state.update(busy=notices.progress(news, self._opening.path, self._wanted))

    def _on_growth(self, wanted: RunRequest, news: Progress | RunGrows) -> None:
        if isinstance(news, RunGrows):
            self.grew.emit(wanted, news)
        else:
            self._on_progress(news)

    def _on_run_done(self, wanted: RunRequest, reply: RunDone | RunGrown) -> None:
        self._deaths = 0
        if self._wanted is wanted:
            self._wanted = None
        if self._death is not None and self._state.snapshot.problem is self._death:
            self._state.update(problem=None)  # it has been done after all
        self.ran.emit(wanted, reply)

    def _on_run_failed(self, failed: Failed | None) -> None:
        if failed is not None or self._client.alive:  # else the engine has ended, and another one may do it
            self.given_up.emit()
        if failed is not None:  # else it waits, for another engine or for a checkpoint that is asked about
            self._refused, self._wanted = self._wanted, None
            self._report(failed)

    def _on_death(self, reason: str) -> None:
        """Start another engine, which does what the last one was doing, but nothing twice that one died over."""
        worked, killer = self._state.snapshot.engine_ready, ""
        self._deaths, self._unborn = self._deaths + 1, 0 if worked else self._unborn + 1
        if worked and not self._once_more():
            self._leave_run()
            killer = self._leave_killer()
        self._state.update(engine_ready=False, busy=None)
        if not self._client.hopeless and self._deaths < DEATHS and self._unborn < STILLBIRTHS:
            self._begin(self._client.restart)
            if worked:
                self._death = notices.died(reason, killer, self._client, self._wanted)
                self._state.update(problem=self._death)
            return
        self._leave_run()
        down = self._client.lacking is None  # else nothing is wrong: this installation replays
        self._state.update(engine_down=down, opening="", problem=notices.stays_down(reason, worked, self._client))

    def _once_more(self) -> bool:
        """Whether a run that the engine died over, or the checkpoint that a run waits for, is tried a second time."""
        asked = self._client.unanswered
        over = self._opening if "opening" in asked else self._wanted if "run" in asked else None
        again = self._wanted is not None and over is not None and over is not self._fatal
        self._fatal = over
        if "opening" not in asked:
            self._forget_opening()
        return again

    def _leave_killer(self) -> str:
        """Forget the file, or the text in the source box, that the engine died over; the file's name."""
        asked, sent, before = self._client.unanswered, self._opening, self._last_good
        if asked == {"tokens"}:
            self._tokens.leave_killer()
        if "opening" not in asked:
            return ""
        if (sent.path, sent.device) == (before.path, before.device):
            self._last_good = Opening()
        self._opening = self._last_good
        self._forget_opening()
        return sent.path

    # --- helpers ---

    def _forget_opening(self) -> None:
        """Go back to the checkpoint that has opened before, if any."""
        self._state.update(opening="")
        if self._last_good.path:
            self._opening = self._last_good
            self._state.update(device=self._last_good.device)

    def _drop_run(self) -> None:
        waits = self._wanted is not None
        self._wanted = None
        if self._client.cancel("run", soon=True, keep=self._state.snapshot.grows) or waits:
            self.given_up.emit()

    def _leave_run(self) -> None:
        """Nobody runs it any more."""
        if self._wanted is not None:
            self._wanted = None
            self.given_up.emit()

    def _report(self, what: Notice | Failed | None) -> None:
        if what is not None:
            self._state.update(problem=notices.notice_of(what) if isinstance(what, Failed) else what, busy=None)
