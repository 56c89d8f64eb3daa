"""A file as named facts: a checkpoint, a trace, a session, or a file that no format opens. It judges nothing.

The architecture is told field by field: everything in :class:`TransformerConfig` that decides a number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from model.checkpoints.checkpoint import Checkpoint, open_checkpoint, tables
from model.checkpoints.files.gate import examine
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.formats.shared.nearest import Relative, nearest, shortened
from model.checkpoints.tokenizer import Tokenizer
from model.common.fields import Fields
from model.common.problems import Problem
from model.network.config import PaddingRule, TransformerConfig
from model.record.session_file import SessionFile, read_session, shown_run
from model.record.session_name import is_session
from model.record.trace import KINDS, Trace
from model.record.trace_file import load_trace

Facts = dict[str, dict[str, Any]]
TRACE = ".npz"
TRACE_BYTES = 4  #: float32
LENGTHS = (16, 64, 256)
LISTED = 200  #: names of a list that is shown


def inspect(path: Path, devices: Mapping[str, int] | None = None) -> Facts:
    """The facts of any file that passes the gate. ``devices``: memory in bytes by name.

    Raises :class:`Problem` for a file of which nothing is known: damaged, hostile or no model at all.
    """
    if is_session(path):
        return describe_session(read_session(path))
    if path.suffix.lower() == TRACE and not path.is_dir():
        return describe_trace(load_trace(path))
    file = examine(path)
    try:
        checkpoint = open_checkpoint(path)
    except Problem as problem:
        if not file.tensors:
            raise
        return describe_unopened(file, problem)
    return describe(checkpoint, devices) | {"file": _file(file)}


def inspect_open(checkpoint: Checkpoint, devices: Mapping[str, int] | None = None) -> Facts:
    """The same of a checkpoint that is open, with the answers that it was given. Raises :class:`Problem`."""
    facts = describe(checkpoint, devices)
    return facts if checkpoint.path is None else facts | {"file": _file(examine(checkpoint.path))}


def describe(checkpoint: Checkpoint, devices: Mapping[str, int] | None = None) -> Facts:
    """Sections of named facts: text, whole numbers, truth values or lists, ready for JSON."""
    facts: Facts = {
        "checkpoint": {
            "name": checkpoint.name,
            "path": str(checkpoint.path or ""),
            "family": checkpoint.family,
            "sha256": checkpoint.sha256,
            "source language": checkpoint.languages[0],
            "target language": checkpoint.languages[1],
        },
        "warnings": {str(number): text for number, text in enumerate(checkpoint.warnings, 1)},
        "missing": _missing(checkpoint),
        "assumed": {one.question: _assumed(one.value, one.origin, one.certain) for one in checkpoint.assumptions},
        "architecture": in_words(checkpoint.transformer.config),
        "names in your code": dict(checkpoint.code_names),
        "tokens": _tokens_of(checkpoint),
        "memory needed": _memory(checkpoint, devices or {}),
        "provenance": {str(name): str(value) for name, value in checkpoint.provenance.items()},
    }
    return {section: values for section, values in facts.items() if values or section == "provenance"}


def describe_unopened(file: ModelFile, problem: Problem) -> Facts:
    """A file that holds tensors and was not opened: why, and where it differs from its nearest family."""
    facts: Facts = {"not opened": {"why": problem.why, "what to do": problem.next_step}, "file": _file(file)}
    relative = nearest(file.tensors, tables())
    if relative is None:
        return facts | {"tensors": _tensors(file)}
    return facts | {"nearest family": _relative(relative)}


def describe_trace(trace: Trace) -> Facts:
    """The contents of a trace file, and what it lacks."""
    meta = trace.meta
    maps = {kind: trace.attention(kind) for kind in KINDS}
    return {
        "trace": {
            "sentence": meta.source_text or " ".join(map(str, trace.source_tokens)),
            "translation": meta.translation,
            "checkpoint": meta.checkpoint,
            "family": meta.family,
            "device": meta.device,
            "why it stopped": meta.stop_reason,
            "written by": meta.program_version,
        },
        "contents": {
            "source tokens": len(trace.source_tokens),
            "steps": trace.steps,
            **{f"{kind} attention": "none" if values is None else _axes(values) for kind, values in maps.items()},
            "masks": [name for name in vars(trace) if name.endswith("_mask") and getattr(trace, name) is not None],
            "activations": len(trace.activations),
            "interventions": len(meta.interventions),
            "recorded from somebody's own code": bool(meta.recorded),
        },
    }


def describe_session(file: SessionFile) -> Facts:
    """The contents of a session file, and the facts of the run that it shows. Raises :class:`Problem`."""
    said = Fields(file.facts, file.path)
    home, notes, place = said.part("checkpoint"), said.part("notes"), said.part("place")
    where = f"{place.text('kind', 'cross')} {place.integer('layer') + 1}.{place.integer('head') + 1}"
    session = {
        "version": said.integer("version"),
        "written by": said.text("program"),
        "checkpoint": home.text("name"),
        "sha256": home.text("sha256"),
        "where that lay": home.text("path"),
        "sentences": [run.meta.source_text for run in file.runs],
        "shows": f"{said.text('view')}, {where}, step {place.integer('step') + 1}",
        "notes (characters)": len(notes.text("text")),
        "notes about places": len(notes.parts("places")),
    }
    return {"session": session, **describe_trace(shown_run(file))}


def trace_bytes(checkpoint: Checkpoint, length: int) -> int:
    """float32 bytes of all attention of a run with S = T = ``length``."""
    encoder, decoder = checkpoint.transformer.config.stacks
    maps = encoder.layers * encoder.heads + 2 * decoder.layers * decoder.heads
    return maps * length * length * TRACE_BYTES


def weight_bytes(checkpoint: Checkpoint) -> int:
    """Bytes of all weights, a tied table once, as they lie in memory."""
    return sum(value.numel() * value.element_size() for value in checkpoint.transformer.parameters())


def _memory(checkpoint: Checkpoint, devices: Mapping[str, int]) -> dict[str, Any]:
    """A run keeps its maps on the device while it lasts, and in the window's memory after it."""
    weights, limit = weight_bytes(checkpoint), checkpoint.transformer.config.max_length
    facts: dict[str, Any] = {"weights (MB)": round(weights / 1e6, 1)}
    for length in LENGTHS:
        maps = trace_bytes(checkpoint, length)
        facts[f"trace of {length} source and {length} target tokens (MB)"] = round(maps / 1e6, 1)
        for name, memory in devices.items():
            needed = f"{(weights + maps) / 1e6:,.1f} MB of {memory / 1e6:,.0f}"
            beyond = ", more than it has positions for" if length > limit else ""
            facts[f"run of {length} + {length} tokens on {name}"] = needed + beyond
    return facts


