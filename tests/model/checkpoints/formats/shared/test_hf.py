"""Hugging Face folders against the real classes of transformers: every logit, every map, every greedy token."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

from model.checkpoints.checkpoint import open_checkpoint
from model.checkpoints.formats.shared.hf import half_sines, sines_then_cosines
from model.checkpoints.tokenizer import Encoded
from model.common.problems import Problem
from model.decoding.beam import beam_search
from model.decoding.beam_tree import SearchRules
from model.decoding.session import DecodingSession
from model.record.trace import KINDS
from tests.model.checkpoints.formats.agreement import check_opened
from tests.model.checkpoints.formats.hf_network import (
    PAD,
    VARIANTS,
    VOCABULARY,
    Network,
    library,
    make,
    save,
    save_pickled,
)
from tests.model.networks import assert_close
from tests.model.sample_checkpoints import FIXTURES, PAIRS

LONGEST = {"hf_t5": 24, "hf_t5 1.1": 24, "hf_t5 mt5": 24, "hf_umt5": 24}
#: Source and target have a table each.
TWO_TABLES = {"hf_marian two tables", "hf_fsmt", "hf_encoder_decoder", "hf_encoder_decoder roberta"}


def longest(name: str) -> tuple[int, int]:
    count = LONGEST.get(name, 9)
    return count, count


@pytest.fixture(autouse=True)
def norms_in_double(monkeypatch: pytest.MonkeyPatch) -> None:
    """T5's norm rounds its mean square to float32, also in a float64 model: then it cannot agree to 1e-9."""
    models = library().models
    # FSMT's mask is of float32 alone.
    monkeypatch.setattr(models.fsmt.modeling_fsmt, "fill_with_neg_inf", lambda t: t.fill_(torch.finfo(t.dtype).min))
    for module in (models.t5.modeling_t5.T5LayerNorm, models.mt5.modeling_mt5.MT5LayerNorm,
                   models.umt5.modeling_umt5.UMT5LayerNorm):  # fmt: skip

        def forward(self: Any, hidden: Tensor) -> Tensor:
            mean = hidden.pow(2).mean(-1, keepdim=True)
            return torch.as_tensor(self.weight * (hidden * torch.rsqrt(mean + self.variance_epsilon)))

        original = module.forward

        def chosen(self: Any, hidden: Tensor, original: Any = original, exact: Any = forward) -> Tensor:
            return torch.as_tensor((exact if hidden.dtype == torch.float64 else original)(self, hidden))

        monkeypatch.setattr(module, "forward", chosen)


@pytest.mark.parametrize("name", VARIANTS)
def test_logits_and_every_map_agree(tmp_path: Path, name: str) -> None:
    """In float64; the older files below are of float32."""
    dtype = torch.float32 if name == "hf_led" else torch.float64  # its softmax is in float32, whatever the model is
    reference = make(name, dtype)
    check_opened(reference, open_checkpoint(save(reference, tmp_path)), dtype, longest(name))


@pytest.mark.parametrize("name", VARIANTS)
def test_older_files_hold_copies_and_computed_tables(tmp_path: Path, name: str) -> None:
    reference = make(name)
    checkpoint = open_checkpoint(save_pickled(reference, tmp_path))
    check_opened(reference, checkpoint, torch.float32, longest(name))
    table = checkpoint.transformer.target_embedding.token.weight
    assert (checkpoint.transformer.head.weight is table) == (name != "hf_fsmt")
    assert (checkpoint.transformer.source_embedding.token.weight is table) == (name not in TWO_TABLES)
    assert checkpoint.warnings == ()


@pytest.mark.parametrize("name", ["hf_bart", "hf_t5", "hf_encoder_decoder"])
def test_weights_in_several_files(tmp_path: Path, name: str) -> None:
    reference = make(name)
    folder = save(reference, tmp_path, max_shard_size="4KB")
    assert len(list(folder.glob("model-*.safetensors"))) > 1
    check_opened(reference, open_checkpoint(folder), torch.float32, longest(name))


def generated(reference: Network, source: tuple[int, ...], limit: int, **rules: Any) -> list[int]:
    """What transformers' own greedy search produces."""
    ids = torch.tensor([source])
    found = reference.model.generate(  # its cache has a place for each layer of the encoder, and ours has more
        input_ids=ids, attention_mask=torch.ones_like(ids), do_sample=False, num_beams=1, max_new_tokens=limit,
        use_cache=False, **rules,
    )  # fmt: skip
    return [int(index) for index in found[0, 1:]]


