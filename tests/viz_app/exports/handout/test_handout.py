"""A handout, page by page, as two other programs read it: of usual runs and of those that lack most things."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pypdf
import pypdfium2
import pytest

from model.common.problems import Problem
from model.common.progress import LISTENING, heard
from model.network.interventions import HeadAblated
from model.record.trace import KINDS, Kind, Trace
from tests.model.corpus.planted import measure
from tests.model.corpus.planted import planted as planted_heads
from tests.viz_app.pictures.drawing.steps.test_change_marks import with_changes
from tests.viz_app.sample_trace import SOURCE, TARGET, make_trace
from viz_app.exports.handout.handout import write_handout
from viz_app.exports.handout.heads import Map, chosen
from viz_app.exports.handout.sheet import PAPERS
from viz_app.exports.handout.steps import _fitting, _lines_of_name
from viz_app.exports.handout.texts import honest_words, settings
from viz_app.pictures.drawing.picture_texts import kind_name
from viz_app.platform.theme import font, text_width
from viz_app.state.state import Snapshot

pytestmark = pytest.mark.usefixtures("qapp")

LONG = [f"word{number}" for number in range(60)]
FEW = TARGET[:4]  #: so many steps tell a first, a middle and a last one, and fill two columns of a table
STEPS = len(FEW) + 1
OFF = (0, 0), (0, 1), (1, 0), (1, 1)  #: heads
POINTS = {"A4": (595.276, 841.890), "letter": (612, 792), "16:9": (960, 540)}


def without(trace: Trace, *names: str) -> Trace:
    gone: dict[str, Any] = dict.fromkeys(names)
    return replace(trace, **gone)


ENCODER_ONLY = (
    "consumed_ids", "consumed_tokens", "produced_ids", "produced_tokens", "produced_probability", "origin",
    "decoder_attention", "cross_attention", "look_ahead_mask", "target_mask", "decoder_mask", "cross_mask",
    "candidate_ids", "candidate_tokens", "candidate_probabilities",
)  # fmt: skip


def pages(trace: Trace, path: Path, **options: object) -> list[str]:
    """Each page's text as PDFium finds it."""
    write_handout(trace, path, **options)  # type: ignore[arg-type]
    with pypdfium2.PdfDocument(path) as document:
        return [page.get_textpage().get_text_bounded() for page in document]


