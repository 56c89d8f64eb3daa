"""A lesson that is being played, as part of the state: where one is in it, and what its goals mean here."""
