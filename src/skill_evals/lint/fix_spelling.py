"""Fixes of a misspelt name. None of them is safe: only the author knows what was meant."""

from collections.abc import Iterable

from skill_evals.lint.suggest import nearest_alone
from skill_evals.model.fix import Fix, RenameKey, Replace
from skill_evals.model.position import Pointer


def renamed(at: Pointer, known: Iterable[str], beside: Iterable[object]) -> Fix | None:
    """The key at ``at`` spelt as the one known key that is near, unless that is among the keys ``beside`` it."""
    word = nearest_alone(str(at[-1]), known)
    if word is None or word in beside:
        return None
    return Fix(title=f"rename the key to `{word}`", edits=(RenameKey(at=at, name=word),), safe=False)


def respelt(at: Pointer, value: str, known: Iterable[str]) -> Fix | None:
    """The value at ``at`` spelt as the one known word that is near."""
    word = nearest_alone(value, known)
    return None if word is None else Fix(title=f"write `{word}`", edits=(Replace(at=at, value=word),), safe=False)
