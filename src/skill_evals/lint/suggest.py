"""Did you mean …?"""

from collections.abc import Iterable

from skill_evals.dialects.spelling import near


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word within two edits of a misspelt one; of several the nearest, then the first by name."""
    found = near(word, known)
    return found[0][1] if found else None


def nearest_alone(word: str, known: Iterable[str]) -> str | None:
    """The same, where no other known word is as near."""
    found = near(word, known)
    return found[0][1] if found and (len(found) == 1 or found[0][0] < found[1][0]) else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of a message: a question where something known is near, else nothing."""
    word_near = nearest(word, known)
    return f"; did you mean `{word_near}`?" if word_near else ""
