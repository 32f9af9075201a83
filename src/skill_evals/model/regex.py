"""``regex``: a regular expression that is compiled when somebody first matches with it.

Rules hold some eighty of them and a clean tree matches with a dozen, while to compile them all took a tenth of the
start. A pattern that does not compile would raise late, so a test compiles every one of the package.
"""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from re import compile as regex
else:

    class regex:  # noqa: N801 -- to its callers it is the function ``re.compile``
        def __init__(self, text: str, flags: int = 0) -> None:
            self._given = text, flags

        def __getattr__(self, name: str) -> object:
            """Asked for once a name: what is found is kept as an attribute."""
            found = getattr(re.compile(*self._given), name)
            setattr(self, name, found)
            return found


__all__ = ["regex"]
