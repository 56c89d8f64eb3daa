"""Set up what is missing and run every check: ``python3 scripts/test.py [pytest options]``.

Lint, layout of the code, types, with HEADSCOPE_GUIDES=1 every line of every guide, tests, in this order; the first
that fails ends the run. The tests come last, so that the last line is pytest's own count.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence

from setup_environment import PROJECT, ensure_environment, ensure_libraries, say

#: A worker for each core, up to eight; the tests of one file share a worker, and with it what is made once, and so do
#: those of a group of files (tests/workers.py). In the files' own order, so that those of one folder follow each other
#: and share its window and engine.
PARALLEL = ("-n", "auto", "--maxprocesses", "8", "--dist", "loadfile", "--no-loadscope-reorder")
CHECKS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("mypy",),  # in one process: two are done earlier on two free cores, and take a tenth more of them
)
GUIDES = "HEADSCOPE_GUIDES"  #: two minutes more: in CI, and where a guide or what it speaks of has changed


def main(arguments: Sequence[str]) -> int:
    """Run the checks; returns the exit code of the first that fails, or 0."""
    guides = [("scripts/page_blocks.py",)] if os.environ.get(GUIDES) == "1" else []
    modules = [("-m", *check) for check in CHECKS]
    python = ensure_environment(extras=["dev"])
    ensure_libraries("offscreen")
    for check in (*modules, *guides, ("-m", "pytest", *PARALLEL, *arguments)):
        say(f"$ python {' '.join(check)}")
        code = subprocess.run([str(python), *check], cwd=PROJECT, env=surroundings(), check=False).returncode
        if code:
            return code
    return 0


def surroundings() -> dict[str, str]:
    """The environment of the checks: no display, and one thread, which on a busy machine is the faster way.

    Hashes are the same in every worker, so that all of them name the tests alike. Compiled files are kept, also where
    a machine is set not to: hundreds of processes would compile the program, and each run all tests.
    """
    fixed = {"QT_QPA_PLATFORM": "offscreen", "OMP_NUM_THREADS": "1", "PYTHONUTF8": "1", "PYTHONHASHSEED": "0"}
    return {**os.environ, **fixed, "PYTHONDONTWRITEBYTECODE": ""}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
