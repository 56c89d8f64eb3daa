"""Analysis of a recorded run: explanations, diagnosis, facts of heads. numpy only, never torch."""
