"""What a run leaves behind, and its files: traces, sessions, notes. numpy only, never torch."""
