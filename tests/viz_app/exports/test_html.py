"""The interactive page: its numbers are the run's, its labels are text, and only its own code may run in it.

The page's JavaScript is run by Qt's engine, which shares no code with what encodes the weights.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtQml import QJSEngine, QJSValue

from model.common.problems import Problem
from model.record.trace import KINDS, Kind, Trace
from model.transforms.view_transform import ViewTransform, read
from tests.model.subwords import make_run
from tests.viz_app.sample_trace import make_trace, taught
from viz_app.exports import html
from viz_app.exports.data import web_page
from viz_app.exports.figures.figure import Figure
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.platform.theme import level
from viz_app.state.state import Selection, Settings, Snapshot

pytestmark = pytest.mark.usefixtures("qapp")


class Reader(HTMLParser):
    """The elements of a page and the text inside script and style."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.inside: dict[str, list[str]] = {}
        self.open = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self.open = tag
        if tag in ("script", "style"):
            self.inside.setdefault(tag, []).append("")

    def handle_data(self, data: str) -> None:
        if self.open in ("script", "style"):
            self.inside[self.open][-1] += data

    def handle_endtag(self, _: str) -> None:
        self.open = ""


def page_of(trace: Trace, tmp_path: Path, **changes: Any) -> str:
    snapshot = Snapshot(trace=trace, selection=Selection("cross", 1, 1, 2), **changes)
    html.write(snapshot, Figure(), tmp_path / "p.html")
    return (tmp_path / "p.html").read_text(encoding="utf-8")


def evaluated(script: str) -> Any:
    """What the page's own reading of data makes of ``script``, without a document."""
    code = (web_page.WEB / "data.js").read_text(encoding="utf-8")
    engine = QJSEngine()  # its values live as long as it does
    result = engine.evaluate(f"(function(){{{code}\nreturn JSON.stringify({script});}})()")
    assert isinstance(result, QJSValue)
    assert not result.isError(), result.toString()
    return json.loads(result.toString())


def asked(held: dict[str, Any], call: str) -> Any:
    """What ``call`` answers for every cell, in order; ``at`` is the cell."""
    return evaluated(
        "(function(){const m=new Maps(" + json.dumps(held) + ");const all=[];"
        "for(let l=0;l<m.layers;l++)for(let h=0;h<m.heads;h++)for(let q=0;q<m.queries;q++)for(let k=0;k<m.keys;k++)"
        "{const at=[l,h,q,k];all.push(" + call + ");}return all;})()"
    )


@pytest.mark.parametrize("kind", KINDS)
def test_every_number_is_the_runs_own(kind: Kind) -> None:
    trace = make_trace()
    held = web_page.run_data(trace)["kinds"][kind]
    weights = trace.attention(kind)
    assert weights is not None
    assert held["bits"] == 16
    assert asked(held, "m.text(...at)") == [f"{weight:.4f}" for weight in weights.ravel()]
    assert asked(held, "m.short(...at)") == [f"{weight:.2f}" for weight in weights.ravel()]
    np.testing.assert_allclose(asked(held, "m.value(...at)"), weights.ravel(), rtol=0, atol=1e-5)


def test_numbers_between_two_decimals_are_rounded_as_python_rounds_them() -> None:
    near = [f * 1e-4 + 5e-5 + d for f in (0, 1, 124, 4999, 9998) for d in (-1e-7, 0.0, 1e-7)]
    ties = [0.125, 0.375, 0.005, 0.015, 0.995, 0.00005, 0.5, 1.0, 0.0, 1.00003]
    weights = np.array([near + ties + np.random.default_rng(7).random(2000).tolist()], dtype=np.float32)
    held: dict[str, Any] = {"layers": 1, "heads": 1, "queries": 1, "keys": weights.size, "bits": 16}
    small = web_page.codes(weights)
    assert small is not None
    held["data"] = base64.b64encode(small.astype("<u2").tobytes()).decode()
    assert asked(held, "m.text(...at)") == [f"{weight:.4f}" for weight in weights.ravel()]
    assert asked(held, "m.short(...at)") == [f"{weight:.2f}" for weight in weights.ravel()]


