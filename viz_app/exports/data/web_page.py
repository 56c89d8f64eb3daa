"""A run as data for the interactive page: every weight in 16 bits, labels as text, nothing that a browser could run.

The page's own code is in ``assets/web``. What people read of a weight, four decimals, is what the run
holds; between two such numbers six finer places are left for the colour.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.analysis.entropy import entropy
from model.common.assets import ASSETS
from model.common.problems import Problem
from model.common.text import Text
from model.common.version import VERSION
from model.record.trace import KINDS, Array, Kind, ReadAs, Trace
from viz_app.exports.data.font_part import font_face
from viz_app.pictures.drawing.tokens import Token, tokens_of
from viz_app.platform.colours import BLUES, SEA, ColourMap
from viz_app.platform.spelling import share_text, visible

WEB = ASSETS / "web"
SCRIPTS = ("data.js", "draw.js", "page.js")
HANGUL = re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]")
HANGUL_FAMILY, HANGUL_FONT = "PageHangul", "Pretendard-Regular.otf"  #: named in page.css behind the fonts of systems
NONE: Mapping[str, Sequence[str]] = MappingProxyType({})
FINER = 6  #: places between two numbers of four decimals
LARGEST = 65_535 // FINER / 10_000  #: what 16 bits can hold
MOST_WEIGHTS = 40_000_000
#: Characters that end a script element, a line of JavaScript, or that no document may hold.
ESCAPES = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


def codes(weights: Array) -> NDArray[np.uint16] | None:
    """Weights 0…1.09 of any shape as 16-bit numbers; None where a weight is outside or none.

    code // 6 / 10,000 is the weight rounded to four decimals, exactly as Python writes it; code % 6 tells
    where in that interval it lies, the middle between 2 and 3. Code 0 is no weight at all, exactly 0.
    """
    exact = weights.astype(np.float64)
    if not (np.isfinite(exact).all() and (exact >= 0).all() and (exact < LARGEST).all()):
        return None
    scaled = exact * 10_000
    steps = np.rint(scaled)
    unsure = np.abs(scaled - np.floor(scaled) - 0.5) < 1e-6  # the product is rounded, Python's decimal is not
    steps[unsure] = [round(float(f"{weight:.4f}") * 10_000) for weight in exact[unsure]]
    finer = np.clip(np.floor((scaled - steps + 0.5) * FINER), 0, FINER - 1)
    middle = (steps % 100 == 50) & (np.abs(scaled - steps) < 0.5)  # here two decimals are decided
    up = [float(f"{weight:.2f}") > weight for weight in exact[middle]]
    finer[middle] = np.where(up, np.maximum(finer[middle], FINER // 2), np.minimum(finer[middle], FINER // 2 - 1))
    small: NDArray[np.uint16] = np.where(exact == 0, 0, steps * FINER + finer).astype(np.uint16)
    return small


def document(
    trace: Trace, selection: Mapping[str, Any], language: str, theme: str, others: Sequence[Trace] = (),
    glosses: Mapping[str, Sequence[str]] = NONE,
) -> str:  # fmt: skip
    """The whole page. ``selection`` is where it opens; ``language`` en or ko; ``theme`` "" follows the system.

    ``glosses`` are those of the tokens of ``trace``: source, consumed, produced.

    ``trace`` and ``others``, which a reader can choose instead, are runs or readings of them, but of weights.
    Raises :class:`Problem` for what is too large for a page.
    """
    _check_size([trace, *others])
    script, words = "\n".join(map(_part, SCRIPTS)), json.loads(_part("words.json"))
    data = run_data(trace, glosses) | {
        "others": [run_data(other) for other in others],
        "selection": dict(selection), "language": language, "theme": theme, "words": words,
        "colours": {"light": _colours(BLUES), "dark": _colours(SEA)},
    }  # fmt: skip
    style = _part("page.css") + _hangul(data, words)
    title = trace.meta.translation or trace.meta.source_text or "Headscope"
    places = {
        "language": language, "policy": policy(script, style), "generator": f"Headscope {VERSION}",
        "title": html.escape(f"{visible_line(title)} — Headscope"),
        "description": html.escape(words[language]["honest"]),
        "noscript": html.escape("This page needs JavaScript, which works without a network."),
        "style": style, "script": script, "data": inert(data),
    }  # fmt: skip
    parts = _part("page.html").split("{{")
    return parts[0] + "".join(places[name] + rest for name, _, rest in (part.partition("}}") for part in parts[1:]))


def _hangul(data: Mapping[str, Any], words: Mapping[str, Mapping[str, str]]) -> str:
    """The letters of the page's own Hangul as a font, for machines without one; nothing for a page without any."""
    without = {name: value for name, value in data.items() if name != "words"}
    shown = set(HANGUL.findall(json.dumps(without, ensure_ascii=False)))
    if data["language"] == "ko" or shown:
        shown |= set(HANGUL.findall("".join(words["ko"].values())))
    return font_face(HANGUL_FAMILY, 400, HANGUL_FONT, "".join(sorted(shown))) if shown else ""


