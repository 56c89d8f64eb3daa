"""The beginning of a recipe for a network of some thousand parameters; what follows belongs to [optimisation]."""

from __future__ import annotations

SMALL = """
[data]
source_language = "de"
target_language = "en"
train = "pairs.tsv"
validation = "pairs.tsv"
[vocabulary]
kind = "word"
min_count = 1
[architecture]
width = 16
layers = 1
heads = 2
feed_forward_width = 32
[schedule]
kind = "constant"
peak = 1e-3
[optimisation]
"""