@pytest.mark.parametrize(("name", "seed"), [(name, place % 3) for place, name in enumerate(VARIANTS)])
def test_greedy_tokens_and_maps_are_the_same(tmp_path: Path, name: str, seed: int) -> None:
    reference = make(name, torch.float64, 30 + seed)
    checkpoint = open_checkpoint(save(reference, tmp_path))
    ids = (5, 9, 4, 2)
    source, limit = Encoded(ids, tuple(map(str, ids)), tuple(map(str, ids)), (False,) * 4), 8
    wanted = generated(reference, ids, limit)
    trace = DecodingSession(checkpoint, source, max_length=limit).run().trace()
    assert trace.produced_ids is not None
    assert trace.produced_ids.tolist() == wanted
    assert beam_search(checkpoint, [source], 1, max_length=limit)[0].ids == tuple(wanted)
    with torch.no_grad():
        start = checkpoint.special.start
        _, expected = reference.run(torch.tensor([ids]), torch.tensor([[start, *wanted[:-1]]]), looping=True)
    for kind in KINDS:
        found = trace.attention(kind)
        assert found is not None
        assert_close(torch.from_numpy(found.copy()), expected[kind][0].float(), 1e-5)


def test_the_rules_of_the_folder_are_followed(tmp_path: Path) -> None:
    """A forced first token, forbidden ones, and the end token at the limit; what is not done is said."""
    reference = make("hf_bart", torch.float64, 31)
    rules = reference.model.generation_config
    free = generated(reference, (5, 9, 4, 2), 6)
    rules.forced_bos_token_id, rules.bad_words_ids, rules.suppress_tokens = 11, [[free[1]], [4, 5]], [free[2]]
    rules.num_beams, rules.no_repeat_ngram_size, rules.length_penalty = 4, 2, 2.0
    checkpoint = open_checkpoint(save(reference, tmp_path))
    special = checkpoint.special
    assert (special.forced, special.suppressed, special.last) == ((11,), tuple(sorted({free[1], free[2]})), (2,))
    told = {one.name: one.origin for one in checkpoint.assumptions}
    assert told["num_beams"] == "generation_config.json asks for 4"
    assert checkpoint.own_search == SearchRules(4, 2.0, "bound"), "theirs without a word about early_stopping"
    assert {"no_repeat_ngram_size", "length_penalty", "bad_words_ids"} < told.keys()
    ids = (5, 9, 4, 2)
    source = Encoded(ids, tuple(map(str, ids)), tuple(map(str, ids)), (False,) * 4)
    produced = DecodingSession(checkpoint, source, max_length=6).run().trace().produced_ids
    assert produced is not None
    wanted = generated(reference, ids, 6, no_repeat_ngram_size=0, bad_words_ids=[[free[1]]])
    assert produced.tolist() == wanted
    assert wanted[0] == 11 and wanted[-1] == 2


def test_without_generation_config_the_rules_stand_in_config(tmp_path: Path) -> None:
    save(make("hf_marian"), tmp_path)
    (tmp_path / "generation_config.json").unlink()
    _change(tmp_path, bad_words_ids=[[PAD]], num_beams=6, forced_eos_token_id=None)
    checkpoint = open_checkpoint(tmp_path)
    assert (checkpoint.special.start, checkpoint.special.ends) == (PAD, (2,))
    assert (checkpoint.special.suppressed, checkpoint.special.last) == ((PAD,), ())
    assert "config.json asks for 6" in {one.origin for one in checkpoint.assumptions}
    assert checkpoint.own_search == SearchRules(6, 1.0, "bound")
    for early, stop in ((True, "enough"), ("never", "never"), ("soon", "")):
        _change(tmp_path, early_stopping=early)
        found = open_checkpoint(tmp_path).own_search
        assert (found.stop if found else "") == stop


@pytest.mark.parametrize("width", [6, 7, 18])
def test_marian_positions_are_transformers_own_to_the_bit(width: int) -> None:
    module = library().models.marian.modeling_marian.MarianSinusoidalPositionalEmbedding(512, width)
    assert torch.equal(half_sines(512, width), module.create_weight())


@pytest.mark.parametrize("width", [6, 7, 64])
def test_m2m100_positions_are_transformers_own_to_the_bit(width: int) -> None:
    module = library().models.m2m_100.modeling_m2m_100.M2M100SinusoidalPositionalEmbedding
    assert torch.equal(sines_then_cosines(512, width), module.get_embedding(512, width))


