"""Sentences of *Masks*: what each mask hides on this very sentence, the proof, and the selected cell. Pure."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QFont

from model.analysis.causality_check import Extension
from model.analysis.loss import is_taught
from model.analysis.padding_change import PaddingChange, head_change
from model.record.trace import Trace
from viz_app.pictures.drawing import cell_states
from viz_app.pictures.masks.block import MaskBlock
from viz_app.pictures.masks.numbers import readable
from viz_app.platform.theme import text_width
from viz_app.state.sentences import padding_of
from viz_app.state.state import Selection, Snapshot

MOST_NAMED = 5  #: hidden tokens that are named one by one


def lessons(block: MaskBlock, now: Snapshot, on_screen: bool = True) -> tuple[str, ...]:
    """What the block's mask hides: in the decoder at the selected row, with its tokens, and how that came about.

    What could be done in the program is said ``on_screen`` alone.
    """
    run = now.run
    if block.trace.meta.recorded or run is None:
        return ()
    if block.kind != "decoder":
        return (*_by_hand(block), *_changed(block, now.padded), _padding(block, on_screen), *_filled(run, now.batch))
    row = now.selection.step if now.selection.query is None else now.selection.query
    seen = look_ahead(block, min(row, block.shape[0] - 1))
    if run.at_once:
        return (*_by_hand(block), seen, *_at_once(block, row, is_taught(run)), *_target_padding(block, run))
    how = _generated(block, on_screen) if now.extension is None else proof(now.extension)
    return (*_by_hand(block), seen, how, *_target_padding(block, run))


def cut(words: str, face: QFont, wide: float) -> str:
    """As many whole sentences of ``words`` as have room in one line; the first one at least."""
    sentences = re.split(r"(?<=[.。])\s+(?=\S)", words)
    fitting = [" ".join(sentences[:count]) for count in range(1, len(sentences) + 1)]
    return next((each for each in reversed(fitting) if text_width(each, face) <= wide), fitting[0])


def _by_hand(block: MaskBlock) -> tuple[str, ...]:
    """What somebody flipped in the mask."""
    if not block.flipped:
        return ()
    translate, columns = QCoreApplication.translate, block.labels[1]
    told = {
        True: translate("pictures", "Flipped by hand: the row “{query}” may attend to “{key}”."),
        False: translate("pictures", "Flipped by hand: the row “{query}” may not attend to “{key}”."),
    }
    if len(block.flipped) > 1:
        return (
            translate("pictures", "{count} cells of this mask were flipped by hand.").format(count=len(block.flipped)),
        )
    ((query, key),) = block.flipped
    found = told[bool(block.mask[query, key])]
    return (found.format(query=_written(block, query), key=columns[key].text),)


# --- look-ahead ---


def look_ahead(block: MaskBlock, row: int) -> str:
    """One row and the later tokens that are hidden from it, by its step."""
    translate = QCoreApplication.translate
    hidden = _later(block.mask, row)
    written = _written(block, row)
    if not hidden:
        if not _later(block.mask, 0):
            return translate("pictures", "Step {step} (“{token}”): no later token is hidden.").format(
                step=row + 1, token=written
            )
        last = translate("pictures", "“{token}” (step {step}) is written last: no later token is left to hide; at step "
                         "1 there are {all}.")  # fmt: skip
        return last.format(token=written, step=row + 1, all=len(_later(block.mask, 0)))
    told = translate("pictures", "While writing “{token}” (step {step}) the {count} later tokens are hidden: {tokens}.")
    if len(hidden) == 1:
        told = translate("pictures", "While writing “{token}” (step {step}) one later token is hidden: {tokens}.")
    return told.format(token=written, step=row + 1, count=len(hidden), tokens=_named(block, hidden))


def _later(mask: NDArray[np.bool_], row: int) -> list[int]:
    """The later keys that a row may not attend to."""
    return (np.flatnonzero(~mask[row, row + 1 :]) + row + 1).tolist()


def _written(block: MaskBlock, row: int) -> str:
    """What a row's step produces; in a run without next tokens what it consumes."""
    pairs = block.pairs
    return (block.labels[0] if pairs is None or len(pairs) != block.shape[0] else pairs)[row].text


