"""The fields of sentences and their targets."""
