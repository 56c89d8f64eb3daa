"""The token strip: source and translation as chips."""
