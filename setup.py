"""The contents of a wheel. In the source tree the rooms are top-level packages; installed they live in ``headscope``.

A student's own ``model.py`` would otherwise shadow ours, or ours theirs. So ``model``, ``viz_app`` and ``assets``
become ``headscope.model`` and so on, and every import of them is rewritten on the way. All else is in pyproject.toml.
"""

from __future__ import annotations

import ast
import shutil
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
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import) and any(item.name.partition(".")[0] in ROOMS for item in node.names):
            raise ValueError(f"line {node.lineno}: import a room's names with from … import …")
        if isinstance(node, ast.ImportFrom) and not node.level and (node.module or "").partition(".")[0] in ROOMS:
            line, start = lines[node.lineno - 1], len("from ")
            at = len(line.encode()[: node.col_offset].decode()) + start
            lines[node.lineno - 1] = f"{line[:at]}{HOME}.{line[at:]}"
    return "".join(lines)


if __name__ == "__main__":
    found = find_namespace_packages(include=[pattern for room in ROOMS for pattern in (room, f"{room}.*")])
    setup(
        cmdclass={"build_py": BuildRooms},
        packages=[HOME, *(f"{HOME}.{name}" for name in found)],
        package_dir={HOME: HOME, **{f"{HOME}.{room}": room for room in ROOMS}},
        py_modules=["headscope_recorder"],  # for notebooks, also without the rest
    )
