"""GitHub on loopback, and GitHub's own word on what it should say."""
