"""CSV files, read with Python's own reader as a spreadsheet would: every number, token and column at its place."""

from __future__ import annotations

import contextlib
import csv
import locale
import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QLocale

from model.record.trace import Kind, Trace
from tests.viz_app.exports.planted import FORMULAS, KINDS, planted, snapshot, token, tokens, weights_shown
from tests.viz_app.recorded import recorded_trace
from tests.viz_app.sample_trace import make_trace
from viz_app.exports import csv as export
from viz_app.exports.figures.figure import Figure
from viz_app.state.state import Snapshot
from viz_app.tables import all_tables

pytestmark = pytest.mark.usefixtures("qapp")
MAPS = ("one_head", "one_layer", "all_layers", "links", "masks")
SHOWN, RUN = Figure(), Figure(whole_run=True)


def written(now: Snapshot, folder: Path, figure: Figure = SHOWN) -> list[dict[str, str]]:
    """The rows of the file, as a reader that knows nothing of us sees them."""
    path = folder / "표.csv"
    export.write(now, figure, path)
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file, strict=True))
    assert {len(row) for row in rows} == {len(rows[0])}
    return [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("view", MAPS)
def test_every_weight_is_the_runs_own(view: str, kind: Kind, tmp_path: Path) -> None:
    now = snapshot(view, kind)
    assert now.trace is not None
    expected = weights_shown(now)
    rows, queries, keys = written(now, tmp_path), tokens(now.trace, kind, True), tokens(now.trace, kind, False)
    places = [tuple(int(row[name]) for name in ("layer", "head", "query_position", "key_position")) for row in rows]
    assert places == [(layer + 1, head + 1, query, key) for layer, head, query, key in expected]
    for row, place, weight in zip(rows, places, expected.values(), strict=True):
        assert row["weight"] == "" if weight is None else float(row["weight"]) == float(weight)  # a reader of 64 bits
        assert weight is None or np.float32(row["weight"]) == weight  # and one of 32
        assert token(row["query_token"]) == queries[place[2]]
        assert token(row["key_token"]) == keys[place[3]]
        assert row["kind"] == kind


@pytest.mark.parametrize("view", all_tables())
def test_no_token_is_a_formula(view: str, tmp_path: Path) -> None:
    now = snapshot(view)
    for row in written(now, tmp_path):
        for name, value in row.items():
            text = name.endswith(("token", "label"))
            assert not (text and value.startswith((*FORMULAS, "\n", "\0", "＝"))), (name, value)
            if value.startswith(("-", "+")):
                assert math.isfinite(float(value)), name  # a negative number stays one


def test_bytes_are_as_a_korean_excel_wants_them(tmp_path: Path) -> None:
    export.write(snapshot("one_head"), SHOWN, tmp_path / "t.csv")
    data = (tmp_path / "t.csv").read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    assert "한국어".encode() in data
    text = data.decode("utf-8-sig").replace('"\tTab"', "")
    bare = text.replace("\r\n", "").replace("a\nb", "").replace("'\rCR", "")
    assert "\n" not in bare
    assert "\r" not in bare
    assert data.endswith(b"\r\n")


@pytest.fixture(params=["de_DE", "ko_KR", "C"])
def spoken(request: pytest.FixtureRequest) -> Iterator[None]:
    """Qt's locale, and the system's where it has that one."""
    before, of_qt = locale.setlocale(locale.LC_ALL), QLocale()
    QLocale.setDefault(QLocale(request.param))
    with contextlib.suppress(locale.Error):
        locale.setlocale(locale.LC_ALL, f"{request.param}.UTF-8")
    yield
    locale.setlocale(locale.LC_ALL, before)
    QLocale.setDefault(of_qt)


@pytest.mark.usefixtures("spoken")
def test_the_decimal_point_is_one_in_every_locale(tmp_path: Path) -> None:
    rows = written(snapshot("one_head"), tmp_path)
    assert all("," not in row["weight"] for row in rows)
    assert sum(float(row["weight"] or 0) for row in rows) == pytest.approx(7, abs=1e-5)  # seven rows of weights


def test_numbers_at_the_edges_and_none(tmp_path: Path) -> None:
    trace = planted()
    assert trace.cross_attention is not None
    weights = trace.cross_attention.copy()
    edges = [
        np.nan,
        np.inf,
        -np.inf,
        1e-42,
        np.finfo(np.float32).tiny,
        np.finfo(np.float32).max,
        np.nextafter(np.float32(1), np.float32(0)),
    ]
    weights[1, 2, 0, :7] = edges
    rows = written(snapshot("one_head", trace=_with(trace, cross_attention=weights)), tmp_path)
    found = [np.float32(row["weight"]) for row in rows[:7]]
    np.testing.assert_array_equal(np.array(found), weights[1, 2, 0, :7])


def test_the_whole_run_is_there(tmp_path: Path) -> None:
    trace = planted()
    rows = written(snapshot("links", trace=trace), tmp_path, RUN)
    of = {name: [row for row in rows if row["record"] == name] for name in {row["record"] for row in rows}}
    assert list(dict.fromkeys(row["record"] for row in rows)) == ["about", "source", "step", "candidate", "weight"]
    assert {row["name"]: row["value"] for row in of["about"]}["checkpoint"] == "sample"
    assert [token(row["token"]) for row in of["source"]] == trace.source_tokens.tolist()
    assert trace.produced_tokens is not None
    assert trace.candidate_probabilities is not None
    assert [token(row["produced_token"]) for row in of["step"]] == trace.produced_tokens.tolist()
    assert trace.candidate_entropy is not None
    entropies = trace.candidate_entropy.tolist()
    assert [float(row["entropy_bits"]) for row in of["step"]] == entropies
    assert [float(row["entropy_bits"]) for row in of["candidate"] if row["rank"] == "2"] == entropies
    chances = [float(row["probability"]) for row in of["candidate"]]
    assert chances == trace.candidate_probabilities.ravel().tolist()
    for kind in KINDS:
        weights, mask = trace.attention(kind), trace.mask(kind)
        assert weights is not None
        assert mask is not None
        mine = [row for row in of["weight"] if row["kind"] == kind]
        allowed = np.broadcast_to(mask, weights.shape).ravel()
        expected = [str(weight) if may else "" for weight, may in zip(weights.ravel().tolist(), allowed, strict=True)]
        assert [row["weight"] for row in mine] == expected
        assert [row["mask"] == "TRUE" for row in mine] == np.broadcast_to(mask, weights.shape).ravel().tolist()


def test_a_run_that_holds_little_is_written_as_it_is(tmp_path: Path) -> None:
    """As recorded from somebody's code: no target tokens, no candidates, no masks."""
    trace = make_trace()
    nothing = dict.fromkeys(
        ("consumed_ids", "consumed_tokens", "produced_ids", "produced_tokens", "produced_probability", "origin",
         "decoder_attention", "encoder_attention", "padding_mask", "look_ahead_mask", "target_mask", "encoder_mask",
         "decoder_mask", "cross_mask", "candidate_ids", "candidate_tokens", "candidate_probabilities",
         "candidate_entropy"))  # fmt: skip
    bare = _with(trace, **nothing)
    rows = written(snapshot("one_head", trace=bare), tmp_path)
    assert bare.cross_attention is not None
    assert [float(row["weight"]) for row in rows] == bare.cross_attention[1, 2].ravel().tolist()
    assert {row["query_token"] for row in rows} == {""}
    assert {row["step"] for row in rows} == {""}
    records = {row["record"] for row in written(snapshot("one_head", trace=bare), tmp_path, RUN)}
    assert records == {"about", "source", "weight"}


def test_a_recorded_run_keeps_the_mask_of_every_head(tmp_path: Path) -> None:
    trace = recorded_trace(tmp_path)
    rows = written(snapshot("one_head", trace=trace), tmp_path, RUN)
    for kind in KINDS:
        own = trace.activations[f"recorded/{kind}_mask"]
        found = [row["mask"] == "TRUE" for row in rows if row["kind"] == kind]
        assert found == own.ravel().tolist()


def _with(trace: Trace, **arrays: object) -> Trace:
    return replace(trace, **arrays)  # type: ignore[arg-type]  # arrays by their names
