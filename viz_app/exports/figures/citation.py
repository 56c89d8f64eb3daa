"""The citation of a figure or a number: one sentence and BibTeX, of the program and of the checkpoint.

Nothing is made up: the program's authors are those of its licence, a checkpoint has what its own files say of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication

from model.common.assets import CHECKPOINTS, shipped_checkpoints
from model.common.lazy_dataclass import dataclass
from model.common.plain_file import read_plain
from model.common.version import DATE, VERSION
from model.network.config import SMOOTHING
from model.record.trace import Meta
from viz_app.state.state import Snapshot
from viz_app.tables.parts.text_table import clean

AUTHORS = "The Headscope authors"  #: as in LICENSE
TITLE = "{Headscope}: see what an encoder-decoder {Transformer} gives weight to while it translates"
YEAR = DATE[:4]
MOST_BYTES = 1 << 20  #: of a model card that is read
MOST_ENTRIES, LONGEST_ENTRY = 5, 4000
_ENTRY = re.compile(r"^@[A-Za-z]{2,20}\{", re.MULTILINE)
_LATEX = {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "{": r"\textbraceleft{}", "}": r"\textbraceright{}",  # BibTeX counts braces behind a backslash, too
    **{sign: f"\\{sign}" for sign in "&%$#_"},
}  # fmt: skip


@dataclass(frozen=True)
class Cited:
    """The checkpoint, or the code, whose numbers are shown."""

    name: str
    sha256: str = ""
    family: str = ""
    recorded: bool = False  #: from somebody's own code
    says: Mapping[str, str] = field(default_factory=dict)  #: data, licence, attribution …: what its files say
    entries: tuple[str, ...] = ()  #: BibTeX of its own model card


# --- what is cited ---


def cited_of(snapshot: Snapshot) -> Cited | None:
    """The run's checkpoint; without a run the one that is open."""
    run, info = snapshot.run, snapshot.checkpoint
    if run is not None:
        path = Path(info.path) if info is not None and info.sha256 == run.meta.checkpoint_sha256 else None
        return cited_of_run(run.meta, path)
    return None if info is None else with_card(Cited(info.name, info.sha256, info.family), Path(info.path))


def cited_of_run(meta: Meta, path: Path | None = None) -> Cited:
    """What a run says; and its checkpoint's own files, where that is at ``path`` or is one that ships."""
    cited = Cited(meta.checkpoint, meta.checkpoint_sha256, meta.family, bool(meta.recorded))
    if path is None and meta.checkpoint_sha256 and meta.checkpoint in shipped_checkpoints():
        shipped = CHECKPOINTS / meta.checkpoint
        path = shipped if _config(shipped).get("weights_sha256") == meta.checkpoint_sha256 else None
    return cited if path is None else with_card(cited, path)


def with_card(cited: Cited, path: Path) -> Cited:
    """``cited`` with what the files in its folder say of it; a single file has none."""
    if not path.is_dir():
        return cited
    told = _config(path).get("provenance")
    held = {str(name): str(value) for name, value in told.items()} if isinstance(told, dict) else {}
    says = {name: value for name, value in held.items() if name != SMOOTHING}  # that is no one's due
    return replace(cited, says=says, entries=entries_in(_text(path / "README.md")))


def _config(folder: Path) -> dict[str, Any]:
    try:
        found = json.loads(_text(folder / "config.json") or "{}")
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _text(path: Path) -> str:
    """A small text file; nothing where there is none that can be read."""
    try:
        return read_plain(path, MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""


def entries_in(card: str) -> tuple[str, ...]:
    """The BibTeX entries in a model card, as they are, but without control characters."""
    found: list[str] = []
    for start in _ENTRY.finditer(card):
        entry = _balanced(card[start.start() : start.start() + LONGEST_ENTRY])
        if entry and len(found) < MOST_ENTRIES:
            found.append("".join(letter for letter in entry if letter == "\n" or letter.isprintable()))
    return tuple(found)


def _balanced(text: str) -> str:
    """Up to the brace that closes the first one."""
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter == "{") - (letter == "}")
        if letter == "}" and depth == 0:
            return text[: at + 1]
    return ""


# --- how ---


def citation(cited: Cited | None) -> str:
    """The sentence, then BibTeX."""
    return f"{sentence(cited)}\n\n{bibtex(cited)}"


def sentence(cited: Cited | None) -> str:
    """Program, version, checkpoint and hash, to stand in a text."""
    translate = QCoreApplication.translate
    program = {"version": VERSION, "authors": AUTHORS, "year": YEAR}
    if cited is None:
        return "Headscope {version} ({authors}, {year}).".format(**program)
    if cited.recorded:
        told = translate(
            "Cite",
            "Attention was shown with Headscope {version} ({authors}, {year}), as recorded from our own code: {name}.",
        )
    else:
        told = translate(
            "Cite",
            "Attention was computed and shown with Headscope {version} ({authors}, {year}), using the checkpoint "
            "{name}.",
        )
    hash_ = f" (SHA-256 {cited.sha256[:12]})" if cited.sha256 else ""
    words = told.format(name=f"{_plain(cited.name)}{hash_}", **program)
    if not cited.says:
        return words
    says = "; ".join(f"{_plain(name)}: {_plain(value)}" for name, value in cited.says.items())
    own = translate("Cite", "The checkpoint says of itself: {says}.").format(says=says)
    return f"{words} {own}"


def bibtex(cited: Cited | None) -> str:
    """An entry for the program, one for the checkpoint, and those of its own model card."""
    fields = {"title": TITLE, "author": f"{{{AUTHORS}}}", "version": VERSION, "year": YEAR, "license": "MIT"}
    entries = [_entry("software", f"headscope_{VERSION}", fields)]
    if cited is None:
        return entries[0]
    facts = [f"SHA-256 {cited.sha256}"] if cited.sha256 else []
    facts += [f"family {cited.family}"] if cited.family else []
    facts += [f"{name}: {value}" for name, value in cited.says.items()]
    what = "Attention recorded from own code" if cited.recorded else "Model checkpoint"
    own = {"title": f"{{{_latex(cited.name)}}}", "howpublished": what, "note": "; ".join(map(_latex, facts))}
    entries.append(
        _entry("misc", f"{cited.name}_{cited.sha256[:12]}", {name: text for name, text in own.items() if text})
    )
    return "\n\n".join((*entries, *cited.entries))


def _entry(kind: str, key: str, fields: Mapping[str, str]) -> str:
    safe = re.sub(r"[^A-Za-z0-9]+", "_", key).strip("_") or "checkpoint"
    lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items())
    return f"@{kind}{{{safe},\n{lines}}}"


def _latex(text: str) -> str:
    """Text that means itself in LaTeX."""
    return "".join(_LATEX.get(letter, letter) for letter in _plain(text))


def _plain(text: str) -> str:
    """On one line, with nothing in it that cannot be seen."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in clean(text)).split())
