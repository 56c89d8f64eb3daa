"""``lesson``: a lesson as a page or as a handout; or every claim of lessons looked at in their own runs."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from model.common.languages import LANGUAGES
from model.common.problems import Problem
from model.common.text import Text
from viz_app.cli.shared.common import tell_file, without_screen

if TYPE_CHECKING:
    from model.lessons.lesson import Lesson

HELP = Text(
    "write a lesson as a page or a handout; or look whether what lessons claim holds; without a name, list them"
)
PAPERS = ("A4", "letter", "16:9")
KINDS = (".html", ".pdf")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", nargs="*", metavar="NAME|F.toml", help=Text("a shipped lesson, or a file (all)"))
    parser.add_argument(
        "--out", metavar="F", help=Text("the file to write, one of %1; of one lesson", ", ".join(KINDS))
    )
    parser.add_argument("--check", action="store_true", help=Text("go through them and name each claim that fails"))
    parser.add_argument(
        "--learnt",
        action="store_true",
        help=Text("list what of them was read off a checkpoint"),
    )
    parser.add_argument("--paper", choices=PAPERS, default="A4", help=Text("size of the pages (A4)"))
    parser.add_argument("--language", choices=tuple(LANGUAGES), default="en", help=Text("of the words in it (en)"))


def run(arguments: argparse.Namespace) -> int:
    out = None if arguments.out is None else _file(arguments)
    without_screen(arguments.language)
    lessons = _lessons(arguments.names)
    if out is not None:
        _write(*lessons[0], out, arguments.paper)
        tell_file(out)
        return 0
    if arguments.check:
        return _check(lessons)
    if arguments.learnt:
        from model.lessons.replay import learnt_parts

        for lesson, _ in lessons:
            for number, told in learnt_parts(lesson):
                print(f"{lesson.name} {number}: {told}")
        return 0
    for lesson, _ in lessons:
        print(f"{lesson.name:16} {lesson.minutes:2} min  {lesson.title.in_language(arguments.language)}")
    return 0


def _file(arguments: argparse.Namespace) -> Path:
    """Where it goes. Raises :class:`Problem`."""
    path = Path(arguments.out)
    if len(arguments.names) != 1:
        raise Problem("--out", Text("it is of one lesson"), Text("Name one; without --out they are listed"))
    if path.suffix.lower() not in KINDS:
        advice = Text("Call it %1", (path.stem or "out") + KINDS[0])
        raise Problem(str(path), Text("its name does not end in %1", ", ".join(KINDS)), advice)
    return path


def _lessons(names: list[str]) -> list[tuple[Lesson, Path]]:
    """Each with the folder of its file; without names all that ship. Raises :class:`Problem`."""
    from model.lessons.lesson import learning_path
    from model.lessons.lesson_file import LESSONS, SUFFIX, read_lesson, shipped_lessons
    from viz_app.dialogs.lessons.services import lesson_controls

    controls = lesson_controls()
    if not names:
        return [(lesson, LESSONS) for lesson in learning_path(shipped_lessons(controls))]
    shipped = {path.stem: path for path in LESSONS.glob(f"*{SUFFIX}")}
    paths = [shipped.get(name, Path(name)) for name in names]
    return [(read_lesson(path, controls), path.parent) for path in paths]


def _write(lesson: Lesson, folder: Path, out: Path, paper: str) -> None:
    from viz_app.exports.lesson_pages.handout import write_handout
    from viz_app.exports.lesson_pages.page import write_page
    from viz_app.handlers.lessons.walk import walking

    with walking() as walk:
        walked = list(walk.steps(lesson, folder))
    if out.suffix.lower() == ".pdf":
        write_handout(lesson, walked, out, paper)
    else:
        write_page(lesson, walked, out)


def _check(lessons: list[tuple[Lesson, Path]]) -> int:
    """A line for each lesson and each claim that fails; 1 where one does."""
    from viz_app.handlers.lessons.walk import walking

    failed = 0
    with walking() as walk:
        for lesson, folder in lessons:
            missed: list[str] = []
            try:
                for number, step in enumerate(walk.steps(lesson, folder), start=1):
                    missed += [f"step {number}: {told}" for told in step.missed]
            except Problem as problem:
                missed.append(str(problem))
            claims = sum(len(step.claims) for step in lesson.steps)
            print(f"{lesson.name}: {len(lesson.steps)} steps, {claims} claims, {'ok' if not missed else 'FAILED'}")
            for told in missed:
                print(f"    {told}")
            failed += bool(missed)
    return 1 if failed else 0
