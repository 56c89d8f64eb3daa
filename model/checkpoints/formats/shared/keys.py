"""Foreign names → our names, as a table, and nothing left over on either side. Shared by the formats.

A table's line says where a module went: ``"encoder.layers.{}.self_attention.fc_q":
"encoder_layers.{}.attention.query"``; ``{}`` stands for the layer, ``.weight`` and ``.bias`` follow.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from model.checkpoints.files.model_file import ModelFile
from model.common.problems import Problem, shown
from model.common.text import Text
from model.network.config import StackConfig

Table = Mapping[str, str | tuple[str, ...]]  #: one foreign module may serve several of ours

ENDING = r"((?:\.(?:weight|bias))?)"
MOST_NAMES = 5_000  #: of a table that are kept; a file may hold any number


def layer_lines(
    theirs: str, ours: str, blocks: Mapping[str, str], parts: Mapping[str, str], forward: tuple[str, str],
    norms: Sequence[str] = (),
) -> dict[str, str]:  # fmt: skip
    """The lines of one layer of a stack.

    ``blocks``: attention block → ours, each with ``parts``: projection → ours. ``forward`` are both linear layers of
    the feed-forward block, ``norms`` the norms of each attention block and of that.
    """
    lines = {f"{theirs}.{name}.{part}": f"{ours}.{block}.{role}" for name, block in blocks.items()
             for part, role in parts.items()}  # fmt: skip
    for name, role in zip(forward, ("expand", "contract"), strict=True):
        lines[f"{theirs}.{name}"] = f"{ours}.feed_forward.{role}"
    for name, block in zip(norms, (*blocks.values(), "feed_forward"), strict=False):
        lines[f"{theirs}.{name}"] = f"{ours}.{block}_residual.norm"
    return lines


def rename(names: Iterable[str], table: Table) -> tuple[dict[str, str], list[str]]:
    """Foreign tensor names → (our parameter name → foreign name, names that no line of the table covers)."""
    ours: dict[str, str] = {}
    unknown = []
    translation = _translation(table)
    for name in names:
        found = translation[name]
        if not found or any(one in ours for one in found):  # or two names for one place
            unknown.append(name)
            continue
        ours |= dict.fromkeys(found, name)
    return ours, unknown


def covered(names: Iterable[str], table: Table) -> int:
    """The number of names that the table knows: it finds the nearest relative of a file that no format claims."""
    translation = _translation(table)
    return sum(1 for name in names if translation[name])


def check_complete(path: str, missing: Sequence[str], unknown: Sequence[str], family: str) -> None:
    """Raise :class:`Problem` naming the first differences between a file and its family."""
    if missing or unknown:
        more = f"; it has unexpected {_some(unknown)}" if unknown else ""
        why = (
            Text("it is like %1, but it lacks %2", family, _some(missing) + more)
            if missing
            else Text("it is like %1, but it has unexpected %2", family, _some(unknown))
        )
        raise Problem(path, why, Text("Compare your code with that family's"))


def _some(names: Sequence[str]) -> str:
    """The first three, and how many more there are."""
    more = f" and {len(names) - 3:,} more" if len(names) > 3 else ""
    return ", ".join(map(shown, names[:3])) + more


def foreign(ours: str, table: Table) -> str:
    """The family's name of a parameter of ours, by the first line that leads there."""
    for theirs, targets in table.items():
        for target in (targets,) if isinstance(targets, str) else targets:
            match = re.fullmatch(re.escape(target).replace(r"\{\}", r"(\d+)") + ENDING, ours)
            if match:
                *numbers, ending = match.groups()
                return theirs.format(*numbers) + ending
    return ours


def dimensions(file: ModelFile, name: str, count: int, family: str) -> tuple[int, ...]:
    """The ``count`` sizes of a tensor that an architecture is told from.

    Raises :class:`Problem` where the file lacks it, it has another number of dimensions, or no values.
    """
    shape = file.shape(name)
    if name not in file.tensors:
        check_complete(str(file.path), [name], [], family)
    if len(shape) != count or 0 in shape:
        wanted = f"{count} dimension{'s' if count > 1 else ''}" if len(shape) != count else "values"
        why = Text("%1 is %2 where %3 has %4", name, list(shape), family, wanted)
        raise Problem(str(file.path), why, Text("Compare your code with that family's"))
    return shape


def stack(file: ModelFile, line: str, width: int, heads: int, family: str) -> StackConfig:
    """One stack's sizes, from the first linear layer of its feed-forward blocks; ``{}`` in ``line`` is the layer."""
    inner = dimensions(file, line.format(0), 2, family)[0]
    return StackConfig(file.count(line), heads, width // heads, inner)


class _Translation(dict[str, tuple[str, ...]]):
    """Foreign name → ours by the lines of one table; each name is looked for once, and asked for several times."""

    def __init__(self, lines: tuple[tuple[str, str | tuple[str, ...]], ...]) -> None:
        super().__init__()
        self._lines = [  # what a foreign name begins with; its pattern: the layers, then the ending; our templates
            (
                theirs.partition("{}")[0],
                re.compile(re.escape(theirs).replace(r"\{\}", r"(\d+)") + ENDING),
                (ours,) if isinstance(ours, str) else ours,
            )
            for theirs, ours in lines
        ]

    def __missing__(self, name: str) -> tuple[str, ...]:
        found: tuple[str, ...] = ()
        for beginning, pattern, targets in self._lines:
            if name.startswith(beginning) and (match := pattern.fullmatch(name)):
                *numbers, ending = match.groups()
                found = tuple(target.format(*numbers) + ending for target in targets)
                break
        if len(self) < MOST_NAMES:
            self[name] = found
        return found


def _translation(table: Table) -> _Translation:
    return _translation_by(tuple(table.items()))


@lru_cache(maxsize=64)
def _translation_by(lines: tuple[tuple[str, str | tuple[str, ...]], ...]) -> _Translation:
    return _Translation(lines)
