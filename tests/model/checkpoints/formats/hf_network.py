"""The real models of transformers, tiny and with weights that leave nothing to chance, saved as people save them.

transformers is imported when the first model is made: it takes seconds.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from tests.model.checkpoints.formats.references import Maps, fill, stacked
from tests.model.checkpoints.formats.samples import Sample

VOCABULARY = 29
PAD = 3  #: no default of any family; the parity cases draw ids from 4 on
#: Layers, heads and widths of the stacks all differ.
_STACKS: Mapping[str, Any] = {
    "vocab_size": VOCABULARY, "d_model": 12, "encoder_layers": 2, "decoder_layers": 3, "encoder_attention_heads": 3,
    "decoder_attention_heads": 2, "encoder_ffn_dim": 10, "decoder_ffn_dim": 14, "max_position_embeddings": 9,
    "pad_token_id": PAD, "bos_token_id": 0, "eos_token_id": 2, "forced_eos_token_id": 2, "decoder_start_token_id": 2,
}  # fmt: skip
_T5: Mapping[str, Any] = {
    "vocab_size": VOCABULARY, "d_model": 12, "d_kv": 5, "d_ff": 11, "num_layers": 2, "num_decoder_layers": 3,
    "num_heads": 3, "relative_attention_num_buckets": 8, "relative_attention_max_distance": 7, "n_positions": 24,
    "pad_token_id": PAD, "eos_token_id": 2, "decoder_start_token_id": PAD,
}  # fmt: skip
#: Of both stacks; the decoder has other heads, layers and widths.
_BERT: Mapping[str, Any] = {
    "vocab_size": VOCABULARY, "hidden_size": 12, "num_hidden_layers": 2, "num_attention_heads": 3,
    "intermediate_size": 10, "max_position_embeddings": 9, "hidden_act": "gelu_new", "layer_norm_eps": 1e-3,
    "type_vocab_size": 2, "pad_token_id": PAD,
}  # fmt: skip
_DECODER: Mapping[str, Any] = {
    "num_hidden_layers": 3, "num_attention_heads": 2, "intermediate_size": 14, "is_decoder": True,
    "add_cross_attention": True,
}  # fmt: skip
#: Name of a sample → transformers' name of the model, and what its config is given.
VARIANTS: dict[str, tuple[str, Mapping[str, Any]]] = {
    "hf_marian": ("Marian", {**_STACKS, "activation_function": "swish", "scale_embedding": True,
                             "decoder_start_token_id": PAD}),
    "hf_marian two tables": ("Marian", {**_STACKS, "share_encoder_decoder_embeddings": False, "d_model": 18,
                                        "decoder_vocab_size": VOCABULARY - 4, "decoder_start_token_id": PAD}),
    "hf_bart": ("Bart", {**_STACKS, "activation_function": "gelu"}),
    "hf_bart mbart": ("MBart", {**_STACKS, "scale_embedding": True, "activation_function": "relu"}),
    "hf_m2m100": ("M2M100", {**_STACKS, "activation_function": "relu"}),
    "hf_pegasus": ("Pegasus", {**_STACKS, "activation_function": "relu", "scale_embedding": True}),
    "hf_pegasus blenderbot": ("Blenderbot", {**_STACKS, "activation_function": "gelu"}),
    "hf_blenderbot_small": ("BlenderbotSmall", {**_STACKS, "activation_function": "relu", "scale_embedding": True}),
    "hf_fsmt": ("FSMT", {**_STACKS, "src_vocab_size": VOCABULARY - 4, "tgt_vocab_size": VOCABULARY,
                         "activation_function": "swish", "scale_embedding": False, "langs": ["de", "en"]}),
    "hf_led": ("LED", {**_STACKS, "attention_window": [32, 16], "max_encoder_position_embeddings": 64,
                       "max_decoder_position_embeddings": 9, "activation_function": "gelu"}),
    "hf_encoder_decoder": ("Bert", _BERT),
    "hf_encoder_decoder roberta": ("Roberta", {**_BERT, "hidden_act": "gelu", "max_position_embeddings": 9 + PAD + 1}),
    "hf_t5": ("T5", _T5),
    "hf_t5 1.1": ("T5", {**_T5, "feed_forward_proj": "gated-gelu", "tie_word_embeddings": False}),
    "hf_t5 mt5": ("MT5", {**_T5, "feed_forward_proj": "gated-silu"}),
    "hf_umt5": ("UMT5", {**_T5, "feed_forward_proj": "relu", "layer_norm_epsilon": 1e-3}),
}  # fmt: skip
_HEADS = {"Marian": "MarianMTModel"}


@cache
def library() -> Any:
    """transformers, quiet."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import transformers
    transformers.logging.set_verbosity_error()
    transformers.utils.logging.disable_progress_bar()
    return transformers


