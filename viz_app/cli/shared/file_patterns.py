"""Names of many files from one pattern: what may stand in braces, what it becomes, and which patterns are safe."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from pathlib import Path

from model.common.problems import Problem
from model.common.text import Text

FIELD = re.compile(r"\{([^{}]*)\}")
NUMBER, SENTENCE = "number", "sentence"  #: what tells the sentences of a batch apart
PLACES = ("layer", "head", "step")  #: what tells the pictures of one run apart
FEWEST_DIGITS = 3  #: of a sentence's number, so that a file that grows a little keeps its names
LONGEST = 60  #: bytes of UTF-8 of a sentence inside a name


def check_pattern(pattern: str, known: Collection[str], several: bool) -> None:
    """Raises :class:`Problem` for an unknown field, and where two sentences could get one name.

    A sentence's number has one width. Where it is the first thing in its part of the path that differs between
    files, it stands at one place there, so no two sentences can share a name, whatever follows.
    """
    named = FIELD.findall(pattern)
    what = f"--out {pattern}"
    unknown = next((name for name in named if name not in known), None)
    if unknown is not None:
        fields = ", ".join(f"{{{name}}}" for name in known)
        raise Problem(what, Text("nothing is known as {%1}", unknown), Text("Use %1", fields))
    folder = Path(pattern).parent
    if set(PLACES) & set(FIELD.findall(str(folder))):
        raise Problem(
            what, Text("a layer, head or step is no folder"), Text("Put it into the file's name, after the last /")
        )
    if several and not any(first_difference(part) == NUMBER for part in Path(pattern).parts):
        why = Text("two sentences could get the same name")
        raise Problem(what, why, Text("Put {%1} into it, before everything else that differs", NUMBER))


def first_difference(part: str) -> str:
    """The first field in one part of a path whose text is not the same in every file; "" where there is none."""
    changing = (NUMBER, SENTENCE, *PLACES)
    return next((name for name in FIELD.findall(part) if name in changing), "")


def fill(pattern: str, words: Mapping[str, str]) -> str:
    """``pattern`` with the fields that ``words`` knows; every other stays as it is."""
    return FIELD.sub(lambda found: words.get(found[1], found[0]), pattern)


def digits(number: int, most: int, fewest: int = 1) -> str:
    """``number`` as wide as the largest one, so that names sort."""
    return f"{number:0{max(fewest, len(str(most)))}}"


def of_sentence(text: str, number: int, most: int) -> dict[str, str]:
    """What a sentence puts into a name."""
    from viz_app.platform.file_names import safe_name

    plain = safe_name(text.replace("{", "(").replace("}", ")"), "").replace("'", "’")
    short = plain.encode()[:LONGEST].decode(errors="ignore").strip(" .")
    return {NUMBER: digits(number, most, FEWEST_DIGITS), SENTENCE: short}
