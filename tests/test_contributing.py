"""CONTRIBUTING leads to what is there: its tree, its paths, and in "Where do I change …?" the names that it tells."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from tests.source_tree import PROJECT, project_files

TEXT = (PROJECT / "CONTRIBUTING.md").read_text(encoding="utf-8")
STANDS_FOR_ANY = re.compile("NAME|SUFFIX|XX|FOLDER")
#: Names of a row that are no business of its files: what everything shows and says, and a command.
ELSEWHERE = {"snapshot", "display", "Problem", "train"}
ROWS = [line for line in TEXT.splitlines() if re.match(r"\| an? |\| what ", line)]


@cache
def project() -> tuple[str, ...]:
    """Files and folders; these end with a slash."""
    files = [path.relative_to(PROJECT) for path in project_files()]
    folders = {folder for file in files for folder in file.parents}
    return (*(file.as_posix() for file in files), *(f"{folder.as_posix()}/" for folder in folders))


def spoken(text: str) -> list[str]:
    """What stands between backticks, without code blocks."""
    return re.findall("`([^`\n]+)`", re.sub("^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))


def places(word: str) -> list[str] | None:
    """What a path may mean, which may leave its beginning out; None for what is no path."""
    path = next((part for part in word.split() if re.fullmatch(r"[\w./]+(/|\.(py|md|ts|toml|txt))", part)), None)
    if path is None:
        return None
    meant = re.compile("(.*/)?" + STANDS_FOR_ANY.sub("[^/]+", re.escape(path)))
    return [found for found in project() if meant.fullmatch(found)]


def test_every_folder_of_the_tree_is_there() -> None:
    tree = TEXT.split("```\n")[1].splitlines()
    room, missing = "", []
    for line in tree:
        inside, name = re.match("( *)(.*)", line).groups()  # type: ignore[union-attr]  # any line matches
        first = name.split("/ ")[0] + "/"
        if "/ " in name and len(inside) <= 2:
            room = first if not inside else room
            missing += [] if (PROJECT / (room if not inside else room + first)).is_dir() else [line]
    assert missing == []


def test_every_path_leads_somewhere() -> None:
    found = {word: places(word) for word in spoken(TEXT)}
    assert [word for word, paths in found.items() if paths == []] == []
    assert sum(paths is not None for paths in found.values()) > 50


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split("|")[1].strip())
def test_what_a_row_names_is_in_the_files_that_it_names(row: str) -> None:
    words = spoken(row)
    files = {path for word in words for path in places(word) or ()}
    files |= {path for path in project() for folder in files if folder.endswith("/") and path.startswith(folder)}
    texts = "\n".join((PROJECT / Path(path)).read_text(encoding="utf-8") for path in files if path.endswith(".py"))
    names = {re.match(r"\w*", word)[0] for word in words if places(word) is None} - ELSEWHERE  # type: ignore[index]
    assert [name for name in sorted(names) if not re.search(rf"\b{name}\b", texts)] == []
