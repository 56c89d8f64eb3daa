"""Names that a lesson may point at, where a test is not about them."""

from __future__ import annotations

from collections.abc import Collection, Iterator


class AnyName(Collection[str]):
    """Holds every name."""

    def __contains__(self, _: object) -> bool:
        return True

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


ANY = AnyName()
