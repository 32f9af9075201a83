"""The command line, for stories that tell what a user meets."""

from command_line import call

__all__ = ["call"]
