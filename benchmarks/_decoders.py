"""Four ways to decode the same sentence sizes, each returning CPU milliseconds per step.

Source 30 tokens, 60 steps with forced tokens, one thread, every map kept where the way can keep it.
The source is encoded before the clock starts, in every way: a step is what is measured.
``small`` is the tutorial's size, ``base`` the paper's.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import torch
from torch import Tensor

from benchmarks import _tutorial
from model.checkpoints.checkpoint import Checkpoint, Special
from model.checkpoints.tokenizer import Encoded, WordTokenizer
from model.decoding import stepper as steppers
from model.decoding.session import DecodingSession
from model.decoding.stepper import StepDecoder, attend_row
from model.network.config import StackConfig, TransformerConfig
from model.network.transformer import Attended, Cache, Keep, Transformer

SIZES = {"small": (256, 3, 8, 512, 8000), "base": (512, 6, 8, 2048, 32000)}  # M, L, H, F, V
SOURCE, STEPS = 30, 60
FORCED = list(range(50, 50 + STEPS))


def prepare(size: str, way: str) -> Callable[[], float]:
    """A function that decodes once, in ``way``, and returns CPU milliseconds per step."""
    torch.set_num_threads(1)
    torch.manual_seed(0)
    ways: dict[str, Callable[..., Callable[[], float]]] = {
        "captured": _captured,
        "fused": _fused,
        "tutorial": _tutorial_loop,
        "marian": _marian,
    }
    return ways[way](*SIZES[size])


def _timed(run: Callable[[], object]) -> float:
    start = time.process_time()
    run()
    return (time.process_time() - start) / STEPS * 1e3


def _network(width: int, layers: int, heads: int, inner: int, vocabulary: int) -> Transformer:
    stack = StackConfig(layers, heads, width // heads, inner)
    network = Transformer(TransformerConfig(vocabulary, vocabulary, width, stack, stack, 512, mask_fill=-1e10))
    network.store_by_columns()  # as open_checkpoint does
    return network.eval()


def _captured(*size: int) -> Callable[[], float]:
    """Headscope: cache, everything captured."""
    words = ["<unk>", "<pad>", "<s>", "</s>", *(f"w{index}" for index in range(4, size[-1]))]
    tokenizer = WordTokenizer(words, "xx", lowercase=False, unknown="<unk>", special=words[:4])
    checkpoint = Checkpoint(
        "benchmark", None, "", "benchmark", _network(*size), tokenizer, tokenizer, Special(1, 1, 2, (3,))
    )
    ids = tuple(range(10, 10 + SOURCE))
    source = Encoded(ids, tuple(words[index] for index in ids), tuple(words[index] for index in ids), (False,) * SOURCE)

    def run() -> float:
        session = DecodingSession(checkpoint, source, max_length=STEPS, forced=tuple(FORCED))
        return _timed(session.run)

    return run


def _fused(*size: int) -> Callable[[], float]:
    """The same step and cache with PyTorch's fused attention and nothing captured."""
    network = _network(*size)
    ids = torch.arange(10, 10 + SOURCE)[None]
    with torch.inference_mode():
        encoding = network.encode(ids, torch.ones_like(ids, dtype=torch.bool))

    @torch.inference_mode()
    def steps() -> None:
        stepper, cache, newest = StepDecoder(network, encoding), Cache(), 2
        for token in FORCED:
            decoding = stepper.decode(newest, cache, Keep.NOTHING)
            network.predict(decoding.hidden[0, -1]).argmax().item()
            newest = token

    def run() -> float:
        with _fused_attention():
            return _timed(steps)

    return run


@contextmanager
def _fused_attention() -> Iterator[None]:

    def fused(query: Tensor, key: Tensor, value: Tensor, *_: object) -> Attended:
        mixed = torch.nn.functional.scaled_dot_product_attention(query, key, value)
        return Attended(query, key, value, mixed, mixed, mixed)

    setattr(steppers, "attend_row", fused)  # noqa: B010 (replaced for the measurement only)
    try:
        yield
    finally:
        setattr(steppers, "attend_row", attend_row)  # noqa: B010


def _tutorial_loop(width: int, layers: int, heads: int, inner: int, vocabulary: int) -> Callable[[], float]:
    """The tutorial's loop: the whole prefix again at every step, maps captured."""
    decoder = _tutorial.Decoder(vocabulary, width, layers, heads, inner).eval()
    memory = torch.randn(1, SOURCE, width)

    @torch.inference_mode()
    def steps() -> None:
        _tutorial.decode(decoder, memory, FORCED)

    return lambda: _timed(steps)


def _marian(width: int, layers: int, heads: int, inner: int, vocabulary: int) -> Callable[[], float]:
    """Hugging Face's Marian of the same size, cache on, attentions returned (eager)."""
    from transformers import MarianConfig, MarianMTModel

    config = MarianConfig(
        vocab_size=vocabulary, d_model=width, encoder_layers=layers, decoder_layers=layers,
        encoder_attention_heads=heads, decoder_attention_heads=heads, encoder_ffn_dim=inner, decoder_ffn_dim=inner,
        max_position_embeddings=512, activation_function="relu", pad_token_id=1, eos_token_id=3,
        decoder_start_token_id=2, attn_implementation="eager",
    )  # fmt: skip
    model = MarianMTModel(config).eval()
    with torch.inference_mode():
        encoded = model.get_encoder()(torch.arange(10, 10 + SOURCE)[None])

    @torch.inference_mode()
    def steps() -> None:
        past, newest = None, 2
        for token in FORCED:
            out = model(
                encoder_outputs=encoded, decoder_input_ids=torch.tensor([[newest]]), past_key_values=past,
                use_cache=True, output_attentions=True,
            )  # fmt: skip
            past, newest = out.past_key_values, token
            [weights.numpy() for weights in (*out.decoder_attentions, *out.cross_attentions)]
            out.logits[0, -1].argmax().item()

    return lambda: _timed(steps)
