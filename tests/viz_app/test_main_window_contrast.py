"""Whatever the window writes can be read: WCAG contrast of every text with what is painted behind it, in both themes.

Texts come from a vector drawing of the real window and of its pictures, the ground from a picture of pixels: the
commonest colour where the text stands. Disabled controls are exempt, as in WCAG.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from xml.etree import ElementTree as ET

import pytest
from PySide6.QtCore import QBuffer, QPoint, QPointF, QRect
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPalette, QTransform
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from model.common.assets import SAMPLES
from model.record.trace_file import load_trace
from viz_app.app import Program
from viz_app.controls.inspector.number_strips import NumberStrip
from viz_app.controls.inspector.sheet import AnswerSheet
from viz_app.controls.model_map.buttons import HUES
from viz_app.example import load_example
from viz_app.exports.svg_pages.painter import SvgPainter
from viz_app.pictures import titles
from viz_app.platform.appearance import palette_of
from viz_app.platform.colours import DARK, LIGHT, Palette
from viz_app.platform.preferences import Settings
from viz_app.platform.theme import apply_theme
from viz_app.plots.sheet import PlotSheet
from viz_app.state.questions import opening

LEAST, LEAST_OF_LARGE, LARGE = 4.5, 3.0, 24  #: of text; of text and marks that are large; its pixels
SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True)
class Written:
    """A text with its colour, where it begins on its line, and its size."""

    text: str
    colour: str
    place: QPointF
    pixels: float
    bold: bool


def luminance(colour: QColor) -> float:
    """As WCAG 2 defines it."""
    linear = [share / 12.92 if share <= 0.03928 else ((share + 0.055) / 1.055) ** 2.4
              for share in (colour.redF(), colour.greenF(), colour.blueF())]  # fmt: skip
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: QColor, other: QColor) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_that_of_the_definition() -> None:
    assert contrast(QColor("#000000"), QColor("#ffffff")) == pytest.approx(21)
    assert contrast(QColor("#777777"), QColor("#ffffff")) == pytest.approx(4.48, abs=0.01)


def moved(told: str) -> QTransform:
    """What a ``transform`` says."""
    where = QTransform()
    for kind, values in re.findall(r"(\w+)\(([^)]*)\)", told):
        numbers = [float(value) for value in re.split(r"[ ,]+", values.strip())]
        if kind == "matrix":
            where = QTransform(*numbers) * where
        elif kind == "translate":
            where = QTransform.fromTranslate(*numbers) * where
        elif kind == "rotate":
            turn = QTransform()
            if len(numbers) == 3:
                turn.translate(*numbers[1:])
            turn.rotate(numbers[0])
            if len(numbers) == 3:
                turn.translate(-numbers[1], -numbers[2])
            where = turn * where
    return where


def texts(svg: str) -> Iterator[Written]:
    """Every text of a drawing."""
    root = ET.fromstring(svg.replace("xlink:", ""))

    def walk(node: ET.Element, where: QTransform, look: dict[str, str]) -> Iterator[Written]:
        where = moved(node.get("transform", "")) * where
        look = {**look, **node.attrib}
        if node.tag == f"{SVG}text" and node.text and node.text.strip():
            size = float(re.sub("[^0-9.]", "", look.get("font-size", "12")))
            bold = look.get("font-weight", "400") not in ("400", "normal")
            start = QPointF(float(node.get("x", "0")), float(node.get("y", "0")))
            letters = QFont("Pretendard")
            letters.setPixelSize(max(1, round(size)))
            wide = QFontMetricsF(letters).horizontalAdvance(node.text)
            start -= QPointF({"middle": wide / 2, "end": wide}.get(look.get("text-anchor", ""), 0), 0)
            if float(look.get("fill-opacity", "1")) > 0:
                yield Written(node.text, look["fill"], where.map(start), size, bold)
        for child in node:
            yield from walk(child, where, look)

    yield from walk(root, QTransform(), {})


def ground(image: QImage, written: Written) -> QColor:
    """The commonest colour around the first letters of a text."""
    box = QRect(round(written.place.x()) - 3, round(written.place.y() - 0.9 * written.pixels),
                round(1.2 * written.pixels) + 3, round(1.15 * written.pixels)).intersected(image.rect())  # fmt: skip
    pixels = [image.pixel(x, y) for x in range(box.left(), box.right() + 1) for y in range(box.top(), box.bottom() + 1)]
    if not pixels:
        return QColor("#ffffff")
    near = Counter(pixel & 0xF0F0F0 for pixel in pixels).most_common(1)[0][0]  # buttons have gradients
    return QColor(Counter(pixel for pixel in pixels if pixel & 0xF0F0F0 == near).most_common(1)[0][0])


def pale(found: Iterator[Written], image: QImage, exempt: list[QRect]) -> list[str]:
    """What cannot be read well enough."""
    bad = []
    for written in found:
        if not image.rect().contains(written.place.toPoint()):
            continue  # scrolled out of sight
        if any(box.contains(written.place.toPoint()) for box in exempt):
            continue
        here = contrast(QColor(written.colour), ground(image, written))
        if here < (LEAST_OF_LARGE if written.pixels >= LARGE else LEAST):
            bad.append(f"{written.text!r} {written.colour} on {ground(image, written).name()}: {here:.2f}")
    return bad


def test_a_pale_text_is_found(qtbot: QtBot) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    holder.resize(200, 80)
    holder.setStyleSheet("background: #ffffff")
    for top, colour in ((5, "#1b1f25"), (40, "#9a9fa6")):
        label = QLabel(f"text in {colour}", holder)
        label.setStyleSheet(f"color: {colour}")
        label.setGeometry(10, top, 180, 25)
    holder.show()
    found = pale(texts(vectors(holder)), holder.grab().toImage(), [])
    assert len(found) == 1
    assert "#9a9fa6 on #ffffff" in found[0]


def vectors(window: QWidget) -> str:
    """The window as its own drawing."""
    buffer, generator = QBuffer(), QSvgGenerator()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    generator.setOutputDevice(buffer)
    generator.setResolution(96)
    generator.setSize(window.size())
    window.render(generator)
    return bytes(buffer.data().data()).decode()


def disabled(window: QWidget) -> list[QRect]:
    """Where controls are that can do nothing now."""
    return [
        QRect(each.mapTo(window, QPoint()), each.size()).adjusted(-1, -1, 1, 1)
        for each in window.findChildren(QWidget)
        if each.isVisible() and not each.isEnabled()
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_text_of_the_window_and_its_views_can_be_read(qapp: QApplication, theme: str) -> None:
    example = load_example()
    assert example is not None
    program = Program(qapp, Settings(theme=theme), example)  # type: ignore[arg-type]
    bad: list[str] = []
    try:
        program.window.resize(1280, 720)
        program.window.show()
        program.state.update(engine_ready=True)
        for place, view in enumerate(titles()):
            program.state.update(view=view)
            qapp.processEvents()
            shown = program.window.tabs if place else program.window  # what stands around the views is the same
            bad += pale(texts(vectors(shown)), shown.grab().toImage(), disabled(shown))
            canvas = program.window.tabs.current.canvas
            unseen = QImage(1, 1, QImage.Format.Format_RGB32)
            painter = SvgPainter(unseen)
            canvas.picture.paint(painter)
            drawn = f'<svg xmlns="{SVG[1:-1]}">{painter.elements()}</svg>'
            painter.end()
            pixels = QImage(canvas.size(), QImage.Format.Format_RGB32)
            with_picture = QPainter(pixels)
            canvas.picture.paint(with_picture)
            with_picture.end()
            found = list(texts(drawn))
            bad += pale(iter(found), pixels, [])
        for beside in (answer_of(program), map_plot_of(program)):
            qapp.processEvents()
            strips = [each for each in beside.findChildren(NumberStrip) if each.isVisible()]
            assert any(strip.numbers.bars and strip.numbers.names for strip in strips) == isinstance(
                beside, AnswerSheet
            )
            for part in (beside, *strips):  # of which most lie below what is scrolled to
                bad += pale(texts(vectors(part)), part.grab().toImage(), disabled(part))
            beside.close()
    finally:
        program.window.close()
        program.stop()
        apply_theme(qapp, "light")
    assert not sorted(set(bad))


def answer_of(program: Program) -> QWidget:
    """How a weight is computed: with strips of numbers, and names of its own under small bars."""
    now = program.state.snapshot
    assert now.trace is not None
    details = load_trace(SAMPLES / f"{now.trace.meta.checkpoint}-details.npz").activations
    program.state.update(view="one_head", trace=replace(now.trace, activations=details),
                         settings=replace(now.settings, **opening("computation")))  # fmt: skip
    return program.window.answer_sheet


def map_plot_of(program: Program) -> QWidget:
    """The plot whose axes name the current row and column."""
    sheet = PlotSheet(program.window)
    sheet.display(replace(program.state.snapshot, selection=replace(program.state.snapshot.selection, query=3, key=2)))
    sheet.show_named("map_explorer")
    sheet.show()
    return sheet


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_texts_of_controls_can_be_read_on_their_ground(palette: Palette) -> None:
    role, own = QPalette.ColorRole, palette_of(palette)
    written = {
        role.WindowText: (role.Window,), role.Text: (role.Base, role.AlternateBase), role.ButtonText: (role.Button,),
        role.ToolTipText: (role.ToolTipBase,), role.PlaceholderText: (role.Base,),
        role.HighlightedText: (role.Highlight,), role.Link: (role.Base, role.Window),
    }  # fmt: skip
    for text, grounds in written.items():
        for ground_role in grounds:
            found = contrast(own.color(text), own.color(ground_role))
            assert found >= LEAST, (text, ground_role, found)
    assert contrast(QColor(palette.paper), QColor(palette.ok)) >= LEAST, "the button of a lesson to press next"


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_marks_stand_out_from_their_ground(palette: Palette) -> None:
    grounds: dict[str, tuple[str, ...]] = dict.fromkeys(
        ("selection", "accent", "ok", "error", "bar", "undecoded"), ("paper", "window")
    )
    grounds |= dict.fromkeys(("hatch", "dots"), ("paper", "window", "blocked"))
    for mark, papers in grounds.items():
        for paper in papers:
            found = contrast(QColor(getattr(palette, mark)), QColor(getattr(palette, paper)))
            assert found >= LEAST_OF_LARGE, (mark, paper, found)
    for hue in filter(None, HUES.values()):  # bars of parts that have no room for their names
        assert contrast(QColor(hue), QColor(palette.paper)) >= LEAST_OF_LARGE, hue
    assert contrast(QColor(palette.ink), QColor(palette.bar)) >= LEAST, "what is selected in a list"
    for text in ("ink", "muted", "error", "accent"):
        for paper in ("paper", "window", "blocked"):
            found = contrast(QColor(getattr(palette, text)), QColor(getattr(palette, paper)))
            assert found >= LEAST, (text, paper, found)
