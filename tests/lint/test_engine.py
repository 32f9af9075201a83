"""What the engine makes of what rules yield."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

import pytest

from skill_evals.documents.document import Document, Format
from skill_evals.documents.node import Node
from skill_evals.lint.context import Base, Context
from skill_evals.lint.engine import run
from skill_evals.lint.fault import Fault
from skill_evals.lint.rule import Rule
from skill_evals.lint.selection import select
from skill_evals.model.changes import Change, ChangeKind, ChangeSet
from skill_evals.model.config import Config, LintConfig, PathIgnore
from skill_evals.model.diagnostic import Severity
from skill_evals.model.files import FileEntry
from skill_evals.model.fix import Fix, RenameKey
from skill_evals.model.lint import LintResult
from skill_evals.model.position import Part, Span
from skill_evals.model.skill import Attribution, Project, Skill, Surface
from skill_evals.model.suite import Suite, Tier, TriggerCase, Unchecked

PATH = "evals/a/triggers.yaml"


class NoFiles:
    entries: Mapping[str, FileEntry] = MappingProxyType({})

    def read(self, path: str) -> bytes:
        raise NotImplementedError(path)


def at(line: int, column: int = 1) -> Span:
    return Span(line=line, column=column, end_line=line, end_column=column + 1)


TEXT = """\
triggers:
  - query: one
    should_trigger: true # skill-evals: ignore[on-line, X9] because the tool says so
  # skill-evals: ignore[on-line] because of the line below
  - query: two
    should_trigger: false