@cache
def _part(name: str) -> str:
    """One of the page's own files, read once: a batch writes many pages."""
    return (WEB / name).read_text(encoding="utf-8")


def policy(script: str, style: str) -> str:
    """Only this script and this style may be used, a font only from this file, and nothing may be fetched."""
    allowed = (
        f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'" for text in (script, style)
    )
    rules = "default-src 'none'; script-src {}; style-src {}; font-src data:; base-uri 'none'; form-action 'none'"
    return rules.format(*allowed)


def inert(data: Mapping[str, Any]) -> str:
    """JSON that no browser takes for anything else."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    for character, escape in ESCAPES.items():
        text = text.replace(character, escape)
    return text.encode("utf-8", "replace").decode("utf-8")  # a lone surrogate has no place in a file


def visible_line(text: str) -> str:
    """One line without hidden characters."""
    return " ".join(visible(word) for word in text.split())


def _check_size(traces: Sequence[Trace]) -> None:
    found = [trace.attention(kind) for trace in traces for kind in KINDS]
    count = sum(0 if weights is None else weights.size for weights in found)
    if count > MOST_WEIGHTS:
        why = Text("its %1 weights are more than a page can show (%2)", f"{count:,}", f"{MOST_WEIGHTS:,}")
        raise Problem(Text("interactive page"), why, Text("Shorten the sentence, or save the trace instead"))


def run_data(trace: Trace, glosses: Mapping[str, Sequence[str]] = NONE) -> dict[str, Any]:
    """Labels, maps, masks and candidates."""
    tokens = tokens_of(trace)
    shares = trace.produced_probability
    probability = [] if shares is None else [share_text(share) for share in shares.tolist()]
    kinds = {kind: _maps(trace, kind) for kind in KINDS}
    return {
        "translation": visible_line(trace.meta.translation), "source_text": visible_line(trace.meta.source_text),
        "steps": trace.steps, "source": _labels(tokens.source, trace.source_ids, glosses.get("source", ())),
        "consumed": _labels(tokens.consumed, trace.consumed_ids, glosses.get("consumed", ())),
        "produced": _labels(tokens.produced, trace.produced_ids, glosses.get("produced", ())),
        "probability": probability,
        "candidates": _candidates(trace), "entropy": _entropies(trace),
        "kinds": {kind: held for kind, held in kinds.items() if held},
        "masks": _masks(trace), "reading": _reading(trace), "origin": _origin(trace),
        "predicted": _predicted(trace), "at_once": trace.at_once,
    }  # fmt: skip


def _origin(trace: Trace) -> dict[str, Any]:
    """Where the run comes from, whatever is shown of it."""
    meta = trace.meta
    return {
        "checkpoint": visible_line(meta.checkpoint), "hash": meta.checkpoint_sha256[:12],
        "recorded": bool(meta.recorded), "uncertain": visible_line(", ".join(meta.uncertain)),
        "changes": [[change.template, *map(str, change.values)] for change in meta.changes],
        "program": f"Headscope {VERSION}",
    }  # fmt: skip


def _reading(trace: Trace) -> dict[str, Any]:
    """How the run is read; see :class:`~model.record.trace.ReadAs`. Raises ValueError for any but weights."""
    done = trace.meta.reading or ReadAs()
    if done.quantity != "weight":
        raise ValueError(f"a page shows weights, not {done.quantity}")
    return {
        "aggregate": done.aggregate, "heads": dict(done.heads), "layers": dict(done.layers),
        "aside": "" if done.aside == "nothing" else done.aside, "by_hand": done.by_hand,
        "renormalised": done.renormalised, "words": bool(done.source_words), "guessed": done.guessed,
    }  # fmt: skip


def _labels(tokens: tuple[Token, ...], ids: Array | None, meant: Sequence[str]) -> list[tuple[str | int | None, ...]]:
    """Text, id, role and, where some are known, gloss."""
    numbers = [None] * len(tokens) if ids is None else ids.tolist()
    found = [
        (token.text, number, "" if token.role == "plain" else token.role)
        for token, number in zip(tokens, numbers, strict=True)
    ]
    return [(*each, gloss) for each, gloss in zip(found, meant, strict=True)] if any(meant) else list(found)


def _maps(trace: Trace, kind: Kind) -> dict[str, Any] | None:
    attention, mask = trace.attention(kind), trace.mask(kind)
    if attention is None or 0 in attention.shape:
        return None
    layers, heads, queries, keys = attention.shape
    small = codes(attention)
    held = attention.astype("<f4") if small is None else small.astype("<u2")
    maps = {
        "layers": layers, "heads": heads, "queries": queries, "keys": keys, "bits": 32 if small is None else 16,
        "causal": kind == "decoder", "grows": trace.grows(kind), "data": _base64(held.tobytes()),
        "steps": kind != "encoder" and trace.steps > 0,
    }  # fmt: skip
    if trace.meta.reading is not None and (aside := trace.meta.reading.aside_keys(kind)):
        maps["aside"] = list(aside)
    return maps if mask is None or mask.all() else maps | {"mask": _bits(mask)}


def _masks(trace: Trace) -> dict[str, str]:
    held = {"padding": trace.padding_mask, "look_ahead": trace.look_ahead_mask, "target": trace.target_mask}
    return {name: _bits(mask) for name, mask in held.items() if mask is not None and mask.size}


def _candidates(trace: Trace) -> list[list[tuple[str, str, int]]]:
    ids, tokens, shares = trace.candidate_ids, trace.candidate_tokens, trace.candidate_probabilities
    if ids is None or tokens is None or shares is None:
        return []
    named = tokens_of(trace).candidate
    return [
        [
            (named(str(token), int(number)), share_text(float(share)), int(number))
            for token, share, number in zip(*step, strict=True)
        ]
        for step in zip(tokens, shares, ids, strict=True)
    ]


def _predicted(trace: Trace) -> list[str]:
    """Under teacher forcing, of each step: its most probable token, "" where it is no whole word; [] for other runs."""
    ids, tokens = trace.candidate_ids, trace.candidate_tokens
    if not trace.at_once or trace.produced_tokens is None:
        return []
    if ids is None or tokens is None or not ids.shape[1]:
        return [""] * trace.steps
    named, done = tokens_of(trace).candidate, trace.meta.reading
    found = [named(str(token), int(number)) for token, number in zip(tokens[:, 0], ids[:, 0], strict=True)]
    words = done.produced_words if done is not None else ()
    return [text if not words or len(words[step]) == 1 else "" for step, text in enumerate(found)]


def _entropies(trace: Trace) -> list[tuple[str, str, bool] | None]:
    """Of each step: bits, tokens of an even choice, and whether that is exact; None where it is not known."""
    found = [entropy(trace, step) for step in range(trace.steps)]
    return [None if one is None else (*one.written, one.exact) for one in found]


def _colours(colours: ColourMap) -> dict[str, Any]:
    table = [f"#{bytes(row).hex()}" for row in colours.table.tolist()]
    return {"table": table, "light_text": colours.dark.tolist()}


def _bits(mask: NDArray[np.bool_]) -> str:
    return _base64(np.packbits(mask.ravel()).tobytes())


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