@pytest.mark.parametrize("root", [False, True])
def test_colours_are_those_of_the_window(root: bool) -> None:
    weights = np.linspace(0, 1, 4001, dtype=np.float32)
    found = np.array(evaluated(f"{weights.tolist()}.map((weight) => levelOf(weight, {str(root).lower()}))"))
    assert np.abs(found - level(weights, "sqrt" if root else "linear").astype(int)).max() <= 1
    assert (found == level(weights, "sqrt" if root else "linear")).mean() > 0.99


@pytest.mark.parametrize("strange", [np.nan, np.inf, -0.25, 3.5])
def test_weights_that_are_none_are_kept_as_they_are(strange: float) -> None:
    attention = np.array(make_trace().cross_attention)
    attention[1, 2, 3, 4] = strange
    held = web_page.run_data(replace(make_trace(), cross_attention=attention))["kinds"]["cross"]
    assert held["bits"] == 32
    found = asked(held, "m.text(...at)")[np.ravel_multi_index((1, 2, 3, 4), attention.shape)]
    assert found == {"nan": "NaN", "inf": "Infinity"}.get(str(strange), f"{strange:.4f}")


@pytest.mark.parametrize("kind", KINDS)
def test_blocked_cells_say_why(kind: Kind) -> None:
    trace = make_trace()
    mask = trace.mask(kind)
    assert mask is not None
    held = web_page.run_data(trace)["kinds"][kind]
    states = np.array(asked(held, "m.state(at[2], at[3])")).reshape(held["layers"], held["heads"], *mask.shape)
    for query, key in np.ndindex(mask.shape):
        expected = 0 if mask[query, key] else 1 if kind == "decoder" and key > query else 2
        assert (states[:, :, query, key] == expected).all()


@pytest.mark.parametrize("kind", KINDS)
def test_every_cell_is_painted_as_its_weight_or_as_blocked(kind: Kind) -> None:
    """At its row and column, of its layer and head: one cell after the other."""
    trace, layer, head, step = make_trace(layers=2, heads=3, padding=2), 1, 2, 3
    weights, mask = trace.attention(kind), trace.mask(kind)
    assert weights is not None and mask is not None
    held = json.dumps(web_page.run_data(trace)["kinds"][kind])
    place = json.dumps({"layer": layer, "head": head, "step": step})
    cells = evaluated(
        f"(function(){{const m=new Maps({held});const c=cellsOf(m,{place},false,shown(m,{step}));"
        "return {rows:c.rows,columns:c.columns,levels:Array.from(c.levels),states:Array.from(c.states)};})()"
    )
    assert cells["rows"] == (len(mask) if kind == "encoder" else step + 1)
    assert cells["columns"] == (step + 1 if kind == "decoder" else mask.shape[1])
    for query, key in np.ndindex(cells["rows"], cells["columns"]):
        at, weight = query * cells["columns"] + key, float(weights[layer, head, query, key])
        assert abs(cells["levels"][at] - 255 * weight) <= 1, (query, key)
        blocked = 0 if mask[query, key] else 1 if kind == "decoder" and key > query else 2
        assert cells["states"][at] == blocked, (query, key)


def test_rows_appear_step_by_step() -> None:
    trace = make_trace()
    for kind, held in web_page.run_data(trace)["kinds"].items():
        for step in range(trace.steps):
            seen = evaluated(f"shown(new Maps({json.dumps(held)}), {step})")
            matrix = trace.matrix(kind, 0, 0, None if kind == "encoder" else step)
            assert seen == {"rows": len(matrix.rows), "columns": len(matrix.columns)}


