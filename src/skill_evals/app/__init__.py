"""Verbs, one file each; the only place where two stages meet."""
