"""What a model is that is not drawn: by config.json, by known names, by its stacks; another answer for each kind."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.formats.shared.kinds import OTHER, TYPES, OtherKind, kind
from model.checkpoints.formats.shared.structure import anatomy
from tests.model.checkpoints.formats.shared import foreign_shapes as foreign

OPENS = {"marian", "bart", "mbart", "m2m_100", "t5", "mt5", "blenderbot-small", "fsmt", "umt5", "led"}


def matrices(names: Iterable[str]) -> ModelFile:
    return foreign.file_of(dict.fromkeys(names, (3, 4)))


def told(file: ModelFile) -> OtherKind | None:
    return kind(file, anatomy(file))


@pytest.mark.parametrize(
    ("declared", "why"),
    [
        ("bert", "it is an encoder-only model (bert): without a decoder"),
        ("modernbert", "it is an encoder-only model (modernbert)"),
        ("gpt2", "it is a decoder-only model (gpt2): without an encoder"),
        ("llama", "it is a decoder-only model (llama)"),
        ("qwen3", "it is a decoder-only model (qwen3)"),
        ("whisper", "it is a model of speech (whisper): its source is sound"),
        ("wav2vec2", "it is a model of speech (wav2vec2)"),
        ("vit", "it is a model of pictures (vit): its source is no text"),
        ("vision-encoder-decoder", "it is a model of pictures"),
        ("never-heard", "it is a Hugging Face model of the type never-heard, which Headscope does not know"),
    ],
)
def test_a_folder_that_can_never_be_drawn(declared: str, why: str) -> None:
    found = told(foreign.file_of({"a.b": (3,)}, {"model_type": declared}))
    assert found is not None
    assert found.why.startswith(why)
    assert (found.next_step, found.lines) == (OTHER, ())


@pytest.mark.parametrize("declared", ["plbart", "prophetnet", "seamless_m4t", "mvp", "encoder-decoder", "longt5"])
def test_a_sequence_to_sequence_model_of_another_type_gets_the_lines(declared: str) -> None:
    found = told(foreign.file_of({"a.b": (3,)}, {"model_type": declared}))
    assert found is not None
    assert found.why.startswith(f"it is an encoder-decoder model of the type {declared}, whose network Headscope does")
    assert "with record(" in found.next_step
    assert found.next_step.endswith(found.lines[-1])
    assert found.lines[0].startswith("from transformers import ")
    assert ("no encoder maps" in found.why) == (declared == "longt5")


@pytest.mark.parametrize(
    ("config", "why"),
    [
        ({"architectures": ["NewForSpeechSeq2Seq"]}, "it is a model of speech (new)"),
        ({"architectures": ["NewForImageClassification"]}, "it is a model of pictures (new)"),
        ({"architectures": ["NewForMaskedLM"]}, "it is an encoder-only model (new)"),
        ({"architectures": ["NewForCausalLM"]}, "it is a decoder-only model (new)"),
        ({"architectures": ["NewForCausalLM"], "is_encoder_decoder": True}, "it is an encoder-decoder model of the ty"),
        ({"is_encoder_decoder": True}, "it is an encoder-decoder model of the type new"),
        ({"architectures": "no list"}, "it is a Hugging Face model of the type new"),
        ({"architectures": [3]}, "it is a Hugging Face model of the type new"),
    ],
)
def test_a_type_that_nobody_listed(config: dict[str, Any], why: str) -> None:
    found = told(foreign.file_of({"a.b": (3,)}, {"model_type": "new", **config}))
    assert found is not None
    assert found.why.startswith(why)


def test_an_unknown_type_is_told_by_its_tensors() -> None:
    found = told(foreign.file_of(foreign.hkproj(), {"model_type": "new"}))
    assert found is not None and "encoder-decoder model of the type new" in found.why
    found = told(foreign.file_of(foreign.one_stack(), {"model_type": "new"}))
    assert found is not None and found.why.startswith("it has one stack of 3 layers")


def test_no_type_is_listed_twice_and_none_opens() -> None:
    for one, other in combinations(TYPES.values(), 2):
        assert not one & other
    assert not OPENS & set().union(*TYPES.values())


def test_every_listed_type_is_one_of_transformers() -> None:
    transformers = pytest.importorskip("transformers")
    from transformers.models.auto.configuration_auto import CONFIG_MAPPING_NAMES as KNOWN

    assert transformers and len(set().union(*TYPES.values()) & set(KNOWN)) > 150


@pytest.mark.parametrize(
    ("file", "why"),
    [
        (matrices(["transformer.h.0.attn.c_attn.weight"]), "it is a decoder-only model (like GPT-2)"),
        (matrices(["model.layers.3.mlp.gate_proj.weight"]), "it is a decoder-only model (like LLaMA)"),
        (matrices(["gpt_neox.layers.0.attention.query_key_value.weight"]), "it is a decoder-only model (like GPT-Ne"),
        (matrices(["model.decoder.layers.0.self_attn.k_proj.weight"]), "it is a decoder-only model (like OPT)"),
        (matrices(["bert.encoder.layer.0.attention.self.query.weight"]), "it is an encoder-only model (like BERT)"),
        (matrices(["distilbert.transformer.layer.0.attention.q_lin.weight"]), "it is an encoder-only model (like Dis"),
        (matrices(["blocks.0.attn.qkv.weight"]), "it is a model of pictures (like ViT)"),
        (foreign.file_of({"vit.embeddings.patch_embeddings.projection.weight": (8, 3, 16, 16)}),
         "it is a model of pictures (like ViT)"),
        (foreign.file_of({"model.encoder.conv1.weight": (8, 80, 3),
                          "model.decoder.layers.0.encoder_attn.k_proj.weight": (8, 8)}),
         "it is a model of speech (like Whisper)"),
        (foreign.file_of({"encoder.conv1.weight": (8, 80, 3)}), "it is a model of speech (like Whisper)"),
        (foreign.file_of({"wav2vec2.feature_extractor.conv_layers.0.conv.weight": (8, 1, 10)}),
         "it is a model of speech (like wav2vec 2.0)"),
        (matrices(["encoder.rnn.weight_ih_l0", "encoder.rnn.weight_hh_l0"]), "it is a recurrent network and no"),
        (foreign.file_of({"encoder.convs.0.weight": (4, 3, 3)}), "it is a convolutional sequence model"),
        (foreign.file_of({"conv1.weight": (64, 3, 7, 7)}), "it is a network of convolutions, as for images, and no"),
        (matrices(["base.q.lora_A.weight"]), "it is an adapter (LoRA)"),
        (matrices(["source_embedding.token.weight"]), "it is not a Headscope checkpoint without the config.json"),
        (matrices(["model.decoder.layers.0.encoder_attn.k_proj.weight"]), "it is the weights of a Hugging Face folder"),
        (matrices(["decoder.block.0.layer.1.EncDecAttention.q.weight"]), "it is the weights of a Hugging Face folder"),
        (foreign.file_of(foreign.one_stack()), "it has one stack of 3 layers and no cross attention: an encoder-only"),
        (foreign.file_of({f"layers.{n}.{block}.{part}.weight": (4, 4)
                          for n in (0, 1) for block in ("self_attn", "cross") for part in "qkvo"}),
         "it has one stack of 2 layers, with cross attention: a decoder without its encoder"),
        (foreign.file_of(foreign.one_stack() | {"patches.weight": (8, 3, 4, 4)}), "it is a network of convolutions"),
    ],
)  # fmt: skip
def test_a_bare_state_dict_is_named(file: ModelFile, why: str) -> None:
    found = told(file)
    assert found is not None
    assert found.why.startswith(why)
    assert "translation" not in found.next_step  # their file may well be one


def test_a_configuration_beside_such_weights_names_them(tmp_path: Path) -> None:
    """Also under a name of one's own; beside any other weights it may be another model's."""
    (tmp_path / "config.json").write_text('{"model_type": "plbart"}', encoding="utf-8")
    theirs = matrices(["model.decoder.layers.0.encoder_attn.k_proj.weight"])
    found = told(replace(theirs, path=tmp_path / "mine.pt"))
    assert found is not None and "encoder-decoder model of the type plbart" in found.why
    assert repr(str(tmp_path)) in found.lines[2]
    assert told(replace(matrices(["some.thing", "another"]), path=tmp_path / "mine.pt")) is None


def test_two_stacks_are_no_half_whatever_a_part_is_called() -> None:
    """bert2bert has BERT's names in both stacks, T5Gemma LLaMA's."""
    extra = {"encoder.encoder.layer.0.attention.self.query.weight": (3, 4), "layers.0.mlp.gate_proj.weight": (3, 4)}
    assert told(foreign.file_of(foreign.hkproj() | extra)) is None
    assert told(foreign.file_of(foreign.hkproj())) is None
    assert told(matrices(["some.thing", "another"])) is None
