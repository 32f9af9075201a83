"""Servers of our own on loopback, in place of the ones that tests must not need."""
