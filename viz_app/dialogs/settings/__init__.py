"""The settings, and which keys are on."""
