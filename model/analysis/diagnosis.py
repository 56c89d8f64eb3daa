"""Recorded masks and weights against the definition of the architecture, each fault by name. numpy only.

The definition is that of "Attention Is All You Need" (sections 3.1 and 3.2.3): a row may attend to every column
that is not padding and, in the decoder, to none after its own. Rows of padding are never read, so what they
may attend to is no fault. What tutorials do otherwise without harm is a remark.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from model.analysis.attention_blocks import OFF, AttentionBlock, Bools, blocks_of
from model.analysis.findings import TEXTS, Evidence, Finding
from model.record.trace import KINDS, Kind, Trace

LEAK = 1e-6  #: more weight than this on a blocked cell is a leak
STRONG = -1e3  #: a fill value below this leaves no weight

#: Faults of the look-ahead: the offset of the diagonal, and whether the triangle above it is the visible one.
DIAGONALS = {
    "": (0, False), "sees_next": (1, False), "cannot_see_itself": (-1, False),
    "transposed": (0, True), "inverted": (1, True),
}  # fmt: skip
#: What follows from other faults and is told only where there is no other.
CONSEQUENCES = ("not_numbers", "not_normalised")
#: Remarks that leave something open.
UNJUDGED = ("no_padding", "order_unknown")
ORDER = {code: place for place, code in enumerate(dict.fromkeys(name.partition(".")[0] for name in TEXTS))}


def diagnose(trace: Trace) -> tuple[Finding, ...]:
    """Every fault, what causes others first, then every remark. Empty where nothing is to be said."""
    found = [finding for block in blocks_of(trace) for finding in examine(block)]
    found += _of_the_run(trace)
    if any(finding.severity == "fault" and finding.code not in CONSEQUENCES for finding in found):
        found = [finding for finding in found if finding.code not in CONSEQUENCES]
    return tuple(sorted(_in_all_layers(found), key=_place))


def judged(findings: tuple[Finding, ...]) -> bool:
    """Whether everything could be examined: where not, what has no fault is not known to be right."""
    return not any(finding.code in UNJUDGED for finding in findings)


def _of_the_run(trace: Trace) -> list[Finding]:
    """Findings about a recorded run as a whole."""
    said, found = trace.meta.recorded, []
    if said and trace.padding_mask is not None and trace.padding_mask.all():
        found.append(Finding("no_padding", None))
    if said.get("order_guessed") is True:
        found.append(Finding("order_unknown", None))
    aside = said.get("set_aside")
    if aside and isinstance(aside, tuple):
        shapes = dict.fromkeys(str(list(shape)) for shape in aside if isinstance(shape, tuple))
        found.append(Finding("set_aside", None, (), (", ".join(shapes),)))
    return found


def _place(finding: Finding) -> tuple[int, int]:
    return ORDER[finding.code], 0 if finding.kind is None else KINDS.index(finding.kind)


def examine(block: AttentionBlock) -> list[Finding]:
    """The findings of one block."""
    axis = _axis(block)
    found = [block.found(code) for code in ("scrambled", "mixed") if block.facts.get(code) is True]
    if axis != "keys":
        variant = ".turned" if block.facts.get("turned_over") is True else ""
        found.append(block.found("softmax_axis", block.row(np.ones(block.sums.shape, bool)), axis, variant=variant))
    if (block.mask != block.mask[0]).any():
        evidence = block.cell((block.mask != block.mask[0]).any(axis=0))
        folded = block.facts.get("folded") is True and all(_of_any_sentence(block, mask) for mask in block.mask)
        found.append(block.found("wrong_dimension", evidence, variant=".folded" if folded else ""))
    else:
        found += _pattern(block)
    if axis == "keys":
        found += _sums(block)
    return found + _scale(block)


def _of_any_sentence(block: AttentionBlock, mask: Bools) -> bool:
    """Whether ``mask`` [Q,K] leaves the last row the words of some sentence of the batch."""
    return any((mask[-1] == visible).all() for visible in (block.keys.visible, *block.others.values()))


# --- softmax and sums ---


def _axis(block: AttentionBlock) -> str:
    """The axis that sums to 1: keys, queries or heads."""
    told = block.facts.get("axis")
    if isinstance(told, str):
        return told
    if not block.off.any():
        return "keys"
    for name, axis in (("queries", 1), ("heads", 0)):
        if block.weights.shape[axis] > 1 and np.allclose(block.weights.sum(axis=axis), 1, atol=OFF):
            return name
    return "keys"


def _sums(block: AttentionBlock) -> list[Finding]:
    """Leaks, and rows that do not sum to 1."""
    seeing = block.mask.any(axis=-1) & block.queries.visible  # [H,Q]
    numbers = np.ones(block.weights.shape[1], bool)
    told = block.facts.get("not_numbers", ())
    empty = [row for row in told if type(row) is int and 0 <= row < len(numbers)] if isinstance(told, tuple) else []
    numbers[empty] = False
    found = []
    if (seeing & ~numbers).any():
        found.append(block.found("not_numbers", Evidence(block.layer, 0, int(np.argmax(~numbers)))))
    elif not numbers.all():
        found.append(block.found("empty_rows", Evidence(block.layer, 0, empty[0])))
    off = seeing & numbers & block.off
    if off.any():
        row = block.row(off)
        found.append(block.found("after_softmax" if block.facts.get("after") else "not_normalised", row, _short(row)))
    elif block.facts.get("after"):
        found.append(block.found("renormalised"))
    else:
        found += _leak(block, seeing)
    return found


def _leak(block: AttentionBlock, seeing: Bools) -> list[Finding]:
    leaks = ~block.mask & seeing[:, :, None] & (block.weights > LEAK)
    if not leaks.any():
        return []
    evidence = block.cell(np.asarray(leaks.any(axis=0)))
    fills = block.facts.get("fills", ())
    told = dict.fromkeys(str(fill) for fill in fills) if isinstance(fills, tuple) else {}
    shown = ", ".join(fill for fill in told if not _strong(fill)) or ", ".join(told) or "?"
    return [block.found("fill_too_weak", evidence, _short(evidence), shown)]


def _strong(fill: str) -> bool:
    try:
        return float(fill) < STRONG
    except ValueError:  # a file may say anything
        return False


def _short(evidence: Evidence) -> str:
    return f"{evidence.value:.3g}"


def _scale(block: AttentionBlock) -> list[Finding]:
    scale, width = block.facts.get("scale"), block.facts.get("width")
    if isinstance(scale, float) and isinstance(width, int) and width > 1 and abs(scale - 1) < OFF:
        return [block.found("not_scaled", None, str(width))]
    return []


# --- the pattern of a mask ---


def _pattern(block: AttentionBlock) -> list[Finding]:
    """Differences of the mask from the definition in rows that count, else in rows of padding."""
    mask, expected, counts = block.mask[0], block.expected, block.queries.visible
    if _fits(block, expected):
        return _in_padded_rows(block)
    wrong = (mask != expected) & counts[:, None] & block.certain
    open_cells = wrong & mask
    evidence = block.cell(open_cells if open_cells.any() else wrong)
    fitting = [codes for codes, candidate in _candidates(block) if _fits(block, candidate)]
    if not fitting and block.guessed:
        return []  # zeros in no known pattern: as likely as not they are rounded
    if not fitting:
        return [block.found("mask_differs", evidence, str(int(wrong.sum())), str(int(counts.sum()) * mask.shape[1]))]
    return [_named(block, code, evidence) for code in min(fitting, key=len)]


def _fits(block: AttentionBlock, candidate: Bools) -> bool:
    """Whether a mask [Q,K] agrees with all that is known, in rows that count."""
    return bool(((candidate == block.mask[0]) | ~block.certain)[block.queries.visible].all())


def _candidates(block: AttentionBlock) -> Iterator[tuple[tuple[str, ...], Bools]]:
    """Every known fault and pair of faults, with the mask [Q,K] that it makes."""
    for ahead, triangle in _triangles(block):
        for padding, columns in _columns(block):
            yield tuple(dict.fromkeys(code for code in (ahead, padding) if code)), triangle & columns
    yield ("inverted",), ~block.expected
    if block.kind == "decoder":  # with the padding in it
        yield ("transposed",), block.expected.T


def _triangles(block: AttentionBlock) -> Iterator[tuple[str, Bools]]:
    everything = np.ones(block.mask.shape[1:], dtype=bool)
    if block.kind == "decoder":
        for code, (offset, above) in DIAGONALS.items():
            yield code, np.triu(everything, offset) if above else np.tril(everything, offset)
        yield "look_ahead_missing", everything
    else:
        yield "", everything
        yield "look_ahead_in_encoder" if block.kind == "encoder" else "target_mask_in_cross", np.tril(everything)


def _columns(block: AttentionBlock) -> Iterator[tuple[str, Bools]]:
    """Cells that may be blocked as padding, as [K] or [Q,K]."""
    keys = block.keys
    yield "", keys.visible
    others = [(f"other_sentence={number + 1}", visible) for number, visible in block.others.items()]
    if block.exchanged:  # then this explains the whole batch
        yield from others
    yield "padding_missing", np.ones_like(keys.visible)
    yield "inverted", ~keys.visible
    if block.kind == "cross" and len(block.queries.ids) == len(keys.ids):
        yield "target_mask_in_cross", block.queries.visible
    never = keys.visible & ~block.mask[0][block.queries.visible].any(axis=0)
    for other in np.unique(keys.ids[never])[:1]:
        yield f"wrong_padding_id={other}", keys.ids != other
    if not block.exchanged:
        yield from others


def _named(block: AttentionBlock, code: str, evidence: Evidence) -> Finding:
    """The finding for a code of :func:`_candidates`; a padding mask without effect has one of three reasons."""
    code, _, other = code.partition("=")
    padding = "?" if block.keys.padding_id is None else str(block.keys.padding_id)
    if code == "other_sentence":
        return block.found(code, evidence, other)
    if other:
        token = block.keys.tokens[int(np.argmax(block.keys.ids == int(other)))]
        return block.found(code, evidence, token, other, padding)
    if code != "padding_missing":
        return block.found(code, evidence)
    padded = block.mask[0][~block.queries.visible]
    shapes = block.facts.get("shapes", ())
    by_rows = bool(shapes) and all(
        isinstance(shape, tuple) and shape[-2:] == (len(block.mask[0]), 1) for shape in shapes
    )
    if (len(padded) and not padded.any()) or by_rows:
        return block.found("rows_not_columns", evidence)
    if not block.facts.get("how") or block.kind == "decoder":
        return block.found("padding_missing", evidence)
    compared = block.keys.compared
    others = [index for index in compared if index != block.keys.padding_id and index not in block.keys.ids]
    if others:
        return block.found("wrong_padding_id", evidence, padding, ", ".join(map(str, others)), variant=".unseen")
    if compared or block.masked_before:
        return block.found("padding_missing", evidence, padding, variant=".empty")
    return block.found("wrong_padding_id", evidence, padding, variant=".perhaps")


def _in_padded_rows(block: AttentionBlock) -> list[Finding]:
    """Differences in rows that are never read."""
    mask, expected, padded = block.mask[0], block.expected, ~block.queries.visible
    if ((mask == expected) | ~block.certain).all():
        return []
    evidence = Evidence(block.layer, 0, int(np.argmax(padded)))
    if not mask[padded].any():
        return [block.found("padding_rows_blocked", evidence)]
    if block.kind == "decoder":
        return [block.found("decoder_padding_open", evidence)]
    return []


def _in_all_layers(found: list[Finding]) -> list[Finding]:
    """One finding for each code and kind, with all its layers and the evidence of the first."""
    first: dict[tuple[str, Kind | None, str], Finding] = {}
    for finding in found:
        key = (finding.code, finding.kind, finding.variant)
        before = first.get(key)
        layers = finding.layers if before is None else tuple(dict.fromkeys((*before.layers, *finding.layers)))
        source = finding if before is None else before
        first[key] = Finding(source.code, source.kind, layers, source.facts, source.evidence, source.variant)
    return list(first.values())
