"""The places that changes name: whether a network has such a layer or position, and a run such a row, column or token.

What is written in a network is known before a run; the tokens of a source when it is read; those of a target only when
they are there, so that a run may end before it has come to a place: then that is said with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from model.common.problems import Problem
from model.common.text import Text
from model.network.config import TransformerConfig
from model.network.interventions import (
    NAMES,
    CellFlipped,
    DropoutOn,
    HeadAblated,
    Intervention,
    PositionMoved,
    RowSet,
    ScoreTemperature,
    TargetForced,
    is_row,
    is_temperature,
)

WHAT = Text("what if")
ANOTHER = Text("Name one of them")
Place = tuple[str, int]  #: source or target, and a position there


def require_network(config: TransformerConfig, one: Intervention) -> None:
    """Raise :class:`Problem` where ``one`` names a layer, a head or a position that no run of the network has."""
    if isinstance(one, HeadAblated | RowSet):
        stack = config.encoder if one.kind == "encoder" else config.decoder
        for name, number, count in ((Text("layer"), one.layer, stack.layers), (Text("head"), one.head, stack.heads)):
            if number >= count:
                why = Text("%1 has %2 1 to %3, and %4 is asked for", NAMES[one.kind], name, count, number + 1)
                raise Problem(WHAT, why, ANOTHER)
    if isinstance(one, PositionMoved):
        if config.positions == "relative":
            why = Text("this network has no position vectors, only a number for each distance")
            raise Problem(WHAT, why, Text("Switch positions off instead"))
        limit = config.max_length if one.side == "source" else config.target_limit
        if one.position >= limit:
            why = Text("it has positions 0 to %1, and position %2 is asked for", f"{limit - 1:,}", one.position)
            raise Problem(WHAT, why, Text("Name an earlier one"))
    if isinstance(one, RowSet) and not is_row(one.weights):
        raise Problem(WHAT, Text("the weights of a row are numbers from 0 to 1 that sum to 1"), Text("Correct them"))
    if isinstance(one, ScoreTemperature) and not is_temperature(one.temperature):
        raise Problem(WHAT, Text("a temperature is a number above 0"), Text("Give another one"))
    if isinstance(one, DropoutOn) and one.rate is None and not any(vars(config.dropout).values()):
        why = Text("nothing is known of dropout in this network's training")
        raise Problem(WHAT, why, Text("Give a rate, such as 0.1"))


def places(one: Intervention) -> Iterator[Place]:
    """Every row, column and token of a sentence that ``one`` names, on its side; a source as it comes out."""
    rows = {"encoder": "source", "decoder": "target", "cross": "target"}
    if isinstance(one, CellFlipped | RowSet):
        yield rows[one.kind], one.query
        key = one.key if isinstance(one, CellFlipped) else len(one.weights) - 1
        yield "target" if one.kind == "decoder" else "source", key
    if isinstance(one, PositionMoved):
        yield one.side, one.token
    if isinstance(one, TargetForced):
        yield "target", one.step


def require_places(changes: Sequence[Intervention], source: int, target: int, given: bool = False) -> None:
    """Raise :class:`Problem` for a place beyond the ``source`` tokens of a run, or the most its ``target`` can have.

    ``given``: the target is there already, with as many tokens.
    """
    for one in changes:
        for side, position in places(one):
            count = source if side == "source" else target
            if position < count:
                continue
            if side == "source":
                why = Text("%1: the source has positions 0 to %2", one.said, count - 1)
            elif given:
                why = Text("%1: the target has positions 0 to %2", one.said, count - 1)
            else:
                why = Text("%1: this run has at most %2 steps", one.said, count)
            raise Problem(WHAT, why, ANOTHER)


def unreached(changes: Sequence[Intervention], target: int) -> tuple[int, ...]:
    """Which of ``changes`` name a place that a run did not come to: it has ``target`` steps."""
    return tuple(
        number
        for number, one in enumerate(changes)
        if any(side == "target" and position >= target for side, position in places(one))
    )