def test_under_teacher_forcing_all_rows_are_there_at_every_step() -> None:
    trace = taught(make_trace(), wrong=(2, 5))
    data = web_page.run_data(trace)
    assert data["at_once"]
    for kind, held in data["kinds"].items():
        size = {"rows": held["queries"], "columns": held["keys"]}
        assert all(evaluated(f"shown(new Maps({json.dumps(held)}), {step})") == size for step in range(trace.steps))
        assert held["steps"] == (kind != "encoder")
    assert trace.produced_tokens is not None
    labels = trace.produced_tokens.tolist()
    differ = [step for step, (said, label) in enumerate(zip(data["predicted"], labels, strict=True)) if said != label]
    assert differ == [2, 5]
    assert web_page.run_data(make_trace())["predicted"] == []


def test_what_words_mean_stands_with_their_tokens_and_nothing_where_nobody_knows() -> None:
    trace = make_trace()
    meant = {"source": ("둘", "<b>", "", "", "", "", "")}
    data = web_page.run_data(trace, meant)
    assert [token[3] for token in data["source"]] == list(meant["source"])
    assert all(len(token) == 3 for token in (*data["produced"], *web_page.run_data(trace)["source"]))
    page = web_page.document(trace, {"kind": "cross"}, "en", "", glosses=meant)
    assert "둘" in page
    assert "<b>" not in page, "a gloss is text"


def test_of_a_label_of_several_pieces_no_prediction_is_said() -> None:
    """The model was asked for the first of them only."""
    run = make_run()
    run = replace(run, origin=np.array(["teacher"] * run.steps))
    shown = read(run, ViewTransform(words=True))
    assert shown.meta.reading is not None
    lengths = [len(pieces) for pieces in shown.meta.reading.produced_words]
    assert max(lengths) > 1
    assert [bool(said) for said in web_page.run_data(shown)["predicted"]] == [length == 1 for length in lengths]


def test_only_its_own_code_may_run_and_nothing_is_fetched(tmp_path: Path) -> None:
    page = Reader(page_of(make_trace(), tmp_path))
    allowed = next(held["content"] for tag, held in page.elements if held.get("http-equiv"))
    assert allowed is not None
    data, script = page.inside["script"]
    for name, text in (("script-src", script), ("style-src", page.inside["style"][0])):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{name} 'sha256-{digest}'" in allowed
    assert allowed.startswith("default-src 'none';")
    assert json.loads(data)["translation"] == make_trace().meta.translation
    for tag, held in page.elements:
        assert not {name for name in held if name in ("src", "href", "style", "srcdoc") or name.startswith("on")}, tag
    assert "http" not in re.sub(r"http-equiv", "", page_of(make_trace(), tmp_path))


HOSTILE = ("</script><script>alert(1)</script>", "<!--", "&amp;", "\u2028", "\u202eabc", "a\x1b", "{{script}}")


@pytest.mark.parametrize("token", HOSTILE)
def test_hostile_tokens_stay_text(token: str, tmp_path: Path) -> None:
    plain = make_trace()
    meta = replace(plain.meta, source_text=token, translation=token, source_spelling=())
    hostile = replace(plain, source_tokens=np.array([token, *plain.source_tokens.tolist()[1:]]), meta=meta)
    page, usual = Reader(page_of(hostile, tmp_path)), Reader(page_of(plain, tmp_path))
    assert [tag for tag, _ in page.elements] == [tag for tag, _ in usual.elements]
    data, script = page.inside["script"]
    assert script == usual.inside["script"][1]
    assert not set("<>\u2028\u2029\x00") & set(data)
    assert json.loads(data)["source"][0][0]


def test_it_opens_where_the_window_stands_and_in_its_colours(tmp_path: Path) -> None:
    data = json.loads(Reader(page_of(make_trace(), tmp_path, settings=Settings(theme="dark"))).inside["script"][0])
    assert data["selection"] == {"kind": "cross", "layer": 1, "head": 1, "step": 2}
    assert data["theme"] == "dark"
    assert data["origin"]["checkpoint"] == make_trace().meta.checkpoint
    assert data["reading"]["aggregate"] == "none"


