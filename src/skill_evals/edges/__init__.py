"""The world: files, git, the shell, the clock, backends. Nothing here decides anything."""
