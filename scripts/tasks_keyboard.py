"""What a person does who has no mouse: every action is a key, a chord, or words typed where the keyboard is."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton
from tasks_hands import Hands, Missed
from tasks_questions import run_of

from model.network.interventions import MaskOff
from viz_app.pictures.drawing.quantities import figure
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.platform.text import quoted
from viz_app.platform.text import translate as translate_text

OWN = "Zwei Hunde spielen im Schnee."
FOUND = "picture.png"
OFF = "Look-ahead mask off"
PANES = 9  #: presses of F6 until every pane has been reached
MOST = 60  #: presses of Tab until a control must have been reached
MOMENT = 20  #: milliseconds between letters


def open_checkpoint(hands: Hands) -> str:
    """Another one, found by its name, and back."""
    for name in ("classic", "everyday"):
        hands.chord("Ctrl+Shift+P")
        hands.sentence(name)
        hands.until(partial(_is_open, hands, name), name)
        hands.settle()
    return hands.see("everyday")


def _is_open(hands: Hands, name: str) -> bool:
    return hands.now.checkpoint is not None and name in str(hands.now.checkpoint.path)


def translate(hands: Hands) -> str:
    """From wherever the keyboard is."""
    hands.chord("Ctrl+L")
    hands.sentence(OWN)
    if run_of(hands).meta.source_text != OWN:
        raise Missed("it was not translated")
    return hands.see(run_of(hands).meta.translation)


def strongest(hands: Hands) -> str:
    """Of every row, by stepping through it: the word and its weight stand in the sentence of the row."""
    translate(hands)
    hands.chord("F6")  # out of the field, whose arrows move its cursor
    _leave_field(hands)
    hands.chord("Home")
    run, now = run_of(hands), hands.now.selection
    assert run.cross_attention is not None, "it has such maps"
    said = ""
    for step in range(run.steps):
        row = run.cross_attention[now.layer, now.head, step]
        key = int(np.argmax(row))
        if hands.now.selection.step != step:
            raise Missed(f"step {hands.now.selection.step}, not {step}")
        word, weight = quoted(tokens_of(run).source[key].text), figure(float(row[key]), "weight")
        said = hands.see(str(step + 1), f"{word} {weight}")
        hands.chord("Right")
    return said


def switch(hands: Hands) -> str:
    """Kind, layer and head."""
    _leave_field(hands)
    for key, kind in (("1", "encoder"), ("2", "decoder"), ("3", "cross")):
        hands.chord(key)
        if hands.now.selection.kind != kind:
            raise Missed(f"{key} shows {hands.now.selection.kind}")
    before = hands.now.selection
    hands.chord("Up" if before.layer == 0 else "Down")
    hands.chord("]" if before.head == 0 else "[")
    after = hands.now.selection
    if abs(after.layer - before.layer) != 1 or abs(after.head - before.head) != 1:
        raise Missed(f"from {before} to {after}")
    return hands.see(str(after.layer + 1), str(after.head + 1))


def masks(hands: Hands) -> str:
    """The look-ahead mask's words for this row."""
    _leave_field(hands)
    hands.chord("Ctrl+5")
    hands.chord("2")
    run, step = run_of(hands), hands.now.selection.step
    later = [quoted(token.text) for token in tokens_of(run).consumed[step + 1 :]]
    return hands.told(str(len(later)), *later)


def mask_off(hands: Hands) -> str:
    """From the list of changes in *What if*."""
    hands.chord("Ctrl+Shift+W")
    for _ in range(PANES):
        if hands.program.window.what_if.isAncestorOf(QApplication.focusWidget() or hands.program.window):
            break
        hands.chord("F6")
    tab_to(hands, hands.program.window.what_if.add)
    hands.chord("Space")
    menu, wanted = hands.program.window.what_if.menu, translate_text("WhatIf", OFF)
    for _ in menu.actions():
        hands.chord("Down")
        if menu.activeAction().text() == wanted:
            break
    else:
        raise Missed(f"Down does not come to {wanted}")
    hands.chord("Return")
    hands.until(lambda: any(isinstance(each.change, MaskOff) for each in hands.now.what_if.changes), "the change")
    hands.settle()
    return wanted


def export(hands: Hands) -> str:
    """A picture, into a file whose name is typed."""
    place = Path.home() / FOUND
    hands.chord("Ctrl+E")
    hands.chord("Return")
    hands.until(lambda: isinstance(QApplication.activeWindow(), QFileDialog), "the dialog for a file")
    hands.actions.append(f"type “{place}”, Enter")
    for letter in str(place):  # a list of names comes and goes over the field, which has the keyboard all the time
        field = QApplication.focusWidget()
        assert field is not None, "the dialog has come"
        QTest.keyClicks(field, letter)
        QTest.qWait(MOMENT)
    hands.chord("Return")
    hands.until(place.exists, "the file")
    return place.name


def tab_to(hands: Hands, widget: QPushButton) -> None:
    """Tab until it has the keyboard."""
    for _ in range(MOST):
        if QApplication.focusWidget() is widget:
            return
        hands.chord("Tab")
    raise Missed(f"{MOST} presses of Tab do not reach {widget.text()}")


def _leave_field(hands: Hands) -> None:
    """Esc, until arrows and digits are the window's."""
    hands.chord("Escape")


KEYBOARD = (
    ("open", "open another checkpoint", open_checkpoint),
    ("translate-keys", "translate", translate),
    ("strongest", "the strongest weight of each row", strongest),
    ("switch", "switch kind, layer and head", switch),
    ("masks-keys", "read the masks", masks),
    ("mask-off", "switch a mask off", mask_off),
    ("export", "export a picture", export),
)
