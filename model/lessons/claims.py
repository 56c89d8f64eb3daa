"""What lessons say of a run, looked at in the run: claims that hold or not, and texts with quantities in braces."""

from __future__ import annotations

import math
import re

from model.lessons.lesson import Claim
from model.lessons.quantities import QUANTITIES, RowPlace, Value, placed
from model.record.trace import Trace

FIELD = re.compile(r"\{([^{}]*)\}")
LACKING = "–"


def fields_of(text: str) -> tuple[str, ...]:
    """The names in braces in a text of a lesson."""
    return tuple(FIELD.findall(text))


def filled(text: str, run: Trace | None, at: RowPlace) -> str:
    """A text of a lesson with what the run holds in its braces."""

    def value(found: re.Match[str]) -> str:
        read = None if run is None else QUANTITIES[found[1]](run, at)
        if isinstance(read, float):
            return number_text(read)
        return LACKING if read is None else str(read)

    return FIELD.sub(value, text)


def number_text(number: float) -> str:
    """Two decimals; none of a whole number, and four where two would make 0 or 1 of what is neither."""
    if abs(number - round(number)) < 5e-5:
        return str(round(number)).replace("-", "−")
    short = f"{number:.2f}"
    return (f"{number:.4f}" if float(short) in (0, 1) else short).replace("-", "−")


def read_off(run: Trace, claim: Claim, here: RowPlace) -> Value:
    """What the run holds of the claim's quantity at its place."""
    at = placed(run, claim.place, here)
    return None if at is None else QUANTITIES[claim.quantity](run, at)


def holds(run: Trace, claim: Claim, here: RowPlace) -> bool:
    """Does the run hold what is claimed of it? Texts are compared as people write them."""
    read, said = read_off(run, claim, here), claim.value
    if read is None:
        return False
    if isinstance(read, str) or isinstance(said, str):
        return (str(read) == str(said)) == (claim.relation == "is")
    if claim.relation in ("is", "is_not"):
        return math.isclose(float(read), float(said), abs_tol=5e-5) == (claim.relation == "is")
    return read >= said if claim.relation == "at_least" else read <= said


def told(claim: Claim) -> str:
    """A claim in a line, for the report of the player's script."""
    where = ", ".join(f"{name} {value}" for name, value in claim.place.items())
    return f"{claim.quantity} {claim.relation.replace('_', ' ')} {claim.value}" + (f" ({where})" if where else "")
