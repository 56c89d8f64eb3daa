"""Sentences about the engine: what it does, for how long, what waits for it, and how it has ended."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale

from model.common.text import fill
from viz_app.engine.messages import ALONG, DECODING, OPENING, Failed, Progress
from viz_app.handlers.run_request import RunRequest
from viz_app.platform.text import localised, on_one_line
from viz_app.state.state import Busy, Notice

if TYPE_CHECKING:
    from viz_app.engine.client import EngineClient

translate = QCoreApplication.translate
LONGEST = 40  #: characters of a sentence in the status line


def notice_of(failed: Failed) -> Notice:
    """What the engine could not do, for the banner."""
    offer = "fault" if failed.fault else failed.offer
    return Notice(failed.what, failed.why, failed.next_step, offer, fault=failed.fault)


def checkpoint_name(path: str) -> str:
    """What a checkpoint is called before it is open: its file or folder."""
    return Path(path).name or path


def starting(wanted: RunRequest | None) -> Busy:
    """The engine comes up; what was asked for meanwhile waits, and may be given up."""
    return Busy(_then(translate("Work", "Starting the engine…"), wanted), cancellable=wanted is not None)


def opening(path: str, wanted: RunRequest | None) -> Busy:
    """A checkpoint opens, and what is to be run with it waits."""
    return Busy(_then(fill(translate("Work", "Opening %1…"), checkpoint_name(path)), wanted))


def progress(news: Progress, path: str, wanted: RunRequest | None) -> Busy:
    """What the engine says of its work, ``path`` being what it opens and ``wanted`` what it runs next."""
    if news.text == OPENING and path:
        return opening(path, wanted)
    if news.text == DECODING and news.step:
        return Busy(_step(news), news.fraction)
    if news.text == ALONG and news.seconds >= 1:
        left = fill(translate("Work", "%1: about %2 left"), localised(news.text), _duration(news.seconds))
        return Busy(left, news.fraction)
    return Busy(localised(news.text), news.fraction)


def died(reason: str, killer: str, client: EngineClient, wanted: RunRequest | None = None) -> Notice:
    """One engine has ended, perhaps over a file, and another is started; it does again what is ``wanted``."""
    fault = _fault(client)
    if killer:
        why = translate("Work", "the engine ended while it opened this")
        step = translate("Work", "It was started again without it; open another checkpoint")
        return Notice(killer, why, step, "fault", fault=fault)
    if wanted is not None:
        step = translate("Work", "It is started again and begins once more with what it was asked for")
    else:
        step = translate("Work", "It was started again and nothing is lost; translate again if you like")
    return Notice(translate("Work", "engine"), reason, step, "fault", calm=True, fault=fault)


def stays_down(reason: str, worked: bool, client: EngineClient) -> Notice:
    """No other engine is started by itself.

    Where torch is lacking, recorded runs are shown as ever; it is said in full when a person asks for a model.
    """
    if client.lacking is not None:
        mark = translate("Work", "shows recorded runs only") if client.refused == 1 else ""
        return Notice(client.lacking.what, client.lacking.why, client.lacking.next_step, calm=True, mark=mark)
    if worked:
        step = translate("Work", "This is the third time in a row, so it was not started again by itself")
    else:
        step = translate("Work", "Open a checkpoint to try once more, or install Headscope again")
    return Notice(translate("Work", "engine"), reason, step, "engine", "fault", fault=_fault(client))


def _fault(client: EngineClient) -> str:
    """The end of an engine, as text."""
    from model.common.fault import fault_of_end, spelled

    return spelled(fault_of_end(client.ending, client.unanswered, client.last_words))


def _then(text: str, wanted: RunRequest | None) -> str:
    if wanted is None:
        return text
    sentence = on_one_line(wanted.text)
    if len(sentence) > LONGEST:
        sentence = sentence[: LONGEST - 1] + "…"
    return fill(translate("Work", "%1 Then: “%2”"), text, sentence)


def _step(news: Progress) -> str:
    """How far a run has come, and how long it still takes: about, or at most where the guess has been passed."""
    if news.seconds < 1:
        return fill(translate("Work", "Translating: step %1"), news.step)
    how_long = _duration(news.seconds)
    if news.most:
        return fill(translate("Work", "Translating: step %1, at most %2 left"), news.step, how_long)
    return fill(translate("Work", "Translating: step %1, about %2 left"), news.step, how_long)


def _duration(seconds: float) -> str:
    if seconds < 100:
        return fill(translate("Work", "%1 s"), QLocale().toString(round(seconds)))
    return fill(translate("Work", "%1 min"), QLocale().toString(round(seconds / 60)))
