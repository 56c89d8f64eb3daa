"""Each tutorial's notebook cell is run as copied, beside that tutorial's network written again, and its file opened."""

from __future__ import annotations

import base64
import math
import pickle
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch

from model.checkpoints.checkpoint import Checkpoint, open_checkpoint
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.notebook_bundle import FORMAT, read_cell
from model.checkpoints.tokenizer import SubwordTokenizer, WordTokenizer
from model.common.assets import TUTORIALS, notebook_cell
from model.common.problems import Problem
from tests.model.checkpoints.formats import (
    agreement,
    annotated_network,
    d2l_network,
    family_a_network,
    gordicaleksa_network,
    hkproj_network,
    hyunwoongko_network,
    jadore_network,
    nlp_tutorial_network,
    nn_transformer_network,
    paul_hyun_network,
    samlynn_network,
    tut6_network,
)
from tests.model.checkpoints.formats.references import DECODER, ENCODER
from tests.model.sample_checkpoints import pieces

PYTHON = ("<unk>", "<pad>", "<sos>", "<eos>")
BLANK = ("<s>", "</s>", "<blank>", "<unk>")
SQUARE = ("[UNK]", "[PAD]", "[SOS]", "[EOS]")
BRACKETS = ("<unk>", "<pad>", "<s>", "</s>")
NAMED = ("<unk>", "<pad>", "<bos>", "<eos>")
LETTERS = ("P", "i", "want", "beer")


def words(size: int, special: tuple[str, ...] = PYTHON, letter: str = "w") -> list[str]:
    return [*special, *(f"{letter}{index}" for index in range(size - len(special)))]


def field(size: int, special: tuple[str, ...] = PYTHON, letter: str = "w") -> Any:
    """As torchtext's Field after build_vocab."""
    return SimpleNamespace(vocab=SimpleNamespace(itos=words(size, special, letter)), lower=True)


class NewVocabulary:
    """As torchtext's Vocab since 0.9."""

    def __init__(self, listed: list[str]) -> None:
        self.vocab = self
        self.listed = listed

    def get_itos(self) -> list[str]:
        return self.listed


@dataclass(frozen=True)
class Case:
    """One tutorial's state when its cell is run."""

    make: Callable[[], Any]
    names: Callable[[Any, Path], dict[str, Any]]  #: what the notebook has defined
    check: Callable[[Any, Checkpoint], None]
    source: tuple[str, ...] = PYTHON  #: how its vocabulary begins


def agree(reference: Any, checkpoint: Checkpoint) -> None:
    agreement.check_agreement(reference, checkpoint.transformer, torch.float32, (9, 8))


def match(reference: Any, checkpoint: Checkpoint) -> None:
    agreement.check_opened(reference, checkpoint, torch.float32, (6, 7))


def fields(model: Any, _folder: Path) -> dict[str, Any]:
    return {"model": model, "SRC": field(23), "TRG": field(21, letter="v")}


def jadore(model: Any, folder: Path) -> dict[str, Any]:
    special = ("<unk>", "<blank>", "<s>", "</s>")
    sizes = (model.settings[name] for name in ("src_vocab_size", "trg_vocab_size"))
    data = {"vocab": dict(zip(("src", "trg"), (words(size, special) for size in sizes), strict=True))}
    (folder / "m30k.pkl").write_bytes(pickle.dumps(data))
    options = SimpleNamespace(data_pkl=str(folder / "m30k.pkl"), **model.settings)
    return {"transformer": model, "opt": options, "pickle": pickle}


def loaded(model: Any, _folder: Path) -> dict[str, Any]:
    loader = SimpleNamespace(source=field(23), target=field(21, letter="v"))
    return {"model": model, "loader": loader, "n_heads": 8, "max_len": 256}


