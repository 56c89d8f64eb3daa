"""A lesson that was gone through, step by step, as pages and reports read it: places, filled texts, what was missed."""

from __future__ import annotations

from model.common.lazy_dataclass import dataclass
from model.lessons.claims import filled, holds, read_off, told
from model.lessons.lesson import LessonStep
from viz_app.platform.text import fill, quoted, translate
from viz_app.platform.translations import spoken
from viz_app.state.lessons.play import expected, place_of
from viz_app.state.state import Snapshot


@dataclass(frozen=True, eq=False)
class WalkedStep:
    """One step: what was on screen when it began, and when it was done."""

    step: LessonStep
    before: Snapshot
    now: Snapshot

    @property
    def words(self) -> str:
        """What is asked for, with what the run held then."""
        return filled(self.step.words.in_language(spoken()), self.before.run, place_of(self.before))

    @property
    def asks(self) -> bool:
        """Is it a question, whose answer stands apart?"""
        return bool(self.step.predict) or self.step.card is not None

    @property
    def answer(self) -> str:
        """Of a question: true, false, or the token that was to be predicted; nothing of other steps."""
        if self.step.card is not None:
            return translate("Lesson", "It is true.") if self.step.card else translate("Lesson", "It is false.")
        run = self.now.run
        truth = None if run is None or not self.step.predict else expected(run, place_of(self.now), self.step)
        return "" if truth is None else fill(translate("Lesson", "It is %1."), quoted(truth.token))

    @property
    def seen(self) -> str:
        """What is to be seen in the end."""
        return filled(self.step.seen.in_language(spoken()), self.now.run, place_of(self.now))

    @property
    def missed(self) -> tuple[str, ...]:
        """Each claim that does not hold, with what the run says."""
        run, here = self.now.run, place_of(self.now)
        return tuple(
            f"{told(claim)}; the run says {None if run is None else read_off(run, claim, here)}"
            for claim in self.step.claims
            if run is None or not holds(run, claim, here)
        )