@pytest.mark.parametrize("name", ["hf_t5", "hf_bart"])
def test_a_head_of_its_own_is_used_and_said(tmp_path: Path, name: str) -> None:
    """As transformers does, though config.json says that the tables are one."""
    reference = make(name)
    head = torch.nn.Parameter(reference.model.lm_head.weight.detach() + 0.5)
    reference.model.lm_head.weight = head
    checkpoint = open_checkpoint(save_pickled(reference, tmp_path))
    assert checkpoint.warnings == (
        "config.json says that the vocabulary head reuses the embedding table, but the file has a different one, "
        "which is used",
    )
    check_opened(reference, checkpoint, torch.float32, longest(name))


@pytest.mark.parametrize(
    ("name", "tensor", "ours"),
    [
        ("hf_marian", "model.encoder.layers.0.fc1.weight", "encoder_layers.0.feed_forward.expand.weight"),
        ("hf_t5", "shared.weight", "source_embedding.token.weight"),
    ],
)
def test_weights_that_are_no_numbers_are_named_as_in_the_file(
    tmp_path: Path, name: str, tensor: str, ours: str
) -> None:
    reference = make(name)
    with torch.no_grad():
        reference.model.get_parameter(tensor)[0] = torch.nan
    checkpoint = open_checkpoint(save(reference, tmp_path))
    assert checkpoint.warnings == (
        f"1 of its tensors hold values that are no numbers (NaN or ∞), first {tensor} (here {ours})",
    )


def test_the_bare_base_model_opens_too(tmp_path: Path) -> None:
    """facebook/bart-base is one: no head, no ``model.`` in front of its names."""
    reference = make("hf_bart")
    reference.model.final_logits_bias.zero_()
    reference.model.model.save_pretrained(tmp_path)
    check_opened(reference, open_checkpoint(tmp_path), torch.float32, longest("hf_bart"))


@pytest.mark.parametrize("name", ["hf_marian", "hf_t5"])
def test_the_weights_alone_are_opened_by_the_folder_around_them(tmp_path: Path, name: str) -> None:
    reference = make(name)
    file = save(reference, tmp_path) / "model.safetensors"
    checkpoint = open_checkpoint(file)
    assert (checkpoint.path, checkpoint.name) == (file, tmp_path.name)
    check_opened(reference, checkpoint, torch.float32, longest(name))


def test_a_folder_of_the_download_cache_has_the_models_name(tmp_path: Path) -> None:
    place = tmp_path / "models--Helsinki-NLP--opus-mt-de-en" / "snapshots" / "0a1b2c"
    place.mkdir(parents=True)
    assert open_checkpoint(save(make("hf_marian"), place)).name == "Helsinki-NLP/opus-mt-de-en"


@pytest.mark.parametrize("name", ["hf_bart", "hf_t5"])
def test_half_precision_is_raised_once(tmp_path: Path, name: str) -> None:
    reference = make(name, torch.float16)
    checkpoint = open_checkpoint(save(reference, tmp_path))
    assert {value.dtype for value in checkpoint.transformer.parameters()} == {torch.float32}
    stored = {dtype for name, dtype in checkpoint.dtypes.items() if "position" not in name}
    assert stored == {torch.float16}
    reference.model.float()
    check_opened(reference, checkpoint, torch.float32, longest(name))


