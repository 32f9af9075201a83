"""The Messages API as a harness: which skill does a model call, shown the listing as Claude Code shows it? Tier 1.

The only package that imports ``anthropic``, and only once a call is to be made: that takes seconds. What is emulated,
and what is not: docs/decisions/messages-emulation.md.
"""
