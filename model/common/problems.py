"""The one kind of failure that is shown: the thing, the cause and the next step.

Everything that can be a user's mistake or a damaged file raises :class:`Problem`; any other
exception is a bug of ours.
"""

from __future__ import annotations


class Problem(Exception):
    """A failure in one sentence each: ``what`` failed, ``why``, and the ``next_step`` to take.

    ``str(problem)`` is the line the command line prints after ``error: `` and the window shows in
    its banner. ``offer`` names what the window can do about it with one button: ``cell`` (the notebook
    cell that saves a model for Headscope), ``cpu`` (the same once more on the CPU), or nothing.
    """

    def __init__(self, what: str, why: str, next_step: str, offer: str = "") -> None:
        super().__init__(what, why, next_step, offer)
        self.what = what
        self.why = why
        self.next_step = next_step
        self.offer = offer

    def __str__(self) -> str:
        return f"{self.what}: {self.why.rstrip('.')}. {self.next_step.rstrip('.')}."


def problem_from(text: str) -> Problem | None:
    """The last problem that the command line printed: ``error: <what>: <why>. <what to do>.``; None for other text."""
    lines = [line for line in text.splitlines() if line.startswith("error: ")]
    what, found, rest = lines[-1].removeprefix("error: ").partition(": ") if lines else ("", "", "")
    why, _, next_step = rest.rstrip(".").rpartition(". ")
    return Problem(what, why, next_step) if found and why else None


def shown(text: str, limit: int = 80) -> str:
    """A name out of a file, for a message: what does not print is escaped, what is long is cut.

    Control characters, marks that turn the direction of writing and halves of characters are what does
    not print.
    """
    whole = "".join(one if one.isprintable() else one.encode("unicode_escape").decode("ascii") for one in text)
    return whole if len(whole) <= limit else whole[: limit - 1] + "…"