def _change(folder: Path, name: str = "config.json", **values: Any) -> None:
    content = json.loads((folder / name).read_text(encoding="utf-8"))
    (folder / name).write_text(json.dumps(content | values), encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "values", "why"),
    [
        ("hf_bart", {"d_model": "12"}, "d_model is '12' and must be a whole number from 1"),
        ("hf_bart", {"d_model": True}, "d_model is True and must be a whole number from 1"),
        ("hf_bart", {"d_model": 10**9}, "encoder_attention_heads is 3 and must be a divisor of d_model, 1000000000"),
        ("hf_bart", {"encoder_layers": 10**6}, "encoder_layers is 1,000,000 and the weights have 2 layers"),
        ("hf_bart", {"decoder_layers": 2}, "decoder_layers is 2 and the weights have 3 layers"),
        ("hf_bart", {"encoder_attention_heads": 0}, "encoder_attention_heads is 0 and must be a whole number from 1"),
        ("hf_bart", {"encoder_attention_heads": 5}, "encoder_attention_heads is 5 and must be a divisor of d_model"),
        ("hf_bart", {"scale_embedding": 1}, "scale_embedding is 1 and must be true or false"),
        ("hf_bart", {"dropout": None}, "dropout is missing and must be a number"),
        ("hf_bart", {"dropout": 10**400}, "dropout is 1000000000000000000000000000000000000000 and must be a number"),
        ("hf_bart", {"activation_function": "mish"}, "activation_function is 'mish' and must be one of relu, gelu"),
        ("hf_bart", {"model_type": ["bart"]}, ""),
        ("hf_marian", {"pad_token_id": None}, "pad_token_id is missing and must be a token id"),
        ("hf_t5", {"feed_forward_proj": "gated-"}, "feed_forward_proj is 'gated-' and must be one of relu, gelu"),
        ("hf_t5", {"num_layers": 0}, "num_layers is 0 and must be a whole number from 1"),
        ("hf_t5", {"d_kv": 6}, "has [18, 12]"),
        ("hf_t5", {"feed_forward_proj": "gated-gelu"}, "wi_1"),
        ("hf_bart", {"max_position_embeddings": 10**7},
         "config.json: max_position_embeddings is 10000000 and must be a whole number from 1 to 1,000,000"),
        ("hf_marian", {"encoder_ffn_dim": 2 * 10**6},
         "config.json: encoder_ffn_dim is 2000000 and must be a whole number from 1 to 1,048,576"),
        ("hf_t5", {"d_kv": 10**5}, "config.json: d_kv is 100000 and must be a whole number from 1 to 16,384"),
        ("hf_m2m100", {"dropout": 1.5}, "config.json: dropout is 1.5 and must be a number from 0 to below 1"),
        ("hf_t5", {"layer_norm_epsilon": -1.0},
         "config.json: layer_norm_epsilon is -1.0 and must be a number from 0 to below 1"),
        ("hf_led", {"attention_window": 1}, "config.json: attention_window is 1 and must be a whole number from 2"),
        ("hf_led", {"attention_window": [32, "x"]}, "attention_window is 'x' and must be a whole number from 2"),
        ("hf_fsmt", {"src_vocab_size": 3}, "encoder.embed_tokens.weight is [25, 12] where config.json asks for [3"),
        ("hf_encoder_decoder", {"encoder": []}, "of the type encoder-decoder, whose network Headscope does not"),
        ("hf_encoder_decoder", {"encoder": {"model_type": "bert", "hidden_size": 12, "num_hidden_layers": 2}},
         "of the type encoder-decoder, whose network Headscope does not"),
        ("hf_bart", {"vocab_size": VOCABULARY + 1}, "shared.weight is [29, 12] where config.json asks for [30, 12]"),
    ],
)  # fmt: skip
def test_a_wrong_field_is_named(tmp_path: Path, name: str, values: dict[str, Any], why: str) -> None:
    _change(save(make(name), tmp_path), **values)
    if "pad_token_id" in values:
        (tmp_path / "generation_config.json").unlink()
    with pytest.raises(Problem) as caught:
        open_checkpoint(tmp_path)
    assert why in str(caught.value)
    assert tmp_path.name in caught.value.what


@pytest.mark.parametrize(
    ("name", "lost", "why"),
    [
        ("hf_marian", "model.encoder.layers.0.self_attn.k_proj.weight", "it is like Marian, but it lacks {}"),
        ("hf_marian", "model.encoder.layers.0.fc1.weight", "it lacks {}"),
        ("hf_bart", "model.decoder.layers.2.fc1.weight", "it lacks {}"),
        ("hf_m2m100", "model.encoder.layers.0.self_attn.k_proj.weight", "it is like M2M100, but it lacks {}"),
        ("hf_t5", "encoder.block.0.layer.0.SelfAttention.q.weight", "it lacks {}"),
        ("hf_t5", "decoder.block.1.layer.2.DenseReluDense.wo.weight", "it is like T5, but it lacks {}"),
        ("hf_marian", "model.shared.weight", "it is like Marian, but it lacks model.encoder.embed_tokens.weight"),
    ],
)
def test_a_lost_tensor_is_named(tmp_path: Path, name: str, lost: str, why: str) -> None:
    folder = save(make(name), tmp_path)
    tensors = load_file(folder / "model.safetensors")
    named = lost if lost in tensors else lost.removeprefix("model.")
    del tensors[named]
    save_file(tensors, folder / "model.safetensors", {"format": "pt"})
    with pytest.raises(Problem) as caught:
        open_checkpoint(folder)
    assert caught.value.why == why.format(named)


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ({"decoder_start_token_id": 29}, "decoder_start_token_id is 29 and must be token ids from 0 to 28"),
        ({"eos_token_id": []}, "eos_token_id is [] and must be a token id"),
        ({"bad_words_ids": [4]}, "bad_words_ids is [4] and must be a list of lists of token ids"),
        ({"suppress_tokens": ["4"]}, "suppress_tokens is ['4'] and must be token ids from 0 to 28"),
    ],
)
def test_a_wrong_rule_is_named(tmp_path: Path, values: dict[str, Any], why: str) -> None:
    _change(save(make("hf_bart"), tmp_path), "generation_config.json", **values)
    with pytest.raises(Problem, match=r"generation_config\.json") as caught:
        open_checkpoint(tmp_path)
    assert why in caught.value.why


