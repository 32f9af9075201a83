"""The messages backend against a server of our own, through the real SDK."""
