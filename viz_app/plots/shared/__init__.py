"""Parts of several plots: what a plot is as a value, its canvas, its files."""
