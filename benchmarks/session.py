"""The longest blocks of the window in a session of 500 actions by real keys and mouse.

``python benchmarks/session.py [--actions N] [--seed N] [--checkpoint C] [--limit MS]``

A block is what the GUI thread computes between two moments in which it could take the next event: handlers, drawing
and painting together, in CPU time of that thread, so that a busy machine counts for little. The actions follow from
the seed alone. Prints the ten longest blocks with what caused them; the exit code is 1 where one is over the limit.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox

from model.common.assets import DEFAULT_CHECKPOINT, find_checkpoint
from tests.e2e.questions import candidates
from tests.e2e.screen import CTRL, NONE, SHIFT, Key, Screen
from viz_app.app import make_application
from viz_app.deferred_startup import collect_again
from viz_app.state.start import Start
from viz_app.views.all_layers import AllLayersView
from viz_app.views.links import LinksView
from viz_app.views.masks import MasksView

LIMIT = 50.0  #: milliseconds
WORST = 10
SENTENCES = (
    "Zwei Hunde spielen im Schnee.",
    "Ein Mann mit einem roten Hut steht vor einem alten Haus.",
    "Die Kinder laufen durch den Park, während ihre Eltern auf einer Bank sitzen und sich unterhalten, und ein kleiner "
    "Hund, der niemandem gehört, sieht ihnen von weitem zu, bis es dunkel wird und alle nach Hause gehen.",
)


@dataclass(frozen=True)
class Block:
    """The time for which the GUI thread computed without a pause, and the action before it."""

    milliseconds: float
    number: int  #: of the action, from 1
    action: str
    place: str  #: view and kind

    def __str__(self) -> str:
        return f"{self.milliseconds:7.1f} ms  #{self.number:<4} {self.action} ({self.place})"


Act = Callable[[Screen, random.Random], str]  #: does it, and says what it was


def session(screen: Screen, actions: int, seed: int) -> list[Block]:
    """Every action's longest block, in their order."""
    chance, blocks = random.Random(seed), []
    acts, weights = tuple(ACTS), tuple(ACTS.values())
    for number in range(1, actions + 1):
        act = chance.choices(acts, weights)[0]
        place = f"{screen.now.view}, {screen.now.selection.kind}"
        start = time.thread_time()
        what = act(screen, chance)
        longest = _rest(screen, start)
        blocks.append(Block(longest * 1e3, number, what, place))
    return blocks


def _rest(screen: Screen, start: float) -> float:
    """Seconds of the longest block, from ``start`` until nothing is being done any more."""
    QApplication.processEvents()
    longest = time.thread_time() - start
    quiet = 0
    while quiet < 3:  # what a timer of 0 ms does comes later
        begun = time.thread_time()
        QApplication.processEvents()
        longest = max(longest, time.thread_time() - begun)
        quiet = 0 if screen.now.busy is not None else quiet + 1
        time.sleep(0.002)
    return longest


def worst(blocks: Sequence[Block], count: int = WORST) -> list[Block]:
    """The longest ones, the longest first; of equal ones the earlier."""
    return sorted(blocks, key=lambda block: (-block.milliseconds, block.number))[:count]


# --- what somebody may do ---


def _key(keys: str, modifier: Qt.KeyboardModifier = NONE) -> Act:
    """One of these keys, by name or letter, anywhere in the window."""

    def act(screen: Screen, chance: random.Random) -> str:
        name = chance.choice(keys.split())
        screen.window.setFocus()
        screen.press(getattr(Key, f"Key_{name}", name), modifier)
        return f"key {name}"

    return act


def _tab(screen: Screen, chance: random.Random) -> str:
    names = screen.window.tabs.tabBar()
    name = chance.choice([name for index, name in enumerate(screen.window.views) if names.isTabVisible(index)])
    screen.choose_tab(name)
    return f"view {name}"


def _point(screen: Screen, chance: random.Random) -> str:
    canvas = screen.view.canvas
    QTest.mouseMove(canvas, QPoint(chance.randrange(canvas.width()), chance.randrange(canvas.height())))
    return "pointer moved"


def _click(screen: Screen, chance: random.Random) -> str:
    canvas = screen.view.canvas
    screen.click(canvas, QPoint(chance.randrange(canvas.width()), chance.randrange(canvas.height())))
    return "click into the picture"


