"""The jobs of the engine, as generators: open a checkpoint, run a sentence, tokenise a text.

Each yields Progress and then one answer; whoever runs it may stop between two items by closing it,
and nothing has changed. torch, no Qt: the engine process, the command line and tests run the same.
"""

from __future__ import annotations

import logging
import time
import traceback
from collections.abc import Callable, Generator
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import Any

from model.checkpoints.answer_check import AnswerScore
from model.checkpoints.checkpoint import Checkpoint
from model.common.problems import Problem, unforeseen
from model.common.text import Text
from model.decoding.sampling import sampling_of
from model.decoding.session import DecodingSession
from model.decoding.teacher_forcing import observe
from viz_app.engine.batch import is_batch, run_batch, with_changes
from viz_app.engine.decoding import decode
from viz_app.engine.devices import is_device_error, is_out_of_memory, pick_device, use_threads
from viz_app.engine.files import (
    check_answers,
    checked,
    facts_of,
    keep_answers,
    move,
    open_answered,
    questions,
    samples,
    save_open,
    stamp,
    tries,
)
from viz_app.engine.hypotheses import hypotheses
from viz_app.engine.measurement_messages import ExtendTarget, GuessEarly, ReadWeights, ReplaceTokens
from viz_app.engine.measurements import extend_target, guess_early, measure_effects
from viz_app.engine.messages import (
    CHECKING,
    ENCODING,
    INSPECTING,
    OPENING,
    RECORDING,
    SAVING,
    WORD_RULES,
    Asked,
    CheckHeads,
    CheckpointInfo,
    Failed,
    Inspect,
    Inspected,
    Item,
    Job,
    OpenCheckpoint,
    Opened,
    PlanTraining,
    Progress,
    RunDone,
    RunSentence,
    Saved,
    SaveOpen,
    SuggestWords,
    Tokenize,
    Tokens,
)
from viz_app.engine.pace import Pace, likely_steps
from viz_app.engine.retention import in_parts, keep_of
from viz_app.engine.training import plan_of
from viz_app.engine.weights import read_weights
from viz_app.engine.word_suggestions import suggest_words

Items = Generator[Item, Any, None]
LANGUAGES = ("source_language", "target_language")  #: answers that a model of many languages takes while it is open
LOG = logging.getLogger(__name__)


