"""The state dict in what a training script saved around it. stdlib only.

The same function serves the header and the values: it looks for what has a ``shape``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

WRAPPERS = ("state_dict", "model_state_dict", "model_state", "model", "net")
PREFIXES = ("module.", "_orig_mod.")  #: of DataParallel and of torch.compile
GENERATOR = "generator"  #: OpenNMT-py keeps its vocabulary head in a dictionary of its own
MAX_LEVELS = 3


@dataclass(frozen=True)
class Unwrapped:
    """A state dict by its stored names, and what lay around it."""

    tensors: Mapping[str, Any]
    extras: Mapping[str, Any]


def unwrap(content: Any) -> Unwrapped:
    """The state dict in ``content``: the dictionary itself, or the first wrapper in it that holds tensors."""
    extras: dict[str, Any] = {}
    for _ in range(MAX_LEVELS):
        inner = content if isinstance(content, dict) else {}
        wrapper = next((name for name in WRAPPERS if _tensors(inner.get(name)) or _wraps(inner.get(name))), None)
        if wrapper is None:
            break
        extras |= {str(name): value for name, value in inner.items() if name != wrapper}
        content = inner[wrapper]
    found = _tensors(content)
    if isinstance(content, dict):
        extras |= {str(name): value for name, value in content.items() if name not in found}
    head = _tensors(extras.get(GENERATOR))
    if found and head:
        del extras[GENERATOR]
        found |= {f"{GENERATOR}.{name}": value for name, value in head.items()}
    return Unwrapped(found, extras)


def short_names(names: list[str]) -> dict[str, str]:
    """Short name → stored name; the prefix that all of them share is left out."""
    cut = 0
    while prefix := next((one for one in PREFIXES if names and all(n.startswith(one, cut) for n in names)), ""):
        cut += len(prefix)
    return {name[cut:]: name for name in names}


def _tensors(value: Any) -> dict[str, Any]:
    items = value.items() if isinstance(value, dict) else ()
    return {name: one for name, one in items if isinstance(name, str) and hasattr(one, "shape")}


def _wraps(value: Any) -> bool:
    return isinstance(value, dict) and any(_tensors(value.get(name)) for name in WRAPPERS)
