"""What is installed: our rooms inside ``headscope``, so that no file of a student's can stand in their way."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from setup import ROOMS, index_page, moved, source_address
from tests.source_tree import PROJECT


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from model.trace import Trace\n", "from headscope.model.trace import Trace\n"),
        ("def f():\n    from viz_app import views\n", "def f():\n    from headscope.viz_app import views\n"),
        ('x = "ä"; from model import trace\n', 'x = "ä"; from headscope.model import trace\n'),
        ("from models.x import y\nfrom torch import nn\n", "from models.x import y\nfrom torch import nn\n"),
        ('"""from model.trace import Trace"""\n', '"""from model.trace import Trace"""\n'),
        ("from model.trace import (\n    Kind,\n)\n", "from headscope.model.trace import (\n    Kind,\n)\n"),
    ],
)
def test_only_imports_of_our_rooms_move(before: str, after: str) -> None:
    assert moved(before) == after


def test_a_name_that_would_not_be_there_is_refused() -> None:
    with pytest.raises(ValueError, match="line 2"):
        moved("x = 1\nimport model.trace\n")


def test_no_text_names_a_module_which_would_not_move() -> None:
    """An installed window would look for it in vain, or find a student's own."""
    named = re.compile(rf"""["']((?:{"|".join(ROOMS)})(?:\.\w+)+)["']""")
    found = {
        f"{path.relative_to(PROJECT)}: {text}"
        for room in ROOMS
        for path in (PROJECT / room).rglob("*.py")
        for text in named.findall(path.read_text(encoding="utf-8"))
        if (PROJECT / text.replace(".", "/")).with_suffix(".py").is_file()
        or (PROJECT / text.replace(".", "/")).is_dir()
    }
    assert found == {"viz_app/cli/__init__.py: viz_app.cli"}, "it compares its own name"


def test_pictures_of_an_index_page_lead_to_the_source_or_are_told() -> None:
    text = "![A map](docs/a.png) [How](docs/b.md) [it](https://x.org) [there](#run)"
    there = "![A map](https://x.org/h/raw/HEAD/docs/a.png) [How](https://x.org/h/blob/HEAD/docs/b.md)"
    assert index_page(text, "https://x.org/h") == f"{there} [it](https://x.org) [there](#run)"
    assert index_page(text, "") == "*A map* How [it](https://x.org) [there](#run)"
    assert source_address('[project]\nurls = { Source = "https://x.org/h/" }') == "https://x.org/h"
    assert source_address((PROJECT / "pyproject.toml").read_text(encoding="utf-8")) == ""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pip would put the files, and beside it a student's folder with names like ours."""
    place = tmp_path_factory.mktemp("installed")
    words = [sys.executable, "setup.py", "-q", "build", "--build-base", str(place / "work")]
    subprocess.run([*words, "--build-lib", str(place / "site")], cwd=PROJECT, check=True, capture_output=True)
    (place / "student").mkdir()
    for name in ("model", "viz_app", "assets", "main"):
        (place / "student" / f"{name}.py").write_text("raise RuntimeError('this is the student’s own')\n")
    return place


def run(installed: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(installed / "site"), "QT_QPA_PLATFORM": "offscreen"}
    return subprocess.run(
        [sys.executable, *words], cwd=installed / "student", env=environment, capture_output=True, check=False,
        input=b"Zwei Hunde spielen im Schnee.\n",
    )  # fmt: skip


def test_recipes_are_installed_too(installed: Path) -> None:
    there = {path.name for path in (installed / "site" / "headscope" / "recipes").iterdir()}
    assert there == {path.name for path in (PROJECT / "recipes").iterdir()}


def test_the_manual_is_installed_too(installed: Path) -> None:
    built = installed / "site" / "headscope"
    guides = ({path.relative_to(folder) for path in (folder / "docs").rglob("*.md")} for folder in (built, PROJECT))
    assert next(guides) == next(guides)
    assert {path.name for path in built.glob("README*")} == {"README.md", "README.ko.md"}


def test_a_source_distribution_holds_what_the_wheel_is_made_of() -> None:
    """What setup.py copies or packs is named, and what is named is there."""
    lines = [line.split() for line in (PROJECT / "MANIFEST.in").read_text(encoding="utf-8").splitlines()]
    grafted = {line[1] for line in lines if line[0] == "graft"}
    assert grafted == {"headscope", *ROOMS, "recipes"}
    included = {name for line in lines if line[0] == "include" for name in line[1:]}
    assert {"main.py", "setup.py", "headscope_recorder.py", "LICENSE", "README.md", "README.ko.md"} <= included
    assert ["recursive-include", "docs", "*.md"] in lines
    assert all(any(PROJECT.glob(name)) for name in included | grafted)


def test_the_command_line_is_not_in_a_students_way(installed: Path) -> None:
    """One that draws a run; the next test translates."""
    sample = next((installed / "site" / "headscope" / "assets" / "samples").glob("*.npz"))
    done = run(installed, "-m", "headscope", "export", str(sample), "--out", "weights.csv")
    assert (done.returncode, done.stderr) == (0, b"")
    assert (installed / "student" / "weights.csv").stat().st_size > 100


def test_the_window_finds_its_engine_and_its_exports(installed: Path) -> None:
    picture = installed / "window.png"
    done = run(installed, "-m", "headscope", "window", "--snapshot", str(picture), "--sentence", "Das ist gut.")
    assert done.returncode == 0, done.stderr
    assert picture.stat().st_size > 10_000
    child = run(installed, str(installed / "site" / "headscope" / "main.py"), "--version")
    assert child.stdout.startswith(b"Headscope ")


def test_nothing_else_is_installed_at_the_top(installed: Path) -> None:
    assert {path.name for path in (installed / "site").iterdir()} == {"headscope", "headscope_recorder.py"}
