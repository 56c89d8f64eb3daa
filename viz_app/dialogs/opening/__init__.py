"""What a file does not say, asked when it is opened."""
