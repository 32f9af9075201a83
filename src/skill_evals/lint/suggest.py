"""Did you mean …?"""

from collections.abc import Iterable

DISTANCE = 2


def distance(a: str, b: str) -> int:
    """How many insertions, deletions, substitutions and swaps of neighbours lead from one word to the other.

    The optimal string alignment distance: no part of a word is edited twice.
    """
    before: list[int] = []
    last = list(range(len(b) + 1))
    for i, letter in enumerate(a, start=1):
        row = [i]
        for j, other in enumerate(b, start=1):
            best = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == b[j - 2] and a[i - 2] == other:
                best = min(best, before[j - 2] + 1)
            row.append(best)
        before, last = last, row
    return last[-1]


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word within two edits of a misspelt one; of several the nearest, then the first by name.

    Short words allow for less (one edit from three letters, none below), since everything is near something short.
    """
    limit = min(DISTANCE, max(0, (len(word) - 1) // 2))
    near = sorted(
        (distance(word.casefold(), other.casefold()), other) for other in known if abs(len(word) - len(other)) <= limit
    )
    return near[0][1] if near and near[0][0] <= limit else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of a message: a question where something known is near, else nothing."""
    near = nearest(word, known)
    return f"; did you mean `{near}`?" if near else ""
