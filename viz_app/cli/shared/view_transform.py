"""The options of ``export`` about the transform of a run and the pictures to draw, and their meaning together."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple, get_args

from model.common.problems import Problem
from model.common.text import Text
from model.record.trace import KINDS, Kind, Quantity, Trace
from model.transforms.aggregates import Aggregate
from model.transforms.set_aside import Aside
from model.transforms.view_transform import ViewTransform
from viz_app.cli.shared.common import count
from viz_app.cli.shared.file_patterns import FIELD, digits, fill

ALL, MEAN = "all", "mean"
MOST = 2000  #: files of one command
#: Which of layer, head and step make another picture of a view; of any other view, the step alone.
VARIES = {
    "one_head": ("layer", "head", "step"), "links": ("layer", "head", "step"), "masks": ("layer", "head", "step"),
    "one_layer": ("layer", "step"),
}  # fmt: skip
PAGES = {
    "heads": ("layer", "head", "step"),
    "stream": ("layer", "step"),
}  #: the same of embeddings_layers, by its topic
#: --layer mean?, --head mean? → what is joined.
JOINED: dict[tuple[bool, bool], Aggregate] = {
    (False, False): "none", (False, True): "heads", (True, False): "layers", (True, True): "all",
}  # fmt: skip


class FigurePlace(NamedTuple):
    """One picture of a view. Everything counts from 0."""

    layer: int
    head: int
    step: int


def add_place(parser: argparse.ArgumentParser) -> None:
    """Which map, or every one."""
    parser.add_argument("--layer", type=count_or(MEAN, ALL), default=1, metavar="N|mean|all", help=Text("from 1 (1)"))
    parser.add_argument("--head", type=count_or(MEAN, ALL), default=1, metavar="N|mean|all", help=Text("from 1 (1)"))
    parser.add_argument(
        "--step", type=count_or(ALL), metavar="N|all", help=Text("from 1 (the last); of --words, words")
    )


def add_reading(parser: argparse.ArgumentParser, weights_only: bool = False) -> None:
    """How the run is read."""
    aside = [choice for choice in get_args(Aside) if choice != "nothing"]
    parser.add_argument("--rollout", action="store_true", help=Text("attention rollout up to the layer, for all heads"))
    parser.add_argument("--words", action="store_true", help=Text("sub-words merged into words"))
    parser.add_argument(
        "--without", choices=aside, help=Text("set columns aside: specials, or specials and punctuation")
    )
    parser.add_argument(
        "--without-source", type=_positions, default=(), metavar="P,P", help=Text("source positions, from 0")
    )
    parser.add_argument(
        "--without-target", type=_positions, default=(), metavar="P,P", help=Text("target positions, from 0")
    )
    parser.add_argument("--renormalise", action="store_true", help=Text("renormalise rows without what is set aside"))
    if weights_only:
        parser.set_defaults(quantity="weight")
        return
    parser.add_argument(
        "--quantity", choices=get_args(Quantity), default="weight", help=Text("what cells show (weight)")
    )


def reading_of(arguments: argparse.Namespace) -> ViewTransform:
    """The reading that was asked for. Raises :class:`Problem` for options that do not go together."""
    aggregate = JOINED[arguments.layer == MEAN, arguments.head == MEAN]
    if arguments.rollout and aggregate != "none":
        raise Problem("--rollout", Text("it joins the heads in its own way"), Text("Leave out mean"))
    reading = ViewTransform(
        quantity=arguments.quantity,
        aggregate="rollout" if arguments.rollout else aggregate,
        words=arguments.words,
        aside=arguments.without or "nothing",
        source_columns=arguments.without_source,
        target_columns=arguments.without_target,
        renormalise=arguments.renormalise,
    )
    if reading.renormalise and not reading.sets_aside:
        raise Problem("--renormalise", Text("nothing is set aside"), Text("Add --without specials"))
    return reading


def reading_options(reading: ViewTransform) -> dict[str, Any]:
    """The inverse of :func:`reading_of`: the options of a reading, as they are parsed."""
    joined = next((mean for mean, name in JOINED.items() if name == reading.aggregate), (False, False))
    return {
        **{name: MEAN for name, mean in zip(("layer", "head"), joined, strict=True) if mean},
        "quantity": reading.quantity,
        "rollout": reading.aggregate == "rollout",
        "words": reading.words,
        "without": None if reading.aside == "nothing" else reading.aside,
        "without_source": reading.source_columns,
        "without_target": reading.target_columns,
        "renormalise": reading.renormalise,
    }


def places(arguments: argparse.Namespace, trace: Trace) -> list[FigurePlace]:
    """Every picture that was asked for; ``trace`` is the run as it is read. Raises :class:`Problem`."""
    kind: Kind = arguments.kind
    if trace.attention(kind) is None:
        kinds = ", ".join(kind for kind in KINDS if trace.attention(kind) is not None) or "none"
        raise Problem(f"--kind {kind}", Text("this run has no such attention"), Text("Use one of: %1", kinds))
    limits = {"layer": trace.layers(kind), "head": trace.heads(kind), "step": max(1, trace.steps)}
    view = arguments.view.replace("-", "_")
    varies = varies_by(arguments)
    chosen = {name: _chosen(arguments, name, limit, name in varies) for name, limit in limits.items()}
    if kind == "encoder" and view in VARIES and arguments.step == ALL:
        chosen["step"] = chosen["step"][-1:]  # its maps are complete at once
    found = [FigurePlace(*place) for place in product(*(chosen[name] for name in FigurePlace._fields))]
    if len(found) > MOST:
        why = Text("that would be %1 pictures", f"{len(found):,}")
        raise Problem(
            Text("all"), why, Text("Choose a layer, a head or a step; at most %1 are drawn at once", f"{MOST:,}")
        )
    return found


def varies_by(arguments: argparse.Namespace) -> tuple[str, ...]:
    """Which of layer, head and step make another picture.

    Raises :class:`Problem` for all layers or heads of a page that knows none; who asks *All layers* for all gets them.
    """
    view = arguments.view.replace("-", "_")
    if view != "embeddings_layers":
        return VARIES.get(view, ("step",))
    varies = PAGES.get(arguments.topic, ("step",))
    for name in ("layer", "head"):
        if getattr(arguments, name) == ALL and name not in varies:
            why = Text("the page %1 is the same for every %2", arguments.topic, name)
            pages = " or ".join(f"--topic {page}" for page, parts in PAGES.items() if name in parts)
            raise Problem(f"--{name} all", why, Text("Leave it out, or choose %1", pages))
    return varies


def names(out: Path, found: list[FigurePlace], trace: Trace, arguments: argparse.Namespace) -> list[Path]:
    """A file per picture: ``out`` itself for one, else with what tells it apart, ``out-layer2-head3-step04.png``.

    What ``out`` asks for by a field, as in ``{layer}.{head}.png``, stands there and not at the end.
    """
    kind: Kind = arguments.kind
    limits = FigurePlace(trace.layers(kind), trace.heads(kind), max(1, trace.steps))
    differ = [len({place[at] for place in found}) > 1 for at in range(len(FigurePlace._fields))]
    joined, asked = _joined(arguments, trace, out.suffix.lower()), set(FIELD.findall(out.name))
    paths = []
    for place in found:
        words = {name: digits(at + 1, most) for name, at, most in zip(FigurePlace._fields, place, limits, strict=True)}
        told = [name for name, more in zip(FigurePlace._fields, differ, strict=True) if more and name not in asked]
        ending = "".join(f"-{name}{words[name]}" for name in told)
        paths.append(out.with_name(f"{fill(out.stem, words | joined)}{ending}{out.suffix}"))
    return paths


def _joined(arguments: argparse.Namespace, trace: Trace, suffix: str) -> dict[str, str]:
    """Of layer, head and step those that are no single one in a file: the word that stands for them in its name."""
    from viz_app.exports import all_exports

    of = all_exports()[suffix].OF  # one word, or several of which the first is usual
    whole = {"run": FigurePlace._fields, "steps": ("step",)}.get(
        arguments.what or (of if isinstance(of, str) else of[0]), ()
    )
    varies = varies_by(arguments)
    done = trace.meta.reading
    over = "none" if done is None else done.aggregate
    words = dict.fromkeys([name for name in FigurePlace._fields if name not in varies or name in whole], ALL)
    words |= dict.fromkeys({"heads": ["head"], "layers": ["layer"], "all": ["layer", "head"]}.get(over, []), MEAN)
    return words | ({"head": over} if over == "rollout" else {})


def _chosen(arguments: argparse.Namespace, name: str, limit: int, varies: bool) -> list[int]:
    """Which of 0…limit−1; where a view does not differ by it, one."""
    value = getattr(arguments, name)
    if value == MEAN:
        return [0]
    if value is None or value == ALL:
        everything = list(range(limit))
        last = name == "step"
        return everything if value == ALL and varies else everything[-1:] if last else everything[:1]
    if value > limit:
        raise Problem(f"--{name} {value}", Text("this run has %1", limit), Text("Use a number from 1 to %1", limit))
    return [value - 1]


def count_or(*words: str) -> Callable[[str], int | str]:
    """A number from 1, or one of ``words``; for argparse."""

    def number(text: str) -> int | str:
        return text if text in words else count(text)

    return number


def _positions(text: str) -> tuple[int, ...]:
    """``3,5``: positions from 0; for argparse."""
    parts = text.split(",")
    if not all(re.fullmatch("[0-9]{1,6}", part) for part in parts):
        raise argparse.ArgumentTypeError(f"{text[:40]} is no list of positions such as 3,5")
    return tuple(map(int, parts))
