"""The line that buys what a family's open rows lack, beneath its table, for pasting into a comment."""

from skill_evals.errors import UsageError
from skill_evals.model.comparison import FamilyComparison
from skill_evals.report.evaluate_command import MOST_RUNS, EvaluateCommand, parse
from skill_evals.report.money_words import dollars
from skill_evals.report.settle_words import is_open
from skill_evals.report.turns import fenced


def offer_lines(family: FamilyComparison, sha: str) -> list[str]:
    """None where nothing is open, or so many runs would not settle it either."""
    line = settling_line(family, sha)
    if line is None:
        return []
    costs = [one.settle_usd for one in family.sets if is_open(one) and one.settle_runs is not None]
    known = [usd for usd in costs if usd is not None]
    cost = f" (≈ {dollars(sum(known))})" if known and len(known) == len(costs) else ""
    return [
        "",
        f"To settle what is open here{cost}, somebody with write access can comment:",
        "",
        *fenced(line, "text"),
    ]


def settling_line(family: FamilyComparison, sha: str) -> str | None:
    """The command of a comment; None: there is none that would do."""
    wanted = [one.settle_runs for one in family.sets if is_open(one) and one.settle_runs is not None]
    if not wanted or not 1 <= max(wanted) <= MOST_RUNS:
        return None
    command = EvaluateCommand(
        sha=sha,
        skill=f"{family.plugin}/{family.skill}" if family.plugin else family.skill,
        tier=family.tier.value,
        model=family.model,
        confirm_runs=max(wanted),
    )
    return command.line if _is_understood(command) else None


def _is_understood(command: EvaluateCommand) -> bool:
    """A name may hold what no such line can."""
    try:
        return parse(command.line) == command
    except UsageError:
        return False
