"""Words that say what a text is about, for rules that ask whether two texts speak of the same things."""

from collections.abc import Iterator

from skill_evals.lint.groups import TriggerGroup
from skill_evals.model.skill import Skill

_SHORTEST = 4
_EVERYBODYS = """
about above after again also always another because been before being below between both call cannot could does
doing done each else even every from have having help here into just know like make many more most much must need
needs never only other over please same should show skill skills some such sure take tell than that their them then
there these they thing things this those through trigger triggers under until upon used user users uses using very
want wants were what when where which while will with within without work would your yours
"""
_COMMON = frozenset(_EVERYBODYS.split())
"""Words of four letters and more that every description and every request has."""
_MARKS = ".,;:!?()[]{}<>\"'`*_/\\|“”„‘’«»…—–-"


def telling_words(text: str) -> Iterator[str]:
    """The words of a text that are not short, and not in everybody's mouth; in order, without marks around them.

    Scripts that set no spaces between words (Chinese, Japanese, Thai) come in long runs, which rarely match anything:
    rules that find nothing in common must first see that they find something at all (``measurable``).
    """
    for authored in text.casefold().split():
        if len(authored) >= _SHORTEST:
            word = authored.strip(_MARKS)
            if len(word) >= _SHORTEST and word not in _COMMON:
                yield word


def listing(skill: Skill) -> str:
    """What a model reads of a skill before it chooses, in small letters."""
    surface = skill.surface
    return f"{skill.name} {surface.description} {surface.when_to_use}".casefold()


def shares(query: str, text: str) -> bool:
    """Whether a telling word of a query stands in a text in small letters, be it as a part of another form of it."""
    for word in telling_words(query):  # noqa: SIM110 -- ``any`` would make one more generator for each query of a tree
        if word in text:
            return True
    return False


def measurable(group: TriggerGroup, text: str) -> bool:
    """Whether words are a measure for a skill's queries: most of the positives share one with its listing."""
    positives = group.queries(label=True)
    return 2 * sum(shares(query, text) for query in positives) > len(positives)
