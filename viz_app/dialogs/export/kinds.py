"""The kinds of files that a person can take away: those found in ``exports/``, and the handout, by what they are of.

It writes none. What a kind takes of the choices, its module says: ``OF`` and ``USES``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from types import ModuleType

from PySide6.QtCore import QCoreApplication

from viz_app.exports import all_exports
from viz_app.state.export_choices import What

translate = QCoreApplication.translate


@dataclass(frozen=True)
class Kind:
    """One kind of file."""

    of: What
    suffix: str
    label: Callable[[], str]
    uses: frozenset[str]  #: names of :class:`ExportChoices` that change it


def all_kinds() -> tuple[Kind, ...]:
    """Every kind; of each group the one that most people want first."""
    found = [
        Kind(of, suffix, _label(module, of), frozenset(module.USES))
        for suffix, module in all_exports().items()
        for of in _groups(module)
    ]
    found.append(Kind("handout", ".pdf", handout, frozenset(("paper", "heads", "language"))))
    return tuple(sorted(found, key=lambda kind: (FIRST.get(kind.of) != kind.suffix, kind.suffix)))


def handout() -> str:
    """What a handout is called; it has a command of its own, since PDF is also a picture's."""
    return translate("ExportKinds", "Pages to print or project (PDF)")


def _label(module: ModuleType, of: What) -> Callable[[], str]:
    """What is of several groups may have a name in each."""
    return module.label if isinstance(module.OF, str) else partial(module.label, of)


def _groups(module: ModuleType) -> tuple[What, ...]:
    return (module.OF,) if isinstance(module.OF, str) else module.OF  # type: ignore[return-value]  # the folder's rule


FIRST: dict[str, str] = {"picture": ".png", "steps": ".gif", "numbers": ".csv", "run": ".npz"}


def kinds_of(what: What) -> tuple[Kind, ...]:
    """The kinds of one group, in the order in which they are offered."""
    return tuple(kind for kind in all_kinds() if kind.of == what)


def suffix_of(what: What, name: str, chosen: str) -> str:
    """Of which kind a file of this name is: who types another ending that the group has means it."""
    endings = [kind.suffix for kind in kinds_of(what) if name.lower().endswith(kind.suffix)]
    return endings[0] if endings else chosen


def kind_of(what: What, suffix: str) -> Kind:
    """The kind with this suffix; the first of the group where it has none such."""
    kinds = kinds_of(what)
    return next((kind for kind in kinds if kind.suffix == suffix), kinds[0])
