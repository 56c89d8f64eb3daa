"""The first import of Qt for Python, without what slows every start of the program and every import after it.

Shiboken compiles the source of its own tools whenever PySide6 is imported: a parser of signatures, a generator of
stubs and more, for the message about wrong arguments. Here each is compiled when it is first asked for something.
Shiboken also replaces ``__import__`` with one that reads the source of every module that is imported from then on, in
search of its optional features, ``from __feature__ import …``. We use none, so the interpreter's own stays.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable
from types import CodeType, ModuleType

BOOTSTRAP = "signature_bootstrap"  #: the module in which Shiboken compiles its tools
#: The tools, in its archive. ``mapping`` is none of them: C++ looks into it.
TOOLS = tuple(
    f"shibokensupport/signature/{name}.py"
    for name in ("errorhandler", "layout", "parser", "lib/enum_sig", "lib/pyi_generator", "lib/tool")
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


def import_qt() -> None:
    """Import PySide6; where it has been imported, nothing is left to save."""
    if "PySide6" in sys.modules:
        return
    bootstrap = ModuleType(BOOTSTRAP)
    vars(bootstrap)["compile"] = _late_compiler()  # found before the built-in one, in this module only
    sys.modules[BOOTSTRAP] = bootstrap
    plain = builtins.__import__
    import PySide6.QtCore  # noqa: F401 - for what it does

    builtins.__import__ = plain


def _late_compiler() -> Callable[[bytes, str, str], CodeType]:
    """``compile`` that makes a stand-in of each tool when it is loaded first."""
    waiting = set(TOOLS)

    def compile_late(source: bytes, name: str, mode: str) -> CodeType:
        if name in waiting:
            waiting.remove(name)
            return compile(STAND_IN, name, mode)
        return compile(source, name, mode)

    return compile_late
