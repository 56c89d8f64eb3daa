"""What every view is made of: the canvas, the tabs, pointing and moving."""
