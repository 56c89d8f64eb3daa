"""One pass over a source and a given target: for a network that has no vocabulary head, so no next token.

Its maps are complete; tokens produced, their probabilities and candidates are absent, as the network has none. A
network with a head is run by :mod:`model.decoding.session` or, along a given target,
:mod:`model.decoding.teacher_forcing`.
"""

from __future__ import annotations

import torch

from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.tokenizer import Encoded
from model.common.problems import Problem
from model.decoding.capture import build_observation
from model.decoding.session import GIVEN_TARGET, check_ids, run_meta
from model.decoding.teacher_forcing import one_pass, visible_inputs
from model.network.transformer import Keep
from model.record.trace import Trace


def observe(
    checkpoint: Checkpoint, source: Encoded, target: tuple[int, ...] = (), *, keep: Keep = Keep.WEIGHTS, text: str = ""
) -> Trace:
    """The maps of ``source`` and of the start token followed by ``target``.

    Raises :class:`Problem` for a target with an id that the vocabulary does not have, or one longer than
    the network has positions for.
    """
    transformer, special = checkpoint.transformer, checkpoint.special
    consumed = (special.start, *target)
    check_ids(target, transformer.config.target_vocabulary)
    limit = transformer.config.target_limit
    if len(consumed) > limit:
        why = f"with its start it has {len(consumed):,} tokens and {checkpoint.name} has positions for {limit:,}"
        raise Problem("target sentence", why, f"Leave out {len(consumed) - limit:,} of them")
    encoding, decoding = one_pass(checkpoint, [source], [consumed], keep)
    visible = visible_inputs(torch.tensor([consumed]), special.target_padding)[0].tolist()
    tokens = tuple(map(checkpoint.target_tokenizer.token, consumed))
    told = {"method": "given target", "forced": list(target), "source_length": len(source.ids)}
    meta = run_meta(checkpoint, source, text, told, GIVEN_TARGET, "")
    shown = Encoded(consumed, tokens, tokens, (False,) * len(consumed))
    return build_observation(meta, source, encoding, shown, decoding, transformer, visible)
