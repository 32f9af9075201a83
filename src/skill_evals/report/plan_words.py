"""What every report says of a plan: how many of its cases are run, and what they are compared with."""

from skill_evals.model.plan import Baseline, Job, Plan
from skill_evals.report.words import plural


def planned(job: Job) -> str:
    """Such as ``12 cases``, or ``5 of 12 cases`` where the cap on cases leaves some out."""
    number = plural(len(job.cases) + len(job.left_out), "case")
    return f"{len(job.cases):,} of {number}" if job.left_out else number


def cut_line(plan: Plan) -> str | None:
    """What the cap on cases leaves out, and what to do; None: nothing."""
    cut = plan.cut
    if cut is None:
        return None
    return (
        f"the cap of {plural(cut.most, 'case')} leaves {cut.left_out:,} of {cut.wanted:,} unmeasured; "
        "a higher `max-cases` measures them"
    )


def baseline_lines(plan: Plan) -> list[str]:
    """What the head is compared with, where that is less than could be."""
    if plan.base is None or not plan.jobs or plan.baseline is Baseline.BASE:
        return []
    if plan.baseline is Baseline.NONE:
        return ["Compared with nothing, as `baseline: none` asks: only the head is measured"]
    told = (
        "Compared with the base's committed results alone, as `baseline: file` asks: nothing is run at the base, and a "
        "case that they do not hold fresh is compared with nothing"
    )
    return [told]