READINGS = [
    ViewTransform(words=True),
    ViewTransform(aggregate="heads"),
    ViewTransform(aggregate="all", aside="specials"),
    ViewTransform(aggregate="rollout"),
    ViewTransform(aside="punctuation", renormalise=True, source_columns=(1,), target_columns=(2,)),
    ViewTransform(words=True, aggregate="layers", aside="specials", renormalise=True),
]


def reading_page(reading: ViewTransform, tmp_path: Path) -> tuple[Trace, dict[str, Any]]:
    """A run read some way, and what its page holds."""
    run = make_run(activations=True)
    shown = read(run, reading)
    html.write(Snapshot(trace=shown, unread=run, reading=reading), Figure(), tmp_path / "p.html")
    return shown, json.loads(Reader((tmp_path / "p.html").read_text(encoding="utf-8")).inside["script"][0])


@pytest.mark.parametrize("reading", READINGS, ids=str)
def test_a_page_shows_the_run_as_it_is_read(reading: ViewTransform, tmp_path: Path) -> None:
    shown, data = reading_page(reading, tmp_path)
    done = shown.meta.reading
    assert done is not None
    assert [token[0] for token in data["source"]] == [token.text for token in tokens_of(shown).source]
    assert data["steps"] == shown.steps
    for kind in KINDS:
        held, weights = data["kinds"][kind], shown.attention(kind)
        assert weights is not None
        assert asked(held, "m.text(...at)") == [f"{weight:.4f}" for weight in weights.ravel()]
        states = np.array(asked(held, "m.state(at[2], at[3])")).reshape(weights.shape)
        mask = shown.mask(kind)
        allowed = np.ones(weights.shape[2:], dtype=bool) if mask is None else mask
        for query, key in np.argwhere(allowed):
            assert (states[:, :, query, key] == (3 if key in done.aside_keys(kind) else 0)).all()
    told = data["reading"]
    assert told["aggregate"] == reading.aggregate
    assert (told["words"], told["renormalised"]) == (reading.words, reading.renormalise)
    assert told["by_hand"] == bool(reading.source_columns or reading.target_columns)
    assert told["aside"] == ("" if reading.aside == "nothing" else reading.aside)


def test_of_other_quantities_a_page_shows_the_weights(tmp_path: Path) -> None:
    _, data = reading_page(ViewTransform(quantity="norm", aggregate="heads"), tmp_path)
    weights = make_run().attention("cross")
    assert weights is not None
    mean = read(make_run(), ViewTransform(aggregate="heads")).cross_attention
    assert mean is not None
    expected = [f"{weight:.4f}" for weight in mean.ravel()]
    assert asked(data["kinds"]["cross"], "m.text(...at)") == expected


def test_the_strongest_column_is_none_that_is_set_aside(tmp_path: Path) -> None:
    shown, data = reading_page(ViewTransform(aside="specials"), tmp_path)
    done, held = shown.meta.reading, data["kinds"]["cross"]
    weights = shown.attention("cross")
    assert done is not None
    assert weights is not None
    free = [key for key in range(weights.shape[-1]) if key not in done.aside_keys("cross")]
    for query in range(weights.shape[2]):
        best = free[int(weights[1, 2, query, free].argmax())]
        assert evaluated(f"strongest(new Maps({json.dumps(held)}), 1, 2, {query}, {weights.shape[-1]})") == best


def test_no_weight_at_all_is_0() -> None:
    small = web_page.codes(np.array([[0.0, 1e-12, 1e-5]], dtype=np.float32))
    assert small is not None
    held: dict[str, Any] = {"layers": 1, "heads": 1, "queries": 1, "keys": 3, "bits": 16}
    held["data"] = base64.b64encode(small.astype("<u2").tobytes()).decode()
    assert [value > 0 for value in asked(held, "m.value(...at)")] == [False, True, True]


