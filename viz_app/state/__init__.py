"""The state of the window, and all that may be asked for. Values and one signal; no widgets."""