def _missing(checkpoint: Checkpoint) -> dict[str, str]:
    found = {}
    for side, tokenizer in (("source", checkpoint.source_tokenizer), ("target", checkpoint.target_tokenizer)):
        if tokenizer.kind == "ids":
            found[f"{side} vocabulary"] = "tokens are shown and typed as numbers"
    if not checkpoint.transformer.config.vocabulary_head:
        found["vocabulary head"] = "it produces no tokens: attention is shown, and no translation"
    return found


def _assumed(value: Any, origin: str, certain: bool) -> str:
    shown = {True: "yes", False: "no"}.get(value, value) if isinstance(value, bool) else value
    return f"{shown if shown != '' else 'none'} ({origin}{'' if certain else '; not certain'})"


def _tokens_of(checkpoint: Checkpoint) -> dict[str, Any]:
    source, target, special = checkpoint.source_tokenizer, checkpoint.target_tokenizer, checkpoint.special
    facts: dict[str, Any] = {
        "source": f"{source.kind}, {len(source):,} entries",
        "target": f"{target.kind}, {len(target):,} entries",
        "unknown": source.token(source.unknown_id) if source.unknown_id >= 0 else "",
        "padding": source.token(special.source_padding),
        "start": target.token(special.start),
        "end": _tokens(target, special.ends),
        "before every source": _tokens(source, special.source_prefix),
        "after every source": _tokens(source, special.source_suffix),
        "produced first": _tokens(target, special.forced),
        "never produced": _tokens(target, special.suppressed),
    }
    for side, codes in checkpoint.language_choices.items():
        facts[f"{side} languages"] = list(codes)
    return facts


def _tokens(tokenizer: Tokenizer, ids: tuple[int, ...]) -> list[str]:
    return [tokenizer.token(index) for index in ids]


def _file(file: ModelFile) -> dict[str, Any]:
    """The container and what it holds, by the header alone."""
    types = Counter(info.dtype for info in file.tensors.values())
    return {
        "container": {"safetensors": "safetensors", "torch": "PyTorch (.pt, .pth, .bin)"}[file.container],
        "files": [path.name for path in file.weights],
        "size (MB)": round(sum(path.stat().st_size for path in file.weights) / 1e6, 1),
        "tensors": len(file.tensors),
        "values": sum(info.numel for info in file.tensors.values()),
        "types": [f"{count:,} × {name}" for name, count in types.most_common()],
        "beside the tensors": sorted(map(str, file.extras))[:LISTED],
    }


