"""Models around the real ``torch.nn.Transformer``: PyTorch's tutorial, and classes that people write instead."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from tests.model.checkpoints.formats.references import Maps, interleaved, prepare, saved, stacked
from tests.model.checkpoints.formats.samples import Sample

WIDTH, HEADS, INNER, LAYERS, ROWS = 12, 3, 10, (2, 3), 16


@dataclass(frozen=True)
class Design:
    """How somebody's class differs from the tutorial's: names, position tables, and nn.Transformer's own options."""

    whole: str = "transformer"  #: "" where the two stacks lie apart
    source: str = "src_tok_emb.embedding"
    target: str = "tgt_tok_emb.embedding"
    head: str = "generator"
    buffers: tuple[str, ...] = ("positional_encoding.pos_embedding",)  #: [N,1,M], or [1,N,M] with batch_first
    tables: tuple[str, ...] = ()  #: learned rows instead, source and target
    scaled: bool = True
    vocabularies: tuple[int, int] = (13, 17)
    head_bias: bool = True
    options: dict[str, Any] = field(default_factory=dict)


TUTORIAL = Design()
RENAMED = Design("model.network.transformer", "src_embedding", "tgt_embedding", "fc_out", ("pos_encoder.pe",))
LEARNED = Design("transformer", "src_word_embedding", "trg_word_embedding", "fc_out", (),
                 ("src_position_embedding", "trg_position_embedding"), scaled=False)  # fmt: skip
APART = Design("", "embedding", "embedding", "linear", (), vocabularies=(17, 17))
TWO_TABLES = replace(RENAMED, buffers=("encoder_positions.pe", "decoder_positions.pe"), head="out", head_bias=False)


def place(owner: nn.Module, name: str, part: nn.Module | Tensor) -> None:
    """Put a module or buffer under a dotted name."""
    *containers, leaf = name.split(".")
    for container in containers:
        if not hasattr(owner, container):
            owner.add_module(container, nn.Module())
        owner = owner.get_submodule(container)
    if isinstance(part, Tensor):
        owner.register_buffer(leaf, part)
    else:
        owner.add_module(leaf, part)


class Model(nn.Module):
    """Any of these designs."""

    pad = 1

    def __init__(self, design: Design) -> None:
        super().__init__()
        self.design = design
        self.batch_first = design.options.get("batch_first", False)
        place(self, design.source, nn.Embedding(design.vocabularies[0], WIDTH))
        if design.target != design.source:
            place(self, design.target, nn.Embedding(design.vocabularies[1], WIDTH))
        shape = (1, ROWS, WIDTH) if self.batch_first else (ROWS, 1, WIDTH)
        for name in design.buffers:
            place(self, name, torch.zeros(shape))
        for side, name in enumerate(design.tables):
            place(self, name, nn.Embedding(ROWS - 3 * side, WIDTH))
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "enable_nested_tensor is True")  # PyTorch's own, about its fast path
            self.add_stacks(design)
        place(self, design.head, nn.Linear(WIDTH, design.vocabularies[1], bias=design.head_bias))

    def add_stacks(self, design: Design) -> None:
        if design.whole:
            place(self, design.whole, nn.Transformer(WIDTH, HEADS, *LAYERS, INNER, 0.1, **design.options))
            return
        kinds = (nn.TransformerEncoderLayer, nn.TransformerEncoder), (nn.TransformerDecoderLayer, nn.TransformerDecoder)
        for name, layers, (layer, stack) in zip(("encoder", "decoder"), LAYERS, kinds, strict=True):
            kind: Any = stack  # without final norms, as people leave them out
            place(self, f"transformer_{name}", kind(layer(WIDTH, HEADS, INNER, 0.1, **design.options), layers))

    def stack(self, name: str) -> Any:
        return self.get_submodule(f"{self.design.whole}.{name}" if self.design.whole else f"transformer_{name}")

    def embed(self, ids: Tensor, side: int) -> Tensor:
        design, length = self.design, ids.shape[1]
        table: Any = self.get_submodule(design.target if side else design.source)
        x: Tensor = table(ids) * (math.sqrt(WIDTH) if design.scaled else 1.0)
        if design.buffers:
            rows = self.get_buffer(design.buffers[side % len(design.buffers)]).reshape(ROWS, WIDTH)
        elif design.tables:
            rows = self.get_parameter(f"{design.tables[side]}.weight")
        else:
            rows = interleaved(length, WIDTH, x.dtype)
        x = x + rows[:length]
        return x if self.batch_first else x.transpose(0, 1)

    def run(self, source: Tensor, target: Tensor, looping: bool = False) -> tuple[Tensor, Maps]:
        stores: list[list[Tensor]] = [[], [], []]
        parts = [layer.self_attn for layer in self.stack("encoder").layers]
        parts += [layer.self_attn for layer in self.stack("decoder").layers]
        parts += [layer.multihead_attn for layer in self.stack("decoder").layers]
        owners = [0] * LAYERS[0] + [1] * LAYERS[1] + [2] * LAYERS[1]
        with heard(parts, [stores[owner] for owner in owners]):
            logits = self.logits(source, target, looping)
        return logits, stacked(*stores)

    def logits(self, source: Tensor, target: Tensor, looping: bool = False) -> Tensor:
        """As the tutorial calls it: True = blocked."""
        length, blocked = target.shape[1], source == self.pad
        future = torch.ones(length, length, dtype=torch.bool).triu(1)
        memory = self.stack("encoder")(self.embed(source, 0), src_key_padding_mask=blocked)
        hidden = self.stack("decoder")(
            self.embed(target, 1), memory, tgt_mask=future, memory_key_padding_mask=blocked,
            tgt_key_padding_mask=None if looping else target == self.pad,
        )  # fmt: skip
        result: Tensor = self.get_submodule(self.design.head)(hidden if self.batch_first else hidden.transpose(0, 1))
        return result


@contextmanager
def heard(parts: list[Any], stores: list[list[Tensor]]) -> Iterator[None]:
    """PyTorch's layers ask their attention for no weights, and its fast path has none to give."""
    fast = torch.backends.mha.get_fastpath_enabled()
    torch.backends.mha.set_fastpath_enabled(False)
    for part, store in zip(parts, stores, strict=True):
        part.forward = listening(part.forward, store)
    try:
        yield
    finally:
        for part in parts:
            del part.forward
        torch.backends.mha.set_fastpath_enabled(fast)


def listening(forward: Any, store: list[Tensor]) -> Any:
    def listen(*args: Any, **options: Any) -> Any:
        output, weights = forward(*args, **options | {"need_weights": True, "average_attn_weights": False})
        store.append(weights)
        return output, weights

    return listen


def make(dtype: torch.dtype = torch.float32, seed: int = 7, design: Design = TUTORIAL, **options: Any) -> Model:
    network: Model = prepare(Model(replace(design, options={**design.options, **options})), seed, dtype)
    return network


def save(network: nn.Module, folder: Path) -> Path:
    """The tutorial saves nothing; this is what its readers do."""
    return saved(network.state_dict(), folder / "transformer.pt")


SAMPLES = {
    "nn_transformer": Sample(lambda folder: save(make(), folder)),
    "nn_transformer renamed": Sample(lambda folder: save(make(design=RENAMED, batch_first=True), folder)),
    "nn_transformer learned positions": Sample(lambda folder: save(make(design=LEARNED), folder)),
    "nn_transformer two stacks": Sample(lambda folder: save(make(design=APART), folder)),
}
