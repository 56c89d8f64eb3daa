"""A run as pages to print or to project."""
