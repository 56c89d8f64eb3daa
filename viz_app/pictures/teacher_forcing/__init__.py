"""*Teacher forcing*: input, label and loss of each position."""
