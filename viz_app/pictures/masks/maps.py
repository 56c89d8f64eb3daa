"""The maps of one attention block in *Masks*, in reading order: masks, scores before, weights without and after.

What they are and what they are called; their places are :mod:`viz_app.pictures.masks.places`, their looks
:mod:`viz_app.pictures.masks.sheet`.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.analysis.formulas import conventions_of
from model.common.lazy_dataclass import dataclass
from model.record.changed_places import unflipped
from model.record.kept_by_run import kept_by_run
from model.record.trace import Kind, Trace
from model.transforms.view_transform import limit_of
from viz_app.pictures.drawing import cell_states, picture_texts, quantities
from viz_app.pictures.drawing.picture import Style
from viz_app.pictures.masks.block import Bools, MaskBlock, Numbers, scores_of
from viz_app.pictures.masks.names import MaskName, Part, mask_name
from viz_app.platform.theme import SIGNED


@dataclass(frozen=True, eq=False)
class MaskMap:
    """May attend or blocked, [Q,K]; with the padding mask [K] above it where that is a part of it."""

    name: str
    meaning: str
    states: cell_states.States
    code: MaskName | None = None  #: as whose code has it
    strip: Bools | None = None  #: [K] True = may attend
    strip_code: MaskName | None = None
    own: bool = False  #: what the block used, no definition: cells that somebody flipped are shown, and can be

    @property
    def seen(self) -> set[int]:
        """The states that there are, of the strip too."""
        hidden = self.strip is not None and not self.strip.all()
        return {*np.unique(self.states).tolist(), *([cell_states.PADDING] if hidden else [])}


@dataclass(frozen=True, eq=False)
class NumberMap:
    """Scores or weights, [Q,K], with a scale of their own."""

    name: str
    meaning: str
    values: Numbers
    states: cell_states.States | None  #: why cells show no number
    ground: bool  #: whether blocked cells hide what they hold
    absent: Bools | None  #: cells whose number was never computed, which is no 0
    style: Style
    maximum: float  #: the number of full colour
    scale: str  #: what its colour bar is called
    trouble: quantities.Trouble = ""


@dataclass(frozen=True)
class Missing:
    """A map that this run cannot give, and how to get it."""

    name: str
    meaning: str
    why: str


Map = MaskMap | NumberMap | Missing


def maps_of(block: MaskBlock, style: Style, as_in_code: bool, run: Trace) -> tuple[Map, ...]:
    """Masks, then scores before and weights after. The first is the look-ahead mask, where there is one."""
    found: list[Map] = []
    if block.kind == "decoder":
        found += _of_target(block, as_in_code)
    if not (found and _is_look_ahead(block, as_in_code)):
        found.append(_own(block, as_in_code))
    found.append(_scores(block, style, run))
    if block.weights is not None:
        found += [_without(block, style, run), _weights(block, block.weights, style)]
    return tuple(found)


def rows_of(each: Map, rows: range) -> Map:
    """The same map with only some of its rows."""
    part = slice(rows.start, rows.stop)
    if isinstance(each, Missing):
        return each
    if isinstance(each, MaskMap):
        return replace(each, states=each.states[part])
    states, absent = each.states, each.absent
    return replace(
        each, values=each.values[part], states=None if states is None else states[part],
        absent=None if absent is None else absent[part],
    )  # fmt: skip


def _is_look_ahead(block: MaskBlock, as_in_code: bool) -> bool:
    """Is the target mask the look-ahead mask, so that one map shows both? In code they have two names."""
    mask = block.trace.look_ahead_mask
    return not (block.trace.meta.recorded or as_in_code) and mask is not None and np.array_equal(mask, block.unflipped)


def _of_target(block: MaskBlock, as_in_code: bool) -> list[Map]:
    """What the decoder's mask is made of; the definition too, where the block uses another."""
    translate, trace = QCoreApplication.translate, block.trace
    found: list[Map] = []
    if trace.look_ahead_mask is not None and trace.look_ahead_mask.shape == block.shape:
        code = _code(block, "look-ahead", as_in_code)
        meaning = translate("pictures", "[T, T] no later key")
        if _is_look_ahead(block, as_in_code):
            meaning = translate("pictures", "[T, T] = target mask: no <pad>")
        words = _said(code, translate("pictures", "Look-ahead mask"), meaning)
        shown = _states(block) if _is_look_ahead(block, as_in_code) else None
        states = cell_states.states_of(trace.look_ahead_mask, causal=True) if shown is None else shown
        found.append(MaskMap(*words, states, code, own=shown is not None))
    target = None if trace.target_mask is None else unflipped(trace, block.kind, trace.target_mask)
    if (
        target is not None
        and target.shape == block.shape
        and (trace.meta.recorded or (target != block.unflipped).any())
    ):
        words = translate("pictures", "Target mask"), translate("pictures", "[T, T] the definition")
        found.append(MaskMap(*words, cell_states.states_of(target, causal=True)))
    return found


def _own(block: MaskBlock, as_in_code: bool) -> MaskMap:
    """The mask that this block used, below the padding mask that it is made from."""
    states = _states(block)
    if block.trace.meta.recorded:
        name = QCoreApplication.translate("pictures", "Mask of this block")
        return MaskMap(name, picture_texts.block_mask(block.kind, True), states, strip=block.padding)
    code, strip = _code(block, "block", as_in_code), block.padding
    above = None if strip is None else _code(block, "padding", as_in_code)
    words = _said(code, _own_name(block), _own_meaning(block, strip), above)
    return MaskMap(*words, states, code, strip, above, own=True)


