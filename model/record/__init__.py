"""The records of runs and their files: traces, sessions, notes. numpy only, never torch."""
