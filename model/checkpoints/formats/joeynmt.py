"""JoeyNMT: ``best.ckpt`` or ``<step>.ckpt`` of a Transformer, beside the ``config.yaml`` of its training.

Norms with eps 1e-6, before the blocks with one after each stack, or after the blocks; positions computed and stored;
−∞ in blocked cells. Heads, activation and scale stand in config.yaml alone. A source ends with ``</s>`` and has no
start; ``<s>``, the separator and language tags are never produced, ``</s>`` not first. Source: joeynmt/joeynmt 2.3.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from model.checkpoints.assumptions import Answers, Assumption, Loading, assume, assume_heads, head_counts
from model.checkpoints.checkpoint import Checkpoint, Special
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.formats.shared.assemble import Assembly, SpecialWords, Tensors, adapted, assemble
from model.checkpoints.formats.shared.keys import Table, dimensions, layer_lines, stack
from model.checkpoints.formats.shared.structure import Structure
from model.checkpoints.plain_yaml import read_yaml
from model.common.problems import Problem
from model.common.text import Text
from model.network.config import Dropout, TransformerConfig

FAMILY = "JoeyNMT"
CONFIG = "config.yaml"
HEADS = 8
USUAL_HEADS = (4, 8)  #: of both stacks, where config.yaml is there and says nothing
UNSAID = (2, 3)  #: from this version on a stack without "layer_norm" is of another order than the norm behind it
ACTIVATIONS = {"relu": "relu", "gelu": "gelu", "swish": "silu"}
TABLES = ("encoder.pe.pe", "decoder.pe.pe")  #: [1,5000,M] each
RECORD = Text("Record a run of it with headscope_recorder.py and open that")
_BLOCKS = {"encoder": {"src_src_att": "attention"}, "decoder": {"trg_trg_att": "attention", "src_trg_att": "cross"}}
_NORMS = {"encoder": ("layer_norm", "feed_forward.layer_norm"),
          "decoder": ("x_layer_norm", "dec_layer_norm", "feed_forward.layer_norm")}  # fmt: skip
_PARTS = {"q_layer": "query", "k_layer": "key", "v_layer": "value", "output_layer": "output"}
_FORWARD = ("feed_forward.pwff_layer.0", "feed_forward.pwff_layer.3")


def _table() -> Table:
    lines = {"decoder.output_layer": "vocabulary"}
    for side, place, embed in (("encoder", "source", "src"), ("decoder", "target", "trg")):
        lines[f"{embed}_embed.lut"] = f"{place}_embedding.token"
        lines[f"{side}.pe.pe"] = f"{place}_embedding.position.table"
        lines[f"{side}.layer_norm"] = f"{side}_norm"
        layer, ours = f"{side}.layers.{{}}", f"{side}_layers.{{}}"
        lines |= layer_lines(layer, ours, _BLOCKS[side], _PARTS, _FORWARD, _NORMS[side])
    return lines


TABLE = _table()
STRUCTURE = Structure(outer_norms=2, stored_positions=2, tables=3, head_bias=False)  #: what its shapes tell
CODE_NAMES = {
    "source": "src [B,S]", "target": "trg_input [B,T]", "padding mask": "src_mask [B,1,S]",
    "target mask": "trg_mask [B,T,T]", "look-ahead mask": "subsequent_mask(size)", "score": "scores [B,H,Q,K]",
    "weight": "attention_weights [B,H,Q,K]", "memory": "encoder_output [B,S,M]", "query": "q", "key": "k",
    "value": "v", "model width": "hidden_size", "feed-forward width": "ff_size", "output projection": "output_layer",
    "vocabulary head": "decoder.output_layer",
}  # fmt: skip
WORDS = SpecialWords(
    ("<unk>", 0),
    ("<pad>", 1),
    ("<s>", 2),
    ("</s>", 3),
    lowercase=False,
    wraps_source=False,
    ends_source=True,
    splits=True,
)


def recognise(file: ModelFile) -> bool:
    """By the names of both attentions."""
    names = ("encoder.layers.0.src_src_att.k_layer.weight", "decoder.layers.0.src_trg_att.k_layer.weight")
    return all(name in file.tensors for name in names)


def read(file: ModelFile, answers: Answers, loading: Loading) -> Checkpoint:
    """The architecture from shapes and config.yaml; without that file by answers. Raises :class:`Problem`."""
    path = file.folder / CONFIG
    whole = read_yaml(path)
    model = _inner(whole, "model")
    sides = tuple(_inner(model, side) for side in ("encoder", "decoder"))
    final = [f"{side}.layer_norm.weight" in file.tensors for side in ("encoder", "decoder")]
    _check(file, path, whole, sides, final)
    vocabulary, width = dimensions(file, "src_embed.lut.weight", 2, FAMILY)
    told = [side.get("num_heads", usual if side else None) for side, usual in zip(sides, USUAL_HEADS, strict=True)]
    heads = _heads(answers, "heads", Text("How many heads?"), width, told[0], HEADS)
    others = _heads(answers, "decoder_heads", Text("How many heads in the decoder?"), width, told[1], heads.value)
    activation = _told(
        answers, "activation", Text("Which activation?"), ACTIVATIONS.get(_text(sides[0], "activation")), "relu",
        tuple(ACTIVATIONS.values()), bool(sides[0]),
    )  # fmt: skip
    scale = _told(
        answers, "scale_embeddings", Text("Are token vectors times √d_model?"),
        _inner(sides[0], "embeddings").get("scale", False) if sides[0] else None, True, (True, False), bool(sides[0]),
    )  # fmt: skip
    first = f"{{side}}.layers.{{{{}}}}.{_FORWARD[0]}.weight"
    rows = [dimensions(file, name, 3, FAMILY)[1] for name in TABLES]
    config = TransformerConfig(
        vocabulary,
        dimensions(file, "trg_embed.lut.weight", 2, FAMILY)[0],
        width,
        stack(file, first.format(side="encoder"), width, heads.value, FAMILY),
        stack(file, first.format(side="decoder"), width, others.value, FAMILY),
        max_length=rows[0],
        target_max_length=rows[1],
        positions="stored",
        scale_embeddings=scale.value,
        norm_order="pre" if final[0] else "post",
        final_norm=final[0],
        norm_eps=1e-6,
        activation=activation.value,
        output_bias=False,
        blocks_produced_padding=False,
        dropout=Dropout(0.1, 0.1, 0.1, 0.1),
    )
    adapt = partial(_flat, names=TABLES)
    found = Assembly(
        FAMILY, config, TABLE, (heads, others, activation, scale), adapt=adapt,
        adapted_shapes=adapted(file, adapt), code_names=CODE_NAMES, words=_words(whole),
    )  # fmt: skip
    checkpoint = assemble(file, found, answers, loading)
    return replace(checkpoint, special=_searched(checkpoint, whole))


def _searched(checkpoint: Checkpoint, whole: Mapping[str, Any]) -> Special:
    """The roles of ids with what its search withholds: the start, the separator, tags, perhaps the unknown token."""
    symbols, tokens = _inner(_inner(whole, "data"), "special_symbols"), checkpoint.target_tokenizer
    testing, tags = _inner(whole, "testing"), symbols.get("lang_tags")
    never = [symbols.get("sep_token"), *(tags if isinstance(tags, list) else [])]
    ids = [tokens.id(one) for one in never if isinstance(one, str)]
    if testing.get("generate_unk") is False:
        ids.append(tokens.unknown_id)
    least = testing.get("min_output_length", 1)
    special = checkpoint.special
    found = dict.fromkeys([special.start, *(one for one in ids if one is not None and one >= 0)])
    return replace(special, suppressed=tuple(found), least=least if type(least) is int and 0 <= least <= 1000 else 1)


def _check(
    file: ModelFile, path: Path, whole: Mapping[str, Any], sides: tuple[Mapping[str, Any], ...], final: list[bool]
) -> None:
    """Raise :class:`Problem` for what one network of ours cannot be: stacks of two habits, weighted residuals."""
    encoder, decoder = sides
    model = _inner(whole, "model")
    orders = ["pre" if one else "post" for one in final]
    if encoder and "layer_norm" not in encoder and _version(whole) >= UNSAID:
        orders[0] = "pre"  # without a norm after the stack
    differ = {"layer_norm": orders} if orders[0] != orders[1] or (orders[0] == "pre") != final[0] else {}
    for name, usual in (("activation", "relu"), ("scale", False)):
        told = [(_inner(side, "embeddings") if name == "scale" else side).get(name, usual) for side in sides]
        shared = name == "scale" and model.get("tied_embeddings") is True  # then the decoder's is not looked at
        if encoder and decoder and told[0] != told[1] and not shared:
            differ[name] = told
    for name, (one, other) in differ.items():
        why = Text("its encoder has %1 %2 and its decoder %3, and Headscope computes one for both", name, one, other)
        raise Problem(str(file.path), why, RECORD)
    strange = {
        f"{side}.alpha": values.get("alpha", 1.0) for side, values in zip(("encoder", "decoder"), sides, strict=True)
    }
    wrong = [f"{name}: {value}" for name, value in strange.items() if value != 1]
    data = _inner(whole, "data")
    wrong += [f"{side}.has_prompt: True" for side in ("src", "trg") if _inner(data, side).get("has_prompt") is True]
    wrong += ["initializer: xavier_normal"] if model.get("initializer") == "xavier_normal" else []
    wrong += [f"activation: {one}" for one in {_text(side, "activation") for side in sides} - {"", *ACTIVATIONS}]
    if wrong:
        raise Problem(str(path), Text("it says %1, which Headscope does not compute", wrong[0][:60]), RECORD)


def _version(whole: Mapping[str, Any]) -> tuple[int, ...]:
    """Of the JoeyNMT that the settings are for; the newest where they do not say it."""
    told = str(whole.get("joeynmt_version", "")).split(".")[:2]
    return tuple(map(int, told)) if all(one.isdecimal() for one in told) else UNSAID


def _heads(answers: Answers, name: str, question: str, width: int, told: Any, usual: int) -> Assumption:
    """As config.yaml says, else asked."""
    if type(told) is int and told > 0 and width % told == 0 and (name not in answers.values or name in answers.origins):
        return Assumption(name, told, CONFIG, question, head_counts(width))
    if name == "heads":
        return assume_heads(answers, width, usual)
    return assume(answers, name, question, usual, head_counts(width), certain=False)


def _told(
    answers: Answers, name: str, question: str, value: Any, usual: Any, options: tuple[Any, ...], told: bool
) -> Assumption:
    """As config.yaml says (``told``: it is there, and its silence means ``usual``), else by answers."""
    if told:
        return assume(answers, name, question, usual if value is None else value, options, origin=CONFIG)
    return assume(answers, name, question, usual, options, certain=False)


def _words(whole: Mapping[str, Any]) -> SpecialWords:
    """Special ids and languages by config.yaml."""
    data, words = _inner(whole, "data"), WORDS
    symbols = _inner(data, "special_symbols")
    for role, short in (("unknown", "unk"), ("padding", "pad"), ("start", "bos"), ("end", "eos")):
        spelled, index = symbols.get(f"{short}_token"), symbols.get(f"{short}_id")
        own, usual = getattr(words, role)
        pair = spelled if isinstance(spelled, str) else own, index if type(index) is int and index >= 0 else usual
        words = replace(words, **{role: pair})  # type: ignore[arg-type]
    source, target = (_text(_inner(data, side), "lang") for side in ("src", "trg"))
    codes = [code if 2 <= len(code) <= 3 and code.isalpha() else usual
             for code, usual in zip((source, target), WORDS.languages, strict=True)]  # fmt: skip
    return replace(words, languages=(codes[0], codes[1]), lowercase=_inner(data, "src").get("lowercase") is True)


def _inner(values: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = values.get(name)
    return found if isinstance(found, dict) else {}


def _text(values: Mapping[str, Any], name: str) -> str:
    found = values.get(name)
    return found.lower() if isinstance(found, str) else ""


def _flat(tensors: Tensors, names: tuple[str, ...]) -> Tensors:
    """Position tables [1,N,M] → [N,M]."""
    return tensors | {name: tensors[name].squeeze(0) for name in names if name in tensors}
