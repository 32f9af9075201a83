"""The sentences of a comparison: what a reviewer reads before any number."""

from dataclasses import replace

import pytest

from skill_evals.model.comparison import (
    CaseClass,
    CaseComparison,
    Comparison,
    ComparisonOutcome,
    Count,
    FamilyComparison,
    SetResult,
    Tally,
    Use,
)
from skill_evals.model.config import RunConfig
from skill_evals.model.lint import LintResult, LintSummary
from skill_evals.model.plan import Forecast, Skip
from skill_evals.model.report import GateDecision, Report, RunSummary, Spending
from skill_evals.model.suite import Tier
from skill_evals.report import comment, family_words, money_words, words
from skill_evals.report.compare_text import compare_text
from skill_evals.report.run_text import run_text
from skill_evals.report.settle_words import settling

HOSTILE = "the words `a|b`, `<!-- x -->` point at @everybody <br> https://evil.example"


def count(text: str) -> Count:
    correct, _, valid = text.partition("/")
    return Count(correct=int(correct), valid=int(valid))


def case(case_class: CaseClass, base: str | None = "3/3", head: str = "0/3", **more: object) -> CaseComparison:
    return CaseComparison(
        id="brew some tea",
        should_trigger=True,
        case_class=case_class,
        base=None if base is None else count(base),
        head=count(head),
        **more,  # type: ignore[arg-type]  # tests name real members
    )


def family(outcome: ComparisonOutcome, *cases: CaseComparison, base: Tally | None = None) -> FamilyComparison:
    return FamilyComparison(
        skill="brew-tea",
        skill_dir="skills/brew-tea",
        plugin="kitchen",
        suite="evals/brew-tea/triggers.json",
        tier=Tier.TRIGGERS,
        model="some/model",
        outcome=outcome,
        base=base,
        head=Tally(passed=sum(map(words.passes, cases)), failed=0, errored=0),
        cases=cases,
    )


def told(*families: FamilyComparison) -> str:
    found = min((one.outcome for one in families), key=list(ComparisonOutcome).index)
    return words.headline(report(Comparison(outcome=found, families=families)))


def report(comparison: Comparison) -> Report:
    return Report(
        base="b" * 40,
        head="a" * 40,
        base_reason="",
        lint=LintResult(diagnostics=(), summary=LintSummary()),
        gate=GateDecision(failed=False),
        exit_code=0,
        comparison=comparison,
    )


NEW = family(ComparisonOutcome.UNCHANGED, case(CaseClass.NEW, None, "3/3"), case(CaseClass.NEW, None, "0/3"))
ERRORED = replace(family(ComparisonOutcome.INCONCLUSIVE, case(CaseClass.ERRORED, "3/3", "0/0")), incomplete=True)
PARTLY = replace(
    family(ComparisonOutcome.UNCHANGED, case(CaseClass.NEW, None, "3/3"), case(CaseClass.ERRORED, None, "0/0")),
    incomplete=True,
)
NOISE = family(ComparisonOutcome.INCONCLUSIVE, case(CaseClass.BROKEN))


@pytest.mark.parametrize(
    ("families", "expected"),
    [
        ((NEW,), "unchanged, 2 new cases (1 pass)"),
        ((replace(NEW, outcome=ComparisonOutcome.NO_BASELINE),), "no baseline to compare with"),
        ((NOISE,), "cannot be told from noise"),
        ((ERRORED,), "not measured: 1 case errored"),
        ((NOISE, ERRORED), "cannot be told from noise"),
        ((PARTLY,), "unchanged, 1 new case (1 pass), 1 case errored"),
    ],
)
def test_the_headline_says_what_could_not_be_told_first(families: tuple[FamilyComparison, ...], expected: str) -> None:
    assert told(*families) == expected


def test_a_family_that_is_all_new_counts_them() -> None:
    assert family_words.outcome_of(NEW) == "unchanged, 2 new cases (1 pass)"
    assert family_words.outcome_of(ERRORED) == "not measured: 1 of 1 case errored"


@pytest.mark.parametrize(
    ("case_class", "base", "head", "expected"),
    [
        (CaseClass.BROKEN, "4/4", "4/4", "broken at first, did not repeat"),
        (CaseClass.BROKEN, "12/12", "10/12", "broken, not confirmed"),
        (CaseClass.FIXED, "4/4", "4/4", "fixed at first, did not repeat"),
        (CaseClass.FIXED, "9/12", "12/12", "fixed, not confirmed"),
        (CaseClass.BROKEN, "0/0", "0/0", "broken, not confirmed"),
    ],
)
def test_a_move_that_is_not_confirmed(case_class: CaseClass, base: str, head: str, expected: str) -> None:
    moved = case(case_class, base_fresh=count(base), head_fresh=count(head))
    assert words.case_words(moved, family(ComparisonOutcome.INCONCLUSIVE, moved)) == expected


