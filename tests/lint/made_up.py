"""A suite and rules of our own, and what the engine makes of them."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from skill_evals.documents.document import Document, Format
from skill_evals.documents.node import Node
from skill_evals.lint.context import Base, Context
from skill_evals.lint.engine import run
from skill_evals.lint.fault import Fault
from skill_evals.lint.rule import Rule
from skill_evals.lint.selection import select
from skill_evals.model.changes import Change, ChangeKind, ChangeSet
from skill_evals.model.config import Config, LintConfig
from skill_evals.model.diagnostic import Severity
from skill_evals.model.files import FileEntry
from skill_evals.model.lint import LintResult
from skill_evals.model.position import Span
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
