"""Runs of several sentences as one padded batch, and along given targets. torch, no Qt.

A single sentence with nothing given is run by :mod:`viz_app.engine.jobs`. Generators as there.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace
from typing import Any

from model.analysis.explanation import sharing
from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.tokenizer import Encoded
from model.common.problems import Problem
from model.common.text import Text
from model.decoding.batch import BatchSession, pad_sources
from model.decoding.cost import cost_of
from model.decoding.sampling import sampling_of
from model.decoding.teacher_forcing import lessons, observe, teach
from model.network.interventions import from_json
from model.network.what_if import changed
from model.record.trace import Trace
from viz_app.engine.decoding import decode
from viz_app.engine.hypotheses import hypotheses
from viz_app.engine.messages import ALONG, ENCODING, RECORDING, Item, Progress, RunDone, RunSentence
from viz_app.engine.pace import Pace, likely_steps
from viz_app.engine.retention import in_parts, keep_of

MOST = 64  #: sentences of one batch
TICK = 0.1  #: seconds between two looks at a pass that goes on
NEARLY = 0.95  #: of a pass: more of it is not said to be done before it is
Runs = Generator[Item, Any, None]
Targets = tuple[tuple[int, ...], ...]


def is_batch(request: RunSentence) -> bool:
    """Whether there is more to it than one sentence, decoded from the start."""
    return bool("\n" in request.text or request.targets or request.prefixes)


def with_changes(checkpoint: Checkpoint, what_if: Sequence[Mapping[str, Any]]) -> Checkpoint:
    """The checkpoint with a network that is changed for one run; itself where nothing is. Raises :class:`Problem`."""
    changes = [found for found in map(from_json, what_if) if found is not None]
    if len(changes) < len(what_if):
        why = Text("one of the changes is not known to this version")
        raise Problem(Text("what if"), why, Text("Remove it"))
    return replace(checkpoint, transformer=changed(checkpoint.transformer, changes)) if changes else checkpoint


def run_batch(request: RunSentence, checkpoint: Checkpoint, pace: Callable[[int, int], Pace] = Pace) -> Runs:
    """Decode all sentences together, or run them along their targets in one pass. Raises :class:`Problem`."""
    yield Progress(request.ticket, ENCODING)
    texts = request.text.split("\n")
    sources = _sources(checkpoint, texts)
    targets = _targets(checkpoint, request, len(texts))
    if request.given:
        traces, milliseconds = yield from _along(checkpoint, request, sources, targets, texts)
    else:
        config, length = checkpoint.transformer.config, _length(request, sources)
        keep = keep_of(config, length, request.max_length, len(texts), sure=request.sure)
        padded = pad_sources(checkpoint, sources, request.pad_to)
        found = yield from hypotheses(request, checkpoint, padded, targets)
        if not found:
            return
        session = BatchSession(
            checkpoint, sources, max_length=request.max_length, keep=keep, forced=[one.ids for one in found],
            texts=texts, pad_to=request.pad_to, sampling=sampling_of(request.decoding),
        )  # fmt: skip
        for one, led in zip(found, session.sessions, strict=True):
            one.lead(led)
        each = zip(sources, session.sessions, strict=True)
        likely = max(likely_steps(checkpoint, source, one.forced) for source, one in each)
        parted = in_parts(config, length, session.limit, len(texts))
        milliseconds = yield from decode(
            session.sessions, session.advance, request.ticket, pace(likely, session.limit), parted
        )
        if parted or milliseconds < 0:
            return
        yield Progress(request.ticket, RECORDING, 1.0)
        traces = session.traces()
    first, *others = traces
    batch = (first, *(sharing(other, first) for other in others)) if others else ()
    yield RunDone(request.ticket, first, milliseconds, batch)


def _sources(checkpoint: Checkpoint, texts: Sequence[str]) -> list[Encoded]:
    if len(texts) > MOST:
        why = Text("%1 sentences are given and Headscope runs %2 together", len(texts), MOST)
        raise Problem(Text("source sentences"), why, Text("Leave out %1 of them", len(texts) - MOST))
    sources = []
    for number, text in enumerate(texts, 1):
        try:
            sources.append(checkpoint.source(text))
        except Problem as problem:
            if len(texts) == 1:
                raise
            raise _named(problem, f"sentence {number}") from problem
    return sources


def _named(problem: Problem, what: str) -> Problem:
    """The same problem of something more exactly named."""
    return Problem(what, problem.why, problem.next_step, problem.offer)


def _targets(checkpoint: Checkpoint, request: RunSentence, count: int) -> Targets:
    """Ids of what each translation begins with or is; a target of words may be missing only as a beginning."""
    if not request.targets:
        return request.prefixes or (request.forced,) * (count == 1) or ((),) * count
    if len(request.targets) != count:
        raise Problem(
            Text("targets"),
            Text("there are %1 for %2 source sentences", len(request.targets), count),
            Text("Type one target a line for each sentence"),
        )
    ids = tuple(checkpoint.target_tokenizer.encode(text).ids for text in request.targets)
    for number, given in enumerate(ids, 1):
        if request.given and not given:
            which = "target sentence" if count == 1 else f"target sentence {number}"
            raise Problem(which, Text("it has no words"), Text("Type a translation"))
    return ids


def _along(
    checkpoint: Checkpoint, request: RunSentence, sources: Sequence[Encoded], targets: Targets, texts: Sequence[str]
) -> Generator[Item, Any, tuple[tuple[Trace, ...], float]]:
    """One pass over the targets; and the milliseconds that each position took.

    It has no steps to show: how long it takes is told by its size.
    """
    config, started = checkpoint.transformer.config, time.perf_counter()
    length = _length(request, sources)
    if config.vocabulary_head:
        steps = len(lessons(checkpoint, targets)[0].labels)
        keep = keep_of(config, length, steps, len(texts), sure=request.sure, given=True)
        traces = yield from _beside(
            request.ticket, cost_of(config, length, steps, len(texts), given=True).seconds,
            lambda: teach(checkpoint, sources, targets, keep=keep, texts=texts, pad_to=request.pad_to),
        )  # fmt: skip
    else:
        keep = keep_of(config, length, 1 + max(map(len, targets)), len(texts), sure=request.sure, given=True)
        padded = pad_sources(checkpoint, sources, request.pad_to)
        each = zip(padded, targets, texts, strict=True)
        traces = tuple(observe(checkpoint, source, target, keep=keep, text=text) for source, target, text in each)
    return traces, 1000 * (time.perf_counter() - started) / traces[0].steps


def _length(request: RunSentence, sources: Sequence[Encoded]) -> int:
    return max(request.pad_to, *(len(source.ids) for source in sources))


def _beside(
    ticket: int, likely: float, compute: Callable[[], tuple[Trace, ...]]
) -> Generator[Item, Any, tuple[Trace, ...]]:
    """What ``compute`` returns; meanwhile how much of its ``likely`` seconds is left, while some are."""
    began = time.perf_counter()
    with ThreadPoolExecutor(1) as pool:
        pending = pool.submit(compute)
        while not wait((pending,), TICK).done:
            gone = time.perf_counter() - began
            yield Progress(ticket, ALONG, min(NEARLY, gone / max(likely, TICK)), seconds=likely - gone)
        return pending.result()
