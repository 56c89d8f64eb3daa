"""The newest first, each once, and two of the same name told apart."""

from __future__ import annotations

import pytest

from viz_app.state.recent import FILES_KEPT, labels, with_file


def test_the_newest_is_first_and_each_is_there_once() -> None:
    files: tuple[str, ...] = ()
    for path in ("/a/one.pt", "/a/two.pt", "/a/one.pt", "/a/three.pt"):
        files = with_file(files, path)
    assert files == ("/a/three.pt", "/a/one.pt", "/a/two.pt")


def test_it_stays_short() -> None:
    files: tuple[str, ...] = ()
    for number in range(FILES_KEPT + 5):
        files = with_file(files, f"/a/{number}.pt")
    assert files == tuple(f"/a/{number}.pt" for number in range(FILES_KEPT + 4, 4, -1))


@pytest.mark.parametrize(
    ("files", "names"),
    [
        (("/a/b/one.pt", "/a/b/two.pt"), ("one.pt", "two.pt")),
        (("/a/b/model.pt", "/a/c/model.pt"), ("model.pt – b", "model.pt – c")),
        (
            ("/a/run/best/model.pt", "/b/run/best/model.pt", "/b/last/model.pt", "/b/other.pt"),
            ("model.pt – a/run/best", "model.pt – b/run/best", "model.pt – last", "other.pt"),
        ),
        (("/model.pt", "/a/model.pt"), ("model.pt – /", "model.pt – a")),
        (("/",), ("/",)),
        ((), ()),
    ],
)
def test_the_same_name_twice_gets_as_much_folder_as_tells_them_apart(
    files: tuple[str, ...], names: tuple[str, ...]
) -> None:
    assert labels(files) == names
