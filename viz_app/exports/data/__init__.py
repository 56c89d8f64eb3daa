"""Numbers for files: tables as text, as JSON, and as data for the interactive page."""
