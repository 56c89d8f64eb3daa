"""Facts about a model in the files beside it: a notebook's cells and a configuration's JSON. stdlib only.

A notebook is read as text, line by line, for assignments of plain values (``N_HEADS = 8``). It is never
run and not even parsed as a program. Where it says two different things, it says nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from model.common.plain_file import read_plain

MAX_BYTES = 16 * 2**20
MAX_LINE, MAX_LINES = 2_000, 50_000  #: letters of one that are looked at, and lines that assign something
MAX_SETTINGS = 200  #: of a configuration; a vocabulary has more

#: What we call it ← what people's code calls it.
NAMES = {
    "heads": ("enc_heads", "n_heads", "n_head", "nheads", "nhead", "num_heads", "num_head", "heads",
              "encoder_attention_heads"),
    "decoder_heads": ("dec_heads", "decoder_attention_heads"),
    "width": ("hid_dim", "hidden_dim", "d_model", "emb_size", "d_hidn", "hidden_size", "model_dim"),
    "lowercase": ("lower", "lowercase", "do_lower_case"),
    "source_language": ("src_language", "source_language", "src_lang", "source_lang"),
    "target_language": ("tgt_language", "trg_language", "target_language", "tgt_lang", "trg_lang", "target_lang"),
}  # fmt: skip
#: Names of facts whose values are spelled in more ways than one.
NORM_ORDER = ("norm_first", "pre_norm", "prenorm", "is_pre_norm", "normalize_before", "pre_ln", "post_norm")
ACTIVATION = ("activation", "activation_function", "activation_fn", "hidden_act", "ff_activation")
_OURS = {theirs: ours for ours, names in NAMES.items() for theirs in names}
_VALUE = r"""(\d{1,6}|True|False|'[A-Za-z]{2,3}'|"[A-Za-z]{2,3}")"""
_ASSIGNED = re.compile(rf"(?<![\w.'\"])({'|'.join(_OURS)})\s*(?::\s*\w+\s*)?=\s*{_VALUE}(?![\w.(])", re.IGNORECASE)
_BEFORE, _IS = r"(?<![\w.'\"])", r"\s*(?::\s*\w+\s*)?=\s*"
_NORMS = re.compile(rf"{_BEFORE}({'|'.join(NORM_ORDER)}){_IS}(True|False)(?!\w)", re.IGNORECASE)
_ACTIVATED = re.compile(
    rf"{_BEFORE}(?:{'|'.join(ACTIVATION)}){_IS}['\"]?((?:[A-Za-z]\w*\.)*(?:relu|gelu))(?!\w)", re.IGNORECASE
)
_EXTENSIONS = re.compile(r"""\b(?:exts|language_pair)\s*=\s*[(\[]\s*['"]\.?(\w\w)['"]\s*,\s*['"]\.?(\w\w)['"]""")

Facts = dict[str, Any]


def read_facts(path: Path) -> Facts:
    """``heads``, ``width``, ``lowercase``, languages, norm order and activation, of a notebook, script or JSON file.

    Empty for a file that cannot be read or says nothing: it was not asked for by name.
    """
    try:
        text = read_plain(path, MAX_BYTES).decode("utf-8-sig")
        if path.suffix == ".py":
            return from_lines(text.split("\n"))
        content = json.loads(text)
    except (OSError, ValueError, RecursionError):
        return {}
    return from_lines(_cells(content)) if path.suffix == ".ipynb" else from_config(content)


def from_lines(lines: Iterable[str]) -> Facts:
    """Facts from lines of Python. A plain assignment outweighs a default value in a signature."""
    said: dict[str, set[Any]] = {}
    defaults: dict[str, set[Any]] = {}
    for line in islice((line for line in lines if "=" in line), MAX_LINES):
        code = line[:MAX_LINE].partition("#")[0]
        place = defaults if code.lstrip().startswith("def ") else said
        for name, value in _ASSIGNED.findall(code):
            place.setdefault(_OURS[name.lower()], set()).add(_plain(value))
        for name, value in _NORMS.findall(code):
            place.setdefault("norm_order", set()).add(norm_order(name.lower(), value == "True"))
        for value in _ACTIVATED.findall(code):
            place.setdefault("activation", set()).add(activation(value))
        for source, target in _EXTENSIONS.findall(code):
            place.setdefault("source_language", set()).add(source.lower())
            place.setdefault("target_language", set()).add(target.lower())
    return agreed({**defaults, **said})


def from_config(content: Any) -> Facts:
    """Facts from a configuration such as transformer-evolution's: ``{"n_head": 4, "d_hidn": 256, …}``."""
    if not isinstance(content, Mapping) or len(content) > MAX_SETTINGS or _is_vocabulary(content):
        return {}
    said: dict[str, set[Any]] = {}
    for name, value in content.items():
        theirs = str(name).lower()
        ours = _OURS.get(theirs)
        if ours is not None and isinstance(value, int | str):
            said.setdefault(ours, set()).add(value)
        elif theirs in NORM_ORDER and isinstance(value, bool):
            said.setdefault("norm_order", set()).add(norm_order(theirs, value))
        elif theirs in ACTIVATION and activation(value):
            said.setdefault("activation", set()).add(activation(value))
    return agreed(said)


def norm_order(theirs: str, value: Any) -> str | None:
    """``pre`` or ``post`` from a truth value under one of NORM_ORDER, or from a word; None where it is neither."""
    if isinstance(value, bool):
        return "pre" if value != theirs.startswith("post") else "post"
    text = value.lower() if isinstance(value, str) else ""
    return next((order for order in ("pre", "post") if text.startswith(order)), None)


def activation(value: Any) -> str | None:
    """Its name, also of a function or a class: ``nn.functional.gelu``. None for what no network here has."""
    last = value.rpartition(".")[2].lower() if isinstance(value, str) else ""
    return last if re.fullmatch("relu|gelu|silu", last) else None


def _is_vocabulary(content: Mapping[str, Any]) -> bool:
    """Every token with its id; one of them may well be ``heads``."""
    ids = [value for value in content.values() if type(value) is int]
    return len(ids) == len(content) and sorted(ids) == list(range(len(ids)))


def agreed(said: Mapping[str, set[Any]]) -> Facts:
    """What is said once, or always alike, and makes sense."""
    facts = {name: next(iter(values)) for name, values in said.items() if len(values) == 1 and _sensible(name, values)}
    if facts.get("decoder_heads") == facts.get("heads"):
        facts.pop("decoder_heads", None)  # one number for both
    return facts


def _sensible(name: str, values: Iterable[Any]) -> bool:
    """A head count is a number from 1, a casing a truth value, a language a short name."""
    value = next(iter(values))
    if name in ("heads", "decoder_heads", "width"):
        return type(value) is int and value > 0
    if name == "lowercase":
        return isinstance(value, bool)
    if not name.endswith("_language"):
        return True
    return isinstance(value, str) and 2 <= len(value) <= 3 and value.isalpha()


def _plain(text: str) -> Any:
    if text in ("True", "False"):
        return text == "True"
    return int(text) if text.isdecimal() else text[1:-1].lower()


def _cells(content: Any) -> Iterator[str]:
    """The lines of a notebook's code cells; nothing where it is no notebook."""
    cells = content.get("cells") if isinstance(content, Mapping) else None
    for cell in cells if isinstance(cells, list) else []:
        if isinstance(cell, Mapping) and cell.get("cell_type") == "code":
            source = cell.get("source", "")
            text = "".join(map(str, source)) if isinstance(source, list) else str(source)
            yield from text.split("\n")
