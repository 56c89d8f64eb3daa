"""A PDF page: its size, its text as two other programs read it, its colours as one of them draws them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pypdf
import pypdfium2
import pytest
from numpy.typing import NDArray
from pypdfium2.raw import FPDF_PAGEOBJ_IMAGE

from model.record.trace import Kind
from tests.viz_app.exports import planted
from tests.viz_app.pictures.reading import another_run
from tests.viz_app.sample_trace import make_trace
from tests.viz_app.sample_vectors import with_vectors
from viz_app.exports import pdf
from viz_app.exports.figures.figure import Figure, description, draw, picture_of
from viz_app.pictures import all_pictures
from viz_app.platform.theme import BLUES
from viz_app.state.state import Selection, Settings, Snapshot

pytestmark = pytest.mark.usefixtures("qapp")

HOSTILE = ("<s>", "&", "</script>", "한국어", "中文", "日本", "]]>", "e\u0301x", "\\(", "fi")
FIGURE = Figure(900, 700, 1.0)


def snapshot(view: str = "one_head", **changes: object) -> Snapshot:
    trace = with_vectors(make_trace(layers=2, heads=3, **changes))  # type: ignore[arg-type]  # sizes and words
    settings = Settings(values=False, dots=False)
    place = Selection("cross", 1, 2, trace.steps - 1)
    return Snapshot(trace=trace, pinned=another_run(trace), view=view, selection=place, settings=settings)


def read(path: Path) -> str:
    """The page's text as PDFium finds it."""
    with pypdfium2.PdfDocument(path) as document:
        return str(document[0].get_textpage().get_text_bounded())


def drawn(path: Path, scale: float = 96 / 72) -> NDArray[np.uint8]:
    """[height, width, 3] the first page as PDFium draws it."""
    with pypdfium2.PdfDocument(path) as document:
        return np.asarray(document[0].render(scale=scale, rev_byteorder=True).to_pil().convert("RGB"))


@pytest.mark.parametrize(
    ("view", "size"),
    [(view, ((700, 500), (641.5, 333.25))[place % 2]) for place, view in enumerate(all_pictures())],
)
def test_the_page_is_as_large_as_the_figure(view: str, size: tuple[float, float], tmp_path: Path) -> None:
    pdf.write(snapshot(view), Figure(*size), tmp_path / "p.pdf")
    with pypdfium2.PdfDocument(tmp_path / "p.pdf") as document:
        assert document[0].get_size() == pytest.approx((size[0] * 0.75, size[1] * 0.75), abs=1e-3)
        assert len(document) == 1
        bitmap = np.asarray(document[0].render(scale=1).to_pil().convert("RGB"))
    assert bitmap.min() < 120, "something is drawn"
    assert (bitmap[:4] == 255).all() and (bitmap[:, :4] == 255).all(), "and nothing lies beyond the margin"
    assert [path.name for path in tmp_path.iterdir()] == ["p.pdf"]


def test_it_is_read_from_the_title_over_the_rows_to_the_caption(tmp_path: Path) -> None:
    shown = snapshot()
    pdf.write(shown, FIGURE, tmp_path / "p.pdf")
    parts = [
        "Cross attention",
        "Zwei",
        "Hunde",
        "spielen",
        "im",
        "Schnee",
        "Two",
        "dogs",
        "snow",
        "weight",
        "not a measure",
    ]
    for text in (read(tmp_path / "p.pdf"), pypdf.PdfReader(tmp_path / "p.pdf").pages[0].extract_text()):
        places = [text.find(part) for part in parts]
        assert -1 not in places and places == sorted(places), text


def test_what_is_cut_off_is_not_in_the_file(tmp_path: Path) -> None:
    trace = make_trace(layers=2, heads=3)
    pdf.write(Snapshot(trace=trace, selection=Selection("cross", 1, 2, 2)), FIGURE, tmp_path / "p.pdf")
    assert "play" in read(tmp_path / "p.pdf")
    assert "snow" not in read(tmp_path / "p.pdf"), "a later step's word"


@pytest.mark.parametrize("view", [view for view in all_pictures() if view != "embeddings_layers"])
def test_every_token_comes_out_as_it_was_written(view: str, tmp_path: Path) -> None:
    """One view is left out: of a run without activations it shows no tokens."""
    shown = snapshot(view, source=HOSTILE, target=HOSTILE)
    pdf.write(shown, Figure(1400, 1000, 1.0), tmp_path / "p.pdf")
    texts = read(tmp_path / "p.pdf"), pypdf.PdfReader(tmp_path / "p.pdf").pages[0].extract_text()
    for token in HOSTILE:
        assert all(token in text for text in texts), token


