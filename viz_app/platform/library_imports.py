"""The first import of Qt for Python and of numpy, without what slows every start and every import after it.

Shiboken compiles the source of its own tools whenever PySide6 is imported: a parser of signatures, a generator of
stubs and more, for the message about wrong arguments. Here each is compiled when it is first asked for something.
Shiboken also replaces ``__import__`` with one that reads the source of every module that is imported from then on, in
search of its optional features, ``from __feature__ import …``. We use none, so the interpreter's own stays. And it
makes some 270 enumerations before anything is on screen, 1,200 names of ``Qt`` alone, in the way for those of any kind:
a sixth of the start. They are made in the standard library's own way for plain ones, which takes a third of that.

numpy writes the documentation of its compiled functions, which nobody reads here, reads eight modules of types for
annotations, of which ours need one, and starts a thread for each processor that waits for large matrices, of which the
window has none.
"""

from __future__ import annotations

import builtins
import enum
import os
import sys
from collections.abc import Callable
from importlib import import_module
from types import CodeType, GenericAlias, ModuleType
from typing import Any

BOOTSTRAP = "signature_bootstrap"  #: the module in which Shiboken compiles its tools
#: The tools, in its archive.
TOOLS = tuple(
    f"shibokensupport/signature/{name}.py"
    for name in ("errorhandler", "layout", "mapping", "parser", "lib/enum_sig", "lib/pyi_generator", "lib/tool")
)
#: A module that is loaded a second time, as what it stands for, when a name is read from it.
STAND_IN = """
def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    del globals()["__getattr__"]
    import sys
    published, __spec__.name = __spec__.name, __name__
    __loader__.exec_module(sys.modules[__name__])
    __spec__.name = published
    return globals()[name]
"""
#: The one of them that C++ looks into, for this name, before it writes a message.
LOOKED_INTO, NAME = "shibokensupport/signature/mapping.py", "update_mapping"
CALLED = f"""
def {NAME}():
    del globals()["{NAME}"]
    return __getattr__("{NAME}")()
"""


#: The modules of numpy that only write documentation.
DOCUMENTATION = ("numpy._core._add_newdocs", "numpy._core._add_newdocs_scalars")
#: Its modules of types: a stand-in each, until a name is wanted that annotations of ours do without.
TYPES = ("numpy._typing", "numpy.typing")
THREADS = "OPENBLAS_NUM_THREADS"


class NDArray:
    """Makes what numpy's type of that name makes: the reader of the engine's messages looks into it."""

    def __class_getitem__(cls, scalar: Any) -> GenericAlias:
        numpy = sys.modules["numpy"]
        return GenericAlias(numpy.ndarray, (tuple[Any, ...], numpy.dtype[scalar]))


class AnnotationTypes(ModuleType):
    """A module of :data:`TYPES` before the real one is loaded."""

    NDArray, ArrayLike = NDArray, object

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        for module in TYPES:
            if isinstance(sys.modules.get(module), AnnotationTypes):
                del sys.modules[module]
        return getattr(import_module(self.__name__), name)


def import_libraries() -> None:
    """Import PySide6 and numpy; of one that has been imported, nothing is left to save."""
    if "PySide6" not in sys.modules:
        _import_qt()
    if "numpy" not in sys.modules:
        _import_numpy()


def _import_qt() -> None:
    if hasattr(enum.EnumType, "_create_"):
        setattr(enum.EnumType, "_create_", _sooner(enum.EnumType.__dict__["_create_"]))  # noqa: B010 - no public name
    bootstrap = ModuleType(BOOTSTRAP)
    vars(bootstrap)["compile"] = _late_compiler()  # found before the built-in one, in this module only
    sys.modules[BOOTSTRAP] = bootstrap
    plain = builtins.__import__
    import PySide6.QtCore  # noqa: F401 - for what it does

    builtins.__import__ = plain


def _import_numpy() -> None:
    chosen = os.environ.get(THREADS)
    os.environ[THREADS] = chosen or "1"  # read while numpy is loaded; the engine is to choose for itself
    sys.modules.update((name, ModuleType(name)) for name in DOCUMENTATION)
    sys.modules.update((name, AnnotationTypes(name)) for name in TYPES)
    import numpy as np

    for name in TYPES:
        setattr(np, name.rpartition(".")[2], sys.modules[name])  # as importing them would have done
    for name in DOCUMENTATION:
        del sys.modules[name]
    if chosen is None:
        del os.environ[THREADS]


def _late_compiler() -> Callable[[bytes, str, str], CodeType]:
    """``compile`` that makes a stand-in of each tool when it is loaded first."""
    waiting = set(TOOLS)

    def compile_late(source: bytes, name: str, mode: str) -> CodeType:
        if name in waiting:
            waiting.remove(name)
            return compile(STAND_IN + CALLED * (name == LOOKED_INTO), name, mode)
        return compile(source, name, mode)

    return compile_late


def _sooner(usual: Callable[..., enum.EnumType]) -> Callable[..., enum.EnumType]:
    """``_create_`` of enumerations: what Shiboken asks for is made sooner, all else as usual."""

    def create(kind: enum.EnumType, *given: Any, **named: Any) -> enum.EnumType:
        try:
            return _plain(kind, *given, **named) or usual(kind, *given, **named)
        except Exception:  # noqa: BLE001 - another Python's library
            return usual(kind, *given, **named)

    return create


def _plain(
    kind: Any, class_name: str, names: list[tuple[str, int]], *, boundary: enum.FlagBoundary | None, **_: object
) -> enum.EnumType | None:  # fmt: skip
    """The enumeration, if Shiboken asks: it alone gives a boundary to every kind, and it names the module later."""
    if boundary is not enum.KEEP or not names or not isinstance(names, list):
        return None
    convert = getattr(enum, "_simple_enum")  # noqa: B009 - the library's own, of which it knows nothing else
    made: enum.EnumType = convert(kind, boundary=boundary)(type(class_name, (), dict(names)))
    made.__doc__ = None
    return made
