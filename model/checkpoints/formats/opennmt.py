"""OpenNMT-py: ``…_step_N.pt`` of a Transformer, with the options of its training and both vocabularies inside.

Norms before the blocks and one after each stack, LayerNorm or RMSNorm; the stored positions are added to tokens times
√d_model; −1e18 in blocked cells. A source has neither start nor end; which token starts the target stands beside the
vocabularies. Relative, rotary and other positions, heads that share keys, experts and copies are refused by the
option's name. Weights saved as safetensors have the rest in a ``.pt`` of the same name. Source: OpenNMT/OpenNMT-py 3.5.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from model.checkpoints.assumptions import SETTINGS, Answers, Assumption, Loading, assume, assume_heads, head_counts
from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.formats.shared.assemble import Assembly, SpecialWords, Tensors, adapted, assemble
from model.checkpoints.formats.shared.keys import Table, dimensions, layer_lines, stack
from model.checkpoints.formats.shared.structure import Structure
from model.common.problems import Problem
from model.common.text import Text
from model.network.config import Dropout, TransformerConfig

FAMILY = "OpenNMT-py"
HEADS = 8
EPS = 1e-6  #: before it was an option
LISTED = {"encoder": "transformer", "decoder": "transformer_layers"}
TOKENS = "{}.embeddings.make_embedding.emb_luts.0.weight"
ROWS = "{}.embeddings.make_embedding.pe.pe"  #: [5000,1,M]
ACTIVATIONS = {"relu": "relu", "gelu": "gelu", "silu": "silu", "gated-gelu": "gelu"}
GATED = ("silu", "gated-gelu")
SHIFTS = ("encoder.layer_norm.bias", "encoder.layer_norm.b_2")  #: of a LayerNorm, the second of 2018
OLD_NORM, OLD_PARTS = re.compile(r"(.*layer_norm(?:_\d+)?\.)(a_2|b_2)"), {"a_2": "weight", "b_2": "bias"}
#: Options under which its network is another one, with the values under which it is this one.
USUAL: Mapping[str, tuple[Any, ...]] = {
    "max_relative_positions": (0, None), "relative_positions_buckets": (0, None), "parallel_residual": (False, None),
    "sliding_window": (0, None), "num_experts": (0, None), "copy_attn": (False, None), "lora_layers": ([], None),
    "quant_layers": ([], None), "self_attn_type": ("scaled-dot", "scaled-dot-flash", "scaled_dot", None),
    "model_task": ("seq2seq", None), "position_encoding": (True, None), "layer_norm": ("standard", "rms", None),
}  # fmt: skip
RECORD = Text("Record a run of it with headscope_recorder.py and open that")
_BLOCKS = {"encoder": {"self_attn": "attention"}, "decoder": {"self_attn": "attention", "context_attn": "cross"}}
_NORMS = {"encoder": ("layer_norm", "feed_forward.layer_norm"),
          "decoder": ("layer_norm_1", "layer_norm_2", "feed_forward.layer_norm")}  # fmt: skip
_PARTS = {"linear_query": "query", "linear_keys": "key", "linear_values": "value", "final_linear": "output"}
_FORWARD = ("feed_forward.w_1", "feed_forward.w_2")


def _table() -> Table:
    lines = {"generator": "vocabulary", "generator.0": "vocabulary"}
    for side, place in (("encoder", "source"), ("decoder", "target")):
        lines[TOKENS.format(side).removesuffix(".weight")] = f"{place}_embedding.token"
        lines[ROWS.format(side)] = f"{place}_embedding.position.table"
        lines[f"{side}.layer_norm"] = f"{side}_norm"
        layer, ours = f"{side}.{LISTED[side]}.{{}}", f"{side}_layers.{{}}"
        lines |= layer_lines(layer, ours, _BLOCKS[side], _PARTS, _FORWARD, _NORMS[side])
        lines[f"{layer}.feed_forward.w_3"] = f"{ours}.feed_forward.gate"
    return lines


TABLE = _table()
STRUCTURE = Structure(projection_bias=False, outer_norms=2, stored_positions=2)  #: what its shapes tell
CODE_NAMES = {
    "source": "src [B,S,1]", "target": "tgt [B,T,1]", "padding mask": "src_pad_mask [B,1,S]",
    "target mask": "dec_mask [B,T,T]", "score": "scores [B,H,Q,K]", "weight": "attn [B,H,Q,K]",
    "memory": "enc_out [B,S,M]", "query": "query", "key": "key", "value": "value", "head width": "dim_per_head",
    "model width": "hidden_size", "feed-forward width": "transformer_ff", "output projection": "final_linear",
    "vocabulary head": "generator",
}  # fmt: skip
WORDS = SpecialWords(
    ("<unk>", 0), ("<blank>", 1), ("<s>", 2), ("</s>", 3), lowercase=False, wraps_source=False, splits=True
)


def recognise(file: ModelFile) -> bool:
    """By the names of both attentions."""
    names = ("encoder.transformer.0.self_attn.linear_keys.weight",
             "decoder.transformer_layers.0.context_attn.linear_keys.weight")  # fmt: skip
    return all(name in file.tensors for name in names)


def read(file: ModelFile, answers: Answers, loading: Loading) -> Checkpoint:
    """The architecture from shapes and the options in the file. Raises :class:`Problem`."""
    told = file.extras.get("opt")
    options: Mapping[str, Any] = told if isinstance(told, dict) else {}
    vocabulary, width = dimensions(file, TOKENS.format("encoder"), 2, FAMILY)
    heads = _heads(answers, options, width)
    activation = _activation(file, answers, options)
    _check(file, options, heads.value)
    eps = options.get("norm_eps", EPS)
    rows = [dimensions(file, ROWS.format(side), 3, FAMILY)[0] for side in LISTED]
    first = f"{{side}}.{{layers}}.{{{{}}}}.{_FORWARD[0]}.weight"
    encoder, decoder = (
        stack(file, first.format(side=side, layers=layers), width, heads.value, FAMILY)
        for side, layers in LISTED.items()
    )
    names = file.tensors
    config = TransformerConfig(
        vocabulary,
        dimensions(file, TOKENS.format("decoder"), 2, FAMILY)[0],
        width,
        encoder,
        decoder,
        max_length=rows[0],
        target_max_length=rows[1],
        positions="stored",
        norm_order="pre",
        final_norm=True,
        norm="rms" if names.keys().isdisjoint(SHIFTS) else "layer",
        norm_eps=eps if isinstance(eps, int | float) else EPS,
        activation=activation.value,
        gated="encoder.transformer.0.feed_forward.w_3.weight" in names,
        mask_fill=-1e18,
        attention_bias="encoder.transformer.0.self_attn.linear_keys.bias" in names,
        feed_forward_bias="encoder.transformer.0.feed_forward.w_1.bias" in names,
        output_bias="generator.bias" in names or "generator.0.bias" in names,
        blocks_produced_padding=False,
        dropout=Dropout(0.1, 0.1, 0.1, 0.1),
    )
    found = Assembly(
        FAMILY, config, TABLE, (heads, activation), adapt=_flat, adapted_shapes=adapted(file, _flat),
        code_names=CODE_NAMES, words=_words(file),
    )  # fmt: skip
    return assemble(file, found, answers, loading)


def _heads(answers: Answers, options: Mapping[str, Any], width: int) -> Assumption:
    """As the options say, else asked."""
    told = options.get("heads")
    if type(told) is int and told > 0 and width % told == 0 and ("heads" not in answers.values or answers.origins):
        return Assumption("heads", told, SETTINGS, Text("How many heads?"), head_counts(width))
    return assume_heads(answers, width, HEADS)


def _activation(file: ModelFile, answers: Answers, options: Mapping[str, Any]) -> Assumption:
    """As the options say; a gate leaves two. Raises :class:`Problem`."""
    told, question, names = options.get("pos_ffn_activation_fn"), Text("Which activation?"), ("relu", "gelu", "silu")
    if told is None:
        return assume(answers, "activation", question, "relu", names, certain=bool(options))
    gated = "encoder.transformer.0.feed_forward.w_3.weight" in file.tensors
    if told not in ACTIVATIONS or (told in GATED) != gated:
        raise _other(file, "pos_ffn_activation_fn", told)
    return Assumption("activation", ACTIVATIONS[told], SETTINGS, question, names)


def _check(file: ModelFile, options: Mapping[str, Any], heads: int) -> None:
    """Raise :class:`Problem` for an option under which its network is another one."""
    for name, usual in USUAL.items():
        if options.get(name) not in usual:
            raise _other(file, name, options[name])
    if options.get("num_kv") not in (0, None, heads):
        raise _other(file, "num_kv", options["num_kv"])


def _other(file: ModelFile, name: str, value: Any) -> Problem:
    why = Text("it says %1, which Headscope does not compute", f"{name}: {value}"[:60])
    return Problem(str(file.path), why, RECORD)


def _words(file: ModelFile) -> SpecialWords:
    """The start of a target is ``decoder_start_token`` of the vocabularies, ``<s>`` where there is none."""
    inside = file.extras.get("vocab")
    start = inside.get("decoder_start_token") if isinstance(inside, dict) else None
    return replace(WORDS, start=(start, WORDS.start[1])) if isinstance(start, str) and start else WORDS


def _flat(tensors: Tensors) -> Tensors:
    """Position tables [N,1,M] → [N,M]; norms of 2018 under today's names."""
    tables = {ROWS.format(side) for side in LISTED}
    return {
        OLD_NORM.sub(lambda found: found[1] + OLD_PARTS[found[2]], name): value.squeeze(1) if name in tables else value
        for name, value in tensors.items()
    }
