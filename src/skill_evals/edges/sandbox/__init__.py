"""Commands shut in: one mechanism of Linux a file, called through libc, with no program of anybody else's.

The runner (``confined``) starts a supervisor, a fresh interpreter that holds no secret (``supervisor``). The
supervisor forks the command, which shuts itself in (``enter``) before it becomes a shell, watches what it takes
(``watch``) and ends all that it left (``leftovers``). ``probe`` tries to break out of exactly this, and only what
it could not do is called a guarantee.
"""
