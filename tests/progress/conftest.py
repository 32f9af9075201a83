"""The command line, for the one test that goes through it."""

from command_line import call

__all__ = ["call"]
