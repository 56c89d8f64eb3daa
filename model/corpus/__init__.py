"""A whole file of sentences as work in pieces: what is in it, what each piece gives, who computes it, what is done."""