def test_what_is_incomplete_is_not_ticked() -> None:
    text = comment.render(report(Comparison(outcome=ComparisonOutcome.UNCHANGED, families=(PARTLY,))))
    assert "### ⚠️ skill-evals: unchanged" in text


def test_only_a_confirmed_fall_has_the_cross() -> None:
    rows = {
        confirmed: comment.render(
            report(
                Comparison(
                    outcome=ComparisonOutcome.INCONCLUSIVE,
                    families=(family(ComparisonOutcome.INCONCLUSIVE, case(CaseClass.BROKEN, confirmed=confirmed)),),
                )
            )
        )
        for confirmed in (True, False)
    }
    assert ("| ❌ " in rows[True], "| ❌ " in rows[False]) == (True, False)


def test_a_reason_has_a_line_of_its_own_and_stays_text() -> None:
    moved = case(CaseClass.BROKEN, reasons=("base: `tea` points at brew-tea", f"head: {HOSTILE}"))
    comparison = Comparison(outcome=ComparisonOutcome.REGRESSED, families=(family(ComparisonOutcome.REGRESSED, moved),))
    text = comment.render(report(comparison))
    (line,) = [line for line in text.splitlines() if "brew some tea" in line and "<br>" in line]
    assert line.count("<br>") == 2
    assert "<br>base: `tea` points at brew-tea<br>head: the words" in line
    assert "\\<br\\>" in line
    assert "@everybody" not in line
    assert "    base: `tea` points at brew-tea\n    head: the words" in compare_text(comparison)
    assert "    base: `tea` points at brew-tea\n" in run_text(comparison, RunSummary(backend="lexical", models=()))


def test_what_a_run_left_out_is_said_in_the_terminal() -> None:
    skip = Skip(skill="tea", tier=Tier.EVALS, model=None, reason="the backend lexical cannot run it")
    run, comparison = (
        RunSummary(backend="lexical", models=()),
        Comparison(outcome=ComparisonOutcome.UNCHANGED, families=()),
    )
    one, three = run_text(comparison, run, [skip]), run_text(comparison, run, [skip, skip, skip])
    assert "not run: tea evals: the backend lexical cannot run it\n" in one
    assert "not run: tea evals: the backend lexical cannot run it, and 2 more, which `--dry-run` names\n" in three
    assert "not run" not in run_text(comparison, run)
    assert "not run" not in run_text(comparison, run, [replace(skip, by_option=True)]), "--tier said so"


def test_the_use_of_a_skill_is_said_in_the_comment_and_the_terminal() -> None:
    tasks = replace(
        family(
            ComparisonOutcome.UNCHANGED,
            case(CaseClass.STILL_PASSING, "1/1", "1/1"),
            base=Tally(passed=1, failed=0, errored=0),
        ),
        tier=Tier.EVALS,
        base_use=Use(used=1, runs=1),
        head_use=Use(used=0, runs=1),
    )
    comparison = Comparison(outcome=ComparisonOutcome.UNCHANGED, families=(tasks,))
    said = "(some/model): 1 of 1 run in the base arm, 0 of 1 run in the head arm; a run that never used it"
    assert f"Use of `brew-tea` in its tasks {said}" in compare_text(comparison)
    assert "Use of `brew-tea` in its tasks" in comment.render(report(comparison))


def of_set(**more: object) -> FamilyComparison:
    known = SetResult(kind="down", cases=("brew some tea", "another"), p_value=0.2, rejected=False, run=True)
    one = replace(known, **more)  # type: ignore[arg-type]  # tests name real members
    return replace(family(ComparisonOutcome.INCONCLUSIVE, case(CaseClass.BROKEN)), sets=(one,))


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (of_set(settle_runs=26, settle_usd=0.52), "about 26 runs an arm of it and 1 other case settle it (≈ $0.52)"),
        (of_set(settle_runs=26, cases=("brew some tea",)), "about 26 runs an arm settle it"),
        (of_set(), "not settled by 40 runs an arm at these rates"),
        (
            of_set(run=False, reason="no budget", settle_runs=12, settle_usd=0.004),
            "not put to the test: no budget; 12 fresh runs an arm of it and 1 other case do that (≈ $0.0040)",
        ),
        (of_set(rejected=True, settle_runs=3), None),
        (of_set(stopped_at_look=True), None),
        (of_set(kind="up"), None),
        (of_set(cases=("another",)), None),
    ],
)
def test_a_row_says_what_would_settle_it(found: FamilyComparison, expected: str | None) -> None:
    assert settling(found.cases[0], found) == expected


