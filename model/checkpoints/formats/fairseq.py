"""fairseq: ``checkpoint_best.pt`` of a ``transformer``, with the settings of its training inside.

fairseq's fixed positions, or learned ones, are counted from the padding's id + 1; padding has a row of its own. −∞ in
blocked cells; norms after the blocks, or before them with one after each stack; perhaps a norm on the embeddings. A
source ends with ``</s>``, which is the decoder's start too. Names of 2018 (``in_proj_weight``, ``layer_norms``) are
those of today in one piece. Source: facebookresearch/fairseq 0.12.2.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from model.checkpoints.assumptions import SETTINGS, Answers, Assumption, Loading, assume, assume_heads, head_counts
from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.formats.shared.assemble import Assembly, SpecialWords, Tensors, adapted, assemble
from model.checkpoints.formats.shared.hf import fairseq_table, sines_then_cosines
from model.checkpoints.formats.shared.keys import Table, dimensions, stack
from model.checkpoints.formats.shared.structure import Structure
from model.common.problems import Problem
from model.common.text import Text
from model.network.config import Dropout, TransformerConfig

FAMILY = "fairseq"
HEADS, LONGEST = 8, 1024
SIDES = ("encoder", "decoder")
PLACES = {"encoder": "source_embedding", "decoder": "target_embedding"}
ROWS = "{}.embed_positions.weight"
HEADS_OWN = ("decoder.output_projection.weight", "decoder.embed_out")  #: a vocabulary head's, the second of 2018
ACTIVATIONS = {"relu": "relu", "gelu": "gelu", "gelu_accurate": "gelu_tanh", "gelu_fast": "gelu_tanh"}
#: Settings under which its network is another one, with the values under which it is this one.
NOTHING: tuple[Any, ...] = (None, False, 0, "", [])
OTHERS = (
    "no_token_positional_embeddings", "no_cross_attention", "cross_self_attention", "adaptive_softmax_cutoff",
    "adaptive_input", "base_layers", "char_inputs", "no_decoder_final_norm", "encoder_layers_to_keep",
    "decoder_layers_to_keep", "encoder_xformers_att_config", "decoder_xformers_att_config",
)  # fmt: skip
#: Widths that are another one's here.
WIDTHS = {"decoder_embed_dim": "encoder_embed_dim", "decoder_input_dim": "decoder_embed_dim",
          "decoder_output_dim": "decoder_embed_dim"}  # fmt: skip
#: What the encoder's layers of 0.12.2 keep once more for a faster path, what older files computed, and versions.
UNUSED = re.compile(
    r"encoder\.layers\.\d+\.(in_proj_(weight|bias)|(out_proj|fc[12])_(weight|bias))"
    r"|(en|de)coder\.(version|embed_positions\.(_float_tensor|weights))"
)
OLD_NORMS = {"encoder": ("self_attn", "final"), "decoder": ("self_attn", "encoder_attn", "final")}
RECORD = Text("Record a run of it with headscope_recorder.py and open that")


def _table() -> Table:
    lines = {name: ours for name, ours in fairseq_table().items() if not name.startswith("model.")}
    lines["decoder.output_projection"] = "vocabulary"
    for side, place in PLACES.items():
        lines[f"{side}.embed_tokens"] = f"{place}.token"
        lines[f"{side}.positions"] = f"{place}.position.table"
        lines[f"{side}.padding"] = f"{place}.position.padding"
        lines[f"{side}.layernorm_embedding"] = f"{place}.norm"
        lines[f"{side}.layer_norm"] = f"{side}_norm"
    return lines


TABLE = _table()
STRUCTURE = Structure(tables=3, head_bias=False)  #: what its shapes tell
CODE_NAMES = {
    "source": "src_tokens [B,S]", "target": "prev_output_tokens [B,T]", "padding mask": "encoder_padding_mask [B,S]",
    "look-ahead mask": "self_attn_mask [T,T]", "score": "attn_weights before softmax [B·H,Q,K]",
    "weight": "attn_weights [B·H,Q,K]", "memory": "encoder_out [S,B,M]", "query": "q_proj", "key": "k_proj",
    "value": "v_proj", "output projection": "out_proj", "model width": "embed_dim",
    "feed-forward width": "ffn_embed_dim", "vocabulary head": "output_projection",
}  # fmt: skip
WORDS = SpecialWords(
    ("<unk>", 3),
    ("<pad>", 1),
    ("</s>", 2),
    ("</s>", 2),
    lowercase=False,
    wraps_source=False,
    ends_source=True,
    splits=True,
)


def recognise(file: ModelFile) -> bool:
    """By its own names for both attentions, without Hugging Face's table or config.json."""
    cross = "decoder.layers.0.encoder_attn."
    its = "encoder.layers.0.fc1.weight" in file.tensors and any(
        cross + name in file.tensors for name in ("k_proj.weight", "in_proj_weight")
    )
    return its and file.config is None and "shared.weight" not in file.tensors


