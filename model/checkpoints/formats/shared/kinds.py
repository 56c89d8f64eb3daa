"""The kind of a model that Headscope does not draw: by its config.json, by known names, by its tensors' structure.

One answer for each kind of model, since the way out is another one each time. Shared by the formats.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from model.checkpoints.files.folders import NAMES as FOLDERS
from model.checkpoints.files.model_file import ModelFile, TensorInfo
from model.checkpoints.formats.shared.hf_settings import model_type
from model.checkpoints.formats.shared.recorder_lines import hugging_face
from model.checkpoints.formats.shared.structure import Anatomy
from model.common.problems import shown
from model.common.text import Text

CONFIG = "config.json"
BESIDE = Text("Put that file beside it, and the tokenizer's files")
#: For models that are no translation models at all.
OTHER = Text("Choose a model with an encoder and a decoder for text, such as Marian (OPUS-MT), mBART, NLLB or T5")
WHOLE = Text("Open the model that it changes, or merge both and save that")
RECORD = Text("Record a run of it with headscope_recorder.py and open that (Inspect shows all lines): %1")


@dataclass(frozen=True)
class OtherKind:
    """A model that no format opens, and what can be done."""

    why: str
    next_step: str
    lines: tuple[str, ...] = ()  #: that record a run of it, in Python
    certain: bool = True  #: False: its encoder-decoder structure, where it has one, says more


ENCODER_ONLY = Text(
    "it is an encoder-only model (%1): without a decoder there is no translation and no cross attention"
)
DECODER_ONLY = Text("it is a decoder-only model (%1): without an encoder there is no source and no cross attention")
SPEECH = Text("it is a model of speech (%1): its source is sound and no text")
VISION = Text("it is a model of pictures (%1): its source is no text")
SEQUENCE = Text("it is an encoder-decoder model of the type %1, whose network Headscope does not compute")
LOCAL = Text(
    "it is an encoder-decoder model of the type %1, whose network Headscope does not compute; its encoder attends to "
    "parts of the source only, so that a recording has no encoder maps"
)
UNKNOWN = Text("it is a Hugging Face model of the type %1, which Headscope does not know")


def _types(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


#: ``model_type`` of config.json, as huggingface/transformers names them.
TYPES: Mapping[Text, frozenset[str]] = {
    ENCODER_ONLY: _types(
        "albert bert big_bird camembert canine convbert deberta deberta-v2 distilbert electra ernie esm eurobert "
        "flaubert fnet funnel ibert layoutlm layoutlmv3 longformer luke megatron-bert mobilebert modernbert mpnet "
        "mra nomic_bert nystromformer qdqbert rembert roberta roberta-prelayernorm roc_bert roformer splinter "
        "squeezebert tapas visual_bert xlm xlm-roberta xlm-roberta-xl xmod yoso"
    ),
    DECODER_ONLY: _types(
        "arcee biogpt bitnet bloom codegen cohere cohere2 cpmant ctrl dbrx deepseek_v2 deepseek_v3 exaone4 falcon "
        "falcon_h1 falcon_mamba gemma gemma2 gemma3 gemma3_text glm glm4 gpt-sw3 gpt2 gpt_bigcode gpt_neo "
        "gpt_neox gpt_neox_japanese gpt_oss gptj granite granitemoe helium jamba llama llama4 llama4_text mamba "
        "mamba2 mistral mistral3 mixtral mpt nemotron olmo olmo2 olmoe openai-gpt opt persimmon phi phi3 phimoe "
        "qwen2 qwen2_moe qwen3 qwen3_moe recurrent_gemma reformer rwkv smollm3 solar stablelm starcoder2 "
        "transfo-xl xglm xlnet xlstm zamba"
    ),
    SPEECH: _types(
        "audio-spectrogram-transformer bark clap clvp csm data2vec-audio dac dia encodec granite_speech hubert "
        "kyutai_speech_to_text mctct mimi moonshine musicgen musicgen_melody parakeet_ctc parakeet_encoder "
        "pop2piano qwen2_audio sew sew-d speech-encoder-decoder speech_to_text speech_to_text_2 speecht5 "
        "unispeech unispeech-sat univnet vits voxtral wav2vec2 wav2vec2-bert wav2vec2-conformer wavlm whisper"
    ),
    VISION: _types(
        "align beit bit blip blip-2 bridgetower chinese_clip clip clipseg conditional_detr convnext convnextv2 "
        "cvt data2vec-vision deformable_detr deit depth_anything detr dinat dinov2 dinov3_vit donut-swin dpt "
        "efficientnet flava focalnet florence2 git glpn groupvit idefics idefics2 idefics3 imagegpt instructblip "
        "kosmos-2 levit llava llava_next mask2former maskformer mobilenet_v2 mobilevit mgp-str nougat oneformer "
        "owlvit paligemma perceiver pix2struct poolformer pvt qwen2_vl qwen2_5_vl regnet resnet rt_detr sam sam2 "
        "segformer siglip siglip2 swin swinv2 swin2sr table-transformer timm_wrapper trocr upernet van videomae "
        "vilt vision-encoder-decoder vision-text-dual-encoder vit vit_mae vit_msn vitdet vivit yolos"
    ),
    LOCAL: _types(
        "longt5 pegasus_x bigbird_pegasus"
    ),
    SEQUENCE: _types(
        "encoder-decoder mvp nllb-moe plbart prophetnet rag seamless_m4t seamless_m4t_v2 switch_transformers "
        "t5gemma udop xlm-prophetnet"
    ),
}  # fmt: skip
#: How ``architectures`` of config.json ends, for types that nobody has listed here.
ARCHITECTURES = (
    ("ForSpeechSeq2Seq", SPEECH), ("ForCTC", SPEECH), ("ForAudioClassification", SPEECH),
    ("ForImageClassification", VISION), ("ForObjectDetection", VISION), ("ForSemanticSegmentation", VISION),
    ("ForMaskedLM", ENCODER_ONLY), ("ForCausalLM", DECODER_ONLY), ("LMHeadModel", DECODER_ONLY),
)  # fmt: skip

#: Names that Hugging Face's sequence-to-sequence models have.
THEIRS = (
    r"model\.decoder\.layers\.0\.encoder_attn\.k_proj\.weight|decoder\.block\.0\.layer\.1\.EncDecAttention\.q\.weight"
)
#: A tensor's name and number of axes → what has it, and whether that settles it; the first that fits counts.
NAMES: tuple[tuple[str, int, OtherKind], ...] = (
    (r"(.*\.)?lora_[AB]\..*", 0,
     OtherKind(Text("it is an adapter (LoRA): changes to a model, without that model"), WHOLE)),
    (r"source_embedding\.token\.weight", 2,
     OtherKind(Text("it is not a Headscope checkpoint without the config.json that belongs to these weights"), BESIDE)),
    (r"(model\.)?encoder\.conv1\.weight", 3, OtherKind(SPEECH.filled("like Whisper"), OTHER)),
    (r"(.*\.)?feature_extractor\.conv_layers\.0\.conv\.weight", 3, OtherKind(SPEECH.filled("like wav2vec 2.0"), OTHER)),
    (r"(model\.)?encoder\.conv\.conv_layers\.0\.weight", 3, OtherKind(SPEECH.filled("like Speech2Text"), OTHER)),
    (THEIRS, 2, OtherKind(
        Text("it is the weights of a Hugging Face folder without the config.json that belongs to them"), BESIDE)),
    (r"(.*\.)?patch_embeddings?\.(projection|proj)\.weight|(.*\.)?conv_proj\.weight|(.*\.)?patch_embed\.proj\.weight"
     r"|(.*\.)?vision_model\.embeddings\.patch_embedding\.weight", 4, OtherKind(VISION.filled("like ViT"), OTHER)),
    (r"(.*\.)?blocks\.\d+\.attn\.qkv\.weight", 2, OtherKind(VISION.filled("like ViT"), OTHER)),
    (r"(.*\.)?h\.\d+\.attn\.(c_attn|attention\.q_proj|q_proj)\.weight", 2,
     OtherKind(DECODER_ONLY.filled("like GPT-2"), OTHER)),
    (r"(.*\.)?\d+\.(attention|self_attention)\.query_key_value\.weight", 2,
     OtherKind(DECODER_ONLY.filled("like GPT-NeoX"), OTHER)),
    (r"(.*\.)?layers\.\d+\.mlp\.(gate_proj|gate_up_proj)\.weight|layers\.\d+\.feed_forward\.w3\.weight", 2,
     OtherKind(DECODER_ONLY.filled("like LLaMA"), OTHER)),
    (r"(.*\.)?layer\.\d+\.attention\.self\.query\.weight", 2, OtherKind(ENCODER_ONLY.filled("like BERT"), OTHER)),
    (r"(.*\.)?layer\.\d+\.attention\.q_lin\.weight", 2, OtherKind(ENCODER_ONLY.filled("like DistilBERT"), OTHER)),
    (r"(.*\.)?decoder\.layers\.0\.self_attn\.k_proj\.weight", 2,
     OtherKind(DECODER_ONLY.filled("like OPT"), OTHER)),
    (r"(.*\.)?weight_hh_l\d+(_reverse)?", 2, OtherKind(
        Text("it is a recurrent network and no Transformer: it has no attention of this kind"), OTHER, certain=False)),
    (r"(.*\.)?convs\.\d+\.weight", 3, OtherKind(
        Text("it is a convolutional sequence model and no Transformer"), OTHER, certain=False)),
    (r".*\.weight", 4, OtherKind(
        Text("it is a network of convolutions, as for images, and no Transformer for text"), OTHER, certain=False)),
)  # fmt: skip


def kind(file: ModelFile, found: Anatomy) -> OtherKind | None:
    """The kind of a file that no format claims; None where nothing tells it."""
    declared = _type(file)
    unknown = OtherKind(UNKNOWN.filled(shown(declared, 40)), OTHER) if declared else None
    return _declared(file, declared, found) or _named(file, found) or _structured(found) or unknown


def _type(file: ModelFile) -> str:
    """``model_type`` of the config.json that belongs to the weights, "" where there is none."""
    theirs = any(re.fullmatch(THEIRS, name) for name in file.tensors)
    return model_type(file) if theirs or file.config is not None or file.path.name in FOLDERS else ""


def _declared(file: ModelFile, declared: str, found: Anatomy) -> OtherKind | None:
    """By config.json."""
    if not declared:
        return None
    values, told = file.config or {}, shown(declared, 40)
    by_type = next((why for why, types in TYPES.items() if declared in types), None)
    why = by_type or _by_architecture(values)
    if why is None and (values.get("is_encoder_decoder") is True or found.pair is not None):
        why = SEQUENCE
    if why is None:
        return None
    if why not in (SEQUENCE, LOCAL):
        return OtherKind(why.filled(told), OTHER)
    lines = hugging_face(file.folder, declared)
    return OtherKind(why.filled(told), RECORD.filled(lines[-1]), lines)


def _by_architecture(values: Mapping[str, Any]) -> Text | None:
    listed = values.get("architectures")
    name = listed[0] if isinstance(listed, list) and listed and isinstance(listed[0], str) else ""
    found = next((why for ending, why in ARCHITECTURES if name.endswith(ending)), None)
    return None if found in (ENCODER_ONLY, DECODER_ONLY) and values.get("is_encoder_decoder") is True else found


def _named(file: ModelFile, found: Anatomy) -> OtherKind | None:
    """By a name that only one kind has; what has both stacks is no half, whatever its parts are called."""
    halves = (ENCODER_ONLY.template, DECODER_ONLY.template) if found.pair is not None else ()
    for pattern, axes, other in NAMES:
        fits = any(_fits(name, info, pattern, axes) for name, info in file.tensors.items())
        if fits and getattr(other.why, "template", "") not in halves:
            return other
    return None


def _structured(found: Anatomy) -> OtherKind | None:
    """By its stacks: one alone is half of a Transformer."""
    if len(found.stacks) != 1 or found.stacks[0].attentions not in (1, 2):
        return None
    stack = found.stacks[0]
    if stack.attentions == 2:
        why = Text("it has one stack of %1 layers, with cross attention: a decoder without its encoder", stack.layers)
        return OtherKind(why, Text("Save the weights of the whole model, encoder and decoder"), certain=False)
    if any(len(shape) == 4 for shape in found.outer.values()):
        return OtherKind(VISION.filled(f"{stack.layers} layers"), OTHER, certain=False)
    why = Text(
        "it has one stack of %1 layers and no cross attention: an encoder-only or a decoder-only model", stack.layers
    )
    return OtherKind(why, OTHER, certain=False)


def _fits(name: str, info: TensorInfo, pattern: str, axes: int) -> bool:
    return (not axes or len(info.shape) == axes) and re.fullmatch(pattern, name) is not None
