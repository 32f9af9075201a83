"""JSONC → JSON of the same length: comments and trailing commas become spaces, so that every offset stays."""

import re

_STRING = r'"(?:[^"\\\n\r]|\\.)*+"?'
"""One that is never closed ends with its line: else each quote in it would look for an end anew."""
_COMMENTS = re.compile(_STRING + r"|//[^\n\r]*+|/\*.*?(?:\*/|\Z)", re.DOTALL)
_COMMAS = re.compile(_STRING + r"|(?:[\[{,:][ \t\n\r]*+)?,(?=[ \t\n\r]*+[}\]])", re.DOTALL)
_NOT_A_BREAK = re.compile(r"[^\n\r]")


def blank(text: str) -> str:
    """Plain JSON text with the same value and the same positions.

    A comment that is never closed stays, as does a comma that follows no value: the scanner names them.
    """
    return _COMMAS.sub(_blank_comma, _COMMENTS.sub(_blank_comment, text))


def _blank_comment(found: re.Match[str]) -> str:
    token = found[0]
    if token[0] == '"' or (token.startswith("/*") and not (token.endswith("*/") and len(token) >= 4)):
        return token
    return _NOT_A_BREAK.sub(" ", token)


def _blank_comma(found: re.Match[str]) -> str:
    token = found[0]
    return " " if token == "," else token
