"""Names and shapes of popular repositories, written down from what is known of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from model.checkpoints.files.model_file import ModelFile, TensorInfo

M, F, V, W, LAYERS = 64, 160, 90, 80, 3
Shapes = dict[str, tuple[int, ...]]
BLOCKS = {"encoder": 1, "decoder": 2}  #: attentions in a layer


def file_of(shapes: Mapping[str, tuple[int, ...]], config: Mapping[str, Any] | None = None) -> ModelFile:
    tensors = {name: TensorInfo(shape, "float32") for name, shape in shapes.items()}
    return ModelFile(Path("my.pt"), "torch", (), tensors, {}, {}, config)


def linear(name: str, rows: int, columns: int, bias: bool = True) -> Shapes:
    return {f"{name}.weight": (rows, columns), **({f"{name}.bias": (rows,)} if bias else {})}


def norm(name: str, gain: str = "weight", size: int = M) -> Shapes:
    return {f"{name}.{gain}": (size,), f"{name}.bias": (size,)}


def hkproj(bias: bool = False, size: int = M) -> Shapes:
    """hkproj/pytorch-transformer; its first versions had biases, and norms of one number each."""
    found = {"src_embed.embedding.weight": (V, M), "tgt_embed.embedding.weight": (W, M), "src_pos.pe": (1, 35, M),
             "tgt_pos.pe": (1, 35, M), **linear("projection_layer.proj", W, M)}  # fmt: skip
    for side, count in BLOCKS.items():
        for layer in (f"{side}.layers.{number}" for number in range(LAYERS)):
            for block in ("self_attention_block", "cross_attention_block")[:count]:
                for letter in "qkvo":
                    found |= linear(f"{layer}.{block}.w_{letter}", M, M, bias)
            found |= linear(f"{layer}.feed_forward_block.linear_1", F, M)
            found |= linear(f"{layer}.feed_forward_block.linear_2", M, F)
            for number in range(count + 1):
                found |= norm(f"{layer}.residual_connections.{number}.norm", "alpha", size)
        found |= norm(f"{side}.norm", "alpha", size)
    return found


def graykode() -> Shapes:
    """graykode and wmathor nlp-tutorial."""
    found: Shapes = {"encoder.src_emb.weight": (V, M), "decoder.tgt_emb.weight": (W, M),
                     "encoder.pos_emb.weight": (6, M), "decoder.pos_emb.weight": (6, M),
                     "projection.weight": (W, M)}  # fmt: skip
    for side, count in BLOCKS.items():
        names = ("enc_self_attn",) if count == 1 else ("dec_self_attn", "dec_enc_attn")
        for layer in (f"{side}.layers.{number}" for number in range(LAYERS)):
            for block in names:
                for name in ("W_Q", "W_K", "W_V", "linear"):
                    found |= linear(f"{layer}.{block}.{name}", M, M)
                found |= norm(f"{layer}.{block}.layer_norm")
            found |= {f"{layer}.pos_ffn.conv1.weight": (F, M, 1), f"{layer}.pos_ffn.conv1.bias": (F,),
                      f"{layer}.pos_ffn.conv2.weight": (M, F, 1), f"{layer}.pos_ffn.conv2.bias": (M,)}  # fmt: skip
            found |= norm(f"{layer}.pos_ffn.layer_norm")
    return found


def aladdin() -> Shapes:
    """aladdinpersson's Transformer from scratch: the same 16 × 16 matrix for each of 4 heads."""
    found: Shapes = {f"{side}.{name}_embedding.weight": (rows, M) for side in BLOCKS
                     for name, rows in (("word", V), ("position", 30))}  # fmt: skip
    found |= linear("decoder.fc_out", W, M)

    def attention(name: str) -> Shapes:
        small = {f"{name}.{part}.weight": (16, 16) for part in ("values", "keys", "queries")}
        return {**small, **linear(f"{name}.fc_out", M, M)}

    def block(name: str) -> Shapes:
        inner = {**linear(f"{name}.feed_forward.0", F, M), **linear(f"{name}.feed_forward.2", M, F)}
        return {**attention(f"{name}.attention"), **norm(f"{name}.norm1"), **norm(f"{name}.norm2"), **inner}

    for number in range(LAYERS):
        found |= block(f"encoder.layers.{number}")
        layer = f"decoder.layers.{number}"
        found |= attention(f"{layer}.attention") | norm(f"{layer}.norm") | block(f"{layer}.transformer_block")
    return found


