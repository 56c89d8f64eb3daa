"""The parts of every view: the canvas, the tabs, pointing and moving."""
