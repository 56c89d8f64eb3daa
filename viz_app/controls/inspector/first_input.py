"""The answer to *What is the decoder's first input?*: the start token, its vector, and the target shifted by one."""

from __future__ import annotations

from model.analysis.formulas import conventions_of
from model.analysis.stream import Embedded, embedded
from model.record.trace import Trace
from viz_app.controls.inspector.computation_texts import ComputationPart
from viz_app.controls.inspector.number_strips import Numbers
from viz_app.controls.inspector.parts import PartsAnswer
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.platform.text import fill, quoted, translate
from viz_app.state.questions import asked_step
from viz_app.state.state import Snapshot

SHOWN, AROUND = 8, 1  #: steps in the list; of them before and after the selected one


class FirstInputAnswer(PartsAnswer):
    """Of the run on screen; the list of steps has the selected one in it."""

    def fill(self, snapshot: Snapshot) -> None:
        self.show_parts(*first_input(snapshot))


def first_input(now: Snapshot) -> tuple[str, tuple[ComputationPart, ...]]:
    """The first input in a sentence; how the target is shifted, and what the first layer reads of it."""
    run = now.run
    assert run is not None, "it is there"
    assert run.consumed_ids is not None, "it has steps"
    first = quoted(tokens_of(run).consumed[0].text)
    note = fill(
        translate("FirstInput", "%1, token %2 of the vocabulary: nothing has been written when the first step begins, "
                  "so every run starts with this token."), first, int(run.consumed_ids[0]))  # fmt: skip
    found = embedded(run, "target")
    vector = ComputationPart(translate("FirstInput", "Its vector"), "3.4", "", (_without_vectors(),), ())
    step = min(asked_step(now.run_selection), run.steps - 1)
    return note, (_shifted(run, step), vector if found is None else _vector(now, run, found))


def _without_vectors() -> str:
    return translate(
        "FirstInput", "This run was recorded without its vectors. Translate the sentence again to see them."
    )


def _shifted(run: Trace, now: int) -> ComputationPart:
    """What each step consumes is what the step before produced: the first steps, and those around the one ``now``."""
    tokens = tokens_of(run)
    lines = [translate("FirstInput", "Each step reads the token that the step before produced:")]
    if run.at_once:
        lines = [translate("FirstInput", "The target was given, and is read one place later than it is predicted:")]
    steps = listed(run.steps, now)
    for before, step in zip((-1, *steps), steps, strict=False):
        lines += ["…"] if step > before + 1 else []
        written = f" → {quoted(tokens.produced[step].text)}" if tokens.produced else ""
        place = fill(translate("FirstInput", "step %1"), step + 1)
        lines.append(f"{place}: {quoted(tokens.consumed[step].text)}{written}")
    if steps[-1] + 1 < run.steps:
        lines.append("…")
    lines.append(
        translate(
            "FirstInput",
            "In training the same holds of the right translation: its tokens, shifted right by one, are read all at "
            "once, and the look-ahead mask hides from each row what it is to predict.",
        )
    )
    return ComputationPart(translate("FirstInput", "Shifted right by one"), "3.1", "", tuple(lines), ())


def listed(steps: int, now: int) -> list[int]:
    """At most :data:`SHOWN` steps: all of a short run, else the first and those around the one ``now``."""
    if steps <= SHOWN or now < SHOWN - 1:
        return list(range(min(steps, SHOWN)))
    around = range(max(now - AROUND, 0), min(now + AROUND + 1, steps))
    return [*range(SHOWN - len(around)), *around]


def _vector(now: Snapshot, run: Trace, found: Embedded) -> ComputationPart:
    """Token + position = what the first layer reads, at position 0."""
    known = conventions_of(run, now.network)
    strips = []
    if found.token is not None:
        strips.append(Numbers(translate("FirstInput", "token"), found.token[0]))
    if found.position is not None:
        strips.append(Numbers(translate("FirstInput", "position 0"), found.position[0]))
    if found.normed and found.total is not None:
        strips.append(Numbers(translate("FirstInput", "their sum"), found.total[0]))
    strips.append(Numbers(translate("FirstInput", "input of the first layer"), found.read[0]))
    title = translate("FirstInput", "Its vector")
    width = found.read.shape[-1]
    lines = (known.embedding, *((f"M = d_model = {width}",) if "√M" in known.embedding else ()))
    return ComputationPart(title, "3.4", "", lines, tuple(strips))