def _in(name: str, act: Act) -> Act:
    """``act``, which belongs to a view; where another one is visible, choosing its tab is the action."""

    def first(screen: Screen, chance: random.Random) -> str:
        if screen.now.view == name:
            return act(screen, chance)
        screen.choose_tab(name)
        return f"view {name}"

    return first


def _sort(screen: Screen, chance: random.Random) -> str:
    view = screen.window.views["all_layers"]
    assert isinstance(view, AllLayersView)
    return _choose(view.order_box, chance)


def _choose(box: QComboBox, chance: random.Random) -> str:
    index = chance.randrange(box.count())
    box.setCurrentIndex(index)
    return f"chosen: {box.itemText(index)}"


def _links(screen: Screen, chance: random.Random) -> str:
    view = screen.window.views["links"]
    assert isinstance(view, LinksView)
    buttons = [button for button in view.heads.buttons if button.isVisible()]
    if buttons and chance.random() < 0.5:
        screen.click(chance.choice(buttons))
        return "links: a head more or less"
    view.threshold.stepBy(chance.choice((-5, -1, 1, 5)))
    return f"links: threshold {view.threshold.value()}"


def _pad(screen: Screen, chance: random.Random) -> str:
    view = screen.window.views["masks"]
    assert isinstance(view, MasksView)
    button = chance.choice([each for each in (view.add, view.shorter, view.remove, view.prove) if each.isVisible()])
    screen.click(button)
    return f"masks: {button.text()}"


def _force(screen: Screen, chance: random.Random) -> str:
    rows = candidates(screen)
    if not rows:
        return "no candidate to force"
    screen.click(chance.choice(rows))
    return "a token forced"


def _translate(screen: Screen, chance: random.Random) -> str:
    sentence = chance.choice(SENTENCES)
    if screen.now.batch:
        screen.controller.undoing.forget()
    screen.window.source_box.field.setText(sentence)
    screen.window.source_box.field.textEdited.emit(sentence)
    screen.window.setFocus()
    screen.press(Key.Key_Return, CTRL)
    return f"a sentence of {len(sentence)} letters"


def _resize(screen: Screen, chance: random.Random) -> str:
    screen.window.resize(chance.randrange(1024, 1700), chance.randrange(640, 1000))
    return "window resized"


#: What is done, and how often beside the others.
ACTS: dict[Act, int] = {
    _key("Left Right Right Left Home End"): 22,
    _key("Up Down BracketLeft BracketRight"): 12,
    _key("1 2 3"): 8,
    _tab: 10,
    _point: 20,
    _click: 8,
    _in("all_layers", _sort): 6,
    _in("links", _links): 8,
    _key("R M N D Q T H F B"): 10,
    _key("E G"): 2,
    _key("W A O X S V Escape"): 8,
    _key("Plus Minus 0"): 4,
    _key("Z", CTRL): 4,
    _key("Z", CTRL | SHIFT): 2,
    _in("masks", _pad): 5,
    _force: 3,
    _translate: 3,
    _resize: 2,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the session and print its worst blocks; returns the exit code."""
    parser = argparse.ArgumentParser(description="A session of many actions, and the longest block of the window.")
    parser.add_argument("--actions", type=int, default=500)
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--checkpoint", default=DEFAULT_CHECKPOINT)
    parser.add_argument("--limit", type=float, default=LIMIT, help="milliseconds (50)")
    given = parser.parse_args(arguments)
    screen = Screen(make_application("en"))
    try:
        screen.begin(Start(checkpoint=str(find_checkpoint(given.checkpoint)), sentence=SENTENCES[1], ask=False))
        collect_again()  # as the program does after its first paint
        blocks = session(screen, given.actions, given.seed)
    finally:
        screen.close()
    report(blocks, given.limit)
    return int(any(block.milliseconds > given.limit for block in blocks))


def report(blocks: Sequence[Block], limit: float) -> None:
    """The ten longest, the middle one, and how many are over the limit."""
    print("\n".join(map(str, worst(blocks))))
    middle = sorted(block.milliseconds for block in blocks)[len(blocks) // 2]
    over = sum(block.milliseconds > limit for block in blocks)
    print(f"{len(blocks)} actions, median {middle:.1f} ms, {over} over {limit:g} ms")


if __name__ == "__main__":
    sys.exit(main())
