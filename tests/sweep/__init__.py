"""Whole sweeps through a scripted backend."""
