"""Where panes stand that a person has put elsewhere, and the keyboard from one to the next."""