def _named(block: MaskBlock, keys: list[int]) -> str:
    names = block.labels[1]
    told = ", ".join(f"“{names[key].text}”" for key in keys[:MOST_NAMED])
    if len(keys) <= MOST_NAMED:
        return told
    more = QCoreApplication.translate("pictures", "{tokens} and {count} more")
    return more.format(tokens=told, count=len(keys) - MOST_NAMED)


def _at_once(block: MaskBlock, row: int, taught: bool) -> tuple[str, ...]:
    """``taught``: each position is asked for the token that follows; a network without a head is asked for nothing."""
    translate = QCoreApplication.translate
    future = int((cell_states.states_of(block.mask, causal=True) == cell_states.FUTURE).sum())
    told = translate("pictures", "In one pass all tokens are there: the mask hides {cells} cells.").format(cells=future)
    if not taught or row >= block.shape[0] - 1:
        return (told,)
    copied = translate("pictures", "Without it the row could copy “{token}”, which it is asked for.")
    return copied.format(token=_written(block, row)), told


def _generated(block: MaskBlock, on_screen: bool) -> str:
    """Why nothing is said of what a row would see, and how to see it."""
    translate = QCoreApplication.translate
    if block.scores is None or not on_screen:
        return translate("pictures", "Decoded step by step: while a row is computed, later tokens do not exist yet.")
    return translate("pictures", "Decoded step by step, later tokens have no scores yet: “All rows in one pass” shows "
                     "what a row would see without the mask.")  # fmt: skip


# --- padding ---


def _padding(block: MaskBlock, on_screen: bool) -> str:
    translate = QCoreApplication.translate
    mask = block.unflipped
    hidden, columns = int((~mask).sum()), int((~mask.any(axis=0)).sum())
    if block.shows_padding:
        return translate("pictures", "This attention has no padding mask: columns of <pad> get weight like any other.")
    if not (hidden or on_screen):
        return translate("pictures", "No <pad> here, so the padding mask hides nothing.")
    if not hidden:
        return translate(
            "pictures", "No <pad> here, so the padding mask hides nothing. Add 4 <pad>, or a shorter sentence."
        )
    told = translate("pictures", "The padding mask hides {columns} columns of <pad> in each of {rows} rows: {cells} "
                     "cells of {all}; the other weights of a row still sum to 1.")  # fmt: skip
    if hidden != columns * len(block.mask):
        told = translate("pictures", "The padding mask hides every <pad> column, and rows of <pad> too: {cells} cells "
                         "of {all}.")  # fmt: skip
    return told.format(columns=columns, rows=len(block.mask), cells=hidden, all=block.mask.size)


def _target_padding(block: MaskBlock, run: Trace) -> tuple[str, ...]:
    translate = QCoreApplication.translate
    if block.padding is not None:
        told = translate("pictures", "Columns that the target’s own padding hides: {columns}.")
        return (told.format(columns=int((~block.padding).sum())),)
    source = padding_of(run)
    if not source:
        return (translate("pictures", "No <pad> in the target, so the padding mask hides nothing here."),)
    told = translate("pictures", "No <pad> in the target; the {count} of the source are hidden in Encoder and Cross.")
    return (told.format(count=source),)


def _changed(block: MaskBlock, change: PaddingChange | None) -> tuple[str, ...]:
    """What <pad> that was added or taken away changes in this head's weights."""
    if change is None or not block.reads_one_head:
        return ()
    translate = QCoreApplication.translate
    found = head_change(change, block.kind, block.layer, block.head)
    if found is None:
        return ()
    largest = readable(found.largest)
    if change.added < 0:
        told = translate("pictures", "{count} <pad> are gone: no weight of this head differs by more than {largest}.")
        return (told.format(count=-change.added, largest=largest),)
    if found.padding:
        told = translate("pictures", "{count} <pad> are new (framed) and get up to {weight} of a row’s weight.")
        return (told.format(count=change.added, weight=f"{found.padding:.4f}"),)
    told = translate("pictures", "{count} <pad> (framed): weight 0; no other weight of this head differs by more "
                     "than {largest}.")  # fmt: skip
    if not found.all_rows:
        told = translate("pictures", "{count} <pad> (framed): weight 0; up to row {rows}, where the translation "
                         "changes, no other weight differs by more than {largest}.")  # fmt: skip
    return (told.format(count=change.added, largest=largest, rows=found.rows),)


