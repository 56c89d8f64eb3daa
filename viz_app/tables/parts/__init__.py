"""The parts of tables, and one row in words."""
