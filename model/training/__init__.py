"""Training and evaluation: recipe → data → loop → checkpoint. Nothing here is needed to look at a model."""
