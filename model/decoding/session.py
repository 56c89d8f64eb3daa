"""One sentence decoded, a token at a time, with everything captured.

Greedy, with tokens forced by request or by a model's own rules. Only the newest row is
computed per step. :mod:`model.decoding.beam` searches; a trace of its result is a forced run.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from model.checkpoints.checkpoint import Checkpoint, Special
from model.checkpoints.tokenizer import Encoded, Tokenizer
from model.common.problems import Problem
from model.common.text import Text
from model.common.version import VERSION
from model.decoding.capture import build_rows, build_trace, capture_step
from model.decoding.row_versions import RowVersions
from model.decoding.sampling import METHOD, Sampling
from model.decoding.stepper import StepDecoder
from model.network.masks import padding_mask
from model.network.transformer import Cache, Decoding, Encoding, Keep, Transformer
from model.network.what_if import interventions_of
from model.network.what_if_places import require_places, unreached
from model.record.trace import BY_HAND, Meta, Step, Trace

END_TOKEN = "end token"  # noqa: S105 (a reason, no secret)
START = "start"  #: what a start token is called that is ``<pad>`` or ``</s>`` elsewhere
GIVEN_TARGET = "end of the given target"


def default_limit(source_tokens: int, max_length: int) -> int:
    """The longest translation tried without a limit: twice the source and 20 more."""
    return min(max_length, 2 * source_tokens + 20)


def decode_newest(
    transformer: Transformer,
    consumed: torch.Tensor,
    visible: torch.Tensor,
    encoding: Encoding,
    cache: Cache,
    keep: Keep = Keep.NOTHING,
) -> Decoding:
    """The decoder's answer at the last of ``consumed`` [B,T], whose padding mask is ``visible`` [B,T].

    One row, over what ``cache`` holds. Where a later token changes earlier rows (blocked cells that
    keep some weight, rows of padding that see nothing) everything is computed again instead.
    """
    if transformer.revises or (transformer.config.padding_revises and not bool(visible.all())):
        mask = transformer.mask("decoder", visible, visible)  # [B,T,T]
        return transformer.decode(consumed, encoding, mask, Cache(), keep, visible)
    newest = visible[:, -1:]
    mask = transformer.mask("decoder", newest, visible, consumed.shape[1] - 1)  # [B,1,T]
    return transformer.decode(consumed[:, -1:], encoding, mask, cache, keep, newest)


class DecodingSession:
    """One run over one sentence. :meth:`advance` until it returns None, then :meth:`trace`.

    ``forced`` are the first tokens produced, whatever the model thinks; ``origin`` says why they are forced
    (``forced``, ``beam`` or ``teacher``: step by step what :mod:`model.decoding.teacher_forcing` does in one pass,
    and what that is tested against). ``sampling`` draws the others instead of taking the likeliest. ``encoding`` is
    that of ``source``, where it is known. Raises :class:`Problem` for a forced token that the vocabulary does not
    have, for more of them than there are positions, for a change that names a place which the run lacks, and for a
    network without a vocabulary head.
    """

    def __init__(  # noqa: PLR0913 (what a run may be told)
        self,
        checkpoint: Checkpoint,
        source: Encoded,
        *,
        max_length: int = 0,
        keep: Keep = Keep.WEIGHTS,
        forced: tuple[int, ...] = (),
        origin: str = "forced",
        text: str = "",
        encoding: Encoding | None = None,
        sampling: Sampling | None = None,
    ) -> None:
        config = checkpoint.transformer.config
        checkpoint.require_head()
        self.checkpoint = checkpoint
        self.source = source
        self.text = text
        self.keep = max(keep, Keep.WEIGHTS)
        self.forced = beginning(checkpoint, forced)
        self.by_hand = 0  #: of the forced tokens, how many a person chose, whatever ``origin`` says of the others
        self.origin = origin
        used = sum(1 for index in source.ids if index != checkpoint.special.source_padding)
        wanted = max_length or max(default_limit(used, config.target_limit), len(self.forced))
        self.limit = min(wanted, config.target_limit)
        self.steps: list[Step] = []
        self.consumed = [checkpoint.special.start]
        self.stop_reason = ""
        self._forgotten = 0  # steps whose rows have been handed over
        self._cache = Cache()
        self._versions = RowVersions()
        self._device = next(checkpoint.transformer.parameters()).device
        self._told = checkpoint.forced
        require_places(checkpoint.changes, len(source.ids), self.limit)
        check_ids(tuple(self._told.values()), config.target_vocabulary)
        self._blocks_padding = origin == "teacher" or config.blocks_produced_padding
        self.sampling = sampling
        self.searched: Mapping[str, Any] = {}  #: of a beam that found what is forced
        self.encoding = self._encode() if encoding is None else encoding
        self._stepper = StepDecoder.of(checkpoint.transformer, self.encoding)

    @property
    def visible(self) -> list[bool]:
        """[T] padding mask of the consumed tokens; the start token counts even where it is ``<pad>``."""
        if not self._blocks_padding:
            return [True] * len(self.consumed)
        padding = self.checkpoint.special.target_padding
        return [True, *(index != padding for index in self.consumed[1:])]

    @torch.inference_mode()
    def advance(self) -> Step | None:
        """Consume the newest token and produce the next one; None once the run has stopped."""
        return None if self.stop_reason else self._take(self._decode())

    @torch.inference_mode()
    def take(self, decoding: Decoding) -> Step:
        """Produce the next token from the newest row of ``decoding``, wherever that was computed (batch of one)."""
        return self._take(decoding)

    def _take(self, decoding: Decoding) -> Step:
        logits = self.checkpoint.transformer.predict(decoding.hidden[0, -1])  # [V]
        drawn = self._drawn(logits)
        produced, origin = self._choose(logits, drawn)
        step = capture_step(decoding, logits, self.keep, self.consumed[-1], produced, origin, drawn)
        revised = self._versions.revised(decoding)
        step = replace(step, revised=revised) if revised else step
        self.steps.append(step)
        self._stop_or_continue(produced)
        return step

    def run(self) -> DecodingSession:
        """Advance until the run stops."""
        while self.advance() is not None:
            continue
        return self

    def stop(self) -> None:
        """End here, by hand, what has not ended; there must be at least one step."""
        self.stop_reason = self.stop_reason or BY_HAND

    def forget_rows(self) -> None:
        """Hold no maps any more: :meth:`rows` has handed them over. No :meth:`trace` can be made then."""
        empty = np.zeros((0, 0, 0), dtype=np.float32)
        for at in range(self._forgotten, len(self.steps)):
            self.steps[at] = replace(self.steps[at], own=empty, cross=empty, activations={})
        self._forgotten = len(self.steps)
        self.encoding = replace(self.encoding, layers=())

    def trace(self) -> Trace:
        """The record of the steps so far; there must be at least one."""
        return build_trace(self._meta(), *self._record())

    def rows(self, first: int) -> tuple[Meta, dict[str, NDArray[Any]]]:
        """The same of the steps from ``first`` on, without activations, for a :class:`GrowingRun` of those before."""
        return build_rows(self._meta(), *self._record(), first)

    def _record(self) -> tuple[Encoded, Encoding, list[Step], Tokenizer, list[bool], Transformer]:
        checkpoint, visible = self.checkpoint, self.visible[: len(self.steps)]
        return self.source, self.encoding, self.steps, checkpoint.target_tokenizer, visible, checkpoint.transformer

    def _meta(self) -> Meta:
        checkpoint = self.checkpoint
        said = [step.produced_id for step in self.steps if step.produced_id not in checkpoint.special.ends]
        method = "greedy" if self.sampling is None else METHOD
        decoding = {
            "method": "beam" if self.origin == "beam" else method,
            "max_length": self.limit,
            "forced": list(self.forced),
            "source_length": len(self.source.ids),
            **({"beam": dict(self.searched)} if self.searched else {}),
            **({} if self.sampling is None else {"sampling": self.sampling.to_json()}),
        }
        translation = checkpoint.target_tokenizer.decode(said)
        return run_meta(
            checkpoint, self.source, self.text, decoding, self.stop_reason, translation, steps=len(self.steps)
        )

    @torch.inference_mode()
    def _encode(self) -> Encoding:
        ids = torch.tensor([self.source.ids], device=self._device)
        mask = padding_mask(ids, self.checkpoint.special.source_padding)
        return self.checkpoint.transformer.encode(ids, mask, self.keep)

    def _decode(self) -> Decoding:
        """The newest row: by the shortest way where it sees everything."""
        visible = self.visible
        if self._stepper is not None and all(visible):
            return self._stepper.decode(self.consumed[-1], self._cache, self.keep)
        tokens = torch.tensor([self.consumed], device=self._device)  # [1,t+1]
        shown = torch.tensor([visible], device=self._device)  # [1,t+1]
        return decode_newest(self.checkpoint.transformer, tokens, shown, self.encoding, self._cache, self.keep)

    def _drawn(self, logits: torch.Tensor) -> NDArray[np.float64] | None:
        """[V] the probabilities that the next token is drawn from; None where it is the likeliest."""
        return None if self.sampling is None else self.sampling.shares(self._allowed(logits).double().cpu().numpy())

    def _allowed(self, logits: torch.Tensor) -> torch.Tensor:
        withheld = self.checkpoint.special.withheld(len(self.steps))
        if not withheld:
            return logits
        allowed = logits.clone()
        allowed[withheld] = -torch.inf
        return allowed

    def _choose(self, logits: torch.Tensor, drawn: NDArray[np.float64] | None) -> tuple[int, str]:
        position = len(self.steps)
        if position in self._told:
            return self._told[position], "forced"
        if position < len(self.forced):
            return self.forced[position], "forced" if position < self.by_hand else self.origin
        if self._is_last(position):
            return self.checkpoint.special.last[0], "forced"
        if self.sampling is not None and drawn is not None:
            return self.sampling.choose(drawn, position), METHOD
        return int(self._allowed(logits).argmax()), "greedy"

    def _is_last(self, position: int) -> bool:
        """Whether the model's own rule says what is produced here, at the limit (BART ends there)."""
        return bool(self.checkpoint.special.last) and position == self.limit - 1

    def _stop_or_continue(self, produced: int) -> None:
        count = len(self.steps)
        given = self.origin == "teacher" and count >= len(self.forced)
        chosen = count > len(self.forced) and count - 1 not in self._told
        by_rule = chosen and self._is_last(count - 1)  # an end token that only the limit brought
        if produced in self.checkpoint.special.ends and not by_rule:
            self.stop_reason = END_TOKEN
        elif given:
            self.stop_reason = GIVEN_TARGET
        elif count >= self.limit:
            self.stop_reason = f"limit of {self.limit} tokens"
        else:
            self.consumed.append(produced)