"""


def suite(path: str = PATH, dialect: str = "evolve") -> Suite:
    return Suite(
        path=path,
        dialect=dialect,
        tier=Tier.TRIGGERS,
        cases_at=("triggers",),
        reason="made up by a test",
        triggers=tuple(
            TriggerCase(
                key=query,
                query=query,
                should_trigger=True,
                at=("triggers", number),
                query_at=("triggers", number, "query"),
                label_at=("triggers", number, "should_trigger"),
            )
            for number, query in enumerate(("one", "two"))
        ),
    )


def context(
    *, suites: tuple[Suite, ...] = (suite(),), changed: tuple[str, ...] | None = None,
    documents: tuple[str, ...] = (PATH,),
) -> Context:  # fmt: skip
    skill = Skill(
        name="a", directory="skills/a", path="skills/a/SKILL.md", surface=Surface(name="a", description="b"),
    )  # fmt: skip
    project = Project(
        layout="loose",
        skills=(skill,),
        suites=tuple(Attribution(suite=s, skill=skill, target="a", reason="made up") for s in suites),
        unchecked=(Unchecked(path="evals/odd.json", shape="array of strings", reason="no runner reads it"),),
    )
    tree = Node(where=at(1), children=(("triggers", Node(where=at(2, 3), key=at(1))),))

    def document(path: str) -> Document | None:
        if path not in documents:
            return None
        return Document(path=path, format=Format.YAML, text=TEXT, value={}, locate=lambda: tree)

    base = None
    if changed is not None:
        changes = tuple(Change(kind=ChangeKind.MODIFIED, path=p, old_path=p) for p in changed)
        base = Base(
            project=project,
            documents={},
            changes=ChangeSet(base="b", head="a", base_reason="made up", dirty=False, changes=changes),
        )
    return Context(project=project, files=NoFiles(), document=document, config=Config(), documents=documents, base=base)


def on_suite(
    *faults: Fault, name: str = "a-rule", code: str = "X100", severity: Severity = Severity.WARNING,
    general: bool = False, needs_base: bool = False,
) -> Rule:  # fmt: skip
    def check(attribution: Attribution, context: Context) -> Iterable[Fault]:
        return faults

    return Rule(
        name=name, code=code, severity=severity, page=None, on_suite=check, general=general, needs_base=needs_base
    )


def lint(*rules: Rule, seen: Context | None = None, config: LintConfig | None = None) -> LintResult:
    return run(seen or context(), select(config or LintConfig(), rules))


def brief(found: LintResult) -> list[tuple[str, int, int, str, str]]:
    return [(d.rule, d.span.line, d.span.column, d.severity.value, d.path) for d in found.diagnostics]


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


def test_a_general_rule_is_silent_where_a_specific_one_speaks() -> None:
    general = on_suite(
        Fault(path=PATH, message="at the same node", at=("triggers", 0, "query")),
        Fault(path=PATH, message="at another", at=("triggers", 1)),
        name="general", general=True,
    )  # fmt: skip
    found = lint(general, on_suite(Fault(path=PATH, message="precise", at=("triggers", 0, "query"))))
    assert sorted(d.message for d in found.diagnostics) == ["at another", "precise"]


def test_a_specific_rule_may_speak_of_more_nodes_than_the_one_it_lies_at() -> None:
    general = on_suite(
        *(Fault(path=PATH, message=str(n), at=("triggers", n, "id"), part=Part.OPEN) for n in range(3)),
        name="general", general=True,
    )  # fmt: skip
    whole = Fault(path=PATH, message="none", at=("triggers",), covers=(("triggers", 0, "id"), ("triggers", 1, "id")))
    assert sorted(d.message for d in lint(general, on_suite(whole)).diagnostics) == ["2", "none"]


def test_a_misspelt_key_is_as_grave_as_the_absence_that_goes_untold() -> None:
    absent = on_suite(
        Fault(path=PATH, message="absent", at=("triggers", 0, "query"), part=Part.OPEN), name="general", general=True,
        severity=Severity.ERROR,
    )  # fmt: skip
    rename = Fix(title="t", edits=(RenameKey(at=("triggers", 0, "qery"), name="query"),), safe=False)
    misspelt = on_suite(Fault(path=PATH, message="misspelt", at=("triggers", 0, "qery"), fix=rename))
    told = lint(absent, misspelt).diagnostics
    assert [(d.message, d.severity) for d in told] == [("misspelt", Severity.ERROR)]
    assert [d.severity for d in lint(misspelt).diagnostics] == [Severity.WARNING]


def test_nothing_is_missed_in_a_value_that_is_wrong_itself() -> None:
    general = on_suite(Fault(path=PATH, message="no object", at=("triggers",)), name="general", general=True)
    missing = Fault(path=PATH, message="no query", at=("triggers", 0, "query"), part=Part.OPEN)
    assert [d.message for d in lint(general, on_suite(missing)).diagnostics] == ["no object"]
    assert [d.message for d in lint(on_suite(missing)).diagnostics] == ["no query"]


def test_the_same_finding_twice_is_one() -> None:
    fault = Fault(path=PATH, message="a")
    assert len(lint(on_suite(fault, fault)).diagnostics) == 1


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


SILENT: list[tuple[str, Fault, LintConfig, bool]] = [
    ("on-line", Fault(path=PATH, message="a", span=at(3)), LintConfig(), True),
    ("on-line", Fault(path=PATH, message="a", span=at(5)), LintConfig(), True),
    ("on-line", Fault(path=PATH, message="a", span=at(6)), LintConfig(), False),
    ("on-line", Fault(path=PATH, message="a", span=at(2)), LintConfig(), False),
    # A comment behind text speaks about its own line, not about the one below.
    ("X9", Fault(path=PATH, message="a", span=at(4)), LintConfig(), False),
    ("X9", Fault(path=PATH, message="a", span=at(3)), LintConfig(), True),
    ("other", Fault(path=PATH, message="a", span=at(3)), LintConfig(), False),
    (
        "a",
        Fault(path=PATH, message="a"),
        LintConfig(path_ignores=(PathIgnore(path="evals/**", rules=("a",), reason="generated"),)),
        True,
    ),
    (
        "a",
        Fault(path=PATH, message="a"),
        LintConfig(path_ignores=(PathIgnore(path="other/**", rules=("a",), reason="generated"),)),
        False,
    ),
    (
        "a",
        Fault(path=PATH, message="a", at=("triggers", 1, "query")),
        LintConfig(case_ignores={f"{PATH}#two": ("a",)}),
        True,
    ),
    (
        "a",
        Fault(path=PATH, message="a", at=("triggers", 0, "query")),
        LintConfig(case_ignores={f"{PATH}#two": ("a",)}),
        False,
    ),
    ("a", Fault(path=PATH, message="a", at=("triggers",)), LintConfig(case_ignores={f"{PATH}#two": ("a",)}), False),
]


@pytest.mark.parametrize(("name", "fault", "config", "silent"), SILENT)
def test_where_a_rule_was_asked_to_be_silent(name: str, fault: Fault, config: LintConfig, silent: bool) -> None:
    found = lint(on_suite(fault, name=name), config=config)
    assert [d.rule for d in found.diagnostics] == ([] if silent else [name])


def test_the_order_of_the_rules_does_not_show() -> None:
    one = on_suite(Fault(path=PATH, message="a"), name="one", code="X1")
    two = on_suite(Fault(path=PATH, message="b"), Fault(path="z", message="c"), name="two", code="X2")

    assert lint(one, two).diagnostics == lint(two, one).diagnostics
