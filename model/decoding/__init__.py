"""Running the network: one sentence or several, step by step or along a given target, with everything recorded."""
