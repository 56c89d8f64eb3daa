"""The files that ``fingerprints.py`` runs the program on, beside recorded runs: texts, sessions, foreign and bad ones.

Everything is made in the formats that are a contract (``docs/sessions.md``, ``docs/data-files.md``, a trace as
``numpy.load`` reads it), with nothing of the program but the three names that people import: ``headscope``,
``headscope_recorder`` and ``main.py``.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from fingerprint_programs import FOREIGN, RECORDING
from fingerprint_runs import BOOK, DOGS, TIER, Run
from fingerprint_sessions import FIELDS, SESSIONS
from numpy.typing import NDArray

Arrays = dict[str, NDArray[Any]]
LONG_AGO = (1980, 1, 1, 0, 0, 0)  #: the same file is the same bytes

PROGRAMS = (
    Run("inputs/recording", "", code=RECORDING),
    Run("inputs/foreign", "", code=FOREIGN),
    Run("inputs/guesses", f"export '{DOGS}' --view embeddings_layers --topic guesses --out {{o}}.json"),
)

#: Text files: name → what is in it.
TEXTS = {
    "sentences.txt": f"{DOGS}\n\n  Ein Hund schläft.  \nIch habe keine Zeit: warum?\n",
    "mixed.txt": "inputs/plain.npz\nWo ist der Bahnhof?\ninputs/head.headscope\n",
    "broken.txt": f"{DOGS}\ninputs/nowhere.npz\n",
    "empty.txt": "\n\n",
    "pairs.tsv": f"{DOGS}\tTwo dogs are playing in the snow. ||| Two dogs play in the snow.\n"
    f"{TIER}\tThe animal did not cross the street because it was too tired.\n{BOOK}\tI read a book yesterday.\n",
    "sources.txt": f"{DOGS}\n{TIER}\n",
    "references.txt": "Two dogs play in the snow.\nThe animal did not cross the street.\n",
    "data/train.tsv": "".join(f"ein wort {word} ist gut\ta word {word} is good\n" for word in "abcdefghij" * 6),
    "data/dev.tsv": "ein wort a ist gut\ta word a is good\nein wort b ist gut\ta word b is good\n",
    "recipe.toml": 'name = "tiny"\n[data]\nsource_language = "de"\ntarget_language = "en"\ntrain = "train.tsv"\n'
    'validation = "dev.tsv"\nmax_tokens = 19\n[vocabulary]\nkind = "word"\nsize = 50\nmin_count = 1\n[architecture]\n'
    'width = 16\nlayers = 1\nheads = 2\nfeed_forward_width = 16\nmax_length = 20\n'
    '[schedule]\nkind = "constant"\npeak = 1e-3\n'
    "[optimisation]\nepochs = 2\nbatch_tokens = 64\n",
    "bad.toml": 'name = "bad"\n[colours]\nred = 1\n',
    "bad.npz": "this is no archive\n",
    "bad.headscope": "nor is this\n",
}  # fmt: skip


def derive(folder: Path) -> None:
    """Everything that is made from recorded runs, in the folder where they lie."""
    for name, text in TEXTS.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (folder / "cut.npz").write_bytes((folder / "plain.npz").read_bytes()[:5000])
    (folder / "early.npz").write_bytes(saved(with_measured(arrays(folder / "tier.npz"))))
    for path in folder.glob("recorded-*.npz"):
        path.write_bytes(saved(arrays(path)))  # the recorder's archives say when they were made
    right = arrays(folder / "recorded-right-2.npz")
    (folder / "faulty").mkdir()
    for name, change in FAULTS.items():
        (folder / "faulty" / f"{name}.npz").write_bytes(saved(right | change(right)))
    for name, (runs, changes) in SESSIONS.items():
        contents = [(folder / f"{run}.npz").read_bytes() for run in runs.split()]
        pinned = (folder / f"{changes['pinned']}.npz").read_bytes() if "pinned" in changes else None
        (folder / f"{name}.headscope").write_bytes(session(contents, changes, pinned))
    for name, facts in BAD_SESSIONS.items():
        contents = [(folder / "plain.npz").read_bytes()]
        (folder / f"{name}.headscope").write_bytes(session(contents, facts))


def arrays(path: Path) -> Arrays:
    """A trace as everybody can read it."""
    with np.load(path, allow_pickle=False) as file:
        return {name: file[name] for name in file.files}


def saved(found: Arrays) -> bytes:
    """A trace as a file."""
    buffer = io.BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, **found)
    return buffer.getvalue()


def _swapped(name: str) -> Callable[[Arrays], Arrays]:
    return lambda run: {name: ~run[name]}


def _changed(name: str, value: float) -> Callable[[Arrays], Arrays]:
    def change(run: Arrays) -> Arrays:
        found = run[name].copy()
        found[0, 1, 2, 0] = value
        return {name: found}

    return change


#: What is wrong with a recorded run → what makes it so.
FAULTS: dict[str, Callable[[Arrays], Arrays]] = {
    "none": lambda _: {},
    "inverted": _swapped("cross_mask"),
    "transposed": lambda run: {"decoder_mask": run["decoder_mask"].T, "decoder_attention": run["decoder_attention"]},
    "open": lambda run: {"decoder_mask": np.ones_like(run["decoder_mask"])},
    "closed": lambda run: {"encoder_mask": np.zeros_like(run["encoder_mask"])},
    "too-large": _changed("cross_attention", 1.5),
    "negative": _changed("encoder_attention", -0.25),
    "not-a-number": _changed("cross_attention", np.nan),
    "shapeless": lambda run: {"cross_mask": run["cross_mask"][:, :-1]},
}


def with_measured(run: Arrays) -> Arrays:
    """A run with what a window can measure of it; the numbers are planted, different in every axis."""
    layers, steps, source = run["cross_attention"].shape[0], len(run["consumed_ids"]), len(run["source_ids"])
    ids = np.add.outer(np.arange(layers) * 7, np.add.outer(np.arange(steps) * 3, np.arange(5))) + 5
    chances = np.linspace(0.9, 0.05, ids.size, dtype=np.float32).reshape(ids.shape) / np.arange(1, 6, dtype=np.float32)
    change = np.linspace(-0.6, 0.8, steps * source, dtype=np.float32).reshape(steps, source)
    change[:, -1] = np.nan
    tokens = np.array([f"▁w{one}" for one in ids.ravel()]).reshape(ids.shape)
    return run | {
        "activations/early/ids": ids.astype(np.int64), "activations/early/tokens": tokens,
        "activations/early/probabilities": chances, "activations/early/produced_probability": chances[:, :, 0],
        "activations/effects/change": change, "activations/effects/said": np.array(["padding", "<pad>"]),
    }  # fmt: skip


def session(runs: list[bytes], changes: Mapping[str, Any], pinned: bytes | None = None) -> bytes:
    """A session file of trace files, with FIELDS and ``changes`` of them; a part is changed field by field."""
    with np.load(io.BytesIO(runs[0]), allow_pickle=False) as file:
        meta = json.loads(str(file["meta"]))
    home = {"name": meta["checkpoint"], "sha256": meta["checkpoint_sha256"], "path": ""}
    facts: dict[str, Any] = FIELDS | {"checkpoint": home, "source_text": meta["source_text"], "runs": len(runs)}
    for name, value in changes.items():
        known = facts.get(name)
        facts[name] = {**known, **value} if isinstance(known, dict) and isinstance(value, dict) else value
    facts |= {} if pinned is None else {"pinned": True}
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(zipfile.ZipInfo("session.json", LONG_AGO), json.dumps(facts, ensure_ascii=False))
        for number, content in enumerate(runs, 1):
            archive.writestr(zipfile.ZipInfo(f"runs/{number}.npz", LONG_AGO), content)
        if pinned is not None:
            archive.writestr(zipfile.ZipInfo("runs/pinned.npz", LONG_AGO), pinned)
    return buffer.getvalue()


#: Session files that are refused.
BAD_SESSIONS: dict[str, dict[str, Any]] = {
    "bad-version": {"version": 2},
    "bad-field": {"place": {"layer": "two"}},
    "bad-setting": {"settings": {"link_count": 99}},
    "bad-runs": {"runs": 2},
}
