"""What tables are made of, and what one row says in words."""
