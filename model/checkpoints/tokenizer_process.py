"""A foreign ``tokenizer.json`` at a distance: asked in a child process that may take so much memory and time.

Its rules are a program: seven replacements of a letter by thirty are 20 GB, a regular expression may search for ever,
and where memory ends the library ends its process. So that is :mod:`model.checkpoints.tokenizer_child`, which is
started when it is first asked and, where a text was too much for it, again for the next one.
"""

from __future__ import annotations

import json
import subprocess
import sys
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from model.checkpoints import tokenizer_child as child
from model.common import child_process
from model.common.assets import TOKENIZER
from model.common.memory_budget import machine_memory
from model.common.problems import Problem
from model.common.text import Text

MEMORY, MEMORY_PER_BYTE = 2**30, 48  #: of the process; a file of 256,000 pieces takes 45 times its size
LOAD_SECONDS, SECONDS = 30.0, 10.0  #: to read the file, and for one text
PATIENCE = 5.0  #: seconds that it gets to end by itself
NAME = "tokenizer.json"
AGAIN = Text("Download the folder again")


class TokenizerProcess:
    """One ``tokenizer.json``, loaded where it can do no harm. Every method raises :class:`Problem`."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._memory = min(MEMORY + MEMORY_PER_BYTE * len(content), machine_memory())
        self._process: subprocess.Popen[bytes] | None = None
        self._end: Callable[[], object] = bool
        self.description = self._start()  #: token → id under ``vocabulary``, and the ``special`` ones

    def encode(self, text: str, around: bool = False) -> tuple[list[int], list[tuple[int, int]]]:
        """Ids and places in the text; with what the file puts ``around`` every text, on request."""
        answer = self._ask({"do": "encode", "text": text, "around": around})
        return answer["ids"], [(first, last) for first, last in answer["offsets"]]

    def decode(self, ids: Sequence[int]) -> str:
        """The text of ids, special ones left out."""
        return str(self._ask({"do": "decode", "ids": list(ids)})["text"])

    def _start(self) -> dict[str, Any]:
        command = _command(require_library())
        self._process = subprocess.Popen(  # noqa: S603 (this program itself)
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        self._end = weakref.finalize(self, child_process.end, self._process, PATIENCE)
        limits = {"memory": self._memory, "load": LOAD_SECONDS, "encode": SECONDS, "decode": SECONDS}
        refusal = Text("it is damaged, or of a kind that its library does not know")
        try:
            return self._exchange((json.dumps(limits).encode("ascii"), self._content), refusal, LOAD_SECONDS)
        except Problem:
            self._end()
            raise

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        if self._process is None:
            self._start()
        refusal = Text("its library cannot read this text with it")
        return self._exchange((json.dumps(request).encode("ascii"),), refusal, SECONDS)

    def _exchange(self, messages: Sequence[bytes], refusal: str, seconds: float) -> dict[str, Any]:
        """Say something and hear the answer, without which it has met its limit and is ended."""
        assert self._process is not None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        reply = None
        with suppress(OSError):
            for message in messages:
                child.write(self._process.stdin, message)
            reply = child.read(self._process.stdout)
        answer: dict[str, Any] = {child.LIMIT: True} if reply is None else json.loads(reply)
        if child.LIMIT in answer:
            self._end()
            self._process = None
            much = f"{self._memory / 1e9:.1f} GB", f"{seconds:.0f}"
            why = Text("its rules take more than %1 of memory or %2 seconds with a text", *much)
            raise Problem(NAME, why, Text("Take it away to go on with ids, or use another checkpoint"))
        if child.REFUSED in answer:
            raise Problem(NAME, refusal, AGAIN)
        return answer


def require_library() -> Path:
    """The folder that holds the library ``tokenizers``. Raises :class:`Problem` with the command that installs it."""
    found = find_spec("tokenizers")
    if found is None or found.origin is None:
        from model.common.installed import getting

        why = Text("reading it takes the library tokenizers, which is not installed")
        raise Problem(NAME, why, getting("tokenizers"))
    return Path(found.origin).parent.parent


def _command(library: Path) -> list[str]:
    """``-I``: what the person's own folder or environment holds is not what this process is made of.

    ``-S``: of all that is installed it needs one library, whose place it is told.
    """
    if getattr(sys, "frozen", False):
        return [sys.executable, TOKENIZER, str(library)]
    return [sys.executable, "-I", "-S", child.__file__, str(library)]
