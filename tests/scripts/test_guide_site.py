"""Of a site that was made, what leads nowhere is told, and so is what is loaded from elsewhere."""

from __future__ import annotations

from pathlib import Path

from guide_site import dead_links


def test_dead_links_are_told_and_others_are_not(tmp_path: Path) -> None:
    (tmp_path / "ko").mkdir()
    (tmp_path / "a b.png").write_bytes(b"")
    (tmp_path / "index.html").write_text(
        '<h1 id="top"></h1><a href="ko/page.html#place">x</a><a href="https://example.org">x</a><img src="a%20b.png">'
        '<a href="#top">x</a><a href="#nowhere">x</a><a href="lost.html">x</a><script src="https://x.org/s.js"></script>'
        '<a href="ko/page.html#lost">x</a><img src="data:image/png;base64,AA==">',
        encoding="utf-8",
    )
    (tmp_path / "ko" / "page.html").write_text('<p id="place"></p><a href="../index.html#top">x</a>', encoding="utf-8")
    assert list(dead_links(tmp_path)) == [
        "index.html: #nowhere has no such place",
        "index.html: lost.html is not there",
        "index.html: loads https://x.org/s.js",
        "index.html: ko/page.html#lost has no such place",
    ]
