"""A large tree is read suite by suite, by two processes: what is found is what is found otherwise, whoever reads what.

The processes are made in one of their own, since a test runner has threads, which a copy of a process must not.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rules.trees import MemoryTree, tree_of
from skill_evals.app.large_tree import read_large
from skill_evals.app.lint import found_in
from skill_evals.app.reading import read_tree
from skill_evals.lint.rules import RULES
from skill_evals.lint.selection import select
from skill_evals.model.config import Config, LintConfig

TESTS = Path(__file__).parent.parent
CASES = sorted(str(path.parent) for path in (TESTS / "rules").glob("*/*/expected.txt"))
SOME = CASES[::8]

SCRIPT = """
import sys
from pathlib import Path
from rules.trees import tree_of
from skill_evals.app import large_tree
from skill_evals.app.lint import found_in
from skill_evals.app.reading import read_tree
from skill_evals.edges.copied import Copy
from skill_evals.lint.rules import RULES
from skill_evals.lint.selection import select
from skill_evals.model.config import Config, LintConfig

config = Config(lint=LintConfig(extend_select=tuple(rule.name for rule in RULES)))
selection = select(config.lint, RULES)
in_two = True
{change}
told = 0
for case in sys.argv[1:]:
    tree = tree_of(Path(case) / "repo")
    reading, vouched = large_tree.read_large(tree, config, (), selection, in_two=in_two, large=0)
    assert found_in(reading, config, vouched=vouched) == found_in(read_tree(tree, config), config), case
    told += sum(not path.endswith('SKILL.md') for path in vouched.documents) + len(vouched.groups)
print(told)
"""
ALL_HERE = "in_two = False"
ALL_IN_THE_COPY = "Copy.take = lambda self: iter(())"
COPY_FAILS = """
def fail(self, take, say):
    next(take, None)
    raise ValueError
large_tree._Work.in_copy = fail
"""
COPY_IS_ENDED = """
import os, signal
large_tree._Work.in_copy = lambda self, take, say: os.kill(os.getpid(), signal.SIGKILL)
"""
COPY_STOPS_HALF_WAY = """
import os
from skill_evals.edges import copied
def cut(mouth, told):
    os.write(mouth, (1000).to_bytes(8, "big") + b"cut")
copied._write = cut
"""


@pytest.mark.parametrize(
    ("change", "cases"),
    [
        pytest.param("", SOME, id="both"),
        pytest.param(ALL_HERE, CASES, id="here"),
        pytest.param(ALL_IN_THE_COPY, CASES, id="copy"),
        pytest.param(COPY_FAILS, SOME, id="failing copy"),
        pytest.param(COPY_IS_ENDED, SOME, id="ended copy"),
        pytest.param(COPY_STOPS_HALF_WAY, SOME, id="copy that stops half way"),
    ],
)
def test_what_is_found_does_not_depend_on_who_reads(change: str, cases: list[str]) -> None:
    if change != ALL_HERE and not hasattr(os, "fork"):
        pytest.skip("processes cannot be copied here")
    script = SCRIPT.format(change=change)
    environment = os.environ | {"PYTHONPATH": str(TESTS), "PYTHONDEVMODE": ""}
    command = [sys.executable, "-c", script, *cases]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    # In some cases every suite is at fault, and of a copy that failed nothing was heard.
    assert int(done.stdout) > len(cases) // 5 or change not in {ALL_HERE, ALL_IN_THE_COPY}


def triggers(number: int) -> dict[str, object]:
    queries = [f"Query {chr(97 + n)} about the matter {number * 17 % 1009}-{n}" for n in range(8)]
    return {
        "skill_name": f"s-{number:03}" if number % 50 else "another",
        "triggers": [{"query": query, "should_trigger": n % 2 == 0} for n, query in enumerate(queries)],
    }


def evals(number: int) -> dict[str, object]:
    kind = "file_exists" if number % 40 else "file_exist"
    return {"evals": [{"id": "a", "prompt": f"Do {number}", "assertions": [{"type": kind, "path": "out.md"}]}]}


def test_the_verb_says_the_same_on_one_processor(tmp_path: Path) -> None:
    (tmp_path / ".claude-plugin").mkdir()
    (tmp_path / ".claude-plugin/plugin.json").write_text('{"name": "many"}')
    makers: dict[str, Callable[[int], dict[str, object]]] = {"triggers": triggers, "evals": evals}
    for number in range(130):
        name = f"s-{number:03}"
        (tmp_path / "skills" / name).mkdir(parents=True)
        (tmp_path / "skills" / name / "SKILL.md").write_text(f"---\nname: {name}\ndescription: Matter {number}.\n---\n")
        (tmp_path / "evals" / name).mkdir(parents=True)
        for stem, make in makers.items():
            (tmp_path / "evals" / name / f"{stem}.json").write_text(json.dumps(make(number), indent=1))
    one, many = (lint(tmp_path, alone=alone) for alone in (True, False))
    assert one == many
    assert json.loads(one)["summary"]["suites"] == 260
    assert {found["rule"] for found in json.loads(one)["diagnostics"]} >= {"skill-name-mismatch", "unknown-check"}


def lint(root: Path, *, alone: bool) -> str:
    """What the verb prints; ``alone``: on one of the processors, where no second process is made."""
    limit = "import os; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}); " if alone else ""
    if not hasattr(os, "sched_setaffinity"):
        limit = ""
    script = (
        f"{limit}import sys; from skill_evals.cli.entry import enter; sys.argv = sys.argv[:1] + sys.argv[2:]; enter()"
    )
    command = [sys.executable, "-c", script, "", "lint", "--quiet", "--format", "json"]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 1, done.stderr
    return done.stdout


def test_rules_that_paths_alone_can_answer_are_asked_before_the_suites_are_known() -> None:
    files = {"skills/a/SKILL.md": b"---\nname: a\ndescription: A.\n---\n", "skills/a/evals/triggers.json": b"[]"}
    config = Config()
    for more, clean in ({}, True), ({"skills/a/evals/triggers.yaml": b"[]"}, False):
        tree = MemoryTree(files=files | more)
        _, vouched = read_large(tree, config, (), select(config.lint, RULES), in_two=False, large=0)
        assert ("shadowed-suite" in vouched.rules) is clean


def test_results_are_vouched_for_unless_another_suite_is_about_their_skill() -> None:
    config, selection = Config(), select(LintConfig(extend_select=tuple(rule.name for rule in RULES)), RULES)
    tree = tree_of(TESTS / "rules/stale-triggers/fresh/repo")
    suite = {"skill_name": "changelog", "triggers": [{"query": "what is new?", "should_trigger": True}]}
    another = {"plugins/demo/skills/changelog/evals/more_triggers.json": json.dumps(suite).encode()}
    for more, said in ({}, 1), (another, 0):
        tree = MemoryTree(files={**tree.files, **more})
        reading, vouched = read_large(tree, config, (), selection, in_two=False, large=0)
        assert (len(reading.results), len(vouched.results)) == (1, said)
        assert found_in(reading, config, vouched=vouched) == found_in(read_tree(tree, config), config)
