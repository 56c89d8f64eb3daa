"""What is kept: the newest, within bytes and number."""

from __future__ import annotations

from viz_app.pictures.drawing.drawings import PictureCache


def test_a_value_is_made_once() -> None:
    cache: PictureCache[list[int]] = PictureCache(100, len)
    first = cache.get("a", lambda: [1])
    assert cache.get("a", lambda: [2]) is first


def test_the_least_recently_used_goes_first() -> None:
    cache: PictureCache[str] = PictureCache(6, len)
    for key in "abc":
        cache.get(key, lambda key=key: key * 2)  # type: ignore[misc]
    cache.get("a", lambda: "not made")
    cache.get("d", lambda: "dd")
    assert cache.total == 6
    assert cache.get("a", lambda: "again") == "aa"
    assert cache.get("b", lambda: "again") == "again"


def test_one_that_is_too_large_is_kept_alone() -> None:
    cache: PictureCache[str] = PictureCache(3, len)
    cache.get("a", lambda: "aa")
    assert cache.get("b", lambda: "x" * 50) is cache.get("b", lambda: "made again")
    assert cache.total == 50


def test_the_number_is_bounded_too() -> None:
    cache: PictureCache[str] = PictureCache(1000, len, count=2)
    for key in "abc":
        cache.get(key, lambda: "x")
    assert cache.total == 2
    assert cache.get("a", lambda: "again") == "again"