def test_what_is_blocked_is_a_word_in_the_pages_table_and_a_zero_is_a_number() -> None:
    weights = np.array([[0.5, 0.0, 0.5, 0.0, 0.0], [0.0, 0.25, 0.5, 0.0, 0.25]], dtype=np.float32)
    mask = np.array([[1, 1, 1, 0, 1], [1, 1, 1, 0, 0]], dtype=bool)  # the last cell leaks
    small = web_page.codes(weights)
    assert small is not None
    held: dict[str, Any] = {"layers": 1, "heads": 1, "queries": 2, "keys": 5, "bits": 16, "causal": False, "aside": [4]}
    held["data"] = base64.b64encode(small.astype("<u2").tobytes()).decode()
    held["mask"] = base64.b64encode(np.packbits(mask.ravel()).tobytes()).decode()
    assert asked(held, 'm.told(...at, ["", "future", "padding", "aside"])') == [
        "0.5000", "0.0000", "0.5000", "padding", "aside", "0.0000", "0.2500", "0.5000", "padding", "0.2500 (padding)",
    ]  # fmt: skip
    script = (web_page.WEB / "page.js").read_text(encoding="utf-8")
    assert not re.search(r"\bkind\.text\(", script), "whatever the page writes of a cell says what the cell is"


def test_a_sentence_with_a_word_from_right_to_left_keeps_its_order() -> None:
    assert evaluated('fill("a {0} b {1}", "c", "שלום")') == "a c b \u2068שלום\u2069"


def test_both_languages_say_the_same_things() -> None:
    words = json.loads((web_page.WEB / "words.json").read_text(encoding="utf-8"))
    assert words["en"].keys() == words["ko"].keys()
    for name, english in words["en"].items():
        assert sorted(re.findall(r"\{\d\}", english)) == sorted(re.findall(r"\{\d\}", words["ko"][name])), name
    script = (web_page.WEB / "page.js").read_text(encoding="utf-8")
    assert set(re.findall(r'word\("([^"]+)"\)', script)) <= words["en"].keys()


def test_the_entropy_is_said_as_the_window_says_it() -> None:
    trace = make_trace()
    entropies = np.arange(trace.steps, dtype=np.float32) + 0.5
    exact = web_page.run_data(replace(trace, candidate_entropy=entropies))["entropy"]
    assert exact == [(f"{bits:.2f}", f"{2**bits:.1f}", True) for bits in entropies.tolist()]
    count = np.asarray(trace.candidate_ids).shape[1]
    halves = np.tile(np.array([0.5, 0.25, *[0.0] * (count - 2)], dtype=np.float32), (trace.steps, 1))
    older = web_page.run_data(replace(trace, candidate_entropy=None, candidate_probabilities=halves))["entropy"]
    assert older == [("1.50", "2.8", False)] * trace.steps
    none = replace(trace, candidate_entropy=None, candidate_probabilities=None)
    assert web_page.run_data(none)["entropy"] == [None] * trace.steps


def test_a_page_is_small(tmp_path: Path) -> None:
    """At most 3 bytes for each stored weight and 200 KB for the rest."""
    shape = (6, 8, 64, 64)
    rows = np.random.default_rng(3).dirichlet(np.ones(64), size=shape[:3]).astype(np.float32)
    encoded = base64.b64encode(np.asarray(web_page.codes(rows)).tobytes())
    assert len(encoded) <= 3 * rows.size
    weights = sum(0 if (held := make_trace().attention(kind)) is None else held.size for kind in KINDS)
    assert len(page_of(make_trace(), tmp_path).encode()) <= 200_000 + 3 * weights


def test_a_run_that_is_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_page, "MOST_WEIGHTS", 10)
    with pytest.raises(Problem, match="are more than a page can show"):
        page_of(make_trace(), tmp_path)
    assert not list(tmp_path.iterdir())
