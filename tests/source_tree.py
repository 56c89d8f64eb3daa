"""The source of the program as data, for the tests that read it: files, modules, imports."""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from model.common.garbage import no_search

PROJECT = Path(__file__).resolve().parent.parent
PROGRAM = ("model", "viz_app")  #: the folders that are the program; the rest helps to make it
MADE = ("__pycache__", "build", "dist", "runs")  #: folders that tools make


@dataclass(frozen=True)
class Import:
    """One imported module, by its full dotted name."""

    module: str
    line: int
    lazy: bool  #: inside a function, so only when that function runs


@cache
def tree(path: Path) -> ast.Module:
    """The parsed file."""
    with no_search():  # a million nodes that stay: nobody looks through them, now or later
        code = ast.parse(path.read_text(encoding="utf-8"), str(path))
        gc.freeze()
    return code


@cache
def nodes(code: ast.Module) -> tuple[ast.AST, ...]:
    """Everything in a parsed file, as ``ast.walk`` finds it, which takes longer than looking at all of it."""
    return tuple(ast.walk(code))


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """What a statement holds of others, and no expression: where definitions and imports are."""
    for part in ("body", "handlers", "orelse", "finalbody", "cases"):
        yield from getattr(node, part, ())


def called(call: ast.Call) -> str:
    """The last name of what is called; writing the whole one out takes long."""
    return str(getattr(call.func, "attr", getattr(call.func, "id", "")))


def python_files(*folders: str) -> list[Path]:
    """Every Python file in these folders of the project, sorted."""
    return sorted(path for folder in folders for path in (PROJECT / folder).rglob("*.py"))


def project_files(folder: Path = PROJECT) -> Iterator[Path]:
    """Every file that a reader of the repository sees, without asking git: a machine may have none."""
    for path in sorted(folder.iterdir()):
        hidden = path.name.startswith(".") and path.name not in (".ci", ".gitignore")
        if path.is_dir() and not hidden and path.name not in MADE:
            yield from project_files(path)
        elif path.is_file() and not hidden:
            yield path


def relative(path: Path) -> str:
    """The path as the project says it, with slashes."""
    return path.relative_to(PROJECT).as_posix()


def module_name(path: Path) -> str:
    """``viz_app/views/links.py`` → ``viz_app.views.links``; a package is named like its folder."""
    parts = path.relative_to(PROJECT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def exists(module: str) -> bool:
    """Whether a dotted name is a module or package of the project."""
    path = PROJECT.joinpath(*module.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


def imports(code: ast.Module) -> list[Import]:
    """What a file imports when it runs; what only a type checker sees is left out."""
    return list(_imports(code, lazy=False))


def _imports(node: ast.AST, *, lazy: bool) -> Iterator[Import]:
    for child in statements(node):
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            continue
        if isinstance(child, ast.Import):
            yield from (Import(name.name, child.lineno, lazy) for name in child.names)
        elif isinstance(child, ast.ImportFrom):
            for name in child.names:  # `from model import masks` means the module model.masks
                full = f"{child.module}.{name.name}"
                yield Import(full if exists(full) else str(child.module), child.lineno, lazy)
        else:
            inside = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
            yield from _imports(child, lazy=lazy or inside)
