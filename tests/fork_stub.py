"""The small process that stands for one of the program: see ``tests/forks.py``. Imports as little as it can."""

import _socket
import os
import sys

STREAMS = (0, 1, 2)


def main() -> None:
    """Hand over the streams, the words and the surroundings; end as the process that got them."""
    line = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    line.connect(sys.argv[1])
    words = [os.fsencode(word) for word in sys.argv[2:]]
    surroundings = [name + b"=" + value for name, value in os.environb.items()]
    folder = os.fsencode(os.getcwd())  # noqa: PTH109 (pathlib is dear to import)
    message = b"\0".join([folder, b"%d" % len(words), *words, *surroundings])
    streams = b"".join(stream.to_bytes(4, sys.byteorder) for stream in STREAMS)
    line.sendmsg([len(message).to_bytes(4, "big")], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, streams)])
    line.sendall(message)
    for stream in STREAMS:
        os.close(stream)  # or a pipe to it would stay open after its end
    answer = line.recv(4)
    code = int.from_bytes(answer, "big", signed=True) if len(answer) == 4 else 1
    if code < 0:
        os.kill(os.getpid(), -code)
    os._exit(code)


main()
