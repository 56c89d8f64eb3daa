"""*One head*: one map as large as it gets."""