class Network:
    """A model of transformers, asked for everything it computes."""

    pad = PAD

    def __init__(self, model: Any) -> None:
        self.model = model.eval()

    def run(self, source: Tensor, target: Tensor, looping: bool = False) -> tuple[Tensor, Maps]:
        """Padding blocks as their tokenizers' masks do; the start token counts even where it is padding."""
        shown = (target != self.pad) | looping
        shown[:, 0] = True
        found = self.model(
            input_ids=source, attention_mask=(source != self.pad).long(), decoder_input_ids=target,
            decoder_attention_mask=shown.long(), output_attentions=True, use_cache=False,
        )  # fmt: skip
        encoder, decoder, cross = (
            list(getattr(found, f"{kind}_attentions")) for kind in ("encoder", "decoder", "cross")
        )
        if self.model.config.model_type == "led":
            encoder = [_from_windows(one) for one in encoder]
        return found.logits, stacked(encoder, decoder, cross)


def _from_windows(weights: Tensor) -> Tensor:
    """[B,H,S,2w+1] around each query → [B,H,S,S]."""
    count, half = weights.shape[2], weights.shape[3] // 2
    return torch.stack([weights[:, :, row, half - row : half - row + count] for row in range(count)], 2)


def _model(kind: str, values: Mapping[str, Any]) -> Any:
    made = getattr(library(), f"{kind}Config")
    if kind not in ("Bert", "Roberta"):
        config = made(**values, attn_implementation="eager")
        return getattr(library(), _HEADS.get(kind, f"{kind}ForConditionalGeneration"))(config)
    sides = (made(**one, attn_implementation="eager") for one in (values, {**values, **_DECODER}))
    told = {"decoder_start_token_id": 1, "eos_token_id": 2, "pad_token_id": PAD, "attn_implementation": "eager"}
    config = library().EncoderDecoderConfig.from_encoder_decoder_configs(*sides, **told)
    return library().EncoderDecoderModel(config)


def make(name: str, dtype: torch.dtype = torch.float32, seed: int = 7, **changes: Any) -> Network:
    """The variant with drawn weights; computed tables stay as transformers computes them."""
    kind, values = VARIANTS[name]
    model = _model(kind, {**values, **changes})
    tables = {key: value.clone() for key, value in model.named_parameters() if not value.requires_grad}
    fill(model, seed)
    random = torch.Generator().manual_seed(seed + 1)
    with torch.no_grad():
        for key, value in model.named_parameters():
            if key in tables:
                value.copy_(tables[key])
        for key, value in model.named_buffers():
            if key == "final_logits_bias":
                value.copy_(torch.randn(value.shape, generator=random))
    return Network(model.to(dtype))


def save(network: Network, folder: Path, **options: Any) -> Path:
    """``save_pretrained``."""
    network.model.save_pretrained(folder, **options)
    return folder


def save_pickled(network: Network, folder: Path) -> Path:
    """The older way: every copy of a table, and computed tables too."""
    network.model.config.save_pretrained(folder)
    network.model.generation_config.save_pretrained(folder)
    torch.save(network.model.state_dict(), folder / "pytorch_model.bin")
    return folder


def _write(name: str, way: Callable[[Network, Path], Path], folder: Path) -> Path:
    return way(make(name), folder)


SAMPLES = {name: Sample(partial(_write, name, save)) for name in VARIANTS} | {
    "hf_bart pickled": Sample(partial(_write, "hf_bart", save_pickled)),
    "hf_t5 in parts": Sample(partial(_write, "hf_t5", partial(save, max_shard_size="5KB"))),
}
