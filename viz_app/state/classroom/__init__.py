"""What a class sees: the presentation on a whole screen, and glosses for readers of neither language."""
