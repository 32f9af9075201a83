"""Globs over paths, as in ``.gitignore``: ``*``, ``?``, ``[…]`` within a name, ``**`` across folders.

A pattern without an inner slash matches a name at any depth; one with a slash starts at the root. What matches a
folder matches everything beneath it; with a slash at its end a pattern matches folders only. A backslash separates too,
as people on Windows write it: it escapes nothing.
"""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache

from skill_evals.model.regex import regex

_STARS = regex(r"[*?]+")


def matcher(patterns: Iterable[str], among: Iterable[str] | None = None) -> Callable[[str], bool]:
    """Whether a path (relative, with ``/``) matches any of the patterns; ``among``: whatever it will be asked about."""
    if among is not None:
        # Of the usual patterns few can match anything in a tree, and each one costs at every path.
        listing = "\n".join(among)
        patterns = [pattern for pattern in patterns if _part_of_all(pattern) in listing]
    sources = [_source(pattern) for pattern in patterns if pattern.strip("/\\")]
    if not sources:
        return lambda _path: False
    compiled = re.compile("|".join(sources), re.DOTALL)
    return lambda path: compiled.match(path) is not None


def chosen_by(lines: Iterable[str]) -> Callable[[str], bool]:
    """Whether a path is meant by patterns of which those after a ``!`` take out again, wherever they stand. Where only
    such ones are written, and where none is, everything else is meant.
    """
    lines = tuple(lines)
    wanted = [line for line in lines if not line.startswith("!")]
    is_wanted, is_not = matcher(wanted), matcher(line[1:] for line in lines if line.startswith("!"))
    return lambda path: (not wanted or is_wanted(path)) and not is_not(path)


def _part_of_all(pattern: str) -> str:
    """A text that every path has in it that a pattern matches; what stands at a star may be nothing, a folder too."""
    if "[" in pattern:
        return ""
    pattern = pattern.replace("\\", "/")
    body = pattern.rstrip("/")
    pieces = _STARS.split(body if body == pattern else f"{body}/")
    return max((piece.lstrip("/") for piece in pieces), key=len)


@lru_cache(maxsize=256)
def glob_matches(pattern: str, path: str) -> bool:
    return matcher((pattern,))(path)


def _source(pattern: str) -> str:
    pattern = pattern.replace("\\", "/")
    folder_only = pattern.endswith("/")
    body = pattern.rstrip("/")
    anchored = "/" in body
    segments = body.lstrip("/").split("/")
    if not anchored:
        segments.insert(0, "**")
    return "(?:" + _segments(segments) + ("/." if folder_only else r"(?:/.|\Z)") + ")"


def _segments(segments: list[str]) -> str:
    """A leading or inner ``**`` stands for any number of folders, none included; a last one for what lies beneath.

    What stands between two of them is kept at the first place where it fits, as between the stars of a name.
    """
    runs = [""]
    for number, segment in enumerate(segments):
        if number == len(segments) - 1:
            runs[-1] += "[^/].*" if segment == "**" else _segment(segment)
        elif segment != "**":
            runs[-1] += _segment(segment) + "/"
        elif runs[-1] or len(runs) == 1:
            runs.append("")
    first, *rest = runs
    if not rest:
        return first
    *middle, last = rest
    return first + "".join(f"(?>(?:[^/]+/)*?{run})" for run in middle) + "(?:[^/]+/)*" + last


def _segment(segment: str) -> str:
    """Between two stars the first place that fits is as good as any later one, so it is kept: no trying out."""
    first, *rest = _chunks(segment)
    if not rest:
        return first
    *middle, last = rest
    return first + "".join(f"(?>[^/]*?{chunk})" for chunk in middle if chunk) + "[^/]*" + last


def _chunks(segment: str) -> list[str]:
    """What stands between the stars of a name."""
    chunks = [""]
    at = 0
    while at < len(segment):
        character = segment[at]
        at += 1
        if character == "*":
            chunks.append("")
        elif character == "?":
            chunks[-1] += "[^/]"
        elif character == "[" and (end := segment.find("]", at + 1)) > 0:
            chunks[-1] += _class(segment[at:end])
            at = end + 1
        else:
            chunks[-1] += re.escape(character)
    return chunks


def _class(body: str) -> str:
    """A class of characters; a range that runs backwards matches nothing, as in a shell."""
    negated = body[0] in "!^"
    members = body[1:] if negated else body
    source = "[" + ("^/" if negated else "") + re.sub(r"([\\\[\]^&~|])", r"\\\1", members).replace("--", r"-\-") + "]"
    try:
        re.compile(source)
    except re.error:
        return "(?!)"
    return source
