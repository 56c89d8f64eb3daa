"""Numbers from a seed that are the same in every process, on every machine and in any order. stdlib only.

``mixed`` is SplitMix64's step: x ← x + 0x9E3779B97F4A7C15, then x ← (x ^ x>>30)·0xBF58476D1CE4E5B9,
x ← (x ^ x>>27)·0x94D049BB133111EB, x ^ x>>31, in 64 bits. From ``mixed(seed)`` on, each further coordinate c makes
``mixed(state ^ c)``; the upper 53 bits of the last state, over 2⁵³, are the number.
"""

from __future__ import annotations

_TOP = 2**64 - 1


def drawn(seed: int, *coordinates: int) -> float:
    """One number from 0 to below 1."""
    state = mixed(seed)
    for coordinate in coordinates:
        state = mixed(state ^ coordinate)
    return (state >> 11) * 2.0**-53


def mixed(x: int) -> int:
    """SplitMix64's step on 64 bits without a sign."""
    x = (x + 0x9E3779B97F4A7C15) & _TOP
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _TOP
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _TOP
    return x ^ (x >> 31)
