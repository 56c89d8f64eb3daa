"""*Beam tree*: the hypotheses that a search looked at, step by step."""
