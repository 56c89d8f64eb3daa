"""Sentences of *Masks*: what the block's mask hides on this sentence, the proof, and the selected cell. Pure."""

from __future__ import annotations

import re

import numpy as np
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QFont

from model.analysis.causality_check import Extension
from model.analysis.loss import is_taught
from model.record.trace import Trace
from viz_app.pictures.drawing import cell_states
from viz_app.pictures.masks.block import MaskBlock
from viz_app.platform.theme import text_width
from viz_app.state.state import Selection


def lessons(block: MaskBlock, run: Trace, extension: Extension | None) -> tuple[str, ...]:
    """What the block's mask hides; in the decoder how that came about, too."""
    if block.trace.meta.recorded:
        return ()
    if block.kind != "decoder":
        return (_padding(block),)
    if run.at_once:
        return (_at_once(block, is_taught(run)), *_target_padding(block))
    return (_generated() if extension is None else proof(extension), *_target_padding(block))


def cut(words: str, face: QFont, wide: float) -> str:
    """As many whole sentences of ``words`` as have room in one line; the first one at least."""
    sentences = re.split(r"(?<=[.。])\s+", words)
    fitting = [" ".join(sentences[:count]) for count in range(1, len(sentences) + 1)]
    return next((each for each in reversed(fitting) if text_width(each, face) <= wide), fitting[0])


def _padding(block: MaskBlock) -> str:
    translate = QCoreApplication.translate
    hidden, columns = int((~block.mask).sum()), int((~block.mask.any(axis=0)).sum())
    if block.shows_padding:
        return translate("pictures", "This attention has no padding mask: columns of <pad> get weight like any other.")
    if not hidden:
        return translate("pictures", "The padding mask hides nothing here: this sentence holds no <pad>.")
    told = translate("pictures", "The padding mask hides every <pad> column in every row: {columns} × {rows} = "
                     "{cells} cells of {all}. The remaining weights still sum to 1.")  # fmt: skip
    if hidden != columns * len(block.mask):
        told = translate("pictures", "The padding mask hides every <pad> column, and rows of <pad> too: {cells} cells "
                         "of {all}.")  # fmt: skip
    return told.format(columns=columns, rows=len(block.mask), cells=hidden, all=block.mask.size)


def _target_padding(block: MaskBlock) -> tuple[str, ...]:
    if block.padding is None:
        return ()
    translate = QCoreApplication.translate
    told = translate("pictures", "Columns that the target’s own padding hides: {columns}.")
    return (told.format(columns=int((~block.padding).sum())),)


def _at_once(block: MaskBlock, taught: bool) -> str:
    """``taught``: each position is asked for the token that follows; a network without a head is asked for nothing."""
    translate = QCoreApplication.translate
    future = int((cell_states.states_of(block.mask, causal=True) == cell_states.FUTURE).sum())
    told = translate("pictures", "One pass over a given target: the look-ahead mask hides {cells} cells. Without it "
                     "position t could copy token t + 1, which it is asked for.")  # fmt: skip
    if not taught:
        told = translate("pictures", "One pass over a given target: the look-ahead mask hides {cells} cells.")
    return told.format(cells=future)


def _generated() -> str:
    return QCoreApplication.translate(
        "pictures", "Decoded step by step: the newest row has no future to hide, for later tokens do not exist yet."
    )


def proof(found: Extension) -> str:
    """What became of the rows once later tokens were there."""
    translate = QCoreApplication.translate
    values = {"rows": len(found.rows), "length": found.length, "largest": f"{found.largest:.7f}"}
    if found.unchanged:
        told = translate("pictures", "Rows 1…{rows} are unchanged with all {length} tokens there: largest difference "
                         "{largest} ({exact}, rounding). They were computed before later tokens existed.")  # fmt: skip
        return told.format(exact=small(found.largest), **values)
    told = translate("pictures", "This network revises its rows: with all {length} tokens there weights of rows "
                     "1…{rows} differ by up to {largest}.")  # fmt: skip
    if found.future.any():
        leak = translate("pictures", "Its mask leaks: up to {weight} of a row’s weight goes to later tokens.")
        told = f"{told} {leak.format(weight=f'{float(found.future.max()):.4f}')}"
    return told.format(**values)


def small(value: float) -> str:
    """A difference in short: ``6e-08``."""
    return "0" if value == 0 else f"{value:.0e}" if value < 0.001 else f"{value:.3f}"


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
    state = cell_states.states_of(block.mask[: query + 1], causal=block.kind == "decoder")[query, key]
    return {
        cell_states.OPEN: translate("pictures", "may attend"),
        cell_states.FUTURE: translate("pictures", "blocked: future"),
        cell_states.PADDING: translate("pictures", "blocked: padding"),
    }[int(state)]


def _weight(block: MaskBlock, query: int, key: int) -> str:
    translate = QCoreApplication.translate
    if block.weights is None:
        return translate("pictures", "no weights in this display")
    return translate("pictures", "weight {value}").format(value=f"{float(block.weights[query, key]):.4f}")