def _filled(run: Trace, batch: tuple[Trace, ...]) -> tuple[str, ...]:
    """Which sentence of a batch this is, and up to which it is filled."""
    if len(batch) < 2 or not padding_of(run):
        return ()
    longest = min(batch, key=padding_of)
    told = QCoreApplication.translate("pictures", "“{text}” is filled up to the {length} tokens of “{longest}”.")
    return (
        told.format(text=run.meta.source_text, length=longest.source_length, longest=longest.meta.source_text),
    )  # fmt: skip


# --- the proof ---


def proof(found: Extension) -> str:
    """What became of the rows once later tokens were there."""
    translate = QCoreApplication.translate
    values = {"rows": len(found.rows), "length": found.length, "largest": readable(found.largest)}
    if found.unchanged:
        told = translate("pictures", "Checked: rows 1…{rows} stay as they are with all {length} tokens there; largest "
                         "difference {largest}.")  # fmt: skip
        return told.format(**values)
    told = translate("pictures", "This network revises its rows: with all {length} tokens there weights of rows "
                     "1…{rows} differ by up to {largest}.")  # fmt: skip
    if found.future.any():
        leak = translate("pictures", "Its mask leaks: up to {weight} of a row’s weight goes to later tokens.")
        told = f"{told} {leak.format(weight=f'{float(found.future.max()):.4f}')}"
    return told.format(**values)


# --- the selected cell ---


def chain(block: MaskBlock, chosen: Selection) -> str:
    """Score before, mask and weight after at the selected cell; nothing where none is selected."""
    queries, keys = block.shape
    query, key = chosen.query, chosen.key
    if query is None or key is None or query >= queries or key >= keys:
        return ""
    if not block.trace.had(block.kind, query, key):
        return QCoreApplication.translate(
            "pictures", "a later token: it did not exist when this row was computed, so no score and nothing to mask"
        )
    return " → ".join((_score(block, query, key), _masked(block, query, key), _weight(block, query, key)))


def hint() -> str:
    """How to see what :func:`chain` says."""
    return QCoreApplication.translate("pictures", "Point at a cell: score → mask → weight")


def _score(block: MaskBlock, query: int, key: int) -> str:
    translate = QCoreApplication.translate
    if block.scores is None:
        if block.reads_one_head:
            return translate("pictures", "score not recorded")
        return translate("pictures", "no score in this display")
    score = float(block.scores[query, key])
    if not np.isfinite(score):
        return translate("pictures", "score not recorded")
    return translate("pictures", "score {value}").format(value=f"{score:.3f}".replace("-", "−"))


def _masked(block: MaskBlock, query: int, key: int) -> str:
    translate = QCoreApplication.translate
    state = cell_states.states_of(block.mask[: query + 1], block.kind == "decoder", block.flipped)[query, key]
    if state == cell_states.OPEN and (query, key) in block.flipped:
        return translate("pictures", "may attend, by hand")
    return {
        cell_states.OPEN: translate("pictures", "may attend"),
        cell_states.BY_HAND: translate("pictures", "blocked by hand"),
        cell_states.FUTURE: translate("pictures", "blocked: future"),
        cell_states.PADDING: translate("pictures", "blocked: padding"),
    }[int(state)]


def _weight(block: MaskBlock, query: int, key: int) -> str:
    """With what it would be without the mask, where that is another."""
    translate = QCoreApplication.translate
    if block.weights is None:
        return translate("pictures", "no weights in this display")
    weight, free = float(block.weights[query, key]), block.unmasked
    told = translate("pictures", "weight {value}").format(value=_share(weight, bool(block.mask[query, key])))
    if free is None or block.mask[query].all():
        return told
    without = translate("pictures", "{weight} (without the mask {free})")
    return without.format(weight=told, free=f"{float(free[query, key]):.4f}")


def _share(weight: float, open_cell: bool) -> str:
    """A weight that may be there is none so small that it reads as nothing at all."""
    return readable(weight, exactly=False) if open_cell and 0 < weight < 5e-5 else f"{weight:.4f}"