def _relative(relative: Relative) -> dict[str, Any]:
    return {
        "family": relative.family,
        "names that it knows": f"{len(relative.known):,} of {relative.total:,}",
        "before every name": relative.prefix,
        "in that family and not here": list(relative.absent)[:LISTED],
        "here and not in that family": list(shortened(relative.strange))[:LISTED],
        "in both": list(shortened(relative.known))[:LISTED],
    }


def _tensors(file: ModelFile) -> dict[str, Any]:
    return {name: f"{list(info.shape)} {info.dtype}" for name, info in list(file.tensors.items())[:LISTED]}


def _axes(values: Any) -> str:
    layers, heads, rows, columns = values.shape
    return f"{layers} layers, {heads} heads, {rows} × {columns}"


POSITIONS = {
    "sinusoidal": "sines and cosines, computed",
    "learned": "learned",
    "stored": "fixed, from the file",
    "relative": "a learned bias on the scores for each distance",
}
NORMS = {
    "layer": "LayerNorm",
    "rms": "RMS norm (no mean, no shift)",
    "unbiased": "LayerNorm by σ + eps, σ over n − 1",
}
ACTIVATIONS = {"relu": "ReLU", "gelu": "GELU (exact)", "gelu_tanh": "GELU (tanh)", "silu": "SiLU"}
BLOCKED: dict[PaddingRule, str] = {
    "keys": "its columns",
    "queries": "its rows",
    "both": "its columns and its rows",
}


def in_words(config: TransformerConfig) -> dict[str, Any]:
    """Named facts: text, whole numbers or truth values."""
    return {
        "parameters": config.parameters,
        "model width M (d_model)": config.width,
        **_stacks(config),
        **_positions(config),
        **_norms(config),
        **_feed_forward(config),
        **_attention(config),
        **_ends(config),
        "dropout while training": _dropout(config),
    }


def _stacks(config: TransformerConfig) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for side, stack in (("encoder", config.encoder), ("decoder", config.decoder)):
        found |= {
            f"{side} layers": stack.layers,
            f"{side} heads H": stack.heads,
            f"{side} head width D (d_k)": stack.head_width,
            f"{side} feed-forward width F": stack.feed_forward_width,
        }
        if stack.value_width is not None:
            found[f"{side} value width (d_v)"] = stack.value_width
    return found


def _positions(config: TransformerConfig) -> dict[str, Any]:
    text = POSITIONS[config.positions]
    if config.positions == "relative":
        text += f": {config.relative_buckets} groups, the last from {config.relative_distance} tokens on"
    if config.padding_position:
        text += "; padding has one of its own"
    return {
        "positions": text,
        "longest source": config.max_length,
        "longest target": config.target_limit,
        "token embedding times √M": config.scale_embeddings,
        "norm after the embedding": config.embedding_norm,
    }


def _norms(config: TransformerConfig) -> dict[str, Any]:
    order = "after each residual sum (post-norm)" if config.norm_order == "post" else "before each block (pre-norm)"
    last = ", and once more after each stack" if config.final_norm else ""
    return {"norm": f"{NORMS[config.norm]}, eps {config.norm_eps:g}, {order}{last}"}


def _feed_forward(config: TransformerConfig) -> dict[str, Any]:
    gate = ", gated: times a second projection" if config.gated else ""
    return {"feed-forward": ACTIVATIONS[config.activation] + gate + _bias(config.feed_forward_bias)}


def _attention(config: TransformerConfig) -> dict[str, Any]:
    rules = config.padding_blocks
    return {
        "attention projections": "query, key, value, output" + _bias(config.attention_bias),
        "scores times 1/√D": config.scale_scores,
        "score of a blocked cell": f"{config.mask_fill:g}".replace("inf", "∞").replace("-", "−"),
        "padding blocks in the encoder": BLOCKED[rules.encoder],
        "padding blocks in the decoder": BLOCKED[rules.decoder],
        "padding blocks in cross attention": BLOCKED[rules.cross],
        "padding that was produced is blocked": config.blocks_produced_padding,
    }


def _ends(config: TransformerConfig) -> dict[str, Any]:
    if config.vocabulary_head:
        head = "the target embedding once more" if config.tie_output else "its own table"
        head += _bias(config.output_bias)
    else:
        head = f"none; a classifier of {config.classes} classes" if config.classes else "none"
    return {
        "source and target share one table": config.share_embeddings,
        "vocabulary head": head,
        "logits times 1/√M": config.scale_logits,
    }


def _dropout(config: TransformerConfig) -> str:
    values = vars(config.dropout)
    used = ", ".join(f"{name.replace('_', '-')} {value:g}" for name, value in values.items() if value)
    return used or "none, or not stored"


def _bias(present: bool) -> str:
    return "" if present else ", without bias"
