"""Attacks on the program: ``python scripts/attack.py loader|command|window|kills|memory|disk --count N --seed S``.

Each ends with how many of what it did ended how, and one line for everything that may not happen, with the seed that
brings it back. The exit code is 1 where there is one. What an attack does is said in ``attack_NAME.py``.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(PROJECT), str(Path(__file__).resolve().parent)]

ATTACKS = ("loader", "command", "window", "kills", "memory", "disk")


def main(arguments: list[str] | None = None) -> int:
    """Do one attack and say what came of it; returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("attack", choices=ATTACKS)
    parser.add_argument("--count", type=int, default=100, metavar="N", help="mutants, actions or deaths (100)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of chance (1)")
    parser.add_argument("--jobs", type=int, default=1, metavar="J", help="processes at a time (1)")
    parser.add_argument("--length", type=int, default=1_000, metavar="N", help="actions of one window (1,000)")
    parser.add_argument("--only", type=int, metavar="N", help="mutant N alone")
    parser.add_argument("--door", default="", metavar="WORD", help="only what is called so, as in 'trace'")
    given = parser.parse_args(arguments)
    began = time.monotonic()
    outcomes, findings = attack(given)
    told = ", ".join(f"{number:,} {name}" for name, number in sorted(outcomes.items()))
    print(f"{given.attack}, seed {given.seed}: {told or 'nothing'}; {time.monotonic() - began:.0f} s")
    print(f"{len(findings)} found" if findings else "nothing found")
    return 1 if findings else 0


def attack(given: argparse.Namespace) -> tuple[Mapping[str, int], list[str]]:
    """How many ended how, and what was found."""
    first, count = (0, given.count) if given.only is None else (given.only, 1)
    if given.attack in ("loader", "command"):
        import attack_command
        import attack_loader

        damaged = attack_loader.attack if given.attack == "loader" else attack_command.attack
        return damaged(count, given.seed, given.jobs, first, given.door)
    if given.attack in ("window", "kills"):
        import attack_window

        return attack_window.attack(count, given.seed, given.jobs, given.attack == "kills", given.length)
    import attack_limits

    return attack_limits.attack(count, given.seed, given.attack == "memory")


if __name__ == "__main__":
    sys.exit(main())
