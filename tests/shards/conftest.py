"""Shards of a plan, run apart and told together."""

from command_line import call

__all__ = ["call"]
