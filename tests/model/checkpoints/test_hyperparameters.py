"""What notebooks and configurations say about a model, read as text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from model.checkpoints.hyperparameters import from_config, from_lines, read_facts

TUT6 = [
    "SRC = Field(tokenize = tokenize_de, init_token = '<sos>', lower = True, batch_first = True)",
    "TRG = Field(tokenize = tokenize_en, lower = True)",
    "train_data, valid_data = Multi30k.splits(exts = ('.de', '.en'), fields = (SRC, TRG))",
    "HID_DIM = 256",
    "ENC_HEADS = 4",
    "DEC_HEADS = 4",
    "    def __init__(self, hid_dim, n_heads = 8, dropout = 0.1):",
]


def notebook(*cells: Any, kind: str = "code") -> str:
    return json.dumps({"cells": [{"cell_type": kind, "source": source} for source in cells], "nbformat": 4})


@pytest.mark.parametrize(
    ("lines", "facts"),
    [
        (TUT6, {"heads": 4, "width": 256, "lowercase": True, "source_language": "de", "target_language": "en"}),
        (["NHEAD = 8", "EMB_SIZE: int = 512", "SRC_LANGUAGE = 'de'", 'TGT_LANGUAGE = "EN"'],
         {"heads": 8, "width": 512, "source_language": "de", "target_language": "en"}),
        (["model = Transformer(V, V, d_model=128, n_head=2, device=device)"], {"width": 128, "heads": 2}),
        (["ENC_HEADS = 8", "DEC_HEADS = 4"], {"heads": 8, "decoder_heads": 4}),
        (["NHEAD = 8", "n_heads = 4"], {}),
        (["# N_HEADS = 4", "N_HEADS = 8  # not 2: n_heads = 2"], {"heads": 8}),
        (["n_heads = config.heads", "self.n_heads = 3", "n_heads = HEADS", "n_heads == 5", "n_heads = 0"], {}),
        (["def make(n_heads = 8):"], {"heads": 8}),
        (["t = nn.Transformer(512, nhead=8, norm_first=True, activation='gelu')"],
         {"heads": 8, "norm_order": "pre", "activation": "gelu"}),
        (["NORM_FIRST = True", "layer(norm_first=NORM_FIRST, activation=F.gelu)"],
         {"norm_order": "pre", "activation": "gelu"}),
        (["normalize_before: bool = False, activation_fn = nn.GELU()"], {"norm_order": "post", "activation": "gelu"}),
        (["a(norm_first=True)", "b(norm_first=False)", "c(activation='relu')", "d(activation=torch.F.gelu)"], {}),
        (["activation = gelu_new", "self.norm_first = True", "x(activation='tanh')", "# norm_first=True"], {}),
        (["heads = 8" + " " * 5000 + "n_heads = 4"], {"heads": 8}),
    ],
)  # fmt: skip
def test_lines(lines: list[str], facts: dict[str, Any]) -> None:
    assert from_lines(lines) == facts


def test_a_configuration() -> None:
    assert from_config({"n_head": 4, "d_hidn": 256, "d_head": 64, "dropout": 0.1}) == {"heads": 4, "width": 256}
    assert from_config({"n_head": "many", "lower": 3, "src_lang": "deutsch"}) == {}
    assert from_config([1]) == {}
    told = {"normalize_before": True, "activation_function": "gelu", "norm_first": "yes"}
    assert from_config(told) == {"norm_order": "pre", "activation": "gelu"}
    assert from_config({"post_norm": True, "activation": "gelu_new"}) == {"norm_order": "post"}


def test_a_vocabulary_with_such_words_says_nothing() -> None:
    words = {"<unk>": 0, "lower": 1, "n_heads": 2, "width": 3}
    assert from_config(words) == {}
    assert from_config({f"w{number}": number + 7 for number in range(300)} | {"heads": 8}) == {}


def test_a_notebook_is_read_and_not_run(tmp_path: Path) -> None:
    path = tmp_path / "6 - Attention.ipynb"
    bomb = f"open({str(tmp_path / 'canary')!r}, 'w')"
    path.write_text(notebook([bomb + "\n", "N_HEADS = 2"], "HID_DIM = 24"), encoding="utf-8")
    assert read_facts(path) == {"heads": 2, "width": 24}
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize(
    "content",
    ["", "{", "[" * 100_000, '{"cells": 3}', '{"cells": [3, {"cell_type": "code"}]}',
     notebook("heads = 8", kind="markdown")],
)  # fmt: skip
def test_what_says_nothing(tmp_path: Path, content: str) -> None:
    path = tmp_path / "x.ipynb"
    path.write_text(content, encoding="utf-8")
    assert read_facts(path) == {}


def test_a_script_and_what_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "conf.py").write_text("n_heads = 8\nd_model = 512\n", encoding="utf-8")
    assert read_facts(tmp_path / "conf.py") == {"heads": 8, "width": 512}
    (tmp_path / "conf.py").write_bytes(b"\xff\xfe")
    assert read_facts(tmp_path / "conf.py") == read_facts(tmp_path / "gone.py") == {}
