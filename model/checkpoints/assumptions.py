"""Facts that are not in a file of weights: the number of heads, an era, a vocabulary. stdlib only.

A format states every such fact as an :class:`Assumption`, so that it is shown and can be changed
by an answer under the same name (asked once, remembered beside the file).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from model.common.problems import Problem
from model.common.text import Text, plain_value

#: Where an assumed value may come from, for people; anything else is a file's name.
CONVENTION = Text("as this family's code has it")
ANSWER = Text("your answer")
NOTHING_FITS = Text("nothing fits beside the file")
INSIDE = Text("in the file itself")
NONE_TOLD = Text("no file tells it")
TYPED = Text("typed by the user of this model")
SETTINGS = Text("settings")  #: the file's own entry
ORIGINS = {str(text): text for text in (CONVENTION, ANSWER, NOTHING_FITS, INSIDE, NONE_TOLD, TYPED, SETTINGS)}

#: What is said of tables that lie in the file and in no family's list.
STORED = Text("What is stored in %1?")
ROWS = Text("%1 rows, used as they are")
UNSCALED = Text("1, so nothing is scaled by %1")
WITH_VALUES = (STORED, ROWS, UNSCALED)
#: How truth values are typed, beside yes and no.
TRUTHS = {"true": "yes", "1": "yes", "false": "no", "0": "no"}

FILES = ("source_vocabulary", "target_vocabulary")  #: answers that name a file, or nothing for *go on with ids*


@dataclass(frozen=True)
class Assumption:
    """One fact that is not in the weights."""

    name: str  #: the key of its answer: ``heads``, ``era``, ``norm_order`` …
    value: Any  #: plain JSON
    origin: str  #: one of ORIGINS, or a file's name
    question: str  #: for people: ``How many heads?``
    options: tuple[Any, ...] = ()  #: what else it could be; () where anything could
    certain: bool = True  #: False: ask before the first run

    fixed: bool = False  #: decided when this folder of ours was written: it can be doubted, and answered no more

    @property
    def open(self) -> bool:
        """Whether it is to be asked about."""
        return not self.certain and not self.fixed

    @property
    def in_file(self) -> bool:
        """Whether the file itself says it, in a tensor that no layer learns: there is nothing to answer."""
        return self.name.startswith("stored_")

    @property
    def shown(self) -> str:
        """The value as it is typed."""
        return plain_value(self.told["value"])

    @property
    def fact(self) -> dict[str, Any]:
        """All of it, as ``inspect`` lists it under its name; ``alternatives`` are what may be answered."""
        said = {"question": self.question, "value": self.value, "origin": self.origin, "certain": self.certain}
        return said | {"alternatives": [] if self.fixed else list(self.options)}

    @property
    def told(self) -> dict[str, Any]:
        """What a run's record says of it: ``value`` (of a file its name, for the folder is nobody's business) and
        ``certain``."""
        path = self.value if self.name in FILES and isinstance(self.value, str) else ""
        value = path.replace("\\", "/").rpartition("/")[2] if path else self.value
        return {"value": value, "certain": self.certain}


@dataclass(frozen=True)
class Answers:
    """Answers by name. Those with an origin were found in a file beside the model, the others were given."""

    values: Mapping[str, Any] = field(default_factory=dict)
    origins: Mapping[str, str] = field(default_factory=dict)  #: name → the file that says so
    warnings: tuple[str, ...] = ()  #: one sentence each: what could not be used


class TypedAnswer(str):
    """An answer as it was typed on a command line: it becomes what its question asks for."""


def uncounted(_bytes: int) -> None:
    """Takes the bytes that are done where no share is shown."""


@dataclass(frozen=True)
class Loading:
    """The loading of weights: perhaps not before a question is answered, and counted on the way."""

    ask: bool = False  #: no weights where an assumption is uncertain: it is asked about first
    advance: Callable[[int], None] = uncounted  #: gets every so many bytes that are done, and may raise to stop

    def waits(self, assumptions: Iterable[Assumption]) -> bool:
        """Whether the weights can wait, since there is something to ask."""
        return self.ask and any(one.open for one in assumptions)


def assume(
    answers: Answers,
    name: str,
    question: str,
    default: Any,
    options: tuple[Any, ...] = (),
    *,
    origin: str = CONVENTION,
    certain: bool = True,
) -> Assumption:
    """The answer where one was given, else ``default`` from ``origin``. Raises :class:`Problem` for a wrong one."""
    if name not in answers.values:
        return Assumption(name, default, origin, question, options, certain)
    value = answers.values[name]
    if isinstance(value, TypedAnswer):
        return Assumption(name, _meant(name, value, default, options), ANSWER, question, options)
    if found_in := answers.origins.get(name):
        if (options and value not in options) or (not options and type(value) is not type(default)):
            return Assumption(name, default, origin, question, options, certain)  # that file is about another model
        return Assumption(name, value, found_in, question, options)
    if type(default) is int and type(value) is not int:  # also True, which equals 1
        raise Problem(
            Text("answers"),
            Text("%1 is %2 and must be a whole number", name, repr(str(value)[:40])),
            Text("Correct it"),
        )
    if options and value not in options:
        wanted = ", ".join(map(str, options))
        raise Problem(
            Text("answers"),
            Text("%1 is %2 and must be one of %3", name, repr(str(value)[:40]), wanted),
            Text("Choose one of them"),
        )
    return Assumption(name, value, ANSWER, question, options)


def _meant(name: str, typed: TypedAnswer, default: Any, options: tuple[Any, ...]) -> Any:
    """The option, truth value or number that was typed. Raises :class:`Problem` with what there is."""
    what = f"--answer {name}={typed[:40]}"
    choices = (True, False) if isinstance(default, bool) and not options else options
    if choices:
        by_word = {plain_value(choice).casefold(): choice for choice in choices}
        word = TRUTHS.get(typed.casefold(), typed.casefold()) if isinstance(default, bool) else typed.casefold()
        if word in by_word:
            return by_word[word]
        wanted = ", ".join(map(plain_value, choices))
        raise Problem(what, Text("%1 must be one of %2", name, wanted), Text("Choose one of them"))
    if isinstance(default, int | float):
        try:
            return type(default)(typed)
        except ValueError as error:
            wanted = Text("a whole number") if isinstance(default, int) else Text("a number")
            raise Problem(what, Text("%1 must be %2", name, wanted), Text("Correct it")) from error
    return str(typed)


def head_counts(width: int) -> tuple[int, ...]:
    """Head counts that divide a width, those with heads of 32 to 128 values first."""
    divisors = [count for count in range(1, min(width, 128) + 1) if width % count == 0]
    return tuple(sorted(divisors, key=lambda count: (not 32 <= width // count <= 128, abs(count - 8))))


def assume_heads(answers: Answers, width: int, usual: int) -> Assumption:
    """The number of heads, which no shape tells: ``usual`` where it divides ``width``, else the likeliest divisor."""
    counts = head_counts(width)
    default = usual if usual in counts else counts[0]
    return assume(answers, "heads", Text("How many heads?"), default, counts, certain=False)
