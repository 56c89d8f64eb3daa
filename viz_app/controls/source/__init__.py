"""Where sentences and their targets are typed."""
