"""How far a judge agrees with people, for a terminal."""

from collections.abc import Iterator

from skill_evals.model.labels import JudgeCalibration, JudgedLabel
from skill_evals.report.escape import terminal
from skill_evals.report.words import plural

FEW = 30
"""Fewer criteria than this tell little: the interval of the accuracy is wider than a quarter."""
_EXCERPT = 200


def judge_text(found: JudgeCalibration) -> str:
    return "\n".join([*_table(found), *_figures(found), *_differences(found), *_costs(found)]) + "\n"


def _table(found: JudgeCalibration) -> Iterator[str]:
    told = found.agreement
    runs = len({(one.run.source, one.run.id) for one in found.labels})
    judge = " and ".join(found.models) or "nobody"
    yield f"{plural(len(found.labels), 'criterion', 'criteria')} of {plural(runs, 'run')}, judged by {judge}"
    yield ""
    yield f"{'':14}{'judge: pass':>12}{'judge: fail':>12}"
    yield f"{'people: pass':14}{told.pass_pass:>12}{told.pass_fail:>12}"
    yield f"{'people: fail':14}{told.fail_pass:>12}{told.fail_fail:>12}"
    yield ""
    if told.unjudged:
        yield f"{plural(told.unjudged, 'criterion', 'criteria')} without a verdict of the judge, in no figure"
    if told.split:
        yield f"{plural(told.split, 'criterion', 'criteria')} on which the people are evenly split, in no figure"


def _figures(found: JudgeCalibration) -> Iterator[str]:
    told = found.agreement
    if told.accuracy is not None and told.interval is not None:
        low, high = told.interval
        yield f"accuracy {told.accuracy:.2f} (95 % interval {low:.2f} to {high:.2f})"
    if told.kappa is None:
        yield "Cohen's kappa: not measured, since no verdict differs from any other; label runs that pass and that fail"
    else:
        verdict = "enough" if told.kappa >= found.wanted else "too little"
        yield f"Cohen's kappa {told.kappa:.2f}, {verdict}: at least {found.wanted:g} is wanted"
    measured = told.pass_pass + told.pass_fail + told.fail_pass + told.fail_fail
    if 0 < measured < FEW:
        yield f"{plural(measured, 'criterion', 'criteria')} tell little: label at least {FEW}"


def _differences(found: JudgeCalibration) -> Iterator[str]:
    for one in found.labels:
        people, judge = one.label.verdict, one.judgement.passed
        if people is not None and people is not judge:
            yield ""
            yield from _difference(one)


def _difference(one: JudgedLabel) -> Iterator[str]:
    words = {True: "pass", False: "fail", None: "no verdict"}
    many = len(one.label.people)
    votes = f" ({one.label.people.count(one.label.verdict is True)} of {many})" if many > 1 else ""
    where = f"{terminal(one.run.source)}, run {terminal(one.run.id)}, criterion {one.place}"
    yield f"{where}: people {words[one.label.verdict]}{votes}, judge {words[one.judgement.passed]}"
    yield f"  {_excerpt(one.label.rubric)}"
    yield f"  judge: {_excerpt(one.judgement.error or one.judgement.evidence)}"


def _excerpt(text: str) -> str:
    line = " ".join(text.split())
    return terminal(line if len(line) <= _EXCERPT else line[:_EXCERPT] + "…")


def _costs(found: JudgeCalibration) -> Iterator[str]:
    cost = found.cost
    yield ""
    spent = "at a price that is not known" if cost.usd is None else f"for ${cost.usd:.2f}"
    before = "" if cost.foreseen is None else f"; foreseen were ${cost.foreseen[0]:.2f} to ${cost.foreseen[1]:.2f}"
    broken = f"; judging {plural(cost.in_flight, 'run')} was broken off, perhaps paid for" if cost.in_flight else ""
    yield f"{plural(cost.calls, 'call')} {spent}{before}{broken}"
    if found.stopped is not None:
        yield f"stopped before the end: {terminal(found.stopped)}"
