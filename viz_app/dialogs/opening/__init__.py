"""The questions about a file that is opened."""
