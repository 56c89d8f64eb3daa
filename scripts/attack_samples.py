"""Sound files for ``attack.py`` to damage: one small one of everything that the program opens.

Checkpoints come from the writers of the tests, one of every format and variant; what people put beside them (answers,
vocabularies, a notebook) lies beside some of them. ``tiny`` is the checkpoint of the tests' own fixtures.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from pickle import dumps
from typing import Any, NamedTuple

PROJECT = Path(__file__).resolve().parent.parent
TINY = PROJECT / "tests" / "fixtures" / "tiny"
MARIAN = PROJECT / "tests" / "fixtures" / "marian"
SHAPES: Any = {"encoder": (1, 2), "cross": (1, 2)}  #: of the sample trace
LARGEST = 2**20  #: bytes of a part that is worth damaging
WORDS = ("<unk>", "<pad>", "<sos>", "<eos>", "der", "hund", "spielt", "im", "schnee", ".")
TEXTS: Mapping[str, tuple[str, str]] = {
    "vocabulary lines": ("vocabulary/words.txt", "\n".join(WORDS)),
    "vocabulary table": ("vocabulary/words.tsv", "".join(f"{word}\t{number}\n" for number, word in enumerate(WORDS))),
    "vocabulary json": ("vocabulary/words.json", json.dumps({word: number for number, word in enumerate(WORDS)})),
    "vocabulary sides": ("vocabulary/both.json", json.dumps({"src": list(WORDS), "trg": list(WORDS)})),
    "pairs": ("pairs/train.tsv", "ein Hund\ta dog\nzwei Hunde\ttwo dogs\n" * 5),
    "settings": ("settings/Headscope.ini", '[General]\nversion=1\nsettings="{\\"scale\\": \\"sqrt\\"}"\nmemory="{}"\n'),
    "journal": (
        "journal/number.html.batch.jsonl",
        '{"format": "headscope-batch", "version": 1, "settings": {"view": "one_head"}}\n'
        '{"number": 1, "text": "Hund", "out": "{number}.html", "files": {"1.html": "ab"}, "seconds": 1.5}\n',
    ),
}  # fmt: skip


class Door(NamedTuple):
    """Something to open."""

    name: str  #: its kind, a blank, and which
    path: Path  #: what a person would open
    parts: tuple[Path, ...]  #: files of it that may be damaged

    def moved(self, before: Path, after: Path) -> Door:
        """The same in a copy of its folder."""
        parts = tuple(after / part.relative_to(before) for part in self.parts)
        return Door(self.name, after / self.path.relative_to(before), parts)


def write_samples(folder: Path, only: str = "") -> list[Door]:
    """Every sound file, each in a folder of its own; with ``only``, those whose name has it."""
    from tests.model.checkpoints.formats.samples import all_samples

    doors = []
    for name, sample in all_samples().items():
        if only in f"checkpoint {name}":
            place = folder / f"checkpoint-{name.replace(' ', '-')}"
            place.mkdir(parents=True)
            doors.append(_door(f"checkpoint {name}", place, sample.write(place)))
    for name, source in (("checkpoint tiny", TINY), ("checkpoint marian", MARIAN)):
        if only in name:
            place = folder / name.replace(" ", "-")
            shutil.copytree(source, place / "model")
            doors.append(_door(name, place, place / "model"))
    for name, (file, text) in TEXTS.items():
        if only in name:
            path = folder / name.replace(" ", "-") / file
            path.parent.mkdir(parents=True)
            path.write_text(text, encoding="utf-8")
            doors.append(Door(name, path, (path,)))
    doors += [_written(name, folder / name.replace(" ", "-"), write) for name, write in WRITERS.items() if only in name]
    if only in "training":
        doors.append(_training(folder / "training"))
    if not only or only in "checkpoint answers":
        doors.append(_with_answers(folder / "checkpoint-answers"))
    return doors


def _written(name: str, place: Path, write: Callable[[Path], Path]) -> Door:
    place.mkdir(parents=True)
    path = write(place)
    return Door(name, path, (path,))


def _door(name: str, place: Path, path: Path) -> Door:
    files = sorted(part for part in place.rglob("*") if part.is_file())
    return Door(name, path, tuple(part for part in files if part.stat().st_size <= LARGEST) or (files[0],))


def _trace(place: Path) -> Path:
    from model.record.trace_file import save_trace
    from tests.viz_app.sample_trace import make_trace

    save_trace(make_trace(layers=1, heads=2), place / "run.npz")
    return place / "run.npz"


def _session(place: Path) -> Path:
    from model.record.session_file import save_session
    from tests.viz_app.sample_trace import make_trace
    from viz_app.handlers.session_codec import facts_of, runs_of
    from viz_app.state.state import Snapshot

    now = Snapshot(trace=make_trace(layers=1, heads=2))
    save_session(place / "lesson.headscope", facts_of(now), runs_of(now))
    return place / "lesson.headscope"


def _recipe(place: Path) -> Path:
    return Path(shutil.copy(PROJECT / "tests" / "fixtures" / "tiny.toml", place / "tiny.toml"))


def _full_session(place: Path) -> Path:
    """With a pinned run, a table of heads, changes and a beam."""
    from model.decoding.beam_tree import SearchRules
    from model.network.interventions import HeadAblated, MaskOff
    from model.record.session_file import save_session
    from tests.model.corpus.planted import planted
    from tests.viz_app.sample_trace import make_trace
    from viz_app.handlers.session_codec import facts_of, pinned_of, runs_of
    from viz_app.state.state import Snapshot
    from viz_app.state.what_if import AskedChange, AskedChanges

    changes = AskedChanges((AskedChange(HeadAblated("cross", 0, 0)), AskedChange(MaskOff("look_ahead"), on=False)))
    run = make_trace(layers=1, heads=2)
    now = Snapshot(
        trace=run, pinned=make_trace(layers=1, heads=2, seed=3), what_if=changes, decoding=SearchRules(3),
        view="compare", file_heads=planted(SHAPES, run.meta.checkpoint_sha256),
    )  # fmt: skip
    save_session(place / "all.headscope", facts_of(now), runs_of(now), pinned=pinned_of(now))
    return place / "all.headscope"


def _start(place: Path) -> Path:
    """A recipe that trains a checkpoint further, with snapshots; its text beside it."""
    shutil.copy(TINY.parent / "tiny_pairs.tsv", place / "tiny_pairs.tsv")
    kept = ("[data]", "[schedule]", "[optimisation]", "[provenance]")
    text = (TINY.parent / "tiny.toml").read_text(encoding="utf-8")
    parts = [f"[{part}" for part in text.split("\n[")[1:]]
    body = "\n".join(part for part in parts if part.startswith(kept))
    beginning = f'# A further training.\nname = "further"\nstart = "{TINY.as_posix()}"\n\n'
    snapshots = "\n[snapshots]\nat = [0, 0.01]\ncount = 3\nbleu = 1\n"
    (place / "further.toml").write_text(beginning + body + snapshots, encoding="utf-8")
    return place / "further.toml"


def _heads(place: Path) -> Path:
    from model.corpus.corpus_heads import to_json
    from tests.model.corpus.planted import planted

    (place / "heads.json").write_bytes(to_json(planted(SHAPES)))
    return place / "heads.json"


def _work(place: Path) -> Path:
    """What a killed ``heads`` leaves, as a program of another version would: it is compared, and refused."""
    (place / "pairs.tsv").write_text(TEXTS["pairs"][1], encoding="utf-8")
    said = json.dumps({"program": "0.1.0", "what": "heads", "piece": 50}), json.dumps([1, {"sentences": 10}])
    (place / "heads.json.work").write_text("".join(f"{line}\n" for line in said), encoding="utf-8")
    return place / "heads.json.work"


def _gold(place: Path) -> Path:
    """Word links, with the pairs that they are of beside them."""
    (place / "pairs.tsv").write_text(TEXTS["pairs"][1], encoding="utf-8")
    (place / "links.txt").write_text("0-0 1-1\n0-0 1?1\n" * 5, encoding="utf-8")
    return place / "links.txt"


def _training(place: Path) -> Door:
    """The folder of a training: snapshots, curve and what they share."""
    from tests.training_run import write_training

    place.mkdir(parents=True)
    folder = write_training(place)
    damaged = [folder / "curve.jsonl", *folder.glob("update-001000/*"), *place.glob("*.json")]
    return Door("training", folder, (folder / "curve.jsonl", *sorted(damaged)))


def _pickle(place: Path) -> Path:
    both: dict[str, Any] = {"src": {"stoi": {word: at for at, word in enumerate(WORDS)}, "itos": list(WORDS)}}
    (place / "vocab.pkl").write_bytes(dumps(both | {"trg": both["src"]}, protocol=2))
    return place / "vocab.pkl"


def _pieces(place: Path) -> Path:
    return Path(shutil.copy(MARIAN / "source.spm", place / "source.spm"))


WRITERS: Mapping[str, Callable[[Path], Path]] = {
    "trace": _trace, "session": _session, "recipe": _recipe, "vocabulary pickle": _pickle, "vocabulary pieces": _pieces,
    "session with all": _full_session, "start": _start, "heads": _heads, "work": _work, "gold": _gold,
}  # fmt: skip


def _with_answers(place: Path) -> Door:
    """A file of weights alone, with everything that people put beside one."""
    from tests.model.checkpoints.formats.samples import all_samples

    place.mkdir(parents=True)
    path = all_samples()["tut6"].write(place)
    answers = {
        "format": "headscope-answers",
        "version": 1,
        "answers": {"heads": 2, "source_language": "de", "source_vocabulary": "words.txt"},
    }
    beside = {
        f"{path.name}.headscope.json": json.dumps(answers),
        "words.txt": "\n".join(WORDS),
        "source_vocab.json": json.dumps({word: at for at, word in enumerate(WORDS)}),
        "config.json": json.dumps({"n_heads": 2, "dropout": 0.1}),
        "tutorial.ipynb": json.dumps(
            {
                "cells": [{"cell_type": "code", "source": ["HID_DIM = 8\n", "N_HEADS = 2\n"], "outputs": []}],
                "nbformat": 4,
            }
        ),
    }
    parts = [place / name for name in beside]
    for part, text in zip(parts, beside.values(), strict=True):
        part.write_text(text, encoding="utf-8")
    return Door("checkpoint answers", path, tuple(parts))