def official(model: Any, scaled: bool = True) -> dict[str, Any]:
    """The notebook of PyTorch's tutorial; its TokenEmbedding multiplies by √d_model, where it is left as it was."""
    by = math.sqrt(nn_transformer_network.WIDTH) if scaled else 1.0
    for part in (model.src_tok_emb, model.tgt_tok_emb) if hasattr(model, "src_tok_emb") else ():
        part.forward = lambda ids, part=part: part.embedding(ids) * by
    special = ("<unk>", "<pad>", "<bos>", "<eos>")
    vocabularies = {"de": NewVocabulary(words(13, special)), "en": NewVocabulary(words(17, special))}
    return {"transformer": model, "SRC_LANGUAGE": "de", "TGT_LANGUAGE": "en", "vocab_transform": vocabularies}


def trained(network: Any) -> Any:
    """The notebook's model, as far as a cell looks at it."""
    attention = SimpleNamespace(h=network.heads, number_of_heads=network.heads)
    layers = [SimpleNamespace(multi_headed_attention=attention)]
    return SimpleNamespace(
        state_dict=network.state_dict, modules=lambda: [attention], encoder=SimpleNamespace(encoder_layers=layers)
    )


def two_tokenizers(model: Any, _folder: Path) -> dict[str, Any]:
    """As the library tokenizers has them: words with their ids, in no order."""
    made = []
    for size in (13, 17):
        listed = words(size, SQUARE)
        ids = {word: listed.index(word) for word in reversed(listed)}
        made.append(SimpleNamespace(get_vocab=lambda ids=ids: ids))
    config = {"lang_src": "en", "lang_tgt": "it"}
    return {"model": trained(model), "tokenizer_src": made[0], "tokenizer_tgt": made[1], "config": config}


def two_dictionaries(model: Any, _folder: Path) -> dict[str, Any]:
    source, target = words(13, LETTERS), [*words(15, LETTERS), "S", "E"]
    ids = ({word: place for place, word in enumerate(listed)} for listed in (source, target))
    return {"model": trained(model), **dict(zip(("src_vocab", "tgt_vocab"), ids, strict=True)), "n_heads": 4}


def two_fields(model: Any, _folder: Path) -> dict[str, Any]:
    options = SimpleNamespace(heads=4, src_lang="en_core_web_sm", trg_lang="fr_core_news_sm")
    return {"model": trained(model), "SRC": field(13), "TRG": field(17), "opt": options}


def two_processors(model: Any, _folder: Path) -> dict[str, Any]:
    source, target = (field(size, BRACKETS) for size in (13, 17))
    return {"baseline_transformer": trained(model), "src_field_processor": source, "trg_field_processor": target}


def book(model: Any, _folder: Path) -> dict[str, Any]:
    listed = (SimpleNamespace(idx_to_token=words(size, NAMED)) for size in (13, 17))
    source, target = listed
    return {"model": trained(model), "data": SimpleNamespace(src_vocab=source, tgt_vocab=target)}


CASES = {
    "hkproj": Case(hkproj_network.make, two_tokenizers, match, SQUARE),
    "nlp_tutorial": Case(nlp_tutorial_network.make, two_dictionaries, match, LETTERS),
    "samlynn": Case(samlynn_network.make, two_fields, match),
    "gordicaleksa": Case(gordicaleksa_network.make, two_processors, match, BRACKETS),
    "d2l": Case(d2l_network.make, book, match, NAMED),
    "tut6": Case(tut6_network.make, fields, agree),
    "family_a": Case(family_a_network.make, fields, agree),
    "hyunwoongko": Case(hyunwoongko_network.make, loaded, agree),
    "annotated": Case(
        annotated_network.make,
        lambda model, _: {
            "model": model,
            "vocab_src": NewVocabulary(words(13, BLANK)),
            "vocab_tgt": NewVocabulary(words(17, BLANK)),
        },
        match,
        BLANK,
    ),
    "nn_transformer": Case(
        nn_transformer_network.make,
        lambda model, _: official(model),
        match,
        ("<unk>", "<pad>", "<bos>", "<eos>"),
    ),
    "jadore": Case(jadore_network.make, jadore, match, ("<unk>", "<blank>", "<s>", "</s>")),
}


