"""Shared by the formats: tables of keys, loading, tokenizers, the nearest family."""
