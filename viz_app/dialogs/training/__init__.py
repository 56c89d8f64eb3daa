"""A training: what is chosen before it begins, how far it has come, and what to do with one when the window closes."""
