"""Python's search for garbage, kept away from what libraries are made of.

torch and spaCy are a million objects that stay until the process ends. While they are imported the interpreter would
go through all that has come so far again and again, and once more at the end, for nothing: a third of the time that
an engine or a command needs to start.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

RARELY = 1000  #: searches of the middle generation for one among the old; Python's own number is 10


@contextmanager
def no_search() -> Iterator[None]:
    """While something large is imported, nobody looks for garbage; afterwards as before."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()


@contextmanager
def one_task() -> Iterator[None]:
    """A process with one task: what is old is rarely searched, and left to the system when the task is done."""
    young, middle, _ = before = gc.get_threshold()
    gc.set_threshold(young, middle, RARELY)
    try:
        yield
    finally:
        gc.freeze()
        gc.set_threshold(*before)
