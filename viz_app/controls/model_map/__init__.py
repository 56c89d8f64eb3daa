"""The map of the model: figure 1 of the paper, in which every attention block is a button."""