class Engine:
    """Holds the open checkpoint and runs one job after another with it."""

    def __init__(self) -> None:
        self.checkpoint: Checkpoint | None = None
        self.device = "cpu"
        self.pace = Pace  #: of a run
        self._opened: tuple[Any, ...] = ()  # what the open checkpoint was asked for by

    def run(self, request: Job) -> Items:
        """The items of one request. Never raises: the last one is the answer or Failed."""
        try:
            yield from JOBS[type(request)](self, request)
        except Exception as error:  # noqa: BLE001 (a job may fail in any way; the engine lives on)
            yield explain(error, request, self.device)

    def open(self, request: OpenCheckpoint) -> Items:
        """Open a checkpoint and keep it in place of the old one. Raises :class:`Problem`.

        The one that is open is only moved where the file is the same and the device is another.
        """
        yield Progress(request.ticket, OPENING)
        device = pick_device(request.device)
        if request.again and self.checkpoint is not None and str(self.checkpoint.path) == request.path:
            yield Asked(request.ticket, describe(self.checkpoint, device), questions(self.checkpoint, again=True))
            return
        wanted = request.path, dict(request.answers), stamp(request.path)
        held = self._held(wanted, device)
        checkpoint = held or (yield from open_answered(request))
        asked = questions(checkpoint) if request.ask and held is None else ()
        if asked:
            yield Asked(request.ticket, describe(checkpoint, device), asked, checkpoint.warnings)
            return
        move(checkpoint.transformer, device)
        if checkpoint.source_tokenizer.kind == "word":
            yield Progress(request.ticket, WORD_RULES)
            _load_word_rules(checkpoint)
        use_threads(checkpoint.transformer.config.width)
        kept = keep_answers(checkpoint, request.answers)  # perhaps into the folder that is open
        warning = kept or next(iter(checkpoint.warnings), "")
        self.checkpoint, self.device, self._opened = checkpoint, device, (*wanted[:2], stamp(request.path))
        yield Opened(request.ticket, describe(checkpoint, device), warning)

    def _held(self, wanted: tuple[str, dict[str, Any], Any], device: str) -> Checkpoint | None:
        """The open checkpoint, where only the device or its languages are to be others. Raises :class:`Problem`."""
        if self.checkpoint is None or (wanted[0], wanted[2]) != (self._opened[0], self._opened[2]):
            return None
        answers, before = wanted[1], self._opened[1]
        if answers == before:
            return self.checkpoint if device != self.device else None
        if not self.checkpoint.language_tokens or not all(name in answers for name in LANGUAGES):
            return None
        if any(answers.get(name) != before.get(name) for name in {*answers, *before} - set(LANGUAGES)):
            return None
        return self.checkpoint.with_languages(*(answers[name] for name in LANGUAGES))

    def check_heads(self, request: CheckHeads) -> Items:
        """Compare answers about a checkpoint that is not open yet. Raises :class:`Problem`."""
        yield Progress(request.ticket, CHECKING, 0.0)
        found: list[AnswerScore] = []
        for score in check_answers(request):
            found.append(score)
            yield Progress(request.ticket, CHECKING, min(1.0, len(found) / tries(request)))
        yield checked(request, found)

    def translate(self, request: RunSentence) -> Items:
        """Decode to the end and record everything. Raises :class:`Problem`.

        A network without a vocabulary head reads the start token and the forced ones, and produces nothing.
        """
        checkpoint = with_changes(self._open_checkpoint(), request.what_if)
        if is_batch(request):
            yield from run_batch(request, checkpoint, self.pace)
            return
        yield Progress(request.ticket, ENCODING)
        source = checkpoint.source(request.text, request.pad_to)
        if not checkpoint.transformer.config.vocabulary_head:
            keep = keep_of(checkpoint.transformer.config, len(source.ids), 1 + len(request.forced), sure=request.sure)
            started = time.perf_counter()
            trace = observe(checkpoint, source, request.forced, keep=keep, text=request.text)
            yield RunDone(request.ticket, trace, 1000 * (time.perf_counter() - started) / trace.steps)
            return
        keep = keep_of(checkpoint.transformer.config, len(source.ids), request.max_length, sure=request.sure)
        found = yield from hypotheses(request, checkpoint, [source], [request.forced])
        if not found:
            return
        session = DecodingSession(
            checkpoint, source, max_length=request.max_length, keep=keep, forced=found[0].ids, text=request.text,
            sampling=sampling_of(request.decoding),
        )  # fmt: skip
        found[0].lead(session)
        pace = self.pace(likely_steps(checkpoint, source, session.forced), session.limit)
        parted = in_parts(checkpoint.transformer.config, len(source.ids), session.limit)
        milliseconds = yield from decode((session,), session.advance, request.ticket, pace, parted)
        if not parted and milliseconds >= 0:
            yield Progress(request.ticket, RECORDING, 1.0)
            yield RunDone(request.ticket, session.trace(), milliseconds)

    def tokenize(self, request: Tokenize) -> Items:
        """The source tokens of a text, more than fit too; none for a text without words. Each line is a sentence."""
        checkpoint = self._open_checkpoint()
        sentences = [line for line in request.text.split("\n") if line.strip()] or [request.text]
        encoded = [checkpoint.source_tokenizer.encode(sentence) for sentence in sentences]
        shown = [checkpoint.surround(each) if each.ids else each for each in encoded]
        lengths = tuple(len(each.ids) for each in shown) if len(shown) > 1 else ()
        limit = checkpoint.transformer.config.max_length
        ids = chain.from_iterable(each.ids for each in shown)
        tokens = chain.from_iterable(each.tokens for each in shown)
        spelling = chain.from_iterable(each.spelling for each in shown)
        unknown = chain.from_iterable(each.unknown for each in shown)
        yield Tokens(request.ticket, tuple(ids), tuple(tokens), tuple(spelling), tuple(unknown), limit, lengths)

    def inspect(self, request: Inspect) -> Items:
        """What a file is, whether it opens or not. Raises :class:`Problem`."""
        yield Progress(request.ticket, INSPECTING)
        yield Inspected(request.ticket, facts_of(request.path, self.checkpoint))

    def save(self, request: SaveOpen) -> Items:
        """The open checkpoint as a folder of ours, tensor by tensor. Raises :class:`Problem`."""
        yield Progress(request.ticket, SAVING)
        for share in save_open(request, self.checkpoint):
            yield Progress(request.ticket, SAVING, share)
        yield Saved(request.ticket)

    def _open_checkpoint(self) -> Checkpoint:
        if self.checkpoint is None:
            raise Problem(Text("translation"), Text("no checkpoint is open"), Text("Open a checkpoint first"))
        return self.checkpoint


