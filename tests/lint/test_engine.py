"""What the engine makes of what rules yield."""

from collections.abc import Iterable

import pytest

from lint.made_up import PATH, at, brief, context, lint, on_suite, suite
from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.rule import Rule
from skill_evals.model.config import LintConfig
from skill_evals.model.diagnostic import Severity
from skill_evals.model.position import Part
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import Tier


def test_places_are_resolved_and_findings_stand_in_order() -> None:
    found = lint(
        on_suite(Fault(path=PATH, message="b", at=("triggers",)), name="late", code="X200"),
        on_suite(Fault(path=PATH, message="a", at=("triggers",), part=Part.KEY), name="early"),
        on_suite(Fault(path="aa.json", message="c", span=at(9, 9), severity=Severity.INFO), name="third"),
    )
    assert brief(found) == [
        ("third", 9, 9, "info", "aa.json"),
        ("early", 1, 1, "warning", PATH),
        ("late", 2, 3, "warning", PATH),
    ]
    assert [d.suite for d in found.diagnostics] == [None, PATH, PATH]


def test_the_sum_counts_by_severity_and_says_how_much_was_seen() -> None:
    summary = lint(
        on_suite(Fault(path=PATH, message="a"), severity=Severity.ERROR),
        on_suite(Fault(path=PATH, message="b"), name="b"),
    ).summary
    assert (summary.errors, summary.warnings, summary.infos, summary.elsewhere) == (1, 1, 0, 0)
    assert (summary.skills, summary.suites, summary.files, summary.not_checked) == (1, 1, 1, 1)


def test_a_rule_that_crashes_is_named_and_the_others_go_on() -> None:
    def check(attribution: Attribution, context: Context) -> Iterable[Fault]:
        yield Fault(path=PATH, message="before the crash")
        raise KeyError("query")

    broken = Rule(name="broken", code="X300", severity=Severity.INFO, page=None, on_suite=check)
    found = lint(broken, on_suite(Fault(path=PATH, message="a")), config=LintConfig(ignore=()))
    assert [d.rule for d in found.diagnostics] == ["internal-error", "a-rule", "broken"]
    assert found.crashed == ("broken",)
    report = found.diagnostics[0]
    assert (report.severity, report.path) == (Severity.ERROR, PATH)
    assert "`broken`" in report.message
    assert "KeyError" in report.message
    assert "report" in report.message


@pytest.mark.parametrize(("whole_file", "expected"), [(True, 1), (False, 2)])
def test_a_file_that_serves_two_skills_is_judged_as_a_whole_once(whole_file: bool, expected: int) -> None:
    seen = []

    def check(attribution: Attribution, context: Context) -> Iterable[Fault]:
        seen.append(attribution)
        return ()

    rule = Rule(name="r", code="X1", severity=Severity.INFO, page=None, on_suite=check, whole_file=whole_file)
    lint(rule, seen=context(suites=(suite(), suite())))
    assert len(seen) == expected


@pytest.mark.parametrize(
    ("changed", "also", "elsewhere"),
    [
        ((PATH,), (), False),
        (("other",), (), True),
        (("other",), ("other",), False),
        ((), (), True),
        (None, (), False),
    ],
)
def test_with_a_base_a_finding_is_here_or_elsewhere(
    changed: tuple[str, ...] | None, also: tuple[str, ...], elsewhere: bool
) -> None:
    found = lint(
        on_suite(Fault(path=PATH, message="a", also=also), severity=Severity.ERROR), seen=context(changed=changed)
    )
    assert [d.elsewhere for d in found.diagnostics] == [elsewhere]
    assert (found.summary.errors, found.summary.elsewhere) == ((0, 1) if elsewhere else (1, 0))


@pytest.mark.parametrize(("changed", "spoken"), [(None, []), ((), ["a-rule"])])
def test_a_rule_that_needs_a_base_is_silent_without(changed: tuple[str, ...] | None, spoken: list[str]) -> None:
    found = lint(on_suite(Fault(path=PATH, message="a"), needs_base=True), seen=context(changed=changed))
    assert [d.rule for d in found.diagnostics] == spoken


@pytest.mark.parametrize(
    ("dialects", "tier", "expected"),
    [
        (None, None, 1),
        (frozenset({"evolve"}), Tier.TRIGGERS, 1),
        (frozenset({"eval-magic"}), None, 0),
        (None, Tier.EVALS, 0),
    ],
)
def test_a_rule_sees_only_suites_that_it_speaks_about(
    dialects: frozenset[str] | None, tier: Tier | None, expected: int
) -> None:
    def check(attribution: Attribution, context: Context) -> Iterable[Fault]:
        yield Fault(path=PATH, message="a")

    rule = Rule(
        name="r", code="X1", severity=Severity.INFO, page=None, on_suite=check, dialects=dialects, tier=tier
    )  # fmt: skip
    assert len(lint(rule).diagnostics) == expected


def test_severity_comes_from_the_configuration_then_the_fault_then_the_rule() -> None:
    fault = Fault(path=PATH, message="a", severity=Severity.INFO)
    config = LintConfig(severity={"a-rule": Severity.ERROR})
    assert lint(on_suite(fault), config=config).diagnostics[0].severity is Severity.ERROR
    assert lint(on_suite(fault)).diagnostics[0].severity is Severity.INFO


def test_the_order_of_the_rules_does_not_show() -> None:
    one = on_suite(Fault(path=PATH, message="a"), name="one", code="X1")
    two = on_suite(Fault(path=PATH, message="b"), Fault(path="z", message="c"), name="two", code="X2")

    assert lint(one, two).diagnostics == lint(two, one).diagnostics
