"""The list of lessons, and what a lesson puts into the window."""
