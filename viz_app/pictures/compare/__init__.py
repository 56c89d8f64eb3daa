"""*Compare*: two runs side by side, their difference, and the heads by how much they changed."""
