"""*Export*: what of the run on screen is taken away, and how."""
