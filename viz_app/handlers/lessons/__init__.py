"""What comes of what is asked for in a lesson."""
