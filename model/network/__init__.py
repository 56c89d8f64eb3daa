"""The Transformer itself: its configuration, masks, positions, and the network in one file."""
