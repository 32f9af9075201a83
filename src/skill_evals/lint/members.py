"""Members of a check, read as its runner reads them."""

from collections.abc import Mapping

from skill_evals.dialects.vocabulary import EVOLVE_VOCABULARY
from skill_evals.lint.rule import EVOLVE
from skill_evals.model.suite import Suite

_KNOWN = frozenset().union(*EVOLVE_VOCABULARY.check_keys.values())


def exact(suite: Suite) -> bool:
    """Whether every member of every check has a known name, so that none stands under one in another case."""
    return suite.dialect != EVOLVE or _KNOWN.issuperset(suite.check_names)


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
