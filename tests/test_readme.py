"""The README's contract: two headings, one command each, and CI runs the same line. The files it rests on agree."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import setup_environment
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from model.common.version import VERSION
from tests.source_tree import PROJECT
from viz_app.exports.figures.citation import AUTHORS

README = (PROJECT / "README.md").read_text(encoding="utf-8")
SETTINGS = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS: dict[str, list[str]] = SETTINGS["project"]["optional-dependencies"]
DEPENDENCIES: list[str] = SETTINGS["project"]["dependencies"]


def section(title: str) -> str:
    """The text under a heading of the second level."""
    parts = re.split(r"^## ", README, flags=re.MULTILINE)
    found = [part for part in parts if part.splitlines()[0].strip() == title]
    assert len(found) == 1, f"one heading `## {title}`"
    return found[0].partition("\n")[2]


def command(title: str) -> str:
    """The one line in the first fenced block after the heading; nothing but text may come before it."""
    blocks = re.findall(r"^```(\w*)\n(.*?)^```", section(title), flags=re.MULTILINE | re.DOTALL)
    assert len(blocks) == 1, f"one fenced block under `## {title}`"
    lines = [line for line in blocks[0][1].splitlines() if line.strip()]
    assert len(lines) == 1, f"one command under `## {title}`"
    return str(lines[0])


def pins() -> dict[str, str]:
    """constraints.txt: name → version."""
    lines = (PROJECT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split("==") for line in lines if line and not line.startswith("#"))


@pytest.mark.parametrize("title", ["Run", "Test"])
def test_the_command_starts_a_script_of_ours(title: str) -> None:
    python, script = shlex.split(command(title))
    assert python == "python3"
    assert (PROJECT / script).is_file()


def test_ci_runs_the_readme_line() -> None:
    assert command("Test") in (PROJECT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


def test_the_scripts_agree_about_python() -> None:
    oldest, newest = setup_environment.OLDEST_PYTHON, setup_environment.FIRST_PYTHON_TOO_NEW
    said = f">={oldest[0]}.{oldest[1]},<{newest[0]}.{newest[1]}"
    assert SpecifierSet(SETTINGS["project"]["requires-python"]) == SpecifierSet(said)
    assert setup_environment.requirements(["dev"]) == [*DEPENDENCIES, *EXTRAS["models"], *EXTRAS["dev"]]


def test_every_requirement_is_pinned_within_its_range() -> None:
    pinned = pins()
    for text in [*DEPENDENCIES, *(item for items in EXTRAS.values() for item in items)]:
        requirement = Requirement(text)
        assert requirement.specifier.contains(pinned[requirement.name.lower()]), text
        assert ">=" in str(requirement.specifier), f"{text} has no lower bound"
        assert "<" in str(requirement.specifier), f"{text} has no upper bound"


def test_constraints_name_no_index() -> None:
    text = (PROJECT / "constraints.txt").read_text(encoding="utf-8")
    assert "--" not in text
    assert "://" not in text


def test_requirements_say_why() -> None:
    """A comment above or beside every requirement of the program."""
    text = (PROJECT / "pyproject.toml").read_text(encoding="utf-8").partition("dependencies = [")[2].partition("\n]")[0]
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    for before, line in zip(["", *lines], lines, strict=False):
        assert line.startswith("#") or "#" in line or before.startswith(("#", '"PySide6')), line


def test_the_version_has_one_source() -> None:
    assert SETTINGS["project"]["dynamic"] == ["version", "readme"]
    assert SETTINGS["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "model.common.version.VERSION"}
    assert f"## {VERSION}" in (PROJECT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_citation_names_this_program() -> None:
    text = (PROJECT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {VERSION}\n" in text
    assert f'\n  - name: "{AUTHORS}"\n' in text
    assert f"\nlicense: {SETTINGS['project']['license']}\n" in text


def test_main_is_short_and_answers() -> None:
    main = PROJECT / "main.py"
    assert len(main.read_text(encoding="utf-8").splitlines()) <= 12
    answer = subprocess.run([sys.executable, str(main), "--version"], capture_output=True, text=True, check=False)
    assert answer.stdout.strip() == f"Headscope {VERSION}"


@pytest.mark.parametrize("name", sorted({*re.findall(r"\]\((?!https?:|#)([^)]+)\)", README)}))
def test_links_lead_somewhere(name: str) -> None:
    assert Path(PROJECT / name).exists()
