"""Nights for a terminal."""

from skill_evals.model.night import Night, NightsFound
from skill_evals.report import nights_words
from skill_evals.report.escape import terminal
from skill_evals.report.words import OUTCOME, plural

_SHOWN = 14


def nights_text(found: NightsFound) -> str:
    """Lines of text, ending in a newline: what they say together, then the last of them."""
    lines = [terminal(words) for words in nights_words.summary(found)]
    return "\n".join([*lines, *(_line(night) for night in found.nights[-_SHOWN:])]) + "\n"


def _line(night: Night) -> str:
    outcome = "nothing compared" if night.outcome is None else OUTCOME[night.outcome]
    stored = "" if night.is_live else ", not live in both arms"
    arms = f"{terminal(night.base[:10])} → {terminal(night.head[:10])}"
    return (
        f"  {nights_words.day(night.date)} {night.kind.value:6} {arms}: {outcome}{stored}, {plural(night.calls, 'run')}"
    )
