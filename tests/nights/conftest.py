"""The verb as tests call it, and the file that it keeps."""

from command_line import call

__all__ = ["call"]
