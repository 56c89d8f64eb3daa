"""The view switches around the picture: kind, the *Display* line, and the row in words below it."""
