"""How far two backends agree, for a terminal."""

from collections.abc import Iterator

from skill_evals.model.calibration import AgreementTable, Answers, AskedCase, BackendBill, Calibration
from skill_evals.report.escape import terminal
from skill_evals.report.words import plural

_EXCERPT = 200


def calibration_text(found: Calibration) -> str:
    return "\n".join([*_figures(found), *_differences(found), *_costs(found)]) + "\n"


def _figures(found: Calibration) -> Iterator[str]:
    runs = len(found.cases[0].first.runs) if found.cases else 0
    yield f"{plural(len(found.cases), 'query', 'queries')}, {plural(runs, 'run')} each, on {terminal(found.model)}"
    for title, table in (("by verdicts of cases", found.by_case), ("run by run", found.by_run)):
        yield ""
        yield from _table(title, table, found)
    if found.is_low:
        first, second = (bill.name for bill in found.bills)
        yield ""
        yield (
            f"WARNING: kappa is below {found.wanted:g}. What is measured with {first} does not carry over to {second} "
            "here; choose the backend that your users have, or look at the queries below."
        )


def _table(title: str, table: AgreementTable, found: Calibration) -> Iterator[str]:
    first, second = (bill.name for bill in found.bills)
    width = max(len(first) + 12, 14)
    columns = (f"{second}: yes", f"{second}: no")
    yield f"{title} (activated)"
    yield f"{'':{width}}{columns[0]:>18}{columns[1]:>18}"
    yield f"{first + ': yes':{width}}{table.both:>18}{table.first:>18}"
    yield f"{first + ': no':{width}}{table.second:>18}{table.neither:>18}"
    if table.kappa is None:
        yield "Cohen's kappa: not measured, since nothing differs; ask queries that activate and that do not"
    else:
        yield f"Cohen's kappa {table.kappa:.2f}"
    if table.unmeasured:
        yield f"{table.unmeasured} in no figure, since a backend says nothing or is evenly split"


def _differences(found: Calibration) -> Iterator[str]:
    first, second = found.bills
    for case in found.cases:
        if case.first.runs != case.second.runs:
            yield ""
            yield from _difference(case, first, second)


def _difference(case: AskedCase, first: BackendBill, second: BackendBill) -> Iterator[str]:
    wanted = "must trigger" if case.should_trigger else "must not trigger"
    yield f"{_excerpt(case.query)} ({wanted}; {terminal(case.suite)})"
    for bill, answers, detail in ((first, case.first, case.details[0]), (second, case.second, case.details[1])):
        yield f"  {bill.name}: activated in {_count(answers)}; {_excerpt(detail)}"


def _count(answers: Answers) -> str:
    measured = [run for run in answers.runs if run is not None]
    return f"{sum(measured)} of {plural(len(measured), 'run')}"


def _excerpt(text: str) -> str:
    line = " ".join(text.split())
    return terminal(line if len(line) <= _EXCERPT else line[:_EXCERPT] + "…")


def _costs(found: Calibration) -> Iterator[str]:
    yield ""
    for bill in found.bills:
        spent = "at a price that is not known" if bill.usd is None else f"for ${bill.usd:.2f}"
        harness = f" ({terminal(bill.harness)})" if bill.harness else ""
        broken = f", {plural(bill.in_flight, 'run')} broken off under way, perhaps paid for" if bill.in_flight else ""
        yield f"{bill.name}{harness}: {plural(bill.runs, 'run')}, {plural(bill.calls, 'call')} {spent}{broken}"
    yield f"seed {found.seed} draws the same queries again"
    if found.stopped is not None:
        yield f"stopped before the end: {terminal(found.stopped)}"
