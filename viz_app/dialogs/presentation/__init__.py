"""The presentation on a whole screen, imported when it begins, and what the speaker sees beside it."""
