"""The citation: nothing made up, nothing that breaks BibTeX, the checkpoint's own words as they are."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from model.common.assets import CHECKPOINTS
from model.common.version import DATE, VERSION
from model.record.trace import Meta
from tests.source_tree import PROJECT
from tests.viz_app.sample_trace import make_trace
from viz_app.exports.figures.citation import (
    AUTHORS,
    Cited,
    bibtex,
    citation,
    cited_of,
    cited_of_run,
    entries_in,
    sentence,
)
from viz_app.state.state import Snapshot

pytestmark = pytest.mark.usefixtures("qapp")


def fields(entry: str) -> dict[str, str]:
    """A small reader of BibTeX: braces are counted, a backslash before one changes nothing."""
    head = re.match(r"@(\w+)\{(\w+),", entry)
    assert head, entry
    found, at = {"type": head[1], "key": head[2]}, head.end()
    while start := re.compile(r"\s*(\w+)\s*=\s*\{").match(entry, at):
        depth, end = 1, start.end()
        while depth:
            depth += {"{": 1, "}": -1}.get(entry[end], 0)
            end += 1
        found[start[1]] = entry[start.end() : end - 1]
        at = end + 1
    assert entry[at:].strip() == "}"
    return found


def test_the_program_is_named_as_its_licence_and_version_do() -> None:
    entry = fields(bibtex(None))
    assert entry["type"] == "software"
    assert entry["version"] == VERSION
    assert entry["year"] == DATE[:4]
    assert AUTHORS in (PROJECT / "LICENSE").read_text(encoding="utf-8")
    assert entry["author"] == f"{{{AUTHORS}}}"
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", DATE)
    assert sentence(None) == f"Headscope {VERSION} ({AUTHORS}, {DATE[:4]})."
    assert "http" not in citation(None)


def test_a_run_names_its_checkpoint_and_hash() -> None:
    snapshot = Snapshot(trace=make_trace())
    cited = cited_of(snapshot)
    assert cited == Cited("sample", "0" * 64, "tut6")
    assert "the checkpoint sample (SHA-256 000000000000)" in sentence(cited)
    _, own = bibtex(cited).split("\n\n")
    assert fields(own)["note"] == f"SHA-256 {'0' * 64}; family tut6"


def test_a_shipped_checkpoint_brings_its_attribution_to_a_trace() -> None:
    config = json.loads((CHECKPOINTS / "everyday" / "config.json").read_text(encoding="utf-8"))
    meta = replace(make_trace().meta, checkpoint="everyday", checkpoint_sha256=config["weights_sha256"])
    cited = cited_of_run(meta)
    assert cited.says == {name: config["provenance"][name] for name in ("data", "licence", "attribution")}
    assert config["provenance"]["attribution"] in sentence(cited)
    another = replace(meta, checkpoint_sha256="1" * 64)  # of the same name, and not the same
    assert not cited_of_run(another).says


@pytest.mark.parametrize("name", ["../../etc", "a/b", "", ".", "..", "C:\\x", "\0"])
def test_a_name_is_no_path(name: str) -> None:
    meta: Meta = replace(make_trace().meta, checkpoint=name, checkpoint_sha256="2" * 64)
    assert not cited_of_run(meta).says
    assert citation(cited_of_run(meta))


def test_no_name_breaks_bibtex() -> None:
    bad = Cited("a}b{c\\d%e#f_g&h~i^j\n@misc{x,\u202e", "3" * 64, "fam}ily", says={"data": "100 % {of} it}"})
    _, own = bibtex(bad).split("\n\n")
    entry = fields(own)
    assert "\n" not in entry["title"]
    assert re.fullmatch(r"\w+", entry["key"])
    assert r"100 \% \textbraceleft{}of\textbraceright{} it\textbraceright{}" in entry["note"]


def test_own_code_is_no_checkpoint() -> None:
    words = citation(Cited("mine", recorded=True))
    assert "recorded from our own code: mine" in words
    assert "checkpoint" not in sentence(Cited("mine", recorded=True))


def test_the_entries_of_a_model_card() -> None:
    good = "@inproceedings{a,\n  title={x {Y} z}\n}"
    card = (
        f"# Model\n```bibtex\n{good}\n```\nmail me @misc{{no,}}\n@misc{{open,\n title={{\n"
        + "@article{b,x={\x1b[31m}}\n"
    )
    assert entries_in(card) == (good, "@article{b,x={[31m}}")
    assert len(entries_in("@misc{a,}\n" * 100)) == 5
    assert entries_in("@misc{" * 100_000) == ()


def test_a_folder_brings_its_own_citation(tmp_path: Path) -> None:
    own = "@misc{theirs,\n  title = {A model},\n}"
    (tmp_path / "README.md").write_text(f"# Card\n\n```bibtex\n{own}\n```\n", encoding="utf-8")
    assert citation(cited_of_run(make_trace().meta, tmp_path)).endswith(f"\n\n{own}")
    assert not cited_of_run(make_trace().meta, tmp_path / "README.md").entries


def test_a_damaged_card_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_bytes(b"[" * 100_000)
    (tmp_path / "README.md").write_bytes(b"\xff\xfe")
    assert not cited_of_run(make_trace().meta, tmp_path).says
    assert not cited_of_run(make_trace().meta, tmp_path / "gone").says
