"""The one kind of failure that is shown: the thing, the cause and the next step.

Everything that can be a user's mistake or a damaged file raises :class:`Problem`; any other
exception is a bug of ours.
"""

from __future__ import annotations

import json

from model.common.text import Text, read, spelled

LINE = "problem: "  #: how a child begins the line that its parent reads


class Problem(Exception):
    """A failure in one sentence each: ``what`` failed, ``why``, and the ``next_step`` to take.

    What does not print is escaped, wherever in the three it came from.
    ``str(problem)`` is the line the command line prints after ``error: `` and the window shows in
    its banner. ``offer`` names what the window can do about it with one button: ``cell`` (the notebook
    cell that saves a model for Headscope), ``cpu`` (the same once more on the CPU), or nothing.
    ``fault`` is a :mod:`model.common.fault` as text, where nobody foresaw the failure.
    """

    def __init__(self, what: str, why: str, next_step: str, offer: str = "", fault: str = "") -> None:
        self.what, self.why, self.next_step = (_printing(part) for part in (what, why, next_step))
        self.offer, self.fault = offer, fault
        super().__init__(self.what, self.why, self.next_step, offer, fault)

    def __str__(self) -> str:
        return f"{self.what}: {self.why.rstrip('.')}. {self.next_step.rstrip('.')}."


def unreadable(path: object, error: OSError) -> Problem:
    """The problem of a file that the system does not let us read."""
    return Problem(str(path), Text("it cannot be read (%1)", error.strerror), Text("Check permissions"))


def told(problem: Problem) -> str:
    """``problem`` as a line for the program that reads it; :func:`problem_from` makes it again."""
    parts = [spelled(part) for part in (problem.what, problem.why, problem.next_step)]
    return LINE + json.dumps([*parts, problem.fault] if problem.fault else parts)


def problem_from(text: str) -> Problem | None:
    """The last problem that a command printed, as :func:`told` or as ``error: <what>: <why>. <what to do>.``."""
    for line in reversed(text.splitlines()):
        if line.startswith(LINE):
            try:
                parts = json.loads(line.removeprefix(LINE))
                what, why, next_step = (read(part) for part in parts[:3])
                if len(parts) > 4:
                    return None
            except (ValueError, TypeError, AttributeError, KeyError, RecursionError):
                return None
            return Problem(what, why, next_step, fault=str(parts[3]) if len(parts) > 3 else "")
        if line.startswith("error: "):
            what, found, rest = line.removeprefix("error: ").partition(": ")
            why, _, next_step = rest.rstrip(".").rpartition(". ")
            return Problem(what, why, next_step) if found and why else None
    return None


def unforeseen(error: Exception, part: str) -> Problem:
    """The last catch of a part of the program: a failure that nobody has a sentence for, in one sentence."""
    if isinstance(error, MemoryError):
        return Problem(Text("memory"), Text("there is not enough for this"), Text("Close other programs and try again"))
    from model.common.fault import fault_of  # the window starts without it
    from model.common.fault import spelled as as_text

    why = Text("it failed in a way that was not foreseen (%1)", type(error).__name__)
    step = Text("What is on screen is as it was; try again or do it another way")
    return Problem("Headscope", why, step, fault=as_text(fault_of(error, part)))


def shown(text: str, limit: int = 80) -> str:
    """A name out of a file, for a message: what does not print is escaped, what is long is cut.

    Control characters, marks that turn the direction of writing and halves of characters are what does
    not print.
    """
    whole = _escaped(text)
    return whole if len(whole) <= limit else whole[: limit - 1] + "…"


def _escaped(text: str) -> str:
    """``text`` in letters that print: a tab becomes ``\\t``."""
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode("ascii") for one in text)


def _printing(part: str) -> str:
    """A part of a problem without what does not print; a marked text stays marked, with such values escaped."""
    if part.isprintable():
        return part
    return part.filled(*map(_printing, part.values)) if isinstance(part, Text) else _escaped(part)
