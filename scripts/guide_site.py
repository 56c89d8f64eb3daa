"""Makes the site of the guides, in both languages: ``python scripts/guide_site.py [--out build/site]``.

It needs the extra ``docs`` and no network. A warning of Sphinx fails it; then every link, picture and anchor of what
was made is looked up, and nothing may be loaded from elsewhere.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
#: Language → its pages and its place in the site.
LANGUAGES = {"en": (DOCS, ""), "ko": (DOCS / "ko", "ko")}
LOADS = {("img", "src"), ("script", "src"), ("link", "href"), ("source", "src"), ("iframe", "src")}


class SitePage(HTMLParser):
    """The anchors of a page, and what it leads to: tag, attribute, address."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.found: list[tuple[str, str, str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.anchors.add(value)
            elif name in ("href", "src") and value:
                self.found.append((tag, name, value))


def dead_links(site: Path) -> Iterator[str]:
    """What leads nowhere, and what is loaded from another machine."""
    pages = {path: SitePage(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    for path, page in pages.items():
        for tag, name, address in page.found:
            parts = urlsplit(address)
            here = path.relative_to(site)
            if parts.scheme or parts.netloc:
                if (tag, name) in LOADS and parts.scheme != "data":
                    yield f"{here}: loads {address}"
                continue
            target = path if not parts.path else (path.parent / unquote(parts.path)).resolve()
            if not target.is_file():
                yield f"{here}: {address} is not there"
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
                yield f"{here}: {address} has no such place"


def build(out: Path) -> int:
    """Sphinx, once for each language; its exit code."""
    for language, (source, place) in LANGUAGES.items():
        words = ["-q", "-W", "--keep-going", "-b", "html", "-c", str(DOCS), "-D", f"language={language}"]
        cache = ["-d", str(out / ".doctrees" / language)]
        done = subprocess.run(
            [sys.executable, "-m", "sphinx", *words, *cache, str(source), str(out / place)], check=False
        )
        if done.returncode:
            return done.returncode
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "site")
    out: Path = parser.parse_args().out.resolve()
    missing = [name for name in ("sphinx", "myst_parser", "furo") if find_spec(name) is None]
    if missing:
        print(f'error: {", ".join(missing)}: not installed. Run: python -m pip install -c constraints.txt ".[docs]"')
        return 2
    code = build(out)
    if code:
        return code
    dead = list(dead_links(out))
    print("\n".join(dead) if dead else out / "index.html")
    return 1 if dead else 0


if __name__ == "__main__":
    raise SystemExit(main())
