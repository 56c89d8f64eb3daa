"""Step: through the run."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from viz_app.commands.command import Command, Menu, Section, after_the_start, asking, before_the_end, has_steps
from viz_app.state.intents import Play, Select, SelectSentence

translate = QCoreApplication.translate


def menu() -> Menu:
    return Menu("step", translate("Commands", "&Step"), (_steps(), _playing(), _sentences()))


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


def _sentences() -> Section:
    """Through the sentences of a batch."""
    after, before = (
        translate("Commands", "Next sentence of the batch"),
        translate("Commands", "Previous sentence of the batch"),
    )
    return (
        Command(
            "step.next_sentence", after, asking(lambda now: SelectSentence(now.selection.sentence + 1)),
            ("Ctrl+PgDown",), lambda now: now.selection.sentence < len(now.batch) - 1,
        ),
        Command(
            "step.previous_sentence", before, asking(lambda now: SelectSentence(now.selection.sentence - 1)),
            ("Ctrl+PgUp",), lambda now: bool(now.batch) and now.selection.sentence > 0,
        ),
    )  # fmt: skip
