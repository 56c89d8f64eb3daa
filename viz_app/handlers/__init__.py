"""What comes of an Intent: one file per family of them, all under the controller."""
