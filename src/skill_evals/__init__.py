"""Lint, run and compare the eval suites of agent skills."""

__version__ = "0.1.0"
