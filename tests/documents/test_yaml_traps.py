"""YAML that reads differently from what it says: which lines are traps, and which are none."""

import pytest

from skill_evals.documents.document import ProblemKind

from .document_tools import cut, read


def traps(text: str) -> list[str]:
    """The texts that traps cover."""
    document = read(text, "evals.yaml")
    assert document.readable
    assert all(problem.kind is ProblemKind.TRAP and problem.cure for problem in document.problems)
    return [cut(text, problem.span) for problem in document.problems]


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("query: Fix issue #12 today", "#12 today"),
        ("- post it to #general", "#general"),
        ("color: #fff", "#fff"),
        ("- #first", "#first"),
        ("prompt: Explain `x # y`", "# y`"),
        ('prompt: What does "x # noqa" mean', '# noqa" mean'),
        ("color: #fff\nother: 1", "#fff"),
        ("sign: =", "="),
        ("sign: <<", "<<"),
        ("prompt: Run it (see # 4)", "# 4)"),
        ("should_trigger: yes", "yes"),
        ("- no", "no"),
        ("mode: off", "off"),
        ("id: 010", "010"),
        ("id: 0o10", "0o10"),
        ("version: 1e3", "1e3"),
        ("version: 1.5e3", "1.5e3"),
        ("commit: 12e5", "12e5"),
        ("count: 1_000", "1_000"),
        ("mask: 0b11", "0b11"),
        ("at: 12:30", "12:30"),
        ("date: 2026-01-31", "2026-01-31"),
        ("date: 2026-01-31T10:00:00Z", "2026-01-31T10:00:00Z"),
        ("limit: .inf", ".inf"),
        ("1: one", "1"),
        ("true: x", "true"),
        ("~: x", "~"),
        ("on: push", "on"),
        ("a: !custom x", "!custom x"),
        ("a: !!binary eA==", "!!binary eA=="),
        ("a: !!int x", "!!int x"),
        ("a:\n  {b: 1,\n\tc: 2}", "\t"),
    ],
)
def test_a_trap(text: str, where: str) -> None:
    assert traps(text) == [where]


@pytest.mark.parametrize(
    "text",
    [
        "runs: 3 # note",
        "runs: 3 #note",
        "runs: true #1234 broke it",
        "skill: planner # the one to test",
        "skill: planner #1234",
        "command: npm test # all of them",
        "query: plan a trip  #12",
        "evals: #all of them\n  - id: 1",
        "query: C# or F#?",
        "query: 'Fix issue #12'",
        "query: see page.html#top",
        "prompt: |\n  # Title\n  no\n  \ttabbed",
        "a: 'no'\nb: \"010\"",
        "version: 1.2.3",
        "id: 0\nb: 10\nc: 0.5\nd: -1",
        "a: nobody\nb: offline",
        "commit: deadbee",
        "a: 1.5e+3",
        "path: 'a\tb'",
        "\"1\": one\n'true': x",
        "y: n",
        'prompt: "one\n\ttwo"',
        "nothing:\n# comment\nlast: 1",
        "ratio: 16:9 wide",
        "a: !!str 010",
    ],
)
def test_no_trap(text: str) -> None:
    assert traps(text) == []


def test_a_date_in_frontmatter_is_no_trap() -> None:
    document = read("---\nname: demo\nmetadata:\n  updated: 2026-01-31\n---\n", "SKILL.md")
    assert document.problems == ()
    assert document.value == {"name": "demo", "metadata": {"updated": "2026-01-31"}}
