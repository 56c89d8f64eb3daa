"""The interactive page beside its numbers: on paper, on a phone, and on a machine without a Hangul font."""

from __future__ import annotations

import base64
import io
import json
import re
from dataclasses import replace
from typing import Any

import pytest
from fontTools.ttLib import TTFont
from PySide6.QtQml import QJSEngine

from tests.viz_app.exports.page_styles import Place, rules_of, style
from tests.viz_app.sample_trace import make_trace
from viz_app.exports.data import web_page
from viz_app.pictures.drawing.legends import entry_text
from viz_app.platform.colours import DARK, LIGHT, Palette

pytestmark = pytest.mark.usefixtures("qapp")
SHEET = (web_page.WEB / "page.css").read_text(encoding="utf-8")
PLACE = {"kind": "cross", "layer": 0, "head": 0, "step": 3}
BODY = ("html", "body")


def page(language: str = "en", **meta: Any) -> str:
    trace = make_trace(layers=1, heads=2)
    return web_page.document(replace(trace, meta=replace(trace.meta, **meta)), PLACE, language, "")


def test_the_reader_of_styles_knows_which_rule_wins() -> None:
    sheet = "a { x: 1; } .b { x: 2; } #c { x: 3 !important; } a.b { x: 4; } @media print { p .b { x: 5; } a { x: 6; } }"
    assert style(sheet, ("a",), "x") == "1"
    assert style(sheet, ("a.b",), "x") == "4"
    assert style(sheet, ("p", "i.b"), "x") == "2"
    assert style(sheet, ("p", "i.b"), "x", paper=True) == "5"
    assert style(sheet, ("a#c.b",), "x", paper=True) == "3"
    assert style(sheet, ("a",), "x", paper=True) == "6"
    assert len(rules_of(SHEET)) > 50


@pytest.mark.parametrize(
    "place",
    [
        (*BODY, "header", "div.buttons"), (*BODY, "section#controls"), (*BODY, "footer", "p#keys.quiet"),
    ],
)  # fmt: skip
def test_what_one_presses_is_not_printed(place: Place) -> None:
    assert style(SHEET, place, "display", paper=True) == "none"
    assert style(SHEET, place, "display") != "none"


@pytest.mark.parametrize(
    "place",
    [
        (*BODY, "header", "h1#translation"), (*BODY, "header", "p#source.quiet"), (*BODY, "main", "aside"),
        (*BODY, "section#tokens", "div.line", "ol#source-tokens"), (*BODY, "main", "section#stage", "div#scroll"),
    ],
)  # fmt: skip
def test_nothing_is_cut_on_paper(place: Place) -> None:
    assert style(SHEET, place, "max-height") not in ("", "none"), "on a screen it scrolls"
    assert style(SHEET, place, "max-height", paper=True) == "none"
    assert style(SHEET, place, "overflow", paper=True) == "visible"


def test_no_column_of_the_picture_lies_under_another_part_on_paper() -> None:
    """Parts stand below each other, and a canvas that is wider than the page shrinks to it in both directions."""
    picture = (*BODY, "main", "section#stage", "div#scroll", "canvas#picture")
    assert style(SHEET, (*BODY, "main"), "display") == "grid"
    assert style(SHEET, (*BODY, "main"), "display", paper=True) == "block"
    assert style(SHEET, picture, "max-width", paper=True) == "100%"
    assert style(SHEET, picture, "height", paper=True) == "auto"
    own = [held for media, each, held in rules_of(SHEET) if media == "print" and each == "#picture"]
    assert all("!important" in held[name] for held in own for name in ("max-width", "height")), "page.js sets a size"


@pytest.mark.parametrize(("width", "columns"), [(320, "minmax(0, 1fr)"), (375, "minmax(0, 1fr)"), (1280, "1fr auto")])
def test_a_title_has_the_width_of_a_phone_for_itself(width: int, columns: str) -> None:
    assert style(SHEET, (*BODY, "header"), "grid-template-columns", width=width) == columns
    row = style(SHEET, (*BODY, "header", "div.buttons"), "grid-row", width=width)
    assert (row == "auto") == (width < 500)
    assert style(SHEET, (*BODY, "header", "h1#translation"), "max-height", width=width) == "50vh"
    assert style(SHEET, (*BODY, "header", "h1#translation"), "overflow-wrap", width=width) == "anywhere"


