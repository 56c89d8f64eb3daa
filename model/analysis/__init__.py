"""What can be said about a recorded run: explanations, diagnosis, facts of heads. numpy only, never torch."""
