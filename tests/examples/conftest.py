"""The command line, for those who follow a page."""

from command_line import call

__all__ = ["call"]