def test_what_scrolls_says_so() -> None:
    """Everything that can be scrolled is among what the page signs, and each side has its sign."""
    script = (web_page.WEB / "page.js").read_text(encoding="utf-8")
    listed = re.search(r"const SCROLLED = (\[[^\]]*\])", script)
    assert listed is not None
    assert set(json.loads(listed[1])) == {"translation", "source", "source-tokens", "target-tokens", "scroll"}
    for side in ("above", "below", "before", "after"):
        assert f'[data-more~="{side}"]' in SHEET
        assert f'"{side}"' in script
    assert "mask-image: none" in SHEET.partition("@media print")[2]


STUBS = """
var drawn = [], window = {devicePixelRatio: 1, innerHeight: 800}, document = {body: {}, documentElement: {}};
function getComputedStyle() { return {getPropertyValue: function () { return "#000"; }, fontFamily: "x"}; }
function nothing() {}
var pen = {measureText: function (t) { return {width: 7 * t.length}; }, fillRect: nothing, beginPath: nothing,
  moveTo: nothing, lineTo: nothing, stroke: nothing, fillText: function (t, x) { drawn.push([t, x, this.textAlign]); }};
var canvas = {style: {}, getContext: function () { return pen; }};
"""
MAPS = """
var maps = new Maps({queries: 3, keys: 2, heads: 1, layers: 1, bits: 16, data: "", grows: false, causal: false});
maps.value = function () { return 0; };
"""


@pytest.mark.parametrize(("scope", "palette"), [(":root", LIGHT), (':root[data-theme="dark"]', DARK)])
def test_a_page_has_the_windows_colours(scope: str, palette: Palette) -> None:
    rules = SHEET[SHEET.index(scope + " {") :].split("}")[0]
    found = dict(re.findall(r"--([a-z]+): (#[0-9a-f]{6});", rules))
    assert len(found) >= 11
    assert found == {name: getattr(palette, name) for name in found}


def test_a_page_calls_what_is_to_come_as_the_window_does() -> None:
    words = json.loads((web_page.WEB / "words.json").read_text(encoding="utf-8"))
    assert words["en"]["later"] == entry_text("undecoded")


@pytest.mark.parametrize("width", [700, 960, 1280])
def test_the_axis_titles_of_links_are_whole(width: int) -> None:
    words = json.loads((web_page.WEB / "words.json").read_text(encoding="utf-8"))["en"]
    titles = [words["query produced"], words["key source"]]
    engine = QJSEngine()
    code = "\n".join((web_page.WEB / name).read_text(encoding="utf-8") for name in ("data.js", "draw.js"))
    call = (
        "drawLinks(canvas, maps, {rows: ['a', 'b', 'c'], columns: ['d', 'e']}, "
        f"{json.dumps(dict(zip(('query', 'key'), titles, strict=True)))}, {{step: 0, layer: 0, head: 0, query: -1, "
        f"key: -1}}, {{root: false, weakest: 0.05}}, {width});"
    )
    result: Any = engine.evaluate(f"(function(){{{STUBS}\n{code}\n{MAPS}\n{call} return JSON.stringify(drawn);}})()")
    assert not result.isError(), result.toString()
    drawn = {text: (x, align) for text, x, align in json.loads(result.toString())}
    assert set(titles) <= set(drawn)
    (left, _), (right, _) = (drawn[title] for title in titles)
    assert left + 7 * len(titles[0]) < right - 7 * len(titles[1]), "beside each other"
    assert (drawn[titles[0]][1], drawn[titles[1]][1]) == ("left", "right")


def letters_of(text: str) -> set[str]:
    """The letters of the font inside a page."""
    found = re.search(r"@font-face\{font-family:PageHangul;[^}]*base64,([^)]+)\)", text)
    if found is None:
        return set()
    return {chr(code) for code in TTFont(io.BytesIO(base64.b64decode(found[1]))).getBestCmap()}


def test_a_page_with_hangul_brings_its_letters_and_no_other_page_does() -> None:
    assert letters_of(page()) == set()
    words = "".join(json.loads((web_page.WEB / "words.json").read_text(encoding="utf-8"))["ko"].values())
    own = {letter for letter in words if "가" <= letter <= "힣"}
    assert letters_of(page("ko")) == own
    rare = "뷁쀍"
    assert not set(rare) & own
    assert letters_of(page(source_text=rare)) == own | set(rare), "of the run, and of the words that one may turn to"
    for text in (page(), page("ko")):
        assert len(text) < 200_000
        assert "font-src data:;" in text
    assert re.search(r"font:[^;]*PageHangul, sans-serif;", SHEET), "behind the fonts of the machine"
