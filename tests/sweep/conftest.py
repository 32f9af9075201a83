from command_line import call

__all__ = ["call"]