def read(file: ModelFile, answers: Answers, loading: Loading) -> Checkpoint:
    """The architecture from shapes and settings; without settings by answers. Raises :class:`Problem`."""
    settings = _settings(file)
    _check(file, settings)
    vocabulary, width = dimensions(file, "encoder.embed_tokens.weight", 2, FAMILY)
    target = dimensions(file, "decoder.embed_tokens.weight", 2, FAMILY)[0]
    heads = _heads(answers, settings, "heads", Text("How many heads?"), width, HEADS)
    others = _heads(answers, settings, "decoder_heads", Text("How many heads in the decoder?"), width, heads.value)
    activation = _told(
        answers, "activation", Text("Which activation?"), ACTIVATIONS.get(str(settings.get("activation_fn", "relu"))),
        tuple(dict.fromkeys(ACTIVATIONS.values())), settings,
    )  # fmt: skip
    scale = _told(
        answers, "scale_embeddings", Text("Are token vectors times √d_model?"),
        not settings.get("no_scale_embedding"), (True, False), settings,
    )  # fmt: skip
    pre, padding = "encoder.layer_norm.weight" in file.tensors, WORDS.padding[1]
    learned = [ROWS.format(side) in file.tensors for side in SIDES]
    limits = [_limit(file, settings, side, padding) for side in SIDES]
    tied = file.tensors.keys().isdisjoint(HEADS_OWN) or settings.get("share_decoder_input_output_embed")
    config = TransformerConfig(
        vocabulary,
        target,
        width,
        stack(file, "encoder.layers.{}.fc1.weight", width, heads.value, FAMILY),
        stack(file, "decoder.layers.{}.fc1.weight", width, others.value, FAMILY),
        max_length=limits[0],
        target_max_length=limits[1],
        positions="learned" if learned[0] else "stored",
        padding_position=True,
        scale_embeddings=scale.value,
        embedding_norm="encoder.layernorm_embedding.weight" in file.tensors,
        norm_order="pre" if pre else "post",
        final_norm=pre,
        activation=activation.value,
        share_embeddings=bool(settings.get("share_all_embeddings")) and vocabulary == target,
        tie_output=bool(tied or settings.get("share_all_embeddings")),
        output_bias=False,
        blocks_produced_padding=False,
        dropout=Dropout(0.1, 0.1, 0.1, 0.1),
    )
    adapt = partial(_adapt, padding=padding, limits=(limits[0], limits[1]))
    unused = tuple(name for name in file.tensors if UNUSED.fullmatch(name))
    found = Assembly(
        FAMILY, config, TABLE, (heads, others, activation, scale), ignored=unused, adapt=adapt,
        adapted_shapes=adapted(file, adapt), code_names=CODE_NAMES, words=_words(settings),
    )  # fmt: skip
    checkpoint = assemble(file, found, answers, loading)
    special = replace(checkpoint.special, suppressed=(padding,), least=1)  # by its search
    return replace(checkpoint, special=special)


def _settings(file: ModelFile) -> dict[str, Any]:
    """``args`` of older files, ``cfg.model`` of newer ones; encoder's and decoder's under names with both."""
    cfg = file.extras.get("cfg")
    found = [file.extras.get("args")] + ([cfg.get("model"), cfg.get("task")] if isinstance(cfg, dict) else [])
    flat: dict[str, Any] = {}
    for values in found:
        for name, value in (values if isinstance(values, dict) else {}).items():
            inner = value if name in SIDES and isinstance(value, dict) else {}
            for key, one in ({f"{name}_{key}": one for key, one in inner.items()} or {name: value}).items():
                flat.setdefault(str(key), one)
    return flat


