"""How Sphinx makes the site of these pages; ``scripts/guide_site.py`` starts it once for each language."""

import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent
sys.path[:0] = [str(DOCS.parent), str(DOCS.parent / "scripts")]

from model.common.version import VERSION

project, author, release = "Headscope", "the Headscope authors", VERSION
project_copyright = "2026 The Headscope authors"  # as in LICENSE
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["ko", "_*", "gallery"]
templates_path = [str(DOCS / "_templates")]
nitpicky = True  # a name in a docstring that leads nowhere is a warning, as every dead link is
nitpick_ignore_regex = [("py:.*", "(?!headscope).*")]  # of numpy and Python, whose pages are elsewhere
myst_heading_anchors = 3
highlight_language = "none"
smartquotes = False  # options begin with two hyphens
autodoc_typehints = "none"
autodoc_member_order = "bysource"

html_theme = "furo"
html_title = f"Headscope {VERSION}"
html_static_path = [str(DOCS / "_static")]
html_css_files = ["guides.css"]
html_favicon = str(DOCS.parent / "assets" / "icon" / "headscope.png")
html_show_sphinx = False
html_copy_source = False
html_sidebars = {
    "**": [
        "sidebar/brand.html", "sidebar/search.html", "language.html", "sidebar/scroll-start.html",
        "sidebar/navigation.html", "sidebar/scroll-end.html",
    ]
}  # fmt: skip


def _with_commands(app: object, docname: str, source: list[str]) -> None:
    """The page of commands gets what the parser says of each."""
    if docname == "commands":
        from command_tables import tables

        source[0] += "\n" + tables(app.config.language)


def setup(app: object) -> None:
    """Sphinx calls it once."""
    app.connect("source-read", _with_commands)
