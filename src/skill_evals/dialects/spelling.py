"""How near one word is to another."""

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


def near(word: str, known: Iterable[str]) -> list[tuple[int, str]]:
    """The known words within two edits of a misspelt one, each with its distance, the nearest first.

    Short words allow for less (one edit from three letters, none below), since everything is near something short.
    """
    limit = min(DISTANCE, max(0, (len(word) - 1) // 2))
    measured = (
        (distance(word.casefold(), other.casefold()), other) for other in known if abs(len(word) - len(other)) <= limit
    )
    return sorted(found for found in measured if found[0] <= limit)
