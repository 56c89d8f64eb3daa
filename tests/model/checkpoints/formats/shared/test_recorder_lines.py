"""The lines that a refusal hands over: each is Python, and run as they are they write a trace."""

from __future__ import annotations

import ast
import contextlib
import io
from pathlib import Path
from typing import Any

import pytest
import torch

from model.checkpoints.formats.shared.recorder_lines import CLASSES, CODES, hugging_face, own_code
from model.record.trace_file import load_trace
from tests.model.checkpoints.formats.agreement import present
from tests.model.checkpoints.formats.hf_network import library
from tests.model.checkpoints.formats.shared import foreign_shapes as foreign
from tests.model.checkpoints.formats.tut6_network import CURRENT, make

WORDS = ["<s>", "<pad>", "</s>", "<unk>", "a", "short", "sentence", "this", "one", "is", "quite", "bit", "longer",
         "than", "the", "first", "."]  # fmt: skip


def run(lines: tuple[str, ...], folder: Path, **names: Any) -> None:
    """As in one cell of a notebook."""
    program = "\n".join(lines).replace('"run.npz"', repr(str(folder / "run.npz")))
    with contextlib.redirect_stdout(io.StringIO()):
        exec(program, names)


def pegasus(folder: Path) -> None:
    """What a person has: a folder with a model of a few values and a tokenizer of a few words."""
    from tokenizers import Tokenizer, models, pre_tokenizers, processors

    transformers = library()
    tokenizer = Tokenizer(models.WordLevel({word: index for index, word in enumerate(WORDS)}, "<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(single="$A </s>", special_tokens=[("</s>", 2)])
    fast = transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, pad_token="<pad>", eos_token="</s>", unk_token="<unk>",
        model_input_names=["input_ids", "attention_mask"],
    )  # fmt: skip
    fast.save_pretrained(folder)
    sizes = {f"{side}_{name}": value for side in ("encoder", "decoder")
             for name, value in (("layers", 2), ("attention_heads", 3), ("ffn_dim", 20))}  # fmt: skip
    config = transformers.PegasusConfig(
        vocab_size=len(WORDS), d_model=12, max_position_embeddings=64, pad_token_id=1, eos_token_id=2,
        decoder_start_token_id=1, forced_eos_token_id=None, **sizes,
    )  # fmt: skip
    torch.manual_seed(3)
    transformers.PegasusForConditionalGeneration(config).save_pretrained(folder)


def test_the_lines_for_a_folder_of_hugging_face(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pegasus(tmp_path / "it's mine")
    lines = hugging_face(tmp_path / "it's mine", "pegasus")
    run(lines, tmp_path)
    traces = [load_trace(tmp_path / f"run-{number}.npz") for number in (1, 2)]
    assert [str(token) for token in traces[0].source_tokens[:3]] == ["<unk>", "short", "sentence"]
    for trace in traces:
        for kind in ("encoder", "decoder", "cross"):
            assert present(trace.attention(kind)).shape[:2] == (2, 3)
    assert 1 in present(traces[0].source_ids).tolist()  # padding is there
    capsys.readouterr()


@pytest.mark.parametrize("kind", ["plbart", "encoder-decoder", *CLASSES])
def test_every_statement_is_python_and_the_last_is_whole(kind: str, tmp_path: Path) -> None:
    lines = hugging_face(tmp_path, kind)
    for line in lines:
        ast.parse(line)
        assert "\n" not in line
    assert lines[-1].startswith("with record(")
    assert "source_words=tokenizer," in lines[-1]


def test_classes_of_these_names_exist() -> None:
    transformers = library()
    for name, _ in (*CLASSES.values(), ("AutoModelForSeq2SeqLM", "")):
        assert hasattr(transformers, name)


def test_the_lines_for_code_of_ones_own(tmp_path: Path) -> None:
    """tut6 stands for any class that is called with a source and a target."""
    network = make(CURRENT)
    source, target = torch.randint(4, 20, (2, 6)), torch.randint(4, 20, (2, 5))
    source[1, 4:] = 1

    class Model(torch.nn.Module):
        def forward(self, src: torch.Tensor, trg: torch.Tensor) -> Any:
            return network.run(src, trg)

    for lines in (own_code(["my.weight"]), own_code(["my.weight"], pad=1)):
        run(lines, tmp_path, model=Model().eval(), src=source, trg=target)
        trace = load_trace(tmp_path / "run-2.npz")
        assert trace.padding_mask is not None and not trace.padding_mask.reshape(-1)[-1]


@pytest.mark.parametrize(
    ("shapes", "call"),
    [(foreign.hkproj(), "model.encode(encoder_input"), (foreign.graykode(), "model(enc_inputs, dec_inputs)"),
     (foreign.aladdin(), "model(x, trg[:, :-1])"), (foreign.samlynn(), "model(src, trg_input, src_mask, trg_mask)"),
     (foreign.gordicaleksa(), "trg_token_ids_batch_input, src_mask")],
    ids=["hkproj", "graykode", "aladdin", "samlynn", "gordicaleksa"],
)  # fmt: skip
def test_a_known_repository_gets_its_own_call(shapes: dict[str, tuple[int, ...]], call: str) -> None:
    lines = own_code(shapes)
    ast.parse("\n".join(lines))
    assert call in lines[-1]


def test_every_known_call_is_of_another_repository() -> None:
    assert len({code.sign for code in CODES}) == len(CODES) == 5


def test_heads_with_a_softmax_of_their_own_and_padding_are_told() -> None:
    assert own_code(foreign.separate_heads(), pad=7, heads=4)[-1].startswith(
        'with record("run.npz", source=src, target=trg, pad=7, heads=4): model(src, trg[:, :-1])'
    )
