"""The header of the window: the bar, the headline, the tokens, the steps and their questions."""
