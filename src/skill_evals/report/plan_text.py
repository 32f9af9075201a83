"""The plan for people in a terminal."""

from collections.abc import Sequence

from skill_evals.model.plan import Plan
from skill_evals.report import money_words, plan_words, words
from skill_evals.report.escape import terminal


def plan_text(plan: Plan, notes: Sequence[str] = ()) -> str:
    """Lines of text, ending in a newline."""
    lines = []
    if plan.base:
        lines.append(f"base {plan.base[:12]}")
    for job in plan.jobs:
        name = f"{job.plugin}/{job.skill}" if job.plugin else job.skill
        lines.append(
            f"run   {terminal(name)} {job.tier.value} on {terminal(job.model)}: {plan_words.planned(job)}, "
            f"{money_words.forecast(job.forecast)}"
        )
        lines += [f"      because {terminal(reason)}" for reason in job.reasons]
    for skip in plan.skips:
        model = f" on {terminal(skip.model)}" if skip.model else ""
        lines.append(f"skip  {terminal(skip.skill)} {skip.tier.value}{model}: {terminal(skip.reason)}")
    told = (plan_words.cut_line(plan), *words.unlisted_lines(plan), *notes)
    lines += [f"note  {terminal(line)}" for line in told if line]
    lines.append(f"{words.plural(len(plan.jobs), 'job')}, {money_words.forecast(plan.total)}")
    return "\n".join(lines) + "\n"
