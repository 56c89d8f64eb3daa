"""What a step changes: where maps lie after it, which of their labels are there, and the page that grows with it."""
