"""Step: through the run."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from viz_app.command import (
    Command,
    Menu,
    Section,
    after_the_start,
    asking,
    before_the_end,
    has_steps,
)
from viz_app.intents import (
    Play,
    Select,
)

translate = QCoreApplication.translate


def menu() -> Menu:
    return Menu("step", translate("Commands", "&Step"), (_steps(), _playing()))


def _steps() -> Section:
    after, before = translate("Commands", "Next step"), translate("Commands", "Previous step")
    first, last = translate("Commands", "First step"), translate("Commands", "Last step")
    forward, back = ("Right", "Alt+Right"), ("Left", "Alt+Left")
    return (
        Command("step.next", after, asking(lambda now: Select(step=now.selection.step + 1)), forward, before_the_end),
        Command(
            "step.previous", before, asking(lambda now: Select(step=now.selection.step - 1)), back, after_the_start
        ),
        Command("step.first", first, asking(lambda _: Select(step=0)), ("Home",), after_the_start),
        Command(
            "step.last", last, asking(lambda now: Select(step=now.trace.steps - 1 if now.trace else 0)), ("End",),
            before_the_end,
        ),
    )  # fmt: skip


def _playing() -> Section:
    play = asking(lambda now: Play(not now.playing))
    playing = translate("Commands", "Play")
    return (Command("step.play", playing, play, ("Space",), has_steps, checked=lambda now: now.playing),)
