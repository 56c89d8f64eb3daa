"""A beam search as a tree: every hypothesis that was looked at, with its score and what became of it. Plain data.

At each step the likeliest continuations of all hypotheses are looked at, twice as many as the beam is wide. Those that
end among the first ``width`` are finished; of the others the first ``width`` go on; the rest is pruned. The rules are
those of Hugging Face's ``generate``, under their names ``num_beams``, ``length_penalty`` and ``early_stopping``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, field, fields, replace
from typing import Any, Literal

from model.common.lazy_dataclass import dataclass
from model.common.problems import Problem
from model.common.text import Text

Stop = Literal["enough", "bound", "never"]
STOPS: tuple[Stop, ...] = ("enough", "bound", "never")
Fate = Literal["kept", "ended", "pruned", "left"]
FATES: tuple[Fate, ...] = ("kept", "ended", "pruned", "left")
WIDEST = 10_000
MOST_NODES = 20_000  #: of a tree that a run keeps
FARTHEST_PENALTY = 100.0


@dataclass(frozen=True)
class SearchRules:
    """The settings of a search. Raises :class:`Problem` for values that are none."""

    width: int = 5  #: hypotheses that go on
    penalty: float = 1.0  #: a score is log-probability / length^penalty, the end token counted
    stop: Stop = "enough"
    #: enough: with ``width`` finished ones; bound: and none that goes on scores better now; never: … could ever

    def __post_init__(self) -> None:
        whole = type(self.width) is int and 1 <= self.width <= WIDEST
        number = type(self.penalty) in (int, float) and abs(self.penalty) <= FARTHEST_PENALTY
        if not (whole and number and self.stop in STOPS):
            why = Text("a width is a whole number from 1 to %1, a length penalty a number", WIDEST)
            raise Problem(Text("beam search"), why, Text("Correct them"))

    @property
    def said(self) -> Text:
        """For captions."""
        told: Text = Text("beam %1, length penalty %2", self.width, str(float(self.penalty)))
        late = {
            "bound": Text("until none that goes on scores better"),
            "never": Text("until none can ever score better"),
        }
        return Text("%1, %2", told, late[self.stop]) if self.stop in late else told

    def score(self, log_probability: float, length: int) -> float:
        """Of a hypothesis with so many tokens."""
        return float(log_probability / length**self.penalty)

    def done(self, finished: list[float], alive: float, length: int, limit: int) -> bool:
        """Whether to stop, by the scores that are ``finished`` and the best log-probability of what goes on."""
        if len(finished) < self.width:
            return False
        farthest = limit if self.stop == "never" and self.penalty > 0 else length
        return self.stop == "enough" or self.score(alive, farthest) <= sorted(finished)[-self.width]


@dataclass(frozen=True)
class BeamNode:
    """One hypothesis: its parent's tokens and one more."""

    parent: int  #: place in the tree; −1: the start token
    token: int
    text: str
    log_probability: float  #: of all its tokens
    score: float
    fate: Fate  #: kept: it went on; left: it would have, when the search stopped


@dataclass(frozen=True)
class BeamTree:
    """All hypotheses of one search, each after its parent, those of a step from the likeliest on."""

    rules: SearchRules
    nodes: tuple[BeamNode, ...]
    best: int  #: place of the finished hypothesis with the best score

    def path(self, node: int) -> tuple[int, ...]:
        """Places from the first token to ``node``. Raises IndexError for one that is not there."""
        found: list[int] = []
        if not 0 <= node < len(self.nodes):
            raise IndexError(node)
        while node >= 0:
            found.append(node)
            node = self.nodes[node].parent
        return tuple(reversed(found))

    def ids(self, node: int) -> tuple[int, ...]:
        """The tokens of a hypothesis, as a run is forced along them."""
        return tuple(self.nodes[place].token for place in self.path(node))

    @property
    def steps(self) -> tuple[tuple[int, ...], ...]:
        """Step → the places of its hypotheses."""
        lengths: list[int] = []
        found: list[list[int]] = []
        for place, node in enumerate(self.nodes):
            lengths.append(0 if node.parent < 0 else lengths[node.parent] + 1)
            if lengths[-1] == len(found):
                found.append([])
            found[lengths[-1]].append(place)
        return tuple(map(tuple, found))

    @property
    def finished(self) -> tuple[int, ...]:
        """Places of the finished hypotheses, the best first."""
        ended = [place for place, node in enumerate(self.nodes) if node.fate == "ended"]
        return tuple(sorted(ended, key=lambda place: (place != self.best, -self.nodes[place].score)))

    def to_json(self) -> dict[str, Any]:
        """As ``meta.decoding`` holds it under ``beam``: a list per field of :class:`BeamNode`."""
        names = [each.name for each in fields(BeamNode)]
        columns = {name: [getattr(node, name) for node in self.nodes] for name in names}
        return {**asdict(self.rules), "best": self.best, **columns}