def run_cell(tutorial: str, names: dict[str, Any], folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(folder)
    exec(compile(notebook_cell(tutorial), tutorial, "exec"), names)
    return folder / "headscope-model.pt"


@pytest.mark.filterwarnings("ignore:enable_nested_tensor")  # nn.Transformer on its own options
@pytest.mark.parametrize("tutorial", CASES)
def test_a_cell_saves_all_that_opening_needs(
    tutorial: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    case = CASES[tutorial]
    model = case.make()
    path = run_cell(tutorial, case.names(model, tmp_path), tmp_path, monkeypatch)
    assert "headscope-model.pt" in capsys.readouterr().out
    checkpoint = open_checkpoint(path)
    assert checkpoint.questions == ()  # one file, and nothing is left to ask
    assert checkpoint.warnings == ()
    for tokenizer in (checkpoint.source_tokenizer, checkpoint.target_tokenizer):
        assert isinstance(tokenizer, WordTokenizer)
        assert tokenizer.words[:4] == case.source
    case.check(model, checkpoint)


@pytest.mark.filterwarnings("ignore:enable_nested_tensor")
@pytest.mark.parametrize("scaled", [True, False])
@pytest.mark.parametrize(("norm_first", "activation"), [(True, "gelu"), (False, "relu"), (True, torch.nn.ReLU())])
def test_the_cell_carries_what_no_key_shows(
    scaled: bool, norm_first: bool, activation: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a class around nn.Transformer too: what it leaves open is asked about, what it says is computed."""
    design = replace(nn_transformer_network.TUTORIAL, scaled=scaled)
    model = nn_transformer_network.make(design=design, norm_first=norm_first, activation=activation)
    checkpoint = open_checkpoint(run_cell("nn_transformer", official(model, scaled), tmp_path, monkeypatch))
    assert checkpoint.questions == ()
    config = checkpoint.transformer.config
    assert config.scale_embeddings is scaled
    assert config.norm_order == ("pre" if norm_first else "post")
    match(model, checkpoint)


@pytest.mark.filterwarnings("ignore:enable_nested_tensor")
def test_a_class_whose_scale_cannot_be_read_asks_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = nn_transformer_network.make(design=nn_transformer_network.RENAMED, activation=torch.nn.GELU("tanh"))
    with pytest.raises(ValueError, match="SCALED = True"):
        run_cell("nn_transformer", official(model), tmp_path, monkeypatch)
    written = notebook_cell("nn_transformer").replace("transformer, None, None", "transformer, None, True")
    exec(compile(written, "cell", "exec"), official(model))
    asked = {one.name for one in open_checkpoint(tmp_path / "headscope-model.pt").questions}
    assert asked == {"activation", "padding_masks"}  # its other GELU is none of those that open


def test_a_model_that_only_classifies_has_its_cell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """paul-hyun: one SentencePiece vocabulary for both sides, here as a list."""
    monkeypatch.setattr(paul_hyun_network, "VOCABULARIES", (13, 13))
    special = ("[PAD]", "[UNK]", "[BOS]", "[EOS]")
    config = SimpleNamespace(n_head=paul_hyun_network.HEADS)
    for outputs in (0, 2):
        model = paul_hyun_network.make(outputs=outputs)
        names = {"model": model, "vocab": words(13, special), "config": config}
        checkpoint = open_checkpoint(run_cell("paul_hyun", names, tmp_path, monkeypatch))
        assert checkpoint.questions == ()
        assert checkpoint.target_tokenizer.token(2) == "[BOS]"
        assert checkpoint.special.source_padding == 0
        match(model, checkpoint)


def test_every_tutorial_has_its_cell() -> None:
    assert set(CASES) | {"paul_hyun"} == set(TUTORIALS)
    for tutorial in TUTORIALS:
        assert f'"{tutorial}"' in notebook_cell(tutorial)
        assert notebook_cell(tutorial).isascii()  # a notebook may be saved in any encoding


def test_the_number_of_heads_is_read_from_the_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = annotated_network.make(heads=2)
    case = CASES["annotated"]
    checkpoint = open_checkpoint(run_cell("annotated", case.names(model, tmp_path), tmp_path, monkeypatch))
    assert checkpoint.transformer.config.encoder.heads == 2
    match(model, checkpoint)


def test_a_model_that_hides_its_heads_asks_for_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = {"model": torch.nn.Linear(2, 2), "SRC": field(5), "TRG": field(6)}
    with pytest.raises(ValueError, match="HEADS = 8"):
        run_cell("tut6", names, tmp_path, monkeypatch)


def test_sentencepiece_travels_inside_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tokenizer = pieces()
    sizes = replace(ENCODER, vocabulary=len(tokenizer)), replace(DECODER, vocabulary=len(tokenizer))
    vocabulary = SimpleNamespace(serialized_model_proto=lambda: tokenizer.model)
    names = {"model": tut6_network.make(encoder=sizes[0], decoder=sizes[1]), "SRC": vocabulary, "TRG": vocabulary}
    opened = open_checkpoint(run_cell("tut6", names, tmp_path, monkeypatch))
    assert isinstance(opened.source_tokenizer, SubwordTokenizer)
    assert opened.source_tokenizer.model == tokenizer.model
    assert opened.questions == ()


def test_pieces_of_another_model_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vocabulary = SimpleNamespace(serialized_model_proto=lambda: pieces().model)
    names = {"model": tut6_network.make(), "SRC": vocabulary, "TRG": vocabulary}
    with pytest.raises(Problem, match=r"its source vocabulary has \d+ entries and the network 23"):
        open_checkpoint(run_cell("tut6", names, tmp_path, monkeypatch))


def test_an_answer_goes_before_the_cell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = run_cell("tut6", fields(tut6_network.make(), tmp_path), tmp_path, monkeypatch)
    assert open_checkpoint(path, {"heads": 4}).transformer.config.encoder.heads == 4


@pytest.mark.parametrize(
    ("extras", "why"),
    [
        ({"version": 2}, "newer Headscope"),
        ({"heads": "8"}, "its entry 'heads'"),
        ({"heads": True}, "its entry 'heads'"),
        ({"source_vocabulary": "abc"}, "its entry 'source_vocabulary'"),
        ({"source_vocabulary": ["a", 5]}, "its entry 'source_vocabulary'"),
        ({"target_vocabulary": ["a", "a"]}, "'a'"),
        ({"source_pieces": "not base64!"}, "its entry 'source_pieces'"),
        ({"source_pieces": 5}, "its entry 'source_pieces'"),
        ({"special": ["<unk>"]}, "its entry 'special'"),
        ({"special": {"padding": 1}}, "its entry 'special'"),
    ],
    ids=str,
)
def test_a_changed_cell_is_a_problem(extras: dict[str, Any], why: str) -> None:
    written = {"format": FORMAT, "version": 1, "heads": 8, **extras}
    with pytest.raises(Problem) as caught:
        read_cell(ModelFile(Path("mine.pt"), "torch", (), {}, {}, written))
    assert why in caught.value.why
    assert "mine.pt" in caught.value.what


def test_a_vocabulary_of_another_model_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = fields(tut6_network.make(), tmp_path) | {"TRG": field(99)}
    path = run_cell("tut6", names, tmp_path, monkeypatch)
    with pytest.raises(Problem, match="its target vocabulary has 99 entries and the network 21"):
        open_checkpoint(path)


def test_any_other_file_has_no_cell() -> None:
    plain = ModelFile(Path("mine.pt"), "torch", (), {}, {}, {"epoch": 3, "format": "other"})
    assert read_cell(plain) is None


def test_pieces_are_the_bytes_that_were_saved() -> None:
    content = base64.b64encode(b"\x00\xffmodel").decode("ascii")
    file = ModelFile(Path("mine.pt"), "torch", (), {}, {}, {"format": FORMAT, "version": 1, "source_pieces": content})
    cell = read_cell(file)
    assert cell is not None
    assert cell.pieces == {"source": b"\x00\xffmodel"}
