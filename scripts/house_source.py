"""A checkout as numbers that need no running program: its Python files, who imports whom, names, lengths, floors.

Nothing here knows a file by its name: the trees are walked, so files can move. A ``module`` is a file under one of
the folders of :class:`Source`, a package is named like its folder.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

PROGRAM = ("model", "viz_app")  #: the folders that are the program
REST = ("headscope", "scripts", "benchmarks", "main.py", "headscope_recorder.py", "setup.py")  #: what else uses it
Graph = Mapping[str, set[str]]


@dataclass(frozen=True)
class Module:
    """One parsed Python file."""

    name: str  #: ``viz_app.views.links``
    path: Path  #: relative to the checkout
    text: str
    code: ast.Module = field(repr=False)

    @property
    def folder(self) -> str:
        """The dotted name of the folder that it lies in."""
        return ".".join(self.path.parent.parts)

    @property
    def lines(self) -> int:
        """All of them, empty ones too."""
        return len(self.text.splitlines())


class Source:
    """The Python files of ``folders`` (or single files) below ``root``."""

    def __init__(self, root: Path, folders: Iterable[str] = (*PROGRAM, *REST)) -> None:
        self.root = root
        self.modules = {module.name: module for folder in folders for module in _modules(root, folder)}

    def of(self, *folders: str) -> list[Module]:
        """The modules of these top folders."""
        return [module for module in self.modules.values() if module.path.parts[0] in folders]

    @cached_property
    def tests(self) -> list[Module]:
        """The Python files of the tests, which are no modules here: whom they import does not count."""
        return list(_modules(self.root, "tests"))

    @cached_property
    def imports(self) -> dict[str, set[str]]:
        """Module → modules of ours that it imports, those within functions too; what only a type checker sees not."""
        return {
            name: {found for found in self._imported(module.code) if found in self.modules} - {name}
            for name, module in self.modules.items()
        }

    @cached_property
    def importers(self) -> dict[str, set[str]]:
        """Module → modules that import it."""
        found: dict[str, set[str]] = {name: set() for name in self.modules}
        for name, imported in self.imports.items():
            for each in imported:
                found[each].add(name)
        return found

    def _imported(self, node: ast.AST) -> Iterator[str]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
                continue
            if isinstance(child, ast.Import):
                yield from (name.name for name in child.names)
            elif isinstance(child, ast.ImportFrom):
                full = [f"{child.module}.{name.name}" for name in child.names]  # ``from model import masks``
                yield from (name if name in self.modules else str(child.module) for name in full)
            else:
                yield from self._imported(child)


def _modules(root: Path, folder: str) -> Iterator[Module]:
    place = root / folder
    for path in [place] if place.is_file() else sorted(place.rglob("*.py")):
        relative, text = path.relative_to(root), path.read_text(encoding="utf-8")
        parts, package = relative.with_suffix("").parts, path.name == "__init__.py"
        name = ".".join(parts[:-1] if package else parts)
        yield Module(name, relative, text, ast.parse(text, str(path)))


def classes(code: ast.Module) -> list[str]:
    """The names of all classes, those within others too, without leading underscores."""
    return [node.name.lstrip("_") for node in ast.walk(code) if isinstance(node, ast.ClassDef)]


def functions(code: ast.Module) -> dict[str, int]:
    """Every function and method, as ``name:line`` → number of lines."""
    found = [node for node in ast.walk(code) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return {f"{node.name}:{node.lineno}": (node.end_lineno or node.lineno) - node.lineno + 1 for node in found}


def import_lines(code: ast.Module) -> int:
    """Lines that import statements stand on, wherever they are."""
    found = [node for node in ast.walk(code) if isinstance(node, ast.Import | ast.ImportFrom)]
    return sum((node.end_lineno or node.lineno) - node.lineno + 1 for node in found)


def is_facade(code: ast.Module) -> bool:
    """Does it only hand on what others define? A file with nothing but a docstring does not."""
    rest = code.body[1:] if ast.get_docstring(code) else code.body
    handing = [node for node in rest if isinstance(node, ast.ImportFrom | ast.Import)]
    names = [node for node in rest if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"]
    return bool(handing) and len(handing) + len(names) == len(rest)


def has_test(code: ast.Module) -> bool:
    """Is there a test, or a class of tests, in it?"""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return any(isinstance(node, kinds) and node.name.lower().startswith("test") for node in ast.walk(code))


def home_of(name: str) -> str | None:
    """The folder that the innermost private part of a dotted name is private to; None for a public name."""
    parts = name.split(".")
    private = [index for index, part in enumerate(parts) if part.startswith("_") and part != "__init__"]
    return ".".join(parts[: private[-1]]) if private else None


# --- floors ---


def rooms(source: Source, place: str) -> dict[str, dict[str, int]]:
    """The import graph of one folder: each file and each folder in it is a room; room → room → number of imports."""
    found: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for name, imported in source.imports.items():
        if (room := _room(name, place)) is not None:
            others = found[room]
            for each in imported:
                other = _room(each, place)
                if other is not None and other != room:
                    others[other] += 1
    return {room: dict(others) for room, others in found.items()}


def _room(name: str, place: str) -> str | None:
    inside = name.removeprefix(place + ".")
    return inside.partition(".")[0] if inside != name else None


def floors(graph: Mapping[str, Mapping[str, int]]) -> tuple[dict[str, int], list[tuple[str, str]]]:
    """Room → floor, and the arrows that run back up.

    A room stands above all that it imports; floor 1 is the ground. Of rooms that import each other in a circle one
    arrow is left out: the one whose loss leaves the smallest circle, of equal ones that of the fewest imports.
    """
    edges = {room: set(others) for room, others in graph.items()}
    for others in list(edges.values()):
        for other in others:
            edges.setdefault(other, set())
    back: list[tuple[str, str]] = []
    while rings := circles(edges):
        ring = max(rings, key=lambda each: (len(each), sorted(each)))
        arrows = [(room, other) for room in sorted(ring) for other in sorted(edges[room] & ring)]
        cut = min(arrows, key=lambda arrow: (_largest_without(edges, ring, arrow), graph[arrow[0]][arrow[1]], arrow))
        edges[cut[0]] = edges[cut[0]] - {cut[1]}
        back.append(cut)
    found: dict[str, int] = {}
    while len(found) < len(edges):
        ready = [room for room in edges if room not in found and edges[room] <= found.keys()]
        found |= {room: 1 + max((found[other] for other in edges[room]), default=0) for room in ready}
    return found, back


def _largest_without(edges: Graph, ring: set[str], arrow: tuple[str, str]) -> int:
    inside = {room: (edges[room] & ring) - ({arrow[1]} if room == arrow[0] else set()) for room in ring}
    return max((len(each) for each in circles(inside)), default=0)


def circles(edges: Graph) -> list[set[str]]:
    """The sets of rooms that reach each other, of two rooms or more."""
    reach = {room: _reached(edges, room) for room in edges}
    sets = {frozenset({room} | {other for other in reach[room] if room in reach[other]}) for room in edges}
    return [set(each) for each in sets if len(each) > 1]


def _reached(edges: Graph, start: str) -> set[str]:
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        new = edges[waiting.pop()] - seen
        seen |= new
        waiting += new
    return seen