@dataclass
class TreeMaker:
    """A tree while it grows; the search tells it of every step."""

    rules: SearchRules
    nodes: list[BeamNode] = field(default_factory=list)

    def add(self, parent: int, token: int, log_probability: float, length: int, fate: Fate) -> int:
        """Note a hypothesis of so many tokens; its place."""
        score = self.rules.score(log_probability, length)
        self.nodes.append(BeamNode(parent, token, "", log_probability, score, fate))
        return len(self.nodes) - 1

    def tree(self, spell: Mapping[int, str]) -> BeamTree:
        """What there is, once the search is over; ``spell``: token → how it is written."""
        parents = {node.parent for node in self.nodes}
        nodes = tuple(
            replace(
                node,
                text=spell.get(node.token, ""),
                fate="left" if node.fate == "kept" and place not in parents else node.fate,
            )
            for place, node in enumerate(self.nodes)
        )
        ended = [place for place, node in enumerate(nodes) if node.fate == "ended"]
        return BeamTree(self.rules, nodes, max(ended, key=lambda place: nodes[place].score))


def rules_of(decoding: Mapping[str, Any]) -> SearchRules | None:
    """The rules that a run's ``meta.decoding`` tells of; None where it was not searched, or tells nonsense."""
    held = decoding.get("beam")
    if not isinstance(held, Mapping) or not {"width", "penalty", "stop"} <= set(held):
        return None
    try:
        return SearchRules(held["width"], held["penalty"], held["stop"])
    except (Problem, TypeError):
        return None


def without_tree(decoding: Mapping[str, Any]) -> dict[str, Any]:
    """A run's ``meta.decoding`` without the hypotheses of its tree: what a person may read of it."""
    held = decoding.get("beam")
    if not isinstance(held, Mapping):
        return dict(decoding)
    columns = {each.name for each in fields(BeamNode)}
    kept = {name: value for name, value in held.items() if name not in columns}
    return {**decoding, "beam": kept}


def tree_of(decoding: Mapping[str, Any]) -> BeamTree | None:
    """The tree that a run's ``meta.decoding`` holds; None where it holds none, or nonsense."""
    held, rules = decoding.get("beam"), rules_of(decoding)
    names = tuple(each.name for each in fields(BeamNode))
    if rules is None or not isinstance(held, Mapping) or not {"best", *names} <= set(held):
        return None
    try:
        nodes = tuple(BeamNode(*row) for row in zip(*(held[name] for name in names), strict=True))
    except (Problem, TypeError, ValueError):
        return None
    whole = all(_is_node(node, place) for place, node in enumerate(nodes))
    best = held["best"]
    return BeamTree(rules, nodes, best) if whole and type(best) is int and 0 <= best < len(nodes) else None


def _is_node(node: BeamNode, place: int) -> bool:
    values: tuple[Any, ...] = (node.parent, node.token, node.log_probability, node.score, node.text)
    typed = all(type(value) in kinds for value, kinds in zip(values, _KINDS, strict=True))
    return typed and -1 <= node.parent < place and node.fate in FATES


#: The types of a node's values in JSON: parent, token, log-probability, score, text.
_KINDS = ((int,), (int,), (int, float), (int, float), (str,))
