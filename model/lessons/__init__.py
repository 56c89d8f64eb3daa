"""Lessons as data: what one says, the file that holds it, and what of it can be checked against a run. No Qt."""