def test_a_headline_counts_what_is_confirmed() -> None:
    moved = (case(CaseClass.BROKEN, confirmed=True), case(CaseClass.BROKEN), case(CaseClass.BROKEN))
    assert told(family(ComparisonOutcome.REGRESSED, *moved)) == "regressed: 1 case broken"


RUN = RunSummary(
    backend="messages",
    models=("acme/one",),
    calls=280,
    control_calls=4,
    culprit_calls=24,
    lift_calls=2,
    naive_calls=960,
    usd=0.21,
    spending=Spending(cases=0.15, judge=0.04, culprits=0.02),
    forecast=Forecast(calls_low=120, calls_high=420, usd_low=0.12, usd_high=0.4),
)


def test_forecast_and_actual_stand_side_by_side() -> None:
    assert money_words.forecast_line(RUN) == (
        "forecast 120 to 420 runs, $0.12 to $0.40; actual 310 runs, $0.21; naive plan 960 runs"
    )
    assert money_words.forecast_line(RUN) in run_text(Comparison(outcome=ComparisonOutcome.UNCHANGED, families=()), RUN)


FORECAST = Forecast(
    calls_low=120,
    calls_high=420,
    usd_low=0.12,
    usd_high=0.4,
    api_calls_low=130,
    api_calls_high=1_900,
    judge_calls_low=10,
    judge_calls_high=60,
)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (FORECAST, "120 to 420 runs in 130 to 1,900 calls (10 to 60 of the judge), $0.12 to $0.40"),
        (
            replace(FORECAST, judge_calls_low=0, judge_calls_high=0, is_batched=True),
            "120 to 420 runs in 130 to 1,900 calls, $0.12 to $0.40 with triggers in batches, at half the price",
        ),
        (
            Forecast(calls_low=1, calls_high=1, usd_low=None, usd_high=None, api_calls_low=2, api_calls_high=20),
            "1 run in 2 to 20 calls, price unknown",
        ),
        (
            replace(FORECAST, assumes_turns=True),
            (
                "120 to 420 runs in 130 to 1,900 calls (10 to 60 of the judge), $0.12 to $0.40"
                ", with all the turns that tasks may take, where no result tells how many"
            ),
        ),
        (
            Forecast(calls_low=4, calls_high=8, usd_low=0.0, usd_high=0.0, api_calls_low=4, api_calls_high=8),
            "4 to 8 runs, free",
        ),
    ],
)
def test_a_forecast_tells_runs_calls_and_dollars(found: Forecast, expected: str) -> None:
    assert money_words.forecast(found) == expected


def test_what_it_came_to_has_the_same_units() -> None:
    run = replace(RUN, forecast=FORECAST, api_calls=352, resumed=6)
    assert money_words.forecast_line(run).endswith("; actual 316 runs in 352 calls, $0.21; naive plan 960 runs")


@pytest.mark.parametrize(
    ("caps", "told"),
    [
        (RunConfig(max_calls=129), ["at least 130 are expected"]),
        (RunConfig(max_calls=130), []),
        (RunConfig(max_cost_usd=0.1), ["at least $0.12 are expected"]),
        (RunConfig(max_calls=1, max_cost_usd=0.1), ["at least 130", "at least $0.12"]),
        (RunConfig(), []),
    ],
)
def test_a_cap_that_cannot_suffice_is_told_beforehand(caps: RunConfig, told: list[str]) -> None:
    lines = money_words.shortfall_lines(FORECAST, caps)
    assert len(lines) == len(told)
    assert all(words in line for words, line in zip(told, lines, strict=True))


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        (RUN, [("Model", "`acme/one`, the choice of the backend messages")]),
        (replace(RUN, models_from="--model"), [("Model", "`acme/one`, named by --model")]),
        (
            replace(RUN, models=("acme/one", "acme/two"), models_from=".evolve.json"),
            [("Models", "`acme/one`, `acme/two`, named by .evolve.json")],
        ),
        (replace(RUN, models=("local/lexical",)), []),
    ],
)
def test_who_chose_the_models_is_said(run: RunSummary, expected: list[tuple[str, str]]) -> None:
    assert [line for line in money_words.money_lines(run) if line[0].startswith("Model")] == expected


def test_what_was_spent_is_parted_by_what_it_was_for() -> None:
    spent = dict(money_words.money_lines(RUN))["Spent on"]
    assert spent == "cases $0.15, the judge $0.04, the search for the culprit $0.02"
    assert "Spent on" not in dict(money_words.money_lines(replace(RUN, spending=Spending(cases=0.21))))