def _check(file: ModelFile, settings: Mapping[str, Any]) -> None:
    """Raise :class:`Problem` for a setting under which its network is another one, and for stacks of two habits."""
    for name in OTHERS:
        if settings.get(name) not in NOTHING:
            raise _other(file, name, settings[name])
    if str(settings.get("activation_fn", "relu")) not in ACTIVATIONS:
        raise _other(file, "activation_fn", settings["activation_fn"])
    for name, other in WIDTHS.items():
        value, usual = settings.get(name), settings.get(other)
        if type(value) is int and type(usual) is int and value != usual:
            raise _other(file, name, value)
    for name in ("layer_norm.weight", "layernorm_embedding.weight", "embed_positions.weight"):
        there = [f"{side}.{name}" in file.tensors for side in SIDES]
        if there[0] != there[1]:
            one = f"{SIDES[there[1]]}.{name}"
            why = Text("it has %1 for one of its stacks only, and Headscope computes one network for both", one)
            raise Problem(str(file.path), why, RECORD)
    told = settings.get("encoder_normalize_before")
    final = "encoder.layer_norm.weight" in file.tensors
    if isinstance(told, bool) and told != final:
        raise _other(file, "encoder_normalize_before", f"{told}, version below 3")


def _other(file: ModelFile, name: str, value: Any) -> Problem:
    why = Text("it says %1, which Headscope does not compute", f"{name}: {value}"[:60])
    return Problem(str(file.path), why, RECORD)


def _heads(
    answers: Answers, settings: Mapping[str, Any], name: str, question: str, width: int, usual: int
) -> Assumption:
    """As the settings say, else asked."""
    told = settings.get("encoder_attention_heads" if name == "heads" else "decoder_attention_heads")
    fits = type(told) is int and told > 0 and width % told == 0
    if fits and (name not in answers.values or name in answers.origins):
        return Assumption(name, told, SETTINGS, question, head_counts(width))
    return (
        assume_heads(answers, width, usual)
        if name == "heads"
        else assume(answers, name, question, usual, head_counts(width), certain=False)
    )


def _told(
    answers: Answers, name: str, question: str, value: Any, options: tuple[Any, ...], settings: Mapping[str, Any]
) -> Assumption:
    if settings:
        return assume(answers, name, question, value, options, origin=SETTINGS)
    return assume(answers, name, question, value, options, certain=False)


def _limit(file: ModelFile, settings: Mapping[str, Any], side: str, padding: int) -> int:
    """The positions of a stack: of its learned table, else what the settings allow."""
    name = ROWS.format(side)
    if name in file.tensors:
        return max(1, dimensions(file, name, 2, FAMILY)[0] - padding - 1)
    told = settings.get("max_source_positions" if side == "encoder" else "max_target_positions")
    return told if type(told) is int and 0 < told <= 2**16 else LONGEST


def _adapt(tensors: Tensors, padding: int, limits: tuple[int, int]) -> Tensors:
    """Old names to today's; positions, stored or computed, from ``padding`` + 1 on, and the padding's own."""
    rest = {name: value for name, value in tensors.items() if not UNUSED.fullmatch(name)}
    for name in list(rest):
        owner, _, leaf = name.rpartition(".")
        side, part = owner.partition(".")[0], owner.rpartition(".")[2]
        if leaf in ("in_proj_weight", "in_proj_bias"):
            thirds = rest.pop(name).chunk(3)
            rest |= {f"{owner}.{letter}_proj.{leaf[8:]}": one for letter, one in zip("qkv", thirds, strict=False)}
        elif ".layer_norms." in name and side in OLD_NORMS and part.isdigit() and int(part) < len(OLD_NORMS[side]):
            kind = OLD_NORMS[side][int(part)]
            rest[f"{owner.partition('.layer_norms.')[0]}.{kind}_layer_norm.{leaf}"] = rest.pop(name)
    if "decoder.embed_out" in rest:
        rest["decoder.output_projection.weight"] = rest.pop("decoder.embed_out")
    for side, limit in zip(SIDES, limits, strict=True):
        table = rest.pop(ROWS.format(side), None)
        words = rest.get(f"{side}.embed_tokens.weight")
        if table is None and words is not None and words.dim() == 2 and words.shape[1] > 3:
            table = sines_then_cosines(padding + 1 + limit, words.shape[1])
            table[padding] = 0
        if table is not None and table.dim() == 2 and len(table) > padding:
            rest |= {f"{side}.positions": table[padding + 1 :], f"{side}.padding": table[padding].reshape(-1)}
    return rest


def _words(settings: Mapping[str, Any]) -> SpecialWords:
    """Languages by the settings."""
    codes = [settings.get(name) for name in ("source_lang", "target_lang")]
    known = [code.lower() if isinstance(code, str) and code.isalpha() and 2 <= len(code) <= 3 else usual
             for code, usual in zip(codes, WORDS.languages, strict=True)]  # fmt: skip
    return replace(WORDS, languages=(known[0], known[1]))
