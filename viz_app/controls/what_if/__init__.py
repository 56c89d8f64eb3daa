"""The *What if* dock: what is changed in the network, and what that does."""
