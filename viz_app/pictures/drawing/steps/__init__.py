"""What a step or a change adds to maps: its row's name, marks, the page that grows. No first picture needs it."""