def samlynn() -> Shapes:
    """SamLynnEvans/Transformer."""
    found: Shapes = {"encoder.embed.embed.weight": (V, M), "decoder.embed.embed.weight": (W, M),
                     "encoder.pe.pe": (1, 40, M), "decoder.pe.pe": (1, 40, M), **linear("out", W, M)}  # fmt: skip
    for side, count in BLOCKS.items():
        for layer in (f"{side}.layers.{number}" for number in range(LAYERS)):
            for block in ("attn",) if count == 1 else ("attn_1", "attn_2"):
                for name in ("q_linear", "k_linear", "v_linear", "out"):
                    found |= linear(f"{layer}.{block}.{name}", M, M)
            found |= linear(f"{layer}.ff.linear_1", F, M) | linear(f"{layer}.ff.linear_2", M, F)
            for number in range(count + 1):
                found |= norm(f"{layer}.norm_{number + 1}", "alpha")
        found |= norm(f"{side}.norm", "alpha")
    return found


def gordicaleksa() -> Shapes:
    """gordicaleksa/pytorch-original-transformer."""
    found: Shapes = {f"{side}_embedding.embeddings_table.weight": (rows, M) for side, rows in (("src", V), ("trg", W))}
    found |= {f"{side}_pos_embedding.positional_encodings_table": (40, M) for side in ("src", "trg")}
    found |= linear("decoder_generator.linear", W, M)
    for side, count in BLOCKS.items():
        kinds = ("",) if count == 1 else ("trg_", "src_")
        for layer in (f"{side}.{side}_layers.{number}" for number in range(LAYERS)):
            for block in (f"{layer}.{kind}multi_headed_attention" for kind in kinds):
                for part in (*(f"qkv_nets.{number}" for number in range(3)), "out_projection_net"):
                    found |= linear(f"{block}.{part}", M, M)
            found |= linear(f"{layer}.pointwise_net.linear1", F, M) | linear(f"{layer}.pointwise_net.linear2", M, F)
            for number in range(count + 1):
                found |= norm(f"{layer}.sublayers.{number}.norm")
        found |= norm(f"{side}.norm")
    return found


def separate_heads() -> Shapes:
    """Somebody's class with a module for each of 4 heads."""
    found = {name: shape for name, shape in graykode().items() if "_attn" not in name or "norm" in name}
    for side, count in BLOCKS.items():
        for layer in (f"{side}.layers.{number}" for number in range(LAYERS)):
            for block in ("one", "two")[:count]:
                for head in range(4):
                    for letter in "qkv":
                        found |= linear(f"{layer}.{block}.heads.{head}.{letter}", 16, M, bias=False)
                found |= linear(f"{layer}.{block}.out", M, M)
    return found


def one_stack(prefix: str = "my.blocks") -> Shapes:
    """An encoder or a decoder alone, under names that nobody knows."""
    found: Shapes = {"embeddings.weight": (V, M)}
    for layer in (f"{prefix}.{number}" for number in range(LAYERS)):
        for letter in "abcd":
            found |= linear(f"{layer}.att.{letter}", M, M)
        found |= linear(f"{layer}.f1", F, M) | linear(f"{layer}.f2", M, F) | norm(f"{layer}.n1") | norm(f"{layer}.n2")
    return found


def renamed(shapes: Shapes) -> Shapes:
    """Every name's words exchanged for others: only shapes and numbers are left, as in somebody's own class."""
    known: dict[str, str] = {}

    def word(part: str) -> str:
        stays = part.isdecimal() or part in ("weight", "bias")
        return part if stays else known.setdefault(part, f"n{len(known)}x")

    return {".".join(map(word, name.split("."))): shape for name, shape in shapes.items()}
