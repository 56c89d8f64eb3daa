"""A lesson beside the window that it is about: its panel, the ring around the next control, the curtain."""
