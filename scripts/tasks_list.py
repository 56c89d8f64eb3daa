"""The eight tasks, each as hands do it from a fresh start, and what answers it on the screen.

What the answer is comes from the run's arrays by themselves; it counts only where it is read from the screen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from tasks_hands import Hands, Missed
from tasks_keyboard import KEYBOARD
from tasks_lecturer import lecturers
from tasks_questions import QUESTIONS, run_of

from model.record.trace import Trace
from viz_app.controls.inspector.candidates import CandidateButton
from viz_app.pictures.drawing.quantities import figure
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.platform.text import quoted
from viz_app.views.masks import MORE, MasksView

OWN = "Meine Schwester kauft heute frisches Brot."
LANDED = "tired"  #: the next token that a fresh start shows
SPOKEN = (
    "Zwei Hunde spielen im Schnee", "Das Tier ist zu müde", "Ich habe den Zug verpasst", "Wir bleiben morgen zu Hause",
    "Meine Schwester hat einen alten Freund getroffen", "Der Koch schneidet das Brot mit einem großen Messer",
    "Er ruft seine Mutter jeden Abend an", "Dieses Buch ist viel interessanter",
)  # fmt: skip
LONG = ". ".join((*SPOKEN, *SPOKEN, *SPOKEN)[:21]) + "."  #: 150 tokens
MOST = 3  #: actions of a further question
MANY = 100  #: presses of keys; that it can be done counts
LETTERS = 3  #: that the chosen word has more than
CHOSEN = 0.3  #: of the translation: where the word stands whose alignment is looked up


@dataclass(frozen=True)
class Task:
    """What is to be done, in how many actions at most, and how; :attr:`do` returns what was read."""

    name: str
    words: str
    bar: int
    do: Callable[[Hands], str]
    sentence: str = ""  #: that the window is started with; "" for the example of a fresh start
    is_question: bool = False  #: one of the further questions
    is_keyboard: bool = False  #: done without a mouse


def _aligned(hands: Hands) -> str:
    """The row of the step on screen: a sentence names both words, and the cell between them is in sight."""
    run, now = run_of(hands), hands.now.selection
    assert run.cross_attention is not None, "it has such maps"
    weights = run.cross_attention[now.layer, now.head, now.step]
    key, tokens = int(np.argmax(weights)), tokens_of(run)
    if not any((cell.query, cell.key) == (now.step, key) for _, cell in hands.cells()):
        raise Missed(f"the cell of row {now.step}, column {key} is out of sight")
    weight = figure(float(weights[key]), "weight")
    return hands.see(quoted(tokens.produced[now.step].text), f"{quoted(tokens.source[key].text)} {weight}")


def _translate(hands: Hands) -> str:
    hands.chord("Ctrl+L")
    hands.sentence(OWN)
    if run_of(hands).meta.source_text != OWN:
        raise Missed("it was not translated")
    hands.see(run_of(hands).meta.translation)
    return _aligned(hands)


def _heaviest(hands: Hands) -> str:
    if tokens_of(run_of(hands)).produced[hands.now.selection.step].text != LANDED:
        raise Missed(f"the start shows another step than “{LANDED}”")
    return _aligned(hands)


def _look_ahead(hands: Hands) -> str:
    """In a map of the decoder every later token of a row is in sight, and none of them may be attended to."""
    hands.click(hands.program.window.questions.masked)
    hidden(hands, lambda run: ~np.tri(run.steps, dtype=bool))
    run, step = run_of(hands), hands.now.selection.step
    later = [quoted(token.text) for token in tokens_of(run).consumed[step + 1 :]]
    return hands.told(str(len(later)), *later)


def hidden(hands: Hands, expected: Callable[[Trace], np.ndarray]) -> str:
    """The mask of the block on screen hides just that, and its cells are in sight."""
    run, view = run_of(hands), hands.view
    if not isinstance(view, MasksView):
        raise Missed("another view is on screen")
    kind = hands.now.selection.kind
    mask, blocked = run.mask(kind), expected(run)
    if mask is None or not np.array_equal(~mask, blocked):
        raise Missed(f"the mask of {kind} attention hides other cells")
    seen = {(cell.query, cell.key) for _, cell in hands.cells() if cell.query is not None and cell.key is not None}
    corner = tuple(int(index) for index in np.argwhere(blocked)[0])
    if corner not in seen:
        raise Missed(f"the blocked cell {corner} is out of sight")
    return f"{int(blocked.sum())} cells"


def _padding(hands: Hands) -> str:
    before = run_of(hands).source_length
    hands.tab("masks")
    view = hands.view
    assert isinstance(view, MasksView), "it was clicked on"
    hands.click(view.add)
    if run_of(hands).source_length != before + MORE:
        raise Missed("nothing was padded")
    if hands.now.selection.kind == "decoder":
        hands.click(hands.program.window.kind_switch.buttons["cross"])

    def padding(run: Trace) -> np.ndarray:
        rows = run.steps if hands.now.selection.kind == "cross" else run.source_length
        return np.tile(np.arange(run.source_length) >= before, (rows, 1))

    hidden(hands, padding)
    return hands.told(str(MORE), "<pad>", "0")


def _force(hands: Hands) -> str:
    """Another candidate, and back again by *Undo*; both translations stand on the screen when they should."""
    before = run_of(hands).meta.translation
    rows = [row for row in hands.program.window.inspector.findChildren(CandidateButton) if row.isVisible()]
    other = next(row for row in rows if row.candidate is not None and not row.candidate.produced)
    assert other.candidate is not None, "it has one"
    hands.click(other)
    forced = run_of(hands).meta.translation
    if other.candidate.label not in forced or forced == before:
        raise Missed("it was not forced")
    hands.see(forced)
    hands.chord("Ctrl+Z")
    hands.see(before)
    return f"{forced} / {before}"


def _computed(hands: Hands) -> str:
    """The product, the scaled score and the weight of the cell that has most weight, as numbers."""
    hands.chord("H")
    return computation_seen(hands)


def computation_seen(hands: Hands) -> str:
    """q · k / √d_k of the cell on screen, recomputed from the recorded vectors."""
    run, now = run_of(hands), hands.now.selection
    assert run.cross_attention is not None, "it has such maps"
    key = int(np.argmax(run.cross_attention[now.layer, now.head, now.step])) if now.key is None else now.key
    q, k = (run.activations[f"cross_{name}"][now.layer, now.head] for name in ("query", "key"))
    product = sum(float(a) * float(b) for a, b in zip(q[now.step], k[key], strict=True))
    return hands.see("√", f"{product:.3f}"[:-1])


def _long(hands: Hands) -> str:
    """To a chosen word: by the slider where the word is out of sight, then a click on the word itself."""
    run, window = run_of(hands), hands.program.window
    tokens = tokens_of(run).produced
    first = round(CHOSEN * run.steps)
    step = next(at for at in range(first, run.steps) if tokens[at].text.isalpha() and len(tokens[at].text) > LETTERS)
    chips, slider = window.token_strip.target, window.stepper.slider
    if not _chip_seen(hands, step + 1):
        place = slider.rect().center()
        place.setX(round(slider.width() * (step + 0.5) / run.steps))
        hands.click(slider, place, "slider")
    for _ in range(2):  # a word at the edge of the strip comes into sight first
        if hands.now.selection.step != step:
            hands.click(chips, chips.chip_rect(step + 1).center().toPoint(), f"the word “{tokens[step].text}”")
    if hands.now.selection.step != step:
        raise Missed(f"step {hands.now.selection.step + 1} is shown, not {step + 1}")
    return _aligned(hands)


def _chip_seen(hands: Hands, index: int) -> bool:
    chips = hands.program.window.token_strip.target
    place = chips.chip_rect(index).center().toPoint()
    return chips.rect().contains(place) and chips.chip_at(place) == index


def _heads(hands: Hands) -> str:
    """All of them in one picture, each with its name."""
    hands.tab("all_layers")
    run, kind = run_of(hands), hands.now.selection.kind
    seen = {(cell.layer, cell.head) for _, cell in hands.cells()}
    wanted = {(layer, head) for layer in range(run.layers(kind)) for head in range(run.heads(kind))}
    if seen != wanted:
        raise Missed(f"heads out of sight: {sorted(wanted - seen)}")
    return f"{len(seen)} heads"


def all_tasks() -> dict[str, Task]:
    """By name, in the order of the issue."""
    listed = (
        Task("translate", "translate an own sentence and see its alignment", 2, _translate),
        Task("heaviest", "which source word “tired” gives most weight", 0, _heaviest),
        Task("look-ahead", "what the look-ahead mask hides", 2, _look_ahead),
        Task("padding", "what padding changes", 3, _padding),
        Task("force", "force another word and go back", 2, _force),
        Task("computed", "how the number is computed", 1, _computed),
        Task("long", "a 150-token sentence’s alignment at a chosen word", 2, _long, LONG),
        Task("heads", "compare all heads", 1, _heads),
    )
    twenty = lecturers(_padding, _look_ahead, _computed, _force)
    asked = [Task(name, words, MOST, do, is_question=True) for name, words, do in (*QUESTIONS, *twenty)]
    again = Task("padding-question", "what padding changes", MOST, _padding, is_question=True)
    typed = [Task(name, words, MANY, do, is_keyboard=True) for name, words, do in KEYBOARD]
    return {task.name: task for task in (*listed, *asked, again, *typed)}
