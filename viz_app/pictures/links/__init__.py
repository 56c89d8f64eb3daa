"""*Links*: weights as lines between tokens."""
