"""The contents of a wheel. In the source tree the rooms are top-level packages; installed they live in ``headscope``.

A student's own ``model.py`` would otherwise shadow ours, or ours theirs. So ``model``, ``viz_app`` and ``assets``
become ``headscope.model`` and so on, and every import of them is rewritten on the way. All else is in pyproject.toml.
"""

from __future__ import annotations

import ast
import re
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

from setuptools import find_namespace_packages, setup
from setuptools.command.build_py import build_py

HOME = "headscope"
ROOMS = ("model", "viz_app", "assets")


class BuildRooms(build_py):  # type: ignore[misc]  # setuptools has no types
    """Copies everything, then moves the imports in."""

    def run(self) -> None:
        super().run()
        built = Path(self.build_lib) / HOME
        shutil.copy("main.py", built / "main.py")  # exports start it as a child process
        shutil.copytree("recipes", built / "recipes", dirs_exist_ok=True)  # `train --list` names them
        for guide in (*Path().glob("README*.md"), *Path("docs").rglob("*.md")):  # the manual
            (built / guide).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(guide, built / guide)
        for path in built.rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            path.write_text(moved(text), encoding="utf-8")


def moved(source: str) -> str:
    """``source`` with ``from model.x import y`` as ``from headscope.model.x import y``, and nothing else changed.

    Raises ValueError for ``import model``, which would bind a name that is not there.
    """
    lines = source.splitlines(keepends=True)
    for node in statements(ast.parse(source)):
        if isinstance(node, ast.Import) and any(item.name.partition(".")[0] in ROOMS for item in node.names):
            raise ValueError(f"line {node.lineno}: import a room's names with from … import …")
        if isinstance(node, ast.ImportFrom) and not node.level and (node.module or "").partition(".")[0] in ROOMS:
            line, start = lines[node.lineno - 1], len("from ")
            at = len(line.encode()[: node.col_offset].decode()) + start
            lines[node.lineno - 1] = f"{line[:at]}{HOME}.{line[at:]}"
    return "".join(lines)


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """All of a file, however deep; no expression, where no import can be and of which there are ten times as many."""
    for part in ("body", "handlers", "orelse", "finalbody", "cases"):
        for inner in getattr(node, part, ()):
            yield inner
            yield from statements(inner)


def index_page(readme: str, source: str) -> str:
    """The README for an index of packages, where no file of ours lies: places of the project lead to its ``source``.

    Without an address of the source, pictures are told in words and links are plain text.
    """

    def there(link: re.Match[str]) -> str:
        mark, text, place = link.groups()
        if re.match("https?:|#", place):
            return link[0]
        if not source:
            return f"*{text}*" if mark else text
        return f"{mark}[{text}]({source}/{'raw' if mark else 'blob'}/HEAD/{place})"

    return re.sub(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)", there, readme)


def source_address(settings: str) -> str:
    """``Source`` among the addresses of pyproject.toml; nothing where none is known."""
    return str(tomllib.loads(settings)["project"].get("urls", {}).get("Source", "")).rstrip("/")


if __name__ == "__main__":
    settings, readme = (Path(name).read_text(encoding="utf-8") for name in ("pyproject.toml", "README.md"))
    found = find_namespace_packages(include=[pattern for room in ROOMS for pattern in (room, f"{room}.*")])
    setup(
        long_description=index_page(readme, source_address(settings)),
        long_description_content_type="text/markdown",
        cmdclass={"build_py": BuildRooms},
        packages=[HOME, *(f"{HOME}.{name}" for name in found)],
        package_dir={HOME: HOME, **{f"{HOME}.{room}": room for room in ROOMS}},
        py_modules=["headscope_recorder"],  # for notebooks, also without the rest
    )
