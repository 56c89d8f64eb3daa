"""What the beam tree says in words: of the search, of a hypothesis, of its signs."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from model.common.text import fill
from model.record.trace import Trace
from model.transforms.run_tree import RunTree
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.platform.text import decimal, quoted
from viz_app.state.decoding import decoded, greedy

translate = QCoreApplication.translate


def subtitle(run: Trace, found: RunTree) -> str:
    """How the run was decoded, and how many hypotheses there are."""
    how = decoded(run.meta)
    if not found.searched:
        how = (translate("Decoding", "given target") if run.at_once else how) or greedy()
    return f"{how} · {counted(found)}"


def counted(found: RunTree) -> str:
    """How many hypotheses there are."""
    if not found.searched:
        return translate("BeamTree", "one hypothesis, with the candidates beside it")
    return fill(translate("BeamTree", "%1 hypotheses looked at, %2 ended"), len(found.step_of), len(found.ranks))


def part(first: int, last: int, steps: int, rows: int, most: int) -> str:
    """Which steps a page shows, and how many hypotheses of a step; nothing where all are there."""
    told = []
    if last - first + 1 < steps:
        told.append(fill(translate("BeamTree", "steps %1–%2 of %3"), first + 1, last + 1, steps))
    if rows < most:
        told.append(fill(translate("BeamTree", "%1 of at most %2 hypotheses of a step"), rows, most))
    return " · ".join(told)


def number(value: float) -> str:
    """A log-probability or a score."""
    return decimal(value, 2)


def label(run: Trace, found: RunTree, place: int) -> str:
    """The token of a hypothesis, as everywhere."""
    node = found.tree.nodes[place]
    return tokens_of(run).candidate(node.text, node.token)


def rank_mark(found: RunTree, place: int) -> str:
    """What follows the token of an ended hypothesis where there is no room for a number below it."""
    return f" #{found.ranks[place]}" if found.searched and place in found.ranks else ""


def below(found: RunTree, place: int) -> str:
    """The number under a token: of an ended hypothesis rank and score, else the log-probability of all its tokens."""
    node = found.tree.nodes[place]
    if place in found.ranks and found.searched:
        return f"#{found.ranks[place]}  {number(node.score)}"
    return number(node.log_probability)


def fate(found: RunTree, place: int) -> str:
    """What became of it."""
    node = found.tree.nodes[place]
    if not found.searched:
        return {
            "pruned": translate("BeamTree", "a candidate that was not produced"),
            "kept": translate("BeamTree", "produced"),
            "ended": translate("BeamTree", "produced, the last one"),
        }.get(node.fate, "")
    if place in found.ranks:
        return fill(translate("BeamTree", "ended, rank %1"), found.ranks[place])
    if node.fate == "left" and found.fates[place] == "kept":
        return translate("BeamTree", "went on, but nothing that continues it was likely enough")
    return {
        "kept": translate("BeamTree", "went on"),
        "left": translate("BeamTree", "still open when the search stopped"),
        "pruned": translate("BeamTree", "pruned: others were likelier"),
    }.get(node.fate, "")


def readout(run: Trace, found: RunTree, place: int) -> str:
    """One line about a hypothesis."""
    node, step = found.tree.nodes[place], found.step_of[place]
    told = fill(translate("BeamTree", "step %1: %2"), step + 1, quoted(label(run, found, place)))
    numbers = fill(
        translate("BeamTree", "log p %1 over %2 tokens, score %3"), number(node.log_probability), step + 1,
        number(node.score),
    )  # fmt: skip
    return f"{told} · {numbers} · {fate(found, place)}"


def so_far(run: Trace, found: RunTree, place: int) -> str:
    """All tokens of a hypothesis."""
    return " ".join(label(run, found, each) for each in found.tree.path(place))


def alt(run: Trace, found: RunTree, place: int, title: str) -> str:
    """The picture in a sentence."""
    return f"{title}: {subtitle(run, found)}. {readout(run, found, place)}."


def signs(searched: bool, numbered: bool = True) -> tuple[tuple[str, str], ...]:
    """Fate, or ``own``, and what its sign stands for."""
    own = ("own", translate("BeamTree", "the run on screen"))
    if not searched:
        return own, ("pruned", translate("BeamTree", "other candidates"))
    return (
        own, ("kept", translate("BeamTree", "went on")), ("pruned", translate("BeamTree", "pruned")),
        ("ended", translate("BeamTree", "ended: rank and score") if numbered else translate("BeamTree", "ended: rank")),
        ("left", translate("BeamTree", "left open")),
    )  # fmt: skip


def explanation() -> str:
    """What the numbers are."""
    return translate("BeamTree", "number: log p of all tokens so far")
