"""The file of a lesson: TOML in two languages, written by hand or by a program. This docstring is its specification.

::

    title   = { en = "…", ko = "…" }      both languages
    minutes = 4                           1 … 90
    path    = 2                           place in the learning path; left out: not in it
    paper   = "3.2.1"                     section of the paper that it belongs to; may be left out

    [opening]                             what is on screen when it begins
    checkpoint = "everyday"               a shipped checkpoint
    source  = "Das Tier …"                one sentence a line; several are one padded batch
    target  = "The animal …"              may be left out: a given target, for teacher forcing
    session = "two.headscope"             in place of these three: a session file beside the lesson
    begin   = { view = "one_head", kind = "cross", step = 1 }      in the words of a goal

    [[steps]]                             at least one; in their order
    en, ko  = "…"                         what to do; ``{largest}`` and the like are read off the run
    seen    = { en = "…", ko = "…" }      what is to be seen once the goal is met; without it the next step begins then
    control = "stepper.next"              the one thing to use: a place of the window or a command
    goal    = { step = 4 }                conditions (model/lessons/vocabulary.py), all together; without: only read
    claims  = [ { of = "largest", is = "müde" }, { of = "largest_weight", at_least = 0.9, row = "tired" } ]
    predict = "cell"                      or "word": behind a curtain, at the place that the goal names
    card    = false                       the words are a statement, and this is whether it is true

Of a claim: ``of`` is a quantity (model/lessons/quantities.py), one of is, is_not, at_least, at_most says what
it is, and kind, layer, head, step, row, column say where, if not at what is selected. Nothing of a file is ever
executed. Whatever is wrong is one :class:`Problem` that names the file, the line and the key; keys that mean nothing
are wrong.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, NoReturn

from model.common.assets import ASSETS, shipped_checkpoints
from model.common.plain_file import read_plain
from model.common.problems import Problem, shown, unreadable
from model.common.text import Text
from model.lessons.claims import fields_of
from model.lessons.lesson import Bilingual, Claim, Lesson, LessonOpening, LessonStep
from model.lessons.quantities import QUANTITIES
from model.lessons.vocabulary import CONDITIONS, LONGEST, PLACE, RELATIONS, Good

LESSONS = ASSETS / "lessons"
SUFFIX = ".toml"
MOST_BYTES, MOST_STEPS, MOST_CLAIMS, MOST_MINUTES = 1_000_000, 100, 20, 90
LONGEST_WORDS = 1_200  #: letters of one text
SECTION = re.compile(r"\d{1,2}(\.\d{1,2}){0,3}")


def shipped_lessons(controls: Collection[str], folder: Path = LESSONS) -> tuple[Lesson, ...]:
    """Those that come with the program, by name. Raises :class:`Problem` for one that is broken."""
    return tuple(read_lesson(path, controls) for path in sorted(folder.glob(f"*{SUFFIX}")))


def read_lesson(path: Path, controls: Collection[str]) -> Lesson:
    """The lesson of a file; ``controls`` are the names that a step may point at. Raises :class:`Problem`."""
    try:
        content = read_plain(path, MOST_BYTES).decode("utf-8")
    except OSError as error:
        raise unreadable(path, error) from error
    except ValueError as error:
        raise _wrong(path, Text("it is no text in UTF-8, or too large")) from error
    return lesson_from(content, path, controls)


def lesson_from(content: str, path: Path, controls: Collection[str]) -> Lesson:
    """The lesson of a file's text; ``path`` is its name. Raises :class:`Problem`."""
    try:
        values = tomllib.loads(content)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise _wrong(path, Text("it is no TOML: %1", shown(str(error) or "too deep"))) from error
    return _LessonReader(path, content, controls).lesson(values)


def _wrong(path: Path, why: Text, line: int = 0) -> Problem:
    what = Text("%1, line %2", str(path), line) if line else str(path)
    return Problem(what, why, Text("docs/lessons.md says how a lesson is written"))


