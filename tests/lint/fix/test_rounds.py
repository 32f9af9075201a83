"""A fix must make its finding go away: rounds in memory, what did not help is taken back, what met another comes later."""

import json
from collections.abc import Iterator

import pytest

from rules.trees import MemoryTree
from skill_evals.app.fix import Fixing, fix
from skill_evals.app.lint import LintRequest
from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.rule import Rule
from skill_evals.model.config import Config, LintConfig
from skill_evals.model.diagnostic import Severity
from skill_evals.model.fix import Delete, Edit, Fix, Replace
from skill_evals.model.skill import Attribution

SKILL = b"---\nname: greet\ndescription: Greets people by name.\n---\n"
HOME = "skills/greet"
SUITE = f"{HOME}/evals/triggers.json"


def tree(*queries: object) -> MemoryTree:
    lines = ",\n  ".join(json.dumps(query) for query in queries)
    return MemoryTree(files={f"{HOME}/SKILL.md": SKILL, SUITE: f"[\n  {lines}\n]\n".encode()})


def query(text: str, label: object = True) -> dict[str, object]:
    return {"query": text, "should_trigger": label}


def fixed(files: MemoryTree, *rules: str, unsafe: bool = False) -> Fixing:
    return fix(LintRequest(files=files, config=Config(lint=LintConfig(select=rules))), unsafe=unsafe)


def queries(fixing: Fixing) -> list[str]:
    (change,) = fixing.changes
    return [item["query"] for item in json.loads(change.after)]


def test_neighbours_that_meet_are_deleted_round_by_round() -> None:
    done = fixed(tree(query("a b"), *[query("A  b")] * 7, query("c d", False)), "duplicate-query")
    assert queries(done) == ["a b", "c d"]
    assert (len(done.fixed), done.refused, done.linted.result.diagnostics) == (7, (), ())


def test_a_whole_list_of_the_same_keeps_its_first() -> None:
    done = fixed(tree(*[query("a b")] * 6), "duplicate-query")
    assert queries(done) == ["a b"]


def test_a_fix_may_bring_another_to_light() -> None:
    done = fixed(tree(query("a b"), query("a b", "true"), query("c d", False)), "duplicate-query", "not-boolean")
    assert queries(done) == ["a b", "c d"]
    assert {d.rule for d in done.fixed} == {"duplicate-query", "not-boolean"}


def test_copies_of_a_skill_are_fixed_alike() -> None:
    one = tree(query("a b", "true"), query("c d", False))
    copies = {f"{top}/{path}": data for top in ("", ".claude") for path, data in one.files.items()}
    files = {path.removeprefix("/"): data for path, data in copies.items()}
    done = fixed(MemoryTree(files=files), "not-boolean")
    assert [change.path for change in done.changes] == [f".claude/{SUITE}", SUITE]
    assert len({change.after for change in done.changes}) == 1


def test_an_unsafe_fix_is_made_only_where_it_is_asked_for() -> None:
    files = tree(query("a b", 1), query("c d", False))
    assert fixed(files, "not-boolean").changes == ()
    assert len(fixed(files, "not-boolean", unsafe=True).changes) == 1


def rule(*edits_by_item: Edit) -> Rule:
    """Finds every item of the suite that is not 0, each with the fix of its number."""

    def check(attribution: Attribution, context: Context) -> Iterator[Fault]:
        for number, value in numbers(attribution, context):
            if value:
                fix = Fix(title=f"mend {number}", edits=(edits_by_item[number],))
                yield Fault(path=attribution.suite.path, message=f"item {value}", at=(number,), fix=fix)

    return Rule(name="made-up", code="Z001", severity=Severity.ERROR, page="A rule of this test.", on_suite=check)


def numbers(attribution: Attribution, context: Context) -> list[tuple[int, int]]:
    document = context.document(attribution.suite.path)
    assert document is not None
    assert isinstance(document.value, list)
    return [(number, item["n"]) for number, item in enumerate(document.value)]


def set_to(number: int, value: int) -> Replace:
    return Replace(at=(number, "n"), value=value)


def items(fixing: Fixing) -> list[int]:
    return [item["n"] for change in fixing.changes for item in json.loads(change.after)]


def test_a_fix_that_does_not_help_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skill_evals.app.lint.RULES", (rule(set_to(0, 5)),))
    done = fixed(tree({**query("a b"), "n": 1}, {**query("c d", False), "n": 0}), "all")
    assert (done.changes, done.fixed) == ((), ())
    assert [d.message for d in done.refused] == ["item 1"]
    assert [d.message for d in done.linted.result.diagnostics] == ["item 1"]


def test_the_fixes_beside_one_that_does_not_help_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skill_evals.app.lint.RULES", (rule(set_to(0, 0), set_to(1, 5), set_to(2, 0), set_to(3, 0)),))
    done = fixed(tree(*({**query(f"a {n}", n > 2), "n": n} for n in (1, 2, 3, 4))), "all")
    assert items(done) == [0, 2, 0, 0]
    assert ([d.message for d in done.refused], len(done.fixed)) == (["item 2"], 3)


def test_a_fix_after_which_the_file_is_no_suite_any_more_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skill_evals.app.lint.RULES", (rule(Delete(at=(0, "query"))),))
    done = fixed(tree({**query("a b"), "n": 1}), "all")
    assert (done.changes, len(done.refused)) == ((), 1)


def test_a_fix_that_did_not_help_is_tried_again_when_the_text_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first item can only be mended after the second, whose fix meets that of the first and comes later."""

    def check(attribution: Attribution, context: Context) -> Iterator[Fault]:
        (_, first), (_, second) = numbers(attribution, context)
        if first or second:
            fix = Fix(title="mend the first", edits=(set_to(0, 0),))
            yield Fault(path=attribution.suite.path, message="first", at=(0,), fix=fix)
        if second:
            fix = Fix(title="mend the second", edits=(set_to(0, 1), set_to(1, 0)))
            yield Fault(path=attribution.suite.path, message="second", at=(1,), fix=fix)

    made_up = Rule(name="made-up", code="Z001", severity=Severity.ERROR, page="A rule of this test.", on_suite=check)
    monkeypatch.setattr("skill_evals.app.lint.RULES", (made_up,))
    done = fixed(tree({**query("a b"), "n": 1}, {**query("c d", False), "n": 1}), "all")
    assert (items(done), done.refused) == ([0, 0], ())


def toggling(name: str, code: str, wrong: int, right: int) -> Rule:
    def check(attribution: Attribution, context: Context) -> Iterator[Fault]:
        if (0, wrong) in numbers(attribution, context):
            fix = Fix(title=f"write {right}", edits=(set_to(0, right),))
            yield Fault(path=attribution.suite.path, message=f"not {right}", at=(0, "n"), fix=fix)

    return Rule(name=name, code=code, severity=Severity.ERROR, page="A rule of this test.", on_suite=check)


def test_two_rules_that_contradict_one_another_come_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = (toggling("wants-one", "Z001", 2, 1), toggling("wants-two", "Z002", 1, 2))
    monkeypatch.setattr("skill_evals.app.lint.RULES", rules)
    done = fixed(tree({**query("a b"), "n": 2}), "all")
    assert (items(done), [d.rule for d in done.fixed]) == ([1], ["wants-one"])
    assert [d.rule for d in done.refused] == ["wants-two"]


def test_rounds_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skill_evals.app.fix.MOST_ROUNDS", 2)
    done = fixed(tree(query("a b"), *[query("A  b")] * 7), "duplicate-query")
    left = [d for d in done.linted.result.diagnostics if d.fixable]
    assert len(left) + len(done.fixed) == 7
    assert left
