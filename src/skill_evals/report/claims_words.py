"""The head's claims in the comment: how many there are, and what measuring them again came to."""

from skill_evals.model.report import Audit, AuditedClaim
from skill_evals.model.suite import Tier
from skill_evals.report.markdown import code, prose, sentence, table
from skill_evals.report.words import TIER, counts, plural


def claims_line(audit: Audit) -> str:
    """Such as ``2 verdicts of the head's results are not in the base: 2 measured again, 1 disagrees``."""
    verb = "is" if audit.claimed == 1 else "are"
    line = f"{plural(audit.claimed, 'verdict')} of the head's results {verb} not in the base and thus a claim: "
    number = len(audit.disagreeing)
    line += f"{len(audit.measured)} measured again, {number} {'disagrees' if number == 1 else 'disagree'}"
    if audit.vouched:
        line += f"; {audit.vouched} may skip a run, since somebody vouches for them"
    return line


def claims_section(audit: Audit | None, most: int) -> list[str]:
    """The claims that did not hold, at most ``most`` of them."""
    if audit is None:
        return []
    lines = ["", "**Claimed and measured**", "", f"- {sentence(claims_line(audit), 400)}."]
    wrong = audit.disagreeing
    if wrong:
        heads = ("case", "claimed", "measured in the head", "in the base")
        lines += ["", *table(heads, [_row(one) for one in wrong[:most]])]
    if len(wrong) > most:
        lines += ["", f"… and {len(wrong) - most:,} more; `report.json` has them."]
    return [*lines, ""]


def _row(one: AuditedClaim) -> tuple[str, ...]:
    claim = one.claim
    claimed, *measured = claim_cells(one)
    name = f"{code(claim.case)} of {code(claim.skill)}, {TIER[claim.tier]}, {code(claim.model)}"
    return name, prose(claimed), *measured


def claim_cells(one: AuditedClaim) -> tuple[str, str, str]:
    """What was claimed, what was measured in the head, and what the base says."""
    return (
        _verdict(passed=one.claim.passed, count=one.claim.counts if one.claim.tier is Tier.TRIGGERS else ""),
        _verdict(passed=one.passed, count=str(one.count)),
        counts(one.of_base),
    )


def _verdict(*, passed: bool, count: str) -> str:
    return f"{'pass' if passed else 'fail'}{f' {count}' if count else ''}"
