"""What the command ``batch`` is made of: its processes and its journal."""
