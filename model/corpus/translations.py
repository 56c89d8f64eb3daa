"""Translations of some lines: what ``translate`` and ``evaluate`` ask of this process, or of a worker. torch."""

from __future__ import annotations

from collections.abc import Sequence

from model.checkpoints.checkpoint import Checkpoint
from model.corpus.opened import CheckpointAddress, opened
from model.decoding.batch import draw
from model.decoding.beam import beam_search, check_search
from model.decoding.beam_tree import SearchRules
from model.decoding.sampling import Sampling
from model.training.evaluation import translations


def translated_lines(
    checkpoint: Checkpoint,
    lines: Sequence[str],
    rules: SearchRules,
    sampling: Sampling | None = None,
    insist: bool = False,
) -> list[str]:
    """A line for each line; an empty one stays empty. ``insist``: whatever memory it may take. Raises Problem."""
    filled = [index for index, line in enumerate(lines) if checkpoint.source_tokenizer.encode(line).ids]
    sources = [checkpoint.source(lines[index]) for index in filled]
    if sources and not insist:
        check_search(checkpoint, sources, rules.width)
    if sampling is None:
        searched = beam_search(checkpoint, sources, rules.width, rules.penalty, stop=rules.stop) if sources else []
        found = [best.ids for best in searched]
    else:
        found = draw(checkpoint, sources, sampling) if sources else []
    texts = [""] * len(lines)
    for index, ids in zip(filled, found, strict=True):
        said = [token for token in ids if token not in checkpoint.special.ends]
        texts[index] = " ".join(checkpoint.target_tokenizer.decode(said).splitlines())  # a line is a line
    return texts


def piece_of_lines(
    address: CheckpointAddress, lines: Sequence[str], rules: SearchRules, sampling: Sampling | None, insist: bool
) -> list[str]:
    """The same at a worker."""
    return translated_lines(opened(address), lines, rules, sampling, insist)


def piece_of_sources(address: CheckpointAddress, sources: Sequence[str], rules: SearchRules) -> list[str]:
    """Sources to be scored, at a worker."""
    return translations(opened(address), sources, rules)
