"""A lesson on paper and as a page: its steps in words, with pictures of the places that they lead to."""
