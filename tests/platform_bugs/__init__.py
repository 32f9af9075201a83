"""Traps of the platform that other actions fell into, by number; docs/platform-bugs.md lists all of them."""
