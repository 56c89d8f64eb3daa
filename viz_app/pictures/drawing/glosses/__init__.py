"""Glosses of a run: what each of its words means."""
