"""Words of a run: what each means."""
