"""What several formats share: tables of keys, loading, tokenizers, the nearest family."""