STEP = re.compile(r"steps\[(\d+)\]")
HEADER = re.compile(r"\s*\[+\s*([\w.\s]+?)\s*\]+\s*(#.*)?")


def line_of(content: str, key: str) -> int:
    """The line, from 1, in which a key such as ``steps[3].goal.step`` is given; 0 where none can be told.

    Of a key that is missing it is the line of the table that it is missing in.
    """
    parts = key.split(".")
    found = STEP.fullmatch(parts[0])
    table, number = ("steps", int(found[1])) if found else ("opening" if parts[0] == "opening" else "", 1)
    names = parts[1:] if table else parts
    inside, seen, start = not table, 0, 0
    for line, text in enumerate(content.splitlines(), start=1):
        header = HEADER.fullmatch(text)
        if header is not None:
            seen += header[1] == table
            inside = header[1] == table and seen == number
            start = line if inside else start
        elif inside and names and re.match(rf"\s*[\"']?{re.escape(names[0].partition('[')[0])}[\"']?\s*[=.]", text):
            return line
    return start


class _LessonReader:
    """Looks at every value; the ``key`` of each method says where it stands, as ``steps[3].goal.step``."""

    def __init__(self, path: Path, content: str, controls: Collection[str]) -> None:
        self._path = path
        self._content = content
        self._controls = controls

    def lesson(self, values: Mapping[str, Any]) -> Lesson:
        self._known(values, "", ("title", "minutes", "path", "paper", "opening", "steps"))
        steps = values.get("steps")
        if not isinstance(steps, list) or not 0 < len(steps) <= MOST_STEPS:
            self._refuse("steps", Text("1 to %1 tables [[steps]]", MOST_STEPS))
        paper = self._text(values, "paper", "", 20)
        if paper and not SECTION.fullmatch(paper):
            self._refuse("paper", Text("a section such as 3.2.1"))
        return Lesson(
            self._path.stem,
            self._both(values.get("title"), "title"),
            self._number(values.get("minutes"), "minutes", 1, MOST_MINUTES),
            tuple(self._step(step, f"steps[{number}]") for number, step in enumerate(steps, start=1)),
            self._opening(values.get("opening", {})),
            self._number(values.get("path", 0), "path", 0, 999),
            paper,
        )

    def _opening(self, values: Any) -> LessonOpening:
        values = self._table(values, "opening")
        self._known(values, "opening", ("checkpoint", "source", "target", "session", "begin"))
        begin = self._conditions(values.get("begin", {}), "opening.begin", CONDITIONS)
        session = self._text(values, "session", "opening.", 200)
        if session:
            if set(values) & {"checkpoint", "source", "target"}:
                self._refuse("opening.session", Text("alone, or left out"))
            if session != Path(session).name or "\\" in session:  # beside the lesson, and nowhere else
                self._refuse("opening.session", Text("the name of a file beside the lesson"))
            return LessonOpening(session=session, begin=begin)
        checkpoint, known = self._text(values, "checkpoint", "opening.", 200), shipped_checkpoints()
        if checkpoint not in known:
            self._refuse("opening.checkpoint", Text("a shipped checkpoint (%1)", ", ".join(known)))
        source = self._text(values, "source", "opening.", LONGEST).strip()
        if not source:
            self._refuse("opening.source", Text("a sentence"))
        return LessonOpening(checkpoint, source, self._text(values, "target", "opening.", LONGEST).strip(), begin=begin)

    def _step(self, values: Any, key: str) -> LessonStep:
        values = self._table(values, key)
        self._known(values, key, ("en", "ko", "seen", "control", "goal", "claims", "predict", "card"))
        words = self._both({name: values[name] for name in ("en", "ko") if name in values}, key)
        seen = self._both(values["seen"], f"{key}.seen") if "seen" in values else Bilingual()
        control = self._text(values, "control", f"{key}.", 60)
        if control and control not in self._controls:
            self._refuse(f"{key}.control", Text("a place of the window or a command, not “%1”", shown(control, 40)))
        goal = self._conditions(values.get("goal", {}), f"{key}.goal", CONDITIONS)
        claims = values.get("claims", [])
        if not isinstance(claims, list) or len(claims) > MOST_CLAIMS:
            self._refuse(f"{key}.claims", Text("a list of claims"))
        predict, card = values.get("predict", ""), values.get("card")
        if predict not in ("", "cell", "word"):
            self._refuse(f"{key}.predict", Text("“cell” or “word”"))
        if card is not None and not isinstance(card, bool):
            self._refuse(f"{key}.card", Text("true or false"))
        if card is not None and predict:
            self._refuse(f"{key}.card", Text("left out where something is predicted"))
        if (card is not None or predict) and not (goal and seen.en):
            self._refuse(f"{key}.goal", Text("what shows it, and “seen” what is to be seen then"))
        found = tuple(self._claim(claim, f"{key}.claims[{number}]") for number, claim in enumerate(claims, start=1))
        return LessonStep(words, seen, control, goal, found, predict, card)

    def _claim(self, values: Any, key: str) -> Claim:
        values = self._table(values, key)
        self._known(values, key, ("of", *RELATIONS, *PLACE))
        if values.get("of") not in QUANTITIES:
            self._refuse(f"{key}.of", Text("one of %1", ", ".join(QUANTITIES)))
        said = [name for name in RELATIONS if name in values]
        if len(said) != 1:
            self._refuse(key, Text("one of %1", ", ".join(RELATIONS)))
        value = values[said[0]]
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not (number or (isinstance(value, str) and said[0] in ("is", "is_not"))):
            self._refuse(f"{key}.{said[0]}", Text("a number or a text"))
        place = {name: values[name] for name in PLACE if name in values}
        return Claim(values["of"], said[0], value, self._conditions(place, key, PLACE))  # type: ignore[arg-type]

    # --- parts ---

    def _conditions(self, values: Any, key: str, known: Mapping[str, tuple[Good, Text]]) -> Mapping[str, Any]:
        values = self._table(values, key)
        self._known(values, key, tuple(known))
        for name, value in values.items():
            good, may_be = known[name]
            if not good(value):
                self._refuse(f"{key}.{name}", may_be)
        return dict(values)

    def _both(self, values: Any, key: str) -> Bilingual:
        values = self._table(values, key)
        self._known(values, key, ("en", "ko"))
        texts = []
        for language in ("en", "ko"):
            text = " ".join(self._text(values, language, f"{key}.", LONGEST_WORDS).split())
            if not text:
                self._refuse(f"{key}.{language}", Text("a text"))
            unknown = [name for name in fields_of(text) if name not in QUANTITIES]
            if unknown:
                self._refuse(f"{key}.{language}", Text("in braces one of %1", ", ".join(QUANTITIES)))
            texts.append(text)
        return Bilingual(*texts)

    def _text(self, values: Mapping[str, Any], name: str, inside: str, most: int) -> str:
        value = values.get(name, "")
        if not isinstance(value, str) or len(value) > most or "\0" in value:
            self._refuse(f"{inside}{name}", Text("a text of at most %1 letters", most))
        return value

    def _number(self, value: Any, key: str, least: int, most: int) -> int:
        if type(value) is not int or not least <= value <= most:
            self._refuse(key, Text("a number from %1 to %2", least, most))
        return int(value)

    def _table(self, values: Any, key: str) -> Mapping[str, Any]:
        if not isinstance(values, dict):
            self._refuse(key, Text("a table"))
        return values

    def _known(self, values: Mapping[str, Any], key: str, names: tuple[str, ...]) -> None:
        for name in values:
            if name not in names:
                why = Text("the key “%1” means nothing; known are: %2", _path(key, name), ", ".join(names))
                raise _wrong(self._path, why, line_of(self._content, _path(key, name)))

    def _refuse(self, key: str, may_be: Text) -> NoReturn:
        why = Text("“%1” is to be %2", shown(key.rstrip("."), 60), may_be)
        raise _wrong(self._path, why, line_of(self._content, key))


def _path(key: str, name: str) -> str:
    return shown(f"{key}.{name}" if key else name, 60)
