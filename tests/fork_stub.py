"""The small process that stands for one of the program: see ``tests/forks.py``. Imports as little as it can."""

import _socket
import os
import sys

STREAMS = (0, 1, 2)
PATIENCE = 60  #: seconds until it is taken: torch may have to be imported first
ROOT = os.path.dirname(os.path.dirname(__file__))  # noqa: PTH120 (pathlib is dear to import)


def main() -> None:
    """Hand over the streams, the words and the surroundings; end as the process that got them.

    Where nobody takes them, it becomes the program itself.
    """
    line = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    line.settimeout(PATIENCE)
    try:
        line.connect(sys.argv[1])
        hand_over(line)
        taken = line.recv(1)
    except OSError:
        taken = b""
    if not taken:
        os.execv(sys.executable, [sys.executable, *itself()])
    for stream in STREAMS:
        os.close(stream)  # or a pipe to it would stay open after its end
    line.settimeout(None)
    answer = line.recv(4)
    code = int.from_bytes(answer, "big", signed=True) if len(answer) == 4 else 1
    if code < 0:
        os.kill(os.getpid(), -code)
    os._exit(code)


def hand_over(line: _socket.socket) -> None:
    """What a process needs to go on as this one."""
    words = [os.fsencode(word) for word in sys.argv[2:]]
    surroundings = [name + b"=" + value for name, value in os.environb.items()]
    folder = os.fsencode(os.getcwd())  # noqa: PTH109
    message = b"\0".join([folder, b"%d" % len(words), *words, *surroundings])
    streams = b"".join(stream.to_bytes(4, sys.byteorder) for stream in STREAMS)
    line.sendmsg([len(message).to_bytes(4, "big")], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, streams)])
    line.sendall(message)


def itself() -> list[str]:
    """The words after Python's name that start the program as a person does."""
    program, *arguments = sys.argv[2:]
    if program == "script":
        return ["-W", "error", "-c", *arguments]
    return ["-P", "-m", "viz_app.engine.process"] if program == "engine" else [f"{ROOT}/main.py", *arguments]


main()
