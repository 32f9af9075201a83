"""What the outside needs to know of a rule: its catalogue entry and where its page is."""

from dataclasses import dataclass

from skill_evals.model.diagnostic import Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleInfo:
    """``page`` is Markdown, its first line the summary; ``url`` is where people read it."""

    name: str
    code: str
    severity: Severity
    page: str
    url: str
    default: bool = True
    heuristic: bool = False

    @property
    def summary(self) -> str:
        """The first line of the page."""
        return self.page.partition("\n")[0]