def _states(block: MaskBlock) -> cell_states.States:
    return cell_states.states_of(block.mask, block.kind == "decoder", block.flipped)


def _own_name(block: MaskBlock) -> str:
    translate = QCoreApplication.translate
    if block.kind == "decoder":
        return translate("pictures", "Target mask")
    return translate("pictures", "Padding mask") if block.padding is not None else _block_name()


def _block_name() -> str:
    return QCoreApplication.translate("pictures", "Mask of this block")


def _own_meaning(block: MaskBlock, strip: Bools | None) -> str:
    translate = QCoreApplication.translate
    if block.kind == "decoder":
        if strip is None:
            return translate("pictures", "[T, T] look-ahead; no padding here")
        return translate("pictures", "[T] padding above; [T, T] with look-ahead")
    if block.shows_padding:
        return translate("pictures", "no padding mask: <pad> is not hidden")
    if strip is None:
        return picture_texts.block_mask(block.kind)
    if (block.unflipped != strip).any():
        return translate("pictures", "[S] above; below with rows of padding")
    above = {
        "encoder": translate("pictures", "[S] above; [S, S] for every row"),
        "cross": translate("pictures", "[S] above; [T, S] for every row"),
    }
    return above[block.kind]


def _code(block: MaskBlock, part: Part, as_in_code: bool) -> MaskName | None:
    return mask_name(block.trace.meta.family, block.kind, part) if as_in_code else None


def _said(code: MaskName | None, name: str, meaning: str, above: MaskName | None = None) -> tuple[str, str]:
    """A mask's name and meaning; where it is shown as in somebody's code, its name there and what its values mean."""
    if code is None:
        return name, meaning
    translate = QCoreApplication.translate
    told = translate("pictures", "{value} = may attend").format(value=code.may)
    if above is not None and above != code:
        other = translate("pictures", "above: {name}, {value} = may attend")
        told = f"{told}; {other.format(name=above.name, value=above.may)}"
    return code.name, told


def _scores(block: MaskBlock, style: Style, run: Trace) -> Map:
    translate = QCoreApplication.translate
    name = translate("pictures", "Scores before")
    formula = conventions_of(run).score
    meaning = translate("pictures", "{formula}, no mask yet").format(formula=formula)
    if f"{block.kind}_bias" in run.activations:
        meaning = translate("pictures", "{formula}, no position bias, no mask yet").format(formula=formula)
    if block.scores is not None and np.isnan(block.scores).any():
        meaning = translate("pictures", "{formula}; blank: the key was not there yet").format(formula=formula)
    if block.scores is None:
        return Missing(name, meaning, _why_no_scores(run, block))
    known = np.isfinite(block.scores)
    below, above = SIGNED[style.palette]
    full = limit_of(block.scores) if style.per_map_scale else _largest(run, block.kind, block.layer)
    own = replace(
        style, quantity="score", full=full, colour_map=above, below=below, row_totals=False, dots=False
    )  # fmt: skip
    values = np.where(known, block.scores, np.float32(0))
    absent = None if known.all() else ~known
    return NumberMap(name, meaning, values, None, True, absent, own, full, translate("pictures", "score"))


def _without(block: MaskBlock, style: Style, run: Trace) -> Map:
    """The weights if nothing were hidden: of this head alone, the layers below as they were."""
    translate = QCoreApplication.translate
    name, meaning = translate("pictures", "Without mask"), translate("pictures", "softmax of all scores")
    if block.unmasked is None:
        return Missing(name, meaning, _why_not_without(run, block))
    if block.mask.all():
        meaning = translate("pictures", "the same: nothing is hidden")
    values = block.unmasked.astype(np.float32)
    maximum = quantities.highest(values, style).item() if style.per_map_scale else 1.0
    return NumberMap(name, meaning, values, None, True, None, style, maximum, quantities.name("weight"))


def _why_not_without(run: Trace, block: MaskBlock) -> str:
    if scores_of(run, block.kind) is not None and block.reads_one_head and run.grows(block.kind):
        return QCoreApplication.translate(
            "pictures", "no scores of later tokens yet: “All rows in one pass” computes them"
        )
    return _why_no_scores(run, block)


@kept_by_run(64)
def _largest(trace: Trace, kind: Kind, layer: int) -> float:
    """The number of full colour: one for all heads of a layer, so that they can be compared."""
    scores = scores_of(trace, kind)
    return 1.0 if scores is None else limit_of(scores[layer])


def _why_no_scores(run: Trace, block: MaskBlock) -> str:
    translate = QCoreApplication.translate
    if scores_of(run, block.kind) is not None:
        return translate(
            "pictures", "Scores belong to one head and its own tokens. Show the run as recorded to see them."
        )
    if run.meta.recorded:
        return translate("pictures", "Your own code was recorded without its scores; its weights are here.")
    return translate(
        "pictures", "This run was recorded without its scores. Translate the sentence again to see them."
    )  # fmt: skip


def _weights(block: MaskBlock, weights: Numbers, style: Style) -> NumberMap:
    translate, trace = QCoreApplication.translate, block.trace
    maximum = quantities.highest(weights, style).item() if style.per_map_scale else 1.0
    states = cell_states.states(trace, block.kind)
    if trace.meta.recorded:
        states = _states(block)
    done = trace.meta.reading
    read = picture_texts.shown_as(done, block.kind) if done is not None and done.quantity == "weight" else ""
    return NumberMap(
        translate("pictures", "Weights after"), read or translate("pictures", "softmax of the scores, masked"),
        weights, states,
        not trace.meta.leaky_mask, None, style, maximum, quantities.name("weight"),
        quantities.trouble(weights, "weight"),
    )  # fmt: skip