@pytest.mark.parametrize("kept", ["encoder", "decoder"])
def test_stacks_that_are_one_are_saved_once(tmp_path: Path, kept: str) -> None:
    """``tie_encoder_decoder``: of every pair one name is in the file, whichever that is."""
    save(make("hf_encoder_decoder"), tmp_path)
    decoder = json.loads((tmp_path / "config.json").read_text("utf-8"))["decoder"]
    _change(tmp_path, tie_encoder_decoder=True, decoder={**decoder, "num_hidden_layers": 2})
    whole = load_file(tmp_path / "model.safetensors")
    weights = {name: value for name, value in whole.items() if ".bert.encoder.layer.2." not in name}
    twins = {name: f"decoder.bert.{name.removeprefix('encoder.')}" for name in weights if name.startswith("encoder.")}
    alike = [one for one, other in twins.items() if other in weights and weights[one].shape == weights[other].shape]
    pairs = {one: twins[one] for one in alike}
    whole = {**weights, **{other: weights[one].clone() for one, other in pairs.items()}}
    save_file(whole, tmp_path / "model.safetensors")
    expected = dict(open_checkpoint(tmp_path).transformer.named_parameters())
    lost = pairs.values() if kept == "encoder" else pairs
    save_file({name: value for name, value in whole.items() if name not in lost}, tmp_path / "model.safetensors")
    found = dict(open_checkpoint(tmp_path).transformer.named_parameters())
    assert len(pairs) > 20
    assert all(torch.equal(value, expected[name]) for name, value in found.items())


def test_a_folder_without_weights_says_so(tmp_path: Path) -> None:
    save(make("hf_t5"), tmp_path)
    (tmp_path / "model.safetensors").unlink()
    with pytest.raises(Problem) as caught:
        open_checkpoint(tmp_path)
    assert caught.value.why == "model.safetensors is missing"


TRAINED = FIXTURES / "marian"
#: Some of what it learnt, and what it never saw: other orders, unknown words, Korean, spaces.
SENTENCES = ("  Ein Hund   schläft im Schnee!", "Kinder Kinder Garten", "두 마리의 개", "Zwei 🐶 spielen", "x")


@pytest.mark.filterwarnings("ignore:Recommended. pip install sacremoses")
def test_a_trained_folder_gives_transformers_own_tokens_and_texts() -> None:
    """tests/fixtures/make_marian.py trained it and transformers saved it, with a real SentencePiece tokenizer."""
    theirs = library().MarianMTModel.from_pretrained(TRAINED, attn_implementation="eager", local_files_only=True)
    words = library().MarianTokenizer.from_pretrained(TRAINED, local_files_only=True)
    checkpoint, right = open_checkpoint(TRAINED), 0
    for sentence in [*(pair[0] for pair in PAIRS[::4]), *SENTENCES]:
        given = words([sentence], return_tensors="pt")
        source = checkpoint.source(sentence)
        assert list(source.ids) == given["input_ids"][0].tolist()
        found = theirs.generate(**given, do_sample=False, num_beams=1, max_new_tokens=24)[0]
        trace = DecodingSession(checkpoint, source, max_length=24).run().trace()
        assert trace.consumed_ids is not None and trace.produced_ids is not None
        assert [*trace.consumed_ids[:1].tolist(), *trace.produced_ids.tolist()] == found.tolist()
        assert trace.meta.translation == words.decode(found, skip_special_tokens=True)
        assert trace.rows("decoder")[0] == "start"
        right += any(trace.meta.translation == pair[1] for pair in PAIRS if pair[0] == sentence)
        with torch.no_grad():
            maps = theirs(**given, decoder_input_ids=found[None, :-1], output_attentions=True)
        for kind in KINDS:
            expected = torch.stack(getattr(maps, f"{kind}_attentions"), 1)[0]
            attention = trace.attention(kind)
            assert attention is not None
            assert_close(torch.from_numpy(attention.copy()), expected, 1e-5)
    assert right >= 14  # of 16: it has learnt something
    assert checkpoint.languages == ("de", "en")
