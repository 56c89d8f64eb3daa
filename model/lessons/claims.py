"""What lessons say of a run, looked at in the run: claims that hold or not, and texts with quantities in braces."""

from __future__ import annotations

import math
import re

from model.lessons.lesson import Claim
from model.lessons.quantities import QUANTITIES, RowPlace, Value, placed
from model.record.trace import Trace

FIELD = re.compile(r"\{([^{}]*)\}")
LACKING = "–"
#: A number and the Korean particle after it, which depends on how the last digit is spoken.
PARTICLE = re.compile(r"(\d)([)”]*)(예요|이에요|으로|로|이|가|은|는|을|를)(?=[\s.,;:!?]|$)")
CLOSED, LIQUID = "013678", "178"  #: digits that end in a consonant; in ㄹ, after which 로 stands
AFTER_CLOSED = {"예요": "이에요", "가": "이", "는": "은", "를": "을"}
AFTER_OPEN = {closed: each for each, closed in AFTER_CLOSED.items()}


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

    return PARTICLE.sub(_agreeing, FIELD.sub(value, text))


def _agreeing(found: re.Match[str]) -> str:
    """0.93이에요, 0.92예요; 8로, 6으로."""
    digit, between, particle = found.groups()
    if particle in ("로", "으로"):
        right = "으로" if digit in CLOSED and digit not in LIQUID else "로"
    else:
        right = (AFTER_CLOSED if digit in CLOSED else AFTER_OPEN).get(particle, particle)
    return f"{digit}{between}{right}"


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