def beginning(checkpoint: Checkpoint, forced: tuple[int, ...]) -> tuple[int, ...]:
    """The model's own forced tokens, then the requested ones; a prefix of an earlier run already begins with them.

    Raises :class:`Problem` for an id that no token of the vocabulary has, and for more than there are positions.
    """
    config, rule = checkpoint.transformer.config, checkpoint.special.forced
    check_ids(forced, config.target_vocabulary)
    found, limit = forced if forced[: len(rule)] == rule else rule + forced, config.target_limit
    if len(found) > limit:
        why = Text("it has %1 tokens and %2 has positions for %3", f"{len(found):,}", checkpoint.name, f"{limit:,}")
        raise Problem(Text("beginning of the target"), why, Text("Leave out %1 of them", f"{len(found) - limit:,}"))
    return found


def run_meta(
    checkpoint: Checkpoint,
    source: Encoded,
    text: str,
    decoding: Mapping[str, Any],
    stop_reason: str,
    translation: str,
    *,
    steps: int,
) -> Meta:
    """The meta data of a run of so many ``steps`` with ``checkpoint``, before its maps are known."""
    special = checkpoint.special
    return Meta(
        checkpoint=checkpoint.name,
        checkpoint_sha256=checkpoint.sha256,
        family=checkpoint.family,
        device=str(next(checkpoint.transformer.parameters()).device),
        decoding=decoding,
        stop_reason=stop_reason,
        translation=translation,
        program_version=VERSION,
        source_text=text,
        source_spelling=source.spelling,
        special_ids=_special_ids(special),
        unknown_ids=_unknown_ids(checkpoint),
        start_label=START if special.start in (special.target_padding, *special.ends) else "",
        vocabulary_head=checkpoint.transformer.config.vocabulary_head,
        network=checkpoint.conventions,
        assumed={one.name: one.told for one in checkpoint.assumptions if not one.in_file},
        interventions=interventions_of(checkpoint.transformer),
        unreached=unreached(checkpoint.changes, steps),
        word_marks={"source": checkpoint.source_tokenizer.word_mark, "target": checkpoint.target_tokenizer.word_mark},
    )


def _special_ids(special: Special) -> dict[str, tuple[int, ...]]:
    """The ids that are no text, on each side."""
    source = {special.source_padding, *special.source_prefix, *special.source_suffix}
    target = {special.target_padding, special.start, *special.ends, *special.forced, *special.last}
    return {"source": tuple(sorted(source)), "target": tuple(sorted(target))}


def _unknown_ids(checkpoint: Checkpoint) -> dict[str, tuple[int, ...]]:
    """The id of unknown words, on the sides that have such an entry."""
    sides = {"source": checkpoint.source_tokenizer, "target": checkpoint.target_tokenizer}
    return {side: (words.unknown_id,) for side, words in sides.items() if words.unknown_id >= 0}


def check_ids(forced: tuple[int, ...], vocabulary: int) -> None:
    """Raise :class:`Problem` for the first id that no token of the vocabulary has."""
    for index in forced:
        if not 0 <= index < vocabulary:
            raise Problem(
                Text("forced token"),
                Text("the vocabulary has no token %1, only 0 to %2", index, vocabulary - 1),
                Text("Choose one of the candidates"),
            )