COLOURS = {"links": 0, "teacher_forcing": 2, "beam_tree": 1}  #: of areas, at least, in views without cells

WORDS = [f"w{number}" for number in range(70)]
SOME = 700  #: places looked at
CASES = (
    *(("one_head", kind, length) for kind, length in (("cross", 6), ("decoder", 6), ("cross", 63), ("cross", 70))),
    ("one_layer", "decoder", 6), ("one_layer", "cross", 70), ("all_layers", "cross", 6), ("all_layers", "cross", 20),
)  # fmt: skip


def in_cells(shown: Snapshot, page: NDArray[np.int_], figure: Figure) -> dict[tuple[int, int, int, int], list[int]]:
    """(layer, head, query, key) → a colour well inside that cell, of as many cells as chance finds."""
    picture, random = picture_of(shown, figure), np.random.default_rng(5)
    found = {}
    for x, y in random.integers((2, 2), (picture.width - 2, picture.height - 2), (SOME, 2)).tolist():
        cell = picture.at(x, y)
        if cell is None or cell.query is None or cell.key is None:
            continue
        if all(picture.at(x + across, y + down) == cell for across in (-2, 2) for down in (-2, 2)):
            colour = page[y + figure.margin, x + figure.margin].tolist()
            found[cell.layer, cell.head, cell.query, cell.key] = colour
    return found


@pytest.mark.parametrize(("view", "kind", "length"), CASES)
def test_colours_on_the_page_are_the_weights_of_the_trace(view: str, kind: Kind, length: int, tmp_path: Path) -> None:
    """Up to 64 cells a side these are rectangles, beyond an image."""
    trace = make_trace(layers=2, heads=3, source=WORDS[:length], target=WORDS[: max(4, length - 3)])
    settings, figure = Settings(values=False, dots=False), Figure(1500, 1100, 1.0)
    chosen = Selection(kind, 1, 2, trace.steps - 1)
    shown = Snapshot(trace=trace, pinned=another_run(trace), view=view, selection=chosen, settings=settings)
    pdf.write(shown, figure, tmp_path / "p.pdf")
    with pypdfium2.PdfDocument(tmp_path / "p.pdf") as document:
        wide = [image.get_px_size()[0] for image in document[0].get_objects(filter=[FPDF_PAGEOBJ_IMAGE])]
    assert bool(wide) == (length > 64)
    assert all(2 * length <= each <= 144 * figure.width / 96 for each in wide), "shrunk to a half at most on a screen"
    attention, framed, found = trace.attention(kind), 0, in_cells(shown, drawn(tmp_path / "p.pdf").astype(int), figure)
    assert attention is not None
    for place, colour in found.items():
        if kind == "decoder" and place[3] > place[2]:
            continue  # under the pattern of what lies in the future
        distance = np.abs(BLUES.table.astype(int) - colour).sum(axis=1)
        if distance.min() > 2:
            framed += 1
        else:
            assert abs(int(distance.argmin()) - attention[place] * 255) <= 1, place
    assert len(found) - framed > 10 and framed < len(found) / 6


#: A picture draws what it draws whatever the theme: each view in one, each kind and each theme in several views.
LOOKS: tuple[tuple[bool, Kind, int], ...] = ((False, "cross", 7), (True, "decoder", 2), (False, "encoder", 0))
IN_TURN = [(view, *LOOKS[place % 3]) for place, view in enumerate(all_pictures())]


@pytest.mark.parametrize(("view", "dark", "kind", "step"), IN_TURN)
def test_the_page_looks_as_the_picture_does(view: str, dark: bool, kind: Kind, step: int, tmp_path: Path) -> None:
    """Two programs smooth edges in their own ways; on the whole they draw the same, and nothing that was covered."""
    figure, whole = Figure(1000, 700, 1.0, dark=dark), snapshot(view)
    shown = replace(whole, selection=Selection(kind, 1, 2, step), settings=Settings())
    pdf.write(shown, figure, tmp_path / "p.pdf")
    page, image = drawn(tmp_path / "p.pdf").astype(int), draw(shown, figure)
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(700, 1000, 4)[..., 2::-1].astype(int)
    far = np.abs(page - pixels).max(axis=2) > 60
    assert far.mean() < 0.04
    parts = far.reshape(70, 10, 100, 10).mean(axis=(1, 3))
    assert parts.max() < 0.75, "no part differs altogether"


