"""The same for all that is shown: colours, fonts, texts, languages, the settings file, the display."""
