"""The files that the guides speak of, small: what ``scripts/page_blocks.py`` puts beside their commands."""

from __future__ import annotations

import gzip
import os
import shutil
from pathlib import Path
from typing import Any

import numpy as np

from tests.source_tree import PROJECT

PAIRS = (
    ("Zwei Hunde spielen im Schnee.", "Two dogs are playing in the snow."),
    ("Das ist gut.", "That is good."),
    ("Ich trinke jeden Morgen eine Tasse Kaffee.", "I drink a cup of coffee every morning."),
)
GOLD = ("0-0 1-1 2-3", "0-0 1-1 2-2", "0-0 1-1")
#: Of every other name that ends so, the sample trace.
RUNS = ("run", "dogs", "animal", "before", "A", "B")


def lay(folder: Path) -> None:
    """Texts, traces, a session, a checkpoint of tut6, a hub's cache, recordings of somebody's own code."""
    sources, targets = ("\n".join(texts) + "\n" for texts in zip(*PAIRS, strict=True))
    pairs = "".join(f"{source}\t{target}\n" for source, target in PAIRS)
    texts = {"sentences.txt": sources, "de.txt": sources, "en.txt": targets, "pairs.tsv": pairs, "five.tsv": pairs}
    texts |= dict.fromkeys(("gold.txt", "links.txt"), "\n".join(GOLD) + "\n")
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "test.tsv.gz").write_bytes(gzip.compress(pairs.encode()))
    for name in RUNS:
        shutil.copy(PROJECT / "assets" / "samples" / "everyday.npz", folder / f"{name}.npz")
    for name in ("main.py", "assets", "recipes"):
        (folder / name).symlink_to(PROJECT / name)
    shutil.copy(PROJECT / "assets" / "lessons" / "heads.toml", folder / "my-lesson.toml")
    (folder / "FOLDER").symlink_to(folder / "runs")
    _session(folder / "lesson.headscope")
    _tut6(folder / "tut6-model.pt")
    _hub(folder / "hub")
    os.environ["HF_HUB_CACHE"] = str(folder / "hub")


def names() -> dict[str, Any]:
    """What the blocks in Python find: a model of somebody's own with a batch, and one of a family that opens."""
    from tests.model.checkpoints.formats import tut6_network
    from tests.own_code import SOURCE, TARGET, Tut6, planted

    def words(count: int) -> list[str]:
        return ["<unk>", "<pad>", "<sos>", "<eos>", *(f"w{number}" for number in range(4, count))]

    mine = tut6_network.make()
    sizes = [mine.state_dict()[f"{side}.tok_embedding.weight"].shape[0] for side in ("encoder", "decoder")]
    scores = np.full((1, 2, sizes[1], sizes[0]), 1 / sizes[0], dtype=np.float32)
    return {
        "path": Path("tut6-model.pt"), "scores": scores,
        "__name__": "__main__", "model": planted(Tut6()), "src": SOURCE, "trg": TARGET, "mine": mine,
        "source_words": words(sizes[0]), "target_words": words(sizes[1]), "np": np,
    }  # fmt: skip


def recordings(folder: Path) -> None:
    """A folder ``runs`` with what students hand in."""
    from headscope_recorder import record

    given = names()
    (folder / "runs").mkdir(exist_ok=True)
    with record(folder / "runs" / "run.npz", source=given["src"], target=given["trg"], pad=1):
        given["model"](given["src"], given["trg"])


def family_file(sample: str, path: Path) -> None:
    """A model of this sample of the tests of formats, under the name that a page gives it."""
    from tests.model.checkpoints.formats.samples import all_samples

    aside = path.parent / f".{path.name}-parts"
    aside.mkdir(parents=True)
    made = all_samples()[sample].write(aside)
    shutil.copytree(made, path) if made.is_dir() else shutil.copy(made, path)
    for beside in made.parent.iterdir() if made.parent != path.parent else ():
        if beside.is_file() and beside != made:
            shutil.copy(beside, path.parent / beside.name)


def _session(path: Path) -> None:
    from model.record.session_file import save_session
    from model.record.trace_file import load_trace

    save_session(path, {"view": "one_head"}, [load_trace(PROJECT / "assets" / "samples" / "everyday.npz")])


def _tut6(path: Path) -> None:
    """Weights with both vocabularies, as people save them together."""
    import torch

    from tests.model.checkpoints.formats import tut6_network

    weights = tut6_network.make().state_dict()
    saved: dict[str, Any] = {"model_state_dict": weights}
    for name, side in (("src_vocab", "encoder"), ("trg_vocab", "decoder")):
        count = weights[f"{side}.tok_embedding.weight"].shape[0]
        first = ["<unk>", "<pad>", "<sos>", "<eos>", "guten", "morgen", "!", "zwei", "hunde", "."]
        saved[name] = {word: at for at, word in enumerate([*first, *(f"w{at}" for at in range(count - len(first)))])}
    torch.save(saved, path)


def _hub(folder: Path) -> None:
    """The layout of the hub's cache, with the small Marian of the tests."""
    model = folder / "models--Helsinki-NLP--opus-mt-de-en"
    (model / "refs").mkdir(parents=True)
    (model / "refs" / "main").write_text("0123456789")
    shutil.copytree(PROJECT / "tests" / "fixtures" / "marian", model / "snapshots" / "0123456789")
