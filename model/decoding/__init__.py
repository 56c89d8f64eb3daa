"""Decoding with the network: one sentence or several, step by step or along a given target, all of it recorded."""
