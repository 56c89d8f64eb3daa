"""A picture on paper: its size, its caption, its steps, and who may cite it."""
