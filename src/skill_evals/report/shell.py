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
    number = ord(letter)
    if 0xDC80 <= number <= 0xDCFF:
        return f"\\x{number - 0xDC00:02x}"
    return {"\n": "\\n", "\r": "\\r"}.get(letter) or f"\\u{number:04x}"
