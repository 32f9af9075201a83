"""Results of two branches, merged by case."""

from command_line import call

__all__ = ["call"]
