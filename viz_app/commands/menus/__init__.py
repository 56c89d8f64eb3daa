"""One file per menu, each entry whole: text, act, keys, when it is possible, what it teaches, its other names."""
