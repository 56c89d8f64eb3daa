"""A foreign ``tokenizer.json`` in a process of its own, under a limit of memory and one of time. A script: stdlib.

Its rules may make a sentence of any length out of a letter, or search it for ever, and its library ends the process
where memory ends. Each message is eight bytes that say its length, then JSON; the file itself comes as it is.
Started by :mod:`model.checkpoints.tokenizer_process`; what it prints reaches nobody.
"""

from __future__ import annotations

import faulthandler
import json
import os
import sys
from typing import IO, Any

MAX_MESSAGE = 512 * 2**20
MAX_TOKENS, MAX_LETTERS = 1_000_000, 16_000_000  #: of one answer
LIMIT = "limit"  #: the answer of a process that has met its own
REFUSED = "refused"  #: the answer where the library cannot do it


def read(stream: IO[bytes]) -> bytes | None:
    """One message; None where the other end has gone, or says what it may not."""
    size = int.from_bytes(head, "big") if len(head := stream.read(8)) == 8 else -1
    if not 0 <= size <= MAX_MESSAGE:
        return None
    content = stream.read(size)
    return content if len(content) == size else None


def write(stream: IO[bytes], content: bytes) -> None:
    """Raises OSError where the other end has gone."""
    stream.write(len(content).to_bytes(8, "big") + content)
    stream.flush()


def main() -> int:
    """Answer what is asked until nobody asks any more."""
    requests, replies = sys.stdin.buffer, sys.stdout.buffer
    sys.path.append(sys.argv[-1])  # where the library is, which may be no place that Python knows by itself
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    limits, content = json.loads(read(requests) or b"{}"), read(requests)
    if content is None:
        return 0
    _limit_memory(limits["memory"])
    nowhere = os.open(os.devnull, os.O_WRONLY)
    backend = None
    request: dict[str, Any] = {"do": "load"}
    while True:
        faulthandler.dump_traceback_later(limits[request["do"]], exit=True, file=nowhere)  # also deep in the library
        try:
            if backend is None:
                backend = _load(content)
            answer = _answer(backend, request)
        except MemoryError:
            answer = {LIMIT: True}
        except BaseException:  # noqa: BLE001 - a panic of the library is no Exception
            answer = {REFUSED: True}
        faulthandler.cancel_dump_traceback_later()
        write(replies, json.dumps(answer).encode("ascii"))
        said = read(requests) if backend is not None else None
        if said is None:
            return 0
        request = json.loads(said)


def _limit_memory(memory: int) -> None:
    """Where the system has such a limit; elsewhere there is that of time."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, resource.getrlimit(resource.RLIMIT_AS)[1]))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (ImportError, OSError, ValueError):
        pass


def _load(content: bytes) -> Any:
    from tokenizers import Tokenizer

    backend = Tokenizer.from_str(content.decode("utf-8"))
    backend.no_truncation()
    backend.no_padding()
    backend.encode_special_tokens = True  # typed "<pad>" is text
    return backend


def _answer(backend: Any, request: dict[str, Any]) -> dict[str, Any]:
    if request["do"] == "load":
        added = backend.get_added_tokens_decoder().values()
        special = [token.content for token in added if token.special]
        return {"vocabulary": backend.get_vocab(with_added_tokens=True), "special": special}
    if request["do"] == "encode":
        found = backend.encode(request["text"], add_special_tokens=request["around"])
        if len(found.ids) > MAX_TOKENS:
            return {LIMIT: True}
        return {"ids": found.ids, "offsets": found.offsets}
    text = backend.decode(request["ids"], skip_special_tokens=True)
    return {"text": text} if len(text) <= MAX_LETTERS else {LIMIT: True}


if __name__ == "__main__":
    sys.exit(main())
