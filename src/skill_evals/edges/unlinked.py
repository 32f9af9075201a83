"""The flags with which files and folders of a workspace are opened: never through a link.

They are asked for when something is opened: Windows has none of them, and no workspaces, but a plan there loads the
backends too.
"""

import os


def folder_flags() -> int:
    return os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


def file_flags() -> int:
    """A pipe that stands in a file's place is not waited for."""
    return os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
