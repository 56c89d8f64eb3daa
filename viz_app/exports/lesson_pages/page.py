"""A lesson as one HTML page: every step with its picture, answers folded away. No script, and nothing is fetched."""

from __future__ import annotations

import base64
import hashlib
import html
from collections.abc import Sequence
from pathlib import Path

from model.common.atomic import write_atomically
from model.common.problems import Problem
from model.common.version import VERSION
from model.lessons.lesson import Lesson
from viz_app.exports import all_exports
from viz_app.exports.data.font_part import font_face
from viz_app.exports.data.web_page import HANGUL, HANGUL_FONT, visible_line
from viz_app.exports.figures.figure import Figure, description
from viz_app.platform.text import fill, translate
from viz_app.platform.translations import spoken
from viz_app.state.lessons.walked import WalkedStep
from viz_app.state.state import Snapshot

SUFFIX = ".html"
WIDE, HIGH = 860, 520  #: of a picture, in logical pixels
FONTS = (400, HANGUL_FONT), (600, "Pretendard-SemiBold.otf")
STYLE = """
:root { color-scheme: light; }
body { max-width: 56rem; margin: 2rem auto; padding: 0 1rem; background: #fff; color: #1a1a1a;
  font: 1.05rem/1.55 Pretendard, Inter, "Noto Sans CJK KR", "Malgun Gothic", "Apple SD Gothic Neo", LessonHangul,
  sans-serif; }
h1 { line-height: 1.25; margin-bottom: .2rem; }
.quiet { color: #595959; }
ol { list-style: none; padding: 0; counter-reset: step; }
li { counter-increment: step; margin: 2.4rem 0; }
li > p:first-child { font-weight: 600; }
li > p:first-child::before { content: counter(step) ". "; }
img { max-width: 100%; height: auto; border: 1px solid #d6d6d6; }
.seen, details { border-left: 4px solid #1b7f4b; padding: .3rem 0 .3rem .8rem; margin: .6rem 0; }
summary { cursor: pointer; font-weight: 600; }
@media print { li { break-inside: avoid; } }
"""


def write_page(lesson: Lesson, walked: Sequence[WalkedStep], path: Path) -> None:
    """Write the page in one step. Raises :class:`Problem`."""
    write_atomically(path, page_of(lesson, walked).encode("utf-8", "replace"))


def page_of(lesson: Lesson, walked: Sequence[WalkedStep]) -> str:
    """The whole page, in the language that is spoken."""
    language = "ko" if spoken().startswith("ko") else "en"
    title, run = visible_line(lesson.title.in_language(language)), walked[0].now.run
    facts = [fill(translate("Lesson", "%1 minutes"), lesson.minutes)]
    if lesson.paper:
        facts.append(fill(translate("Lesson", "section %1 of the paper"), lesson.paper))
    if run is not None:
        facts.append(run.meta.checkpoint)
    told = "" if run is None else f"<p>{_text(run.meta.source_text)}<br>→ {_text(run.meta.translation)}</p>"
    steps, before = [], ""
    for each in walked:
        picture = _picture(each)
        steps.append(_step(each, "" if picture == before else picture))
        before = picture or before
    head, about = f"<h1>{_text(title)}</h1>", f'<p class="quiet">{_text(" · ".join(facts))}</p>'
    style = _hangul("".join((head, about, told, *steps))) + STYLE
    hashed = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{hashed}'; img-src data:; font-src data:; base-uri 'none'; " \
        "form-action 'none'"  # fmt: skip
    return "\n".join((
        f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'<meta name="generator" content="Headscope {VERSION}">\n<title>{_text(title)} — Headscope</title>',
        f"<style>{style}</style>\n</head>\n<body>\n<main>\n{head}",
        f"{about}\n{told}\n<ol>",
        *steps, f'</ol>\n<p class="quiet">Headscope {VERSION}</p>\n</main>\n</body>\n</html>\n',
    ))  # fmt: skip


def _hangul(shown: str) -> str:
    """The letters of the page's own Hangul as fonts, for machines without one; nothing for a page without any."""
    letters = "".join(sorted(set(HANGUL.findall(shown))))
    faces = (font_face("LessonHangul", weight, file, letters) for weight, file in FONTS) if letters else ()
    return "\n".join(faces)


def _step(each: WalkedStep, picture: str) -> str:
    """Words, picture, and what is to be seen; the answer of a question is folded, with the picture that would tell."""
    seen = f'<p class="seen">{_text(each.seen)}</p>' if each.seen else ""
    if not each.asks:
        return f"<li>\n<p>{_text(each.words)}</p>\n{picture}\n{seen}\n</li>"
    title = translate("Lesson", "Answer")
    inside = f"<p>{_text(each.answer)} {_text(each.seen)}</p>\n{picture}"
    return f"<li>\n<p>{_text(each.words)}</p>\n<details><summary>{_text(title)}</summary>\n{inside}\n</details>\n</li>"


def _picture(each: WalkedStep) -> str:
    """The view that the step ends in, as an image; nothing where it shows none."""
    figure = Figure(WIDE, HIGH, emphasis=True)
    try:
        content = base64.b64encode(vector(each.now, figure).encode("utf-8")).decode("ascii")
    except Problem:
        return ""
    told = html.escape(visible_line(description(each.now, figure)), quote=True)
    return f'<img width="{WIDE}" height="{HIGH}" alt="{told}" src="data:image/svg+xml;base64,{content}">'


def vector(now: Snapshot, figure: Figure) -> str:
    """The picture as an SVG file, as it is exported. Raises :class:`Problem` where there is none."""
    drawn: str = all_exports()[".svg"].drawn(now, figure)
    return drawn


def _text(text: str) -> str:
    return html.escape(visible_line(text))
