"""What is true now, and all that may be asked for. Values and one signal; no widgets."""
