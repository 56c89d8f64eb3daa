"""An unforeseen error as one dialog: its number, what is lost, and what to send to whom."""
