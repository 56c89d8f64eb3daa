"""Answers about the network as a whole: its parameters, where its norms are, what length costs it."""
