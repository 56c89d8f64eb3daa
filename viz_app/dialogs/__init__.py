"""Windows beside the main window, each imported when it is first opened."""
