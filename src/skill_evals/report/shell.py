"""Untrusted text as a word of a command that somebody pastes into a shell."""

import shlex

from skill_evals.report.escape import INVISIBLE


def shell_word(text: str) -> str:
    """Text as one word of a command line for bash and zsh, visible as it is: nothing hidden, nothing on a line of its
    own.
    """
    if INVISIBLE.search(text) is None:
        return shlex.quote(text)
    return "$'" + "".join(_ansi_c(letter) for letter in text) + "'"


def _ansi_c(letter: str) -> str:
    if letter in "\\'":
        return "\\" + letter
    if INVISIBLE.match(letter) is None:
        return letter
    # Bytes, since the shell knows `\\u` in some locales only.
    is_byte = "\udc80" <= letter <= "\udcff"
    return "".join(
        f"\\x{byte:02x}" for byte in letter.encode("utf-8", "surrogateescape" if is_byte else "surrogatepass")
    )
