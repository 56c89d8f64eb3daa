"""Step: through the run."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from viz_app.commands.command import Command, Menu, Section, after_the_start, asking, before_the_end, can_play
from viz_app.state.intents import GoToSnapshot, Intent, Play, Select, SelectSentence
from viz_app.state.state import Snapshot
from viz_app.state.watched_training import played

translate = QCoreApplication.translate


def menu() -> Menu:
    return Menu("step", translate("Commands", "&Step"), (_steps(), _playing(), _sentences(), _learning()))


def _steps() -> Section:
    return (
        Command(
            "step.next", translate("Commands", "Next step"), asking(lambda now: Select(step=now.selection.step + 1)),
            ("Right", "Alt+Right"), before_the_end,
            hint=translate("Hints", "At step n the decoder has read tokens 0 … n − 1 and predicts token n."),
            words="step forward token next decode 시점 다음 단계",
        ),
        Command(
            "step.previous", translate("Commands", "Previous step"),
            asking(lambda now: Select(step=now.selection.step - 1)), ("Left", "Alt+Left"), after_the_start,
            hint=translate("Hints", "One step back; earlier rows of the decoder never change, since the future is "
                           "hidden from them."),
            words="step back token previous 시점 이전 단계",
        ),
        Command(
            "step.first", translate("Commands", "First step"), asking(lambda _: Select(step=0)), ("Home",),
            after_the_start,
            hint=translate("Hints", "The decoder has read the start token only."),
            words="step start begin first home 시점 처음",
        ),
        Command(
            "step.last", translate("Commands", "Last step"),
            asking(lambda now: Select(step=now.trace.steps - 1 if now.trace else 0)), ("End",), before_the_end,
            hint=translate("Hints", "Here the next token is the end token, unless a limit stopped the run."),
            words="step end last finish eos 시점 마지막 끝",
        ),
    )  # fmt: skip


def _playing() -> Section:
    return (
        Command(
            "step.play", translate("Commands", "Play"), asking(lambda now: Play(not now.playing)), ("Space",),
            can_play, checked=lambda now: now.playing,
            hint=translate("Hints", "Shows one step after the other; the time per step is a setting."),
            words="animate animation autoplay pause run 재생 멈춤 애니메이션",
        ),
    )  # fmt: skip


def _sentences() -> Section:
    """Through the sentences of a batch."""
    hint = translate("Hints", "Sentences of a batch run together, padded to the same length; each has its own maps.")
    return (
        Command(
            "step.next_sentence", translate("Commands", "Next sentence of the batch"),
            asking(lambda now: SelectSentence(now.selection.sentence + 1)), ("Ctrl+PgDown",),
            lambda now: now.selection.sentence < len(now.batch) - 1, hint=hint,
            words="next sentence batch 다음 문장 배치",
        ),
        Command(
            "step.previous_sentence", translate("Commands", "Previous sentence of the batch"),
            asking(lambda now: SelectSentence(now.selection.sentence - 1)), ("Ctrl+PgUp",),
            lambda now: bool(now.batch) and now.selection.sentence > 0, hint=hint,
            words="previous sentence batch 이전 문장 배치",
        ),
    )  # fmt: skip


def _learning() -> Section:
    """Through the snapshots of a training."""
    return (
        Command(
            "learning.next", translate("Commands", "Later snapshot of the training"), asking(lambda now: _to(now, 1)),
            ("Shift+PgDown",), lambda now: now.learning is not None and now.learning.at < now.learning.last,
            hint=translate("Hints", "The same sentence by the same model, a little later in its training."),
            words="epoch update snapshot checkpoint learning later next 에포크 학습 다음 스냅숏",
        ),
        Command(
            "learning.previous", translate("Commands", "Earlier snapshot of the training"),
            asking(lambda now: _to(now, -1)), ("Shift+PgUp",),
            lambda now: now.learning is not None and now.learning.at > 0,
            hint=translate("Hints", "The same sentence by the same model, a little earlier in its training."),
            words="epoch update snapshot checkpoint learning earlier previous 에포크 학습 이전 스냅숏",
        ),
        Command(
            "learning.play", translate("Commands", "Play the training"),
            asking(lambda now: _to(now, 0) if now.learning is None else played(now.learning)), ("Shift+Space",),
            lambda now: now.learning is not None and now.learning.last > 0,
            checked=lambda now: now.learning is not None and now.learning.playing,
            hint=translate("Hints", "Shows one snapshot after the other, as long as a step when steps are played."),
            words="animate epochs training learning play watch 에포크 학습 재생",
        ),
        Command(
            "learning.curves", translate("Commands", "Learning curves…"),
            lambda desk, _: desk.show_plots("learning_curves"),
            (), lambda now: now.learning is not None,
            hint=translate("Hints", "Loss and BLEU over the updates of this training, with a mark at the snapshot on "
                           "screen."),
            words="loss bleu validation curve training learning plot 손실 곡선 학습 검증",
        ),
    )  # fmt: skip


def _to(now: Snapshot, by: int) -> Intent:
    """The snapshot so many places further; one that is not there where there is no training."""
    return GoToSnapshot(-1 if now.learning is None else now.learning.at + by)
