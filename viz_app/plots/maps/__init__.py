"""Parts of the map explorer: one map as a value, its levels of detail, what draws it and what stands around it."""
