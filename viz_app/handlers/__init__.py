"""The handlers of Intents: one file per family of them, all under the controller."""
