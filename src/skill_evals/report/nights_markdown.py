"""Nights for the summary of a workflow's run."""

from skill_evals.model.night import Night, NightsFound
from skill_evals.report import nights_words
from skill_evals.report.markdown import code, details, paragraphs, sentence, table
from skill_evals.report.words import ICON, OUTCOME

_SHOWN = 30
_LONGEST = 1_500
"""Characters of a sentence, names of suites and versions in it included."""
_HEAD = ("night", "compared", "base", "head", "outcome", "passed", "runs")


def nights_markdown(found: NightsFound) -> str:
    """Markdown, ending in a newline."""
    lines = ["### Nights", ""]
    for words in nights_words.summary(found):
        lines += [f"- {sentence(words, _LONGEST)}"]
    rows = [_row(night) for night in reversed(found.nights[-_SHOWN:])]
    lines += ["", *details(f"The last {len(rows)} sweeps of {len(found.nights)}", table(_HEAD, rows))]
    return paragraphs(lines)


def _row(night: Night) -> tuple[str, ...]:
    outcome = "nothing compared" if night.outcome is None else f"{ICON[night.outcome]} {OUTCOME[night.outcome]}"
    return (
        nights_words.day(night.date),
        nights_words.KIND[night.kind],
        code(night.base[:10]),
        code(night.head[:10]),
        outcome if night.is_live else f"{outcome} (not live in both arms)",
        nights_words.passed([passes for family in night.families for passes in family.cases.values()]),
        f"{night.calls:,}",
    )