JOBS: dict[type[Job], Callable[[Engine, Any], Items]] = {
    OpenCheckpoint: Engine.open,
    CheckHeads: Engine.check_heads,
    RunSentence: Engine.translate,
    ReplaceTokens: lambda engine, request: measure_effects(request, engine.checkpoint),
    GuessEarly: lambda engine, request: guess_early(request, engine.checkpoint),
    ExtendTarget: lambda engine, request: extend_target(request, engine.checkpoint),
    SuggestWords: lambda engine, request: suggest_words(request, engine.checkpoint),
    ReadWeights: lambda engine, request: read_weights(request, engine.checkpoint),
    Tokenize: Engine.tokenize,
    Inspect: Engine.inspect,
    SaveOpen: Engine.save,
    PlanTraining: lambda _, request: plan_of(request),
}


def describe(checkpoint: Checkpoint, device: str) -> CheckpointInfo:
    """What the window needs to know of an open checkpoint."""
    config, special = checkpoint.transformer.config, checkpoint.special
    path = checkpoint.path or Path()
    roles = {special.source_padding, *special.source_prefix, *special.source_suffix}
    return CheckpointInfo(
        name=checkpoint.name,
        path=str(path),
        sha256=checkpoint.sha256,
        family=checkpoint.family,
        device=device,
        parameters=config.parameters,
        encoder_layers=config.encoder.layers,
        encoder_heads=config.encoder.heads,
        decoder_layers=config.decoder.layers,
        decoder_heads=config.decoder.heads,
        width=config.width,
        max_length=config.max_length,
        source_language=checkpoint.languages[0],
        target_language=checkpoint.languages[1],
        norm_order=config.norm_order,
        final_norm=config.final_norm,
        positions=config.positions,
        tokenizer=checkpoint.source_tokenizer.kind,
        unknown_id=checkpoint.source_tokenizer.unknown_id,
        special_ids=tuple(sorted(roles)),
        samples=samples(checkpoint),
        vocabulary_head=config.vocabulary_head,
        source_languages=checkpoint.language_choices.get("source", ()),
        target_languages=checkpoint.language_choices.get("target", ()),
        queries_width=config.encoder.heads * config.encoder.head_width,
        source_vocabulary=len(checkpoint.source_tokenizer),
        network=checkpoint.conventions,
        own_search={} if checkpoint.own_search is None else asdict(checkpoint.own_search),
        assumptions=len(checkpoint.assumptions),
    )


def explain(error: Exception, request: Job, device: str) -> Failed:
    """A failure in words for people; one that is our own fault goes to the log as well.

    ``device`` is the open checkpoint's.
    """
    ticket, opening = request.ticket, isinstance(request, OpenCheckpoint | CheckHeads)
    device = request.device if isinstance(request, OpenCheckpoint) else device
    if isinstance(error, Problem):
        return Failed(ticket, error.what, error.why, error.next_step, error.offer, error.fault)
    if is_out_of_memory(error):
        return _out_of_memory(ticket, device, opening)
    _log(error)
    if device != "cpu" and is_device_error(error):
        return Failed(
            ticket, Text("device %1", device), Text("it reported an error"), Text("Go on with the CPU"), "cpu"
        )
    told = unforeseen(error, "engine")
    return Failed(ticket, told.what, told.why, told.next_step, fault=told.fault)


def _out_of_memory(ticket: int, device: str, opening: bool) -> Failed:
    if device == "cpu":
        smaller = (
            Text("Close other programs or choose a smaller checkpoint")
            if opening
            else Text("Close other programs or shorten the sentence")
        )
        return Failed(ticket, Text("memory"), Text("there is not enough for this"), smaller)
    smaller = (
        Text("Go on with the CPU or choose a smaller checkpoint")
        if opening
        else Text("Go on with the CPU or shorten the sentence")
    )
    return Failed(ticket, Text("memory"), Text("the GPU has not enough for this"), smaller, "cpu")


def _load_word_rules(checkpoint: Checkpoint) -> None:
    """Import spaCy now, which takes seconds, rather than at the first key somebody types."""
    try:
        checkpoint.source_tokenizer.encode("")
    except ImportError as error:
        raise Problem(
            checkpoint.name, Text("splitting its words needs spaCy, which is missing"), Text("Install spaCy")
        ) from error


def _log(error: Exception) -> None:
    """Where it happened, without the error's text: that may quote the sentence."""
    frames = "".join(traceback.format_tb(error.__traceback__))
    LOG.error("%s\n%s", type(error).__name__, frames)
