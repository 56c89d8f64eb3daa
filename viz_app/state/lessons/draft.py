"""A lesson that is being written: its steps as they were recorded and worded, and what it begins with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from model.common.assets import CHECKPOINTS, shipped_checkpoints
from model.common.lazy_dataclass import dataclass
from model.lessons.lesson import Bilingual, Lesson, LessonOpening, LessonStep
from viz_app.state.lessons.goals import GOALS
from viz_app.state.lessons.recorder import DraftStep, begin_of, joined, measured_too, offered_claims, recorded
from viz_app.state.lessons.step_texts import READ
from viz_app.state.state import Snapshot

MOST_MINUTES = 90
NEW = Lesson("lesson", Bilingual("New lesson", "새 학습 길잡이"), 5, (), LessonOpening())


@dataclass(frozen=True, eq=False)
class LessonDraft:
    """A lesson without steps is one that nothing has been recorded of."""

    lesson: Lesson = NEW
    steps: tuple[DraftStep, ...] = ()
    begun: Snapshot | None = None  #: where recording began, which a session file keeps if nothing that ships has it

    @property
    def needs_session(self) -> bool:
        """Is what it begins with in no file that ships, so that a session has to lie beside the lesson?"""
        opening = self.lesson.opening
        return self.begun is not None and not opening.source

    def begin(self, now: Snapshot) -> LessonDraft:
        """Recording begins here, unless it has begun before."""
        if self.lesson.opening.source or self.lesson.opening.session or self.begun is not None:
            return self
        return replace(self, begun=now, lesson=replace(self.lesson, opening=opening_of(now)))

    def add(self, before: Snapshot, now: Snapshot) -> LessonDraft:
        """What was done between two snapshots: one step more, or the last one gone on with."""
        last = self.steps[-1] if self.steps else None
        if last is not None and (waited := measured_too(last, now)) is not last:
            return replace(self, steps=(*self.steps[:-1], waited))
        new = recorded(before, now)
        if new is None:
            return self
        both = None if last is None else joined(last, new)
        return replace(self, steps=(*self.steps, new) if both is None else (*self.steps[:-1], both))

    def read(self, now: Snapshot | None = None) -> LessonDraft:
        """One more step, which is only read."""
        return replace(self, steps=(*self.steps, DraftStep(LessonStep(READ), offered_claims(now) if now else ())))

    def put(self, at: int, step: LessonStep) -> LessonDraft:
        """Another step in the place of one."""
        return replace(self, steps=tuple(
            replace(each, step=step) if number == at else each for number, each in enumerate(self.steps)
        ))  # fmt: skip

    def without(self, at: int) -> LessonDraft:
        """One step less."""
        return replace(self, steps=(*self.steps[:at], *self.steps[at + 1 :]))

    def moved(self, at: int, by: int) -> LessonDraft:
        """A step up or down."""
        to, steps = at + by, list(self.steps)
        if not 0 <= to < len(steps):
            return self
        steps[at], steps[to] = steps[to], steps[at]
        return replace(self, steps=tuple(steps))

    def whole(self, name: str) -> Lesson:
        """The lesson for its file; a text that is written in one language stands for both."""
        steps = tuple(
            replace(each.step, words=_both(each.step.words), seen=_both(each.step.seen)) for each in self.steps
        )
        opening = self.lesson.opening
        if self.needs_session:
            opening = replace(opening, session=f"{name}.headscope")
        return replace(self.lesson, name=name, title=_both(self.lesson.title), steps=steps, opening=opening)


def draft_of(lesson: Lesson) -> LessonDraft:
    """A lesson of a file, to be written on; what is claimed there is what can be claimed."""
    return LessonDraft(lesson, tuple(DraftStep(step, step.claims) for step in lesson.steps))


def opening_of(now: Snapshot) -> LessonOpening:
    """What is on screen, as a lesson begins with it; without a source where only a session file could bring it back."""
    run, opened, begin = now.run, now.checkpoint, begin_of(now)
    shipped = {name: str(CHECKPOINTS / name) for name in shipped_checkpoints()}
    plain = run is not None and not run.meta.interventions and GOALS["decoding"].met(now, "greedy")
    if run is None or opened is None or not plain or shipped.get(run.meta.checkpoint) != opened.path:
        return LessonOpening(begin=begin)
    padded = run.padding_mask is not None and not bool(run.padding_mask.all())
    forced = run.origin is not None and bool((run.origin == "forced").any())
    if forced or (padded and len(now.batch) < 2):
        return LessonOpening(begin=begin)
    source = "\n".join(one.meta.source_text for one in now.batch) if len(now.batch) > 1 else run.meta.source_text
    return LessonOpening(run.meta.checkpoint, source, run.meta.translation if run.at_once else "", begin=begin)


def suggested_name(lesson: Lesson) -> str:
    """A file's name from the English title."""
    kept = "".join(letter if letter.isalnum() else "-" for letter in lesson.title.en.lower())
    return "-".join(part for part in kept.split("-") if part)[:60] or "lesson"


def file_of(folder: Path, lesson: Lesson) -> Path:
    """Where a new lesson goes, unless somebody says otherwise."""
    return folder / f"{suggested_name(lesson)}.toml"


def _both(text: Bilingual) -> Bilingual:
    return Bilingual(text.en.strip() or text.ko.strip(), text.ko.strip() or text.en.strip())
