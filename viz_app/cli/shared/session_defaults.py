"""A session on the command line: what it shows is what a command makes, unless other options say otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from model.record.session_name import is_session

#: With these given, the part of a map that the session shows may mean nothing.
ELSEWHERE = ("--view", "--kind", "--words", "--rows", "--columns")


def with_session(words: Sequence[str]) -> list[str]:
    """``export FILE.headscope …`` with the session's own options before those that were typed, which win.

    Raises :class:`model.common.problems.Problem`.
    """
    options = MAKERS.get(words[0])
    file = next((Path(word) for word in words[1:] if is_session(Path(word)) and Path(word).is_file()), None)
    if options is None or file is None:
        return list(words)
    elsewhere = any(word.partition("=")[0] in ELSEWHERE for word in words)
    return [words[0], *options(file, elsewhere), *words[1:]]


def _picture(file: Path, elsewhere: bool) -> list[str]:
    """The options of ``export`` for what the session shows."""
    from viz_app.handlers.export_arguments import drawing_switches, part_options, reading_options
    from viz_app.handlers.session_codec import snapshot_of

    now = snapshot_of(file)
    options = {"--view": now.view, "--kind": now.selection.kind, "--step": str(now.selection.step + 1)}
    options |= reading_options(now) | part_options(now)
    for name in ("--rows", "--columns") if elsewhere else ():
        options.pop(name, None)
    switches = [switch for switch, on in drawing_switches(now).items() if on]
    return [*(word for option in options.items() for word in option), *switches]


def _page(file: Path, _: bool) -> list[str]:
    """The options of ``page`` for where the session stands."""
    from viz_app.handlers.session_codec import snapshot_of

    at = snapshot_of(file).run_selection
    numbers = {"--layer": at.layer, "--head": at.head, "--step": at.step}
    return ["--kind", at.kind, *(word for name, number in numbers.items() for word in (name, str(number + 1)))]


MAKERS = {"export": _picture, "page": _page}
