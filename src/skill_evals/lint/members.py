"""Members of a check, read as its runner reads them."""

from collections.abc import Mapping

from skill_evals.dialects.vocabulary import EVOLVE_VOCABULARY
from skill_evals.lint.rule import EVOLVE

_KNOWN = frozenset().union(*EVOLVE_VOCABULARY.check_keys.values())


def member(dialect: str, fields: Mapping[str, object], name: str) -> tuple[str, object] | None:
    """A member's authored name and value; None where it is absent.

    Go's decoder, which evolve reads with, takes a name in any case where there is no exact match.
    """
    if name in fields:
        return name, fields[name]
    if dialect == EVOLVE and not _KNOWN.issuperset(fields):
        for authored, value in fields.items():
            if authored.casefold() == name:
                return authored, value
    return None
