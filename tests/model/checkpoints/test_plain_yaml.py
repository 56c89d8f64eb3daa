"""Settings of a training in YAML: what is read of them, and what is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.checkpoints.plain_yaml import MAX_BYTES, from_lines, read_yaml

TEXT = """
name: "a: name"   # a comment
model:
    initializer: "xavier_uniform"
    encoder:
        num_heads: 4
        embeddings:
            embedding_dim: 64   # as wide
            scale: True
        dropout: 1e-1
        layer_norm: 'pre # no comment'
    decoder:
        num_heads: 8
data:
    special_symbols:
        unk_id: 0
        lang_tags: ["<de>", "<en>"]
    nothing: null
    - strange: 1
top: -2.5
"""


def test_nested_names_with_values(tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.write_text(TEXT, encoding="utf-8")
    found = read_yaml(path)
    encoder = found["model"]["encoder"]
    assert (encoder["num_heads"], found["model"]["decoder"]) == (4, {"num_heads": 8})
    assert encoder["embeddings"] == {"embedding_dim": 64, "scale": True}
    assert (encoder["dropout"], encoder["layer_norm"]) == (0.1, "pre # no comment")
    assert (found["name"], found["top"], found["data"]["nothing"]) == ("a: name", -2.5, None)
    assert found["data"]["special_symbols"] == {"unk_id": 0, "lang_tags": ["<de>", "<en>"]}


def test_braces_brackets_and_lines_of_a_list() -> None:
    text = """
encoder: {num_heads: 3, embeddings: {scale: True, dim: 64},  # as wide
    "layer_norm":pre, path: a/b.c, none: , 'it''s': ['x, y', 1e-1, z z]}
tags:
- <de>
-  "<en>"
- strange: 1
broken: {a: [1
after: 2
"""
    found = from_lines(text.splitlines())
    assert found["encoder"] == {
        "num_heads": 3, "embeddings": {"scale": True, "dim": 64}, "layer_norm": "pre", "path": "a/b.c", "none": None,
        "it's": ["x, y", 0.1, "z z"],
    }  # fmt: skip
    assert (found["tags"], found["broken"], found["after"]) == (["<de>", "<en>"], None, 2)
    assert from_lines(['{"a": {"b": [1]},', '"c": "x: y"}']) == {"a": {"b": [1]}, "c": "x: y"}


@pytest.mark.parametrize(
    "content",
    [b"\xff\xfe\x00", b"", b"a" * (MAX_BYTES + 1), b"- a\n- b\n", b"!!python/object/apply:os.system ['x']\n"],
)
def test_what_says_nothing(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "config.yaml"
    path.write_bytes(content)
    assert read_yaml(path) == {}
    assert read_yaml(tmp_path / "absent.yaml") == {}


def test_depth_and_numbers_are_bounded(tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.write_text("".join(f"{' ' * depth}a:\n" for depth in range(300)) + "b: " + "9" * 5_000, encoding="utf-8")
    found = read_yaml(path)
    assert isinstance(found["b"], str)
    depth = 0
    while "a" in found:
        found, depth = found["a"], depth + 1
    assert depth < 100
    assert from_lines(["a: " + "[" * 100_000, "b: 1"]) == {"a": None, "b": 1}