@pytest.mark.parametrize(
    ("view", "dark", "kind"), [(view, *LOOKS[(place + 1) % 3][:2]) for place, view in enumerate(all_pictures())]
)
def test_what_is_of_one_colour_is_of_the_same_on_the_page(view: str, dark: bool, kind: Kind, tmp_path: Path) -> None:
    """The middles of all cells, whatever they show; that the picture is right is tested where it is drawn."""
    figure = Figure(1000, 700, 1.0, dark=dark)
    shown = planted.snapshot(view, kind, settings=Settings(values=False, dots=False))
    pdf.write(shown, figure, tmp_path / "p.pdf")
    page, image = drawn(tmp_path / "p.pdf").astype(int), draw(shown, figure)
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(700, 1000, 4)[..., 2::-1].astype(int)
    # One number for each is compared and sorted in a third of the time.
    colours = pixels[..., 0] << 16 | pixels[..., 1] << 8 | pixels[..., 2]
    within = even(colours) & (colours != colours[1, 1])
    np.testing.assert_array_equal(page[within], pixels[within])
    assert len(np.unique(colours[within])) >= COLOURS.get(view, 25)


def even(colours: NDArray[np.int_]) -> NDArray[np.bool_]:
    """[height, width] where everything up to two pixels away is of the same colour."""
    same = np.ones(colours.shape, dtype=bool)
    for axis in (0, 1):
        before = same.copy()
        for away in (-2, -1, 1, 2):
            same &= np.roll(before, away, axis) & (np.roll(colours, away, axis) == colours)
    return same


def test_the_file_says_what_it_is(tmp_path: Path) -> None:
    pdf.write(snapshot(), FIGURE, tmp_path / "p.pdf")
    file = pypdf.PdfReader(tmp_path / "p.pdf")
    about = file.metadata
    assert about is not None
    assert about.title == "One head – Zwei Hunde spielen im Schnee ."
    assert about.subject == description(snapshot(), FIGURE)
    assert str(about.creator).startswith("Headscope")
    root = file.trailer["/Root"]
    assert root["/Lang"] == "en" and root["/MarkInfo"]["/Marked"]  # type: ignore[index]
    (whole,) = root["/StructTreeRoot"]["/K"]  # type: ignore[index]
    (told,) = whole.get_object()["/K"]
    assert told.get_object()["/S"] == "/Figure" and told.get_object()["/Alt"] == description(snapshot(), FIGURE)


def test_fonts_are_inside_unless_letters_are_outlines(tmp_path: Path) -> None:
    def fonts(figure: Figure) -> list[str]:
        pdf.write(snapshot(), figure, tmp_path / "p.pdf")
        found = pypdf.PdfReader(tmp_path / "p.pdf").pages[0]["/Resources"].get("/Font", {}).values()  # type: ignore[attr-defined]
        inner = [font["/DescendantFonts"][0] for font in found]
        assert all("/FontFile2" in font["/FontDescriptor"] for font in inner)
        return [str(font["/BaseFont"]) for font in inner]

    assert sorted(fonts(FIGURE)) == ["/AAAAAA+Pretendard-SemiBold", "/AAAAAB+Pretendard-Regular"]
    letters = drawn(tmp_path / "p.pdf").astype(int)
    assert not fonts(Figure(900, 700, 1.0, text="paths"))
    assert not read(tmp_path / "p.pdf").strip()
    assert (np.abs(drawn(tmp_path / "p.pdf").astype(int) - letters).max(axis=2) > 90).mean() < 0.002
    assert len((tmp_path / "p.pdf").read_bytes()) < 200_000


def test_equal_pictures_are_equal_files(tmp_path: Path) -> None:
    for name in ("a", "b"):
        pdf.write(snapshot(), FIGURE, tmp_path / f"{name}.pdf")
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()


def test_nothing_hides_in_what_the_file_says_of_itself(tmp_path: Path) -> None:
    trace = make_trace()
    meta = replace(trace.meta, source_text="a\x00b \ud800 \u202ec (\\", checkpoint="x\u202e\ud800")
    pdf.write(Snapshot(trace=replace(trace, meta=meta)), FIGURE, tmp_path / "p.pdf")
    about = pypdf.PdfReader(tmp_path / "p.pdf").metadata
    assert about is not None
    assert about.title == "One head – a⟨NUL⟩b \ufffd ⟨RLO⟩c (\\"
    assert "\u202e" not in str(about.subject) and "\u202e" not in read(tmp_path / "p.pdf")