@pytest.fixture(scope="module")
def usual(qapp: object, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """The handout of the sample's first words on A4, and its pages' texts."""
    path = tmp_path_factory.mktemp("handout") / "h.pdf"
    return path, pages(make_trace(target=FEW), path)


@pytest.mark.parametrize("paper", list(PAPERS))
def test_pages_are_of_one_exact_size_and_numbered(paper: str, tmp_path: Path) -> None:
    trace = make_trace(source=SOURCE[:3], target=TARGET[:2])
    texts = pages(trace, tmp_path / "h.pdf", paper=paper)
    assert set(POINTS) == set(PAPERS)
    with pypdfium2.PdfDocument(tmp_path / "h.pdf") as document:
        assert all(page.get_size() == pytest.approx(POINTS[paper], abs=0.01) for page in document)
    for number, text in enumerate(texts, 1):
        assert text.strip().endswith(f"{number} / {len(texts)}"), "the foot is read last"
        assert text.startswith(trace.meta.source_text), "the head first"
    assert [path.name for path in tmp_path.iterdir()] == ["h.pdf"]


def test_it_holds_tokens_masks_every_step_and_all_settings(usual: tuple[Path, list[str]]) -> None:
    trace, texts = make_trace(target=FEW), usual[1]
    first, masks, steps, last = texts[0], texts[1:4], texts[4 : 4 + STEPS], texts[4 + STEPS :]
    assert all(token in first for token in (*SOURCE, *FEW, "</s>"))
    assert str(trace.source_ids[2]) in first
    for kind, text in zip(("Encoder self", "Decoder self", "Cross"), masks, strict=True):
        assert kind in text
    assert "Look-ahead mask" in masks[1]
    assert trace.produced_probability is not None and trace.candidate_probabilities is not None
    for step, text in enumerate(steps):
        assert f"step {step + 1} / {STEPS}: input" in text
        assert f"{float(trace.candidate_probabilities[step, 0]):.4f}" in text
        assert "Cross attention" in text and "Decoder self-attention" in text and "Encoder self-attention" in text
        assert "not a measure" in text
        assert ("blocked: future" in text) == (step > 0), "the small map's hatch is explained once there is one"
        later = [token for token in FEW[step + 2 :] if token not in FEW[: step + 2] and token.isalpha()]
        written = text.partition("Candidates")[0]
        assert not any(f"→ {token}" in written for token in later), "nothing of a later step"
    assert "0" * 64 in last[0] and "greedy" in last[0] and "Attention is not explanation" in last[-1]


def test_a_step_is_read_from_its_sentence_over_its_maps_to_its_candidates(
    usual: tuple[Path, list[str]], tmp_path: Path
) -> None:
    wide = make_trace(layers=1, heads=2, target=TARGET[:3])
    for steps, text in ((STEPS, usual[1][6]), (4, pages(wide, tmp_path / "h.pdf", paper="16:9")[6])):
        parts = (
            f"step 3 / {steps}: input “dogs” → next token “play”",
            "Cross attention · Layer",
            "key:",
            "Candidates",
            "all others",
        )
        places = [text.find(part) for part in parts]
        assert -1 not in places and places == sorted(places), places


def test_the_name_of_a_small_map_is_whole_and_has_less_in_brackets_before_it_is_cut() -> None:
    face, place = font(round(0.9 * PAPERS["A4"].pixels), bold=True), "Layer 1 · Head 1"
    name, short = kind_name("decoder"), "Decoder self-attention"
    wide, narrow = text_width(name, face), text_width(short, face)
    assert name.startswith(f"{short} ("), "else nothing is asked here"
    found = [_lines_of_name("decoder", place, face, room) for room in (2 * wide + 99, wide + 1, narrow + 1)]
    assert found == [(f"{name} · {place}",), (name, place), (short, place)]


def test_no_line_of_it_is_cut(usual: tuple[Path, list[str]], tmp_path: Path) -> None:
    """Long tokens have a wider column; what was changed stands below every page in as many words as it takes."""
    cut = [line.split() for text in usual[1] for line in text.splitlines() if "…" in line]
    tokens = ("<s>", *SOURCE, *FEW, "</s>")
    assert all(any(token.startswith(word.strip("…")) for token in tokens) for line in cut for word in line), (
        "names of columns in the smallest maps, and no line of words"
    )
    long = tuple(f"{word}{'andsoforth' * 2}" for word in SOURCE[:3])
    run = with_changes(
        make_trace(source=long, target=TARGET[:1]), *(HeadAblated("cross", layer, head) for layer, head in OFF)
    )
    for paper in ("A4", "16:9"):
        texts = pages(run, tmp_path / "h.pdf", paper=paper)
        below = [" ".join(text[text.rindex("what if: ") :].split()) for text in texts]
        assert all(text.count("head ") == len(OFF) and "…" not in text for text in below), below
        assert all(
            token in texts[0].replace("\r\n", " ") and "…" not in texts[0].partition(long[2])[0] for token in long
        )


def test_bookmarks_and_labels_lead_to_the_pages(usual: tuple[Path, list[str]]) -> None:
    path, texts = usual
    file = pypdf.PdfReader(path)
    above: list[str] = []
    for entry in file.outline:
        if not isinstance(entry, list):
            above.append(str(entry.title))
            continue
        for number, inner in enumerate(entry):
            assert not isinstance(inner, list)
            page = file.get_destination_page_number(inner)
            assert page is not None
            steps, words = above[-1] == "Steps", str(inner.title)
            assert (f"step {number + 1} /" if steps else words) in texts[page]
            assert not steps or words.startswith(f"{number + 1}: ")
    assert above == ["Sentence and tokens", "Masks", "Steps", "Settings"]
    assert file.page_labels == [str(number + 1) for number in range(len(texts))]
    about = file.metadata
    assert about is not None
    assert about.title == "Handout – " + " ".join(SOURCE) and "two-way focus" in str(about.subject)


Heard = tuple[str, str, list["Heard"]]  #: an element's kind; its own text, or what its picture shows; its parts


def heard_parts(path: Path) -> list[Heard]:
    """The elements below the document, as a screen reader goes through them."""
    file = pypdf.PdfReader(path)
    root: Any = file.root_object
    assert root["/MarkInfo"]["/Marked"] and root["/Lang"] == "en"
    said = [_said(page) for page in file.pages]
    places = {page.indirect_reference.idnum: number for number, page in enumerate(file.pages)}  # type: ignore[union-attr]
    owners = root["/StructTreeRoot"]["/ParentTree"]["/Nums"]

    def element(reference: Any) -> Heard:
        held, own, inside = reference.get_object(), [], []
        for kid in held["/K"]:
            one = kid.get_object()
            if one["/Type"] == "/StructElem":
                inside.append(element(kid))
                continue
            number = places[one.raw_get("/Pg").idnum]
            assert owners[2 * number + 1][one["/MCID"]].get_object() == held
            own.append(said[number].pop(one["/MCID"], ""))
        return held["/S"][1:], str(held.get("/Alt", " ".join(own))), inside

    (whole,) = root["/StructTreeRoot"]["/K"]
    parts = element(whole)[2]
    for left in said:
        assert set(left) <= {None}, "every marked text has an element"
    return parts


def _said(page: Any) -> dict[int | None, str]:
    """The texts of each marked stretch of a page; None for what no reader hears."""
    opened: list[int | None] = []
    found: dict[int | None, str] = {}

    def before(operator: bytes, operands: Any, *_: object) -> None:
        if operator in (b"BDC", b"BMC"):
            marked = operands[1] if len(operands) > 1 and isinstance(operands[1], dict) else {}
            opened.append(marked.get("/MCID", opened[-1] if operands[0] == "/Span" else None))
        elif operator == b"EMC":
            opened.pop()

    def text(words: str, *_: object) -> None:
        if words.strip():
            key = opened[-1] if opened else None
            found[key] = f"{found.get(key, '')} {words.strip()}".strip()

    page.extract_text(visitor_operand_before=before, visitor_text=text)
    assert not opened, "what is begun is ended"
    return found


def test_screen_readers_hear_headings_tables_texts_and_what_pictures_show(usual: tuple[Path, list[str]]) -> None:
    parts, trace = heard_parts(usual[0]), make_trace(target=FEW)
    headings = [(kind, text) for kind, text, _ in parts if kind.startswith("H")]
    assert headings[:3] == [("H1", " ".join(SOURCE)), ("H2", "Source tokens"), ("H2", "Steps")]
    assert ("H2", "Settings") in headings and any(kind == "H3" for kind, _ in headings)
    tokens, steps = (
        [[text for _, text, _ in cells] for _, _, cells in rows] for kind, _, rows in parts if kind == "Table"
    )
    assert tokens == [
        ["position", "token", "id"],
        *([str(at), word, str(trace.source_ids[at])] for at, word in enumerate(trace.source_tokens)),
    ], "the head once, and the rows in their order, though they stand in columns"
    assert [row[0] for row in steps] == ["step", *(str(step + 1) for step in range(STEPS))]
    table = next(rows for kind, _, rows in parts if kind == "Table")
    assert [{kind for kind, _, _ in cells} for _, _, cells in table[:2]] == [{"TH"}, {"TD"}]
    shown = [text for kind, text, _ in parts if kind == "Figure"]
    assert len(shown) >= 3 + STEPS and "Look-ahead mask" in shown[-STEPS - 2]
    assert trace.candidate_probabilities is not None
    told, listed = shown[-STEPS + 2].rsplit("\n", 1)
    assert told.startswith(f"step 3 / {STEPS}: input “dogs” → next token “play”") and "Decoder self-attention" in told
    assert f"{float(trace.candidate_probabilities[2, 0]):.4f}" in listed


def test_the_heads_are_the_best_aligned_or_those_asked_for(tmp_path: Path) -> None:
    trace = make_trace(layers=2, heads=4, target=TARGET[:2])
    best = chosen(Snapshot(trace=trace)).maps
    assert [each.kind for each in best] == ["cross", "decoder", "encoder", "cross"]
    assert best[0].head == 0 and best[3].whole_layer, "head 0 of the sample aligns"
    asked = chosen(Snapshot(trace=trace), ((1, 2), (0, 3))).maps
    assert [(each.layer, each.head) for each in asked] == [(1, 2)] * 3 + [(0, 3)] * 3
    text = pages(trace, tmp_path / "h.pdf", heads=((1, 2), (0, 3)))[5]
    assert "Layer 2 · Head 3" in text and "Layer 1 · Head 4" in text
    with pytest.raises(Problem, match=r"head 3\.1"):
        chosen(Snapshot(trace=trace), ((2, 0),))


def test_with_a_table_over_a_file_its_best_head_is_shown_and_its_base_is_told(tmp_path: Path) -> None:
    """Links decide; without any, the largest two-way focus of the file, which the last head has."""
    trace = make_trace(layers=2, heads=4, target=TARGET[:2])
    shapes: dict[Kind, tuple[int, int]] = {kind: (trace.layers(kind), trace.heads(kind)) for kind in KINDS}
    table = planted_heads(shapes, trace.meta.checkpoint_sha256, "pairs.tsv")
    aer, sharp = measure(0.9, (2, 4), spread=False, base=150), measure(0.1, (2, 4))
    aer.mean[1, 2] = 0.25
    linked = Snapshot(trace=trace, file_heads=replace(table, kinds={"cross": {"aer": aer, "sharpness": sharp}}))
    found = chosen(linked)
    assert (found.maps[0].layer, found.maps[0].head) == (1, 2)
    assert "over 200 sentences of pairs.tsv its alignment error rate is the lowest (0.25" in found.why
    bare = replace(linked, file_heads=replace(table, kinds={"cross": {"sharpness": sharp}}))
    found = chosen(bare)
    assert (found.maps[0].layer, found.maps[0].head) == (1, 3)
    assert "is the sharpest, by two-way focus (0.23; mean over 200 sentences of pairs.tsv)" in found.why
    said = "Maps are of this sentence, n = 1. Heads were measured over 200 sentences of pairs.tsv."
    assert said in honest_words(linked)
    assert "What is said of a head holds on this sentence, n = 1." in honest_words(Snapshot(trace=trace))
    text = " ".join(" ".join(pages(trace, tmp_path / "h.pdf", table=linked.file_heads)).split())
    assert "Layer 2 · Head 3" in text and "by the links of 150" in text


def test_a_kind_with_fewer_layers_shows_its_first_head() -> None:
    trace = make_trace(layers=3, heads=2)
    assert trace.encoder_attention is not None
    small = replace(trace, encoder_attention=trace.encoder_attention[:1, :1].copy())
    maps = {each.kind: each for each in reversed(chosen(Snapshot(trace=small)).maps)}
    assert maps["encoder"] == Map("encoder", 0, 0)


WORDLESS = ("produced_ids", "produced_tokens", "produced_probability", "candidate_ids", "candidate_tokens",
            "candidate_probabilities", "origin")  # fmt: skip
MASKS = ("padding_mask", "look_ahead_mask", "target_mask", "encoder_mask", "decoder_mask", "cross_mask")
HOSTILE = ("x" * 400, "<s>", "&", "\u202eabc", "</script>"), ("\x07", "한국어", "y" * 300)
SHORT = make_trace(layers=1, heads=2, target=TARGET[:2])
UNUSUAL = {
    "one step": (make_trace(source=("Hallo",), target=()), "16:9"),
    "sixty words": (make_trace(layers=1, heads=2, source=LONG, target=LONG[:1]), "A4"),
    "encoder only": (without(SHORT, *ENCODER_ONLY), "16:9"),
    "tokens only": (without(SHORT, *ENCODER_ONLY, "encoder_attention", "encoder_mask", "padding_mask"), "A4"),
    "no vocabulary head": (without(SHORT, *WORDLESS), "A4"),
    "no cross attention": (without(SHORT, "cross_attention", "cross_mask", "candidate_ids"), "16:9"),
    "no attention": (without(SHORT, "encoder_attention", "decoder_attention", "cross_attention"), "A4"),
    "no masks": (without(SHORT, *MASKS), "A4"),
    "hostile tokens": (make_trace(layers=1, heads=2, source=HOSTILE[0], target=HOSTILE[1]), "letter"),
}


@pytest.mark.parametrize("name", UNUSUAL)
def test_a_run_that_lacks_things_has_a_handout_too(name: str, tmp_path: Path) -> None:
    trace, paper = UNUSUAL[name]
    texts = pages(trace, tmp_path / "h.pdf", paper=paper)
    assert len(texts) >= 2 + trace.steps
    with pypdfium2.PdfDocument(tmp_path / "h.pdf") as document:
        for number in {0, 1, len(texts) - 1}:
            page = np.asarray(document[number].render(scale=0.5).to_pil().convert("L"))
            assert page.min() < 160 and (page[:5] == 255).all() and (page[-5:] == 255).all()


def test_settings_are_told_whole_and_count_from_one() -> None:
    trace = make_trace()
    recorded = {"version": 1, "blocks": [{"kind": "cross", "layer": 0, "how": ()}, {"kind": "encoder", "head": 2}]}
    groups = dict(settings(replace(trace, meta=replace(trace.meta, recorded=recorded, leaky_mask=True))))
    assert ("SHA-256", "0" * 64) in groups["Run"] and (
        "tokens are chosen",
        "greedy: the most probable one",
    ) in groups["Decoding"]
    assert groups["Recorded from your own code"] == [
        ("version", "1"),
        ("blocks 1", "kind: cross; layer: 1; how: –"),
        ("blocks 2", "kind: encoder; head: 3"),
    ]
    assert "Mask" in groups and "What if" not in groups


def test_a_shorter_sentence_of_one_line_comes_before_a_longer_of_two() -> None:
    """A second line takes room from the maps, and a page would not look like the one before it."""
    face, longest = font(12), " ".join(["word"] * 12)
    wide = text_width(longest, face) * 0.6
    assert _fitting([longest, "word word", "word"], face, wide) == ["word word"]
    assert len(_fitting([longest], face, wide)) == 2
    cut = _fitting([f"{longest} {longest}"], face, wide)
    assert len(cut) == 2 and cut[-1].endswith("…")


def test_it_says_how_far_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(LISTENING, "1")
    count = len(pages(SHORT, tmp_path / "h.pdf"))
    said = [heard(line) or ("", -1.0) for line in capsys.readouterr().err.splitlines()]
    assert [words for words, _ in said] == [f"page {number} of {count}" for number in range(1, count + 1)]
    assert [share for _, share in said] == pytest.approx([number / count for number in range(count)], abs=1e-3)


def test_where_it_cannot_be_written_nothing_changes(tmp_path: Path) -> None:
    with pytest.raises(Problem, match="cannot be written"):
        write_handout(SHORT, tmp_path / "missing" / "h.pdf")
    assert not list(tmp_path.iterdir())
