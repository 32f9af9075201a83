"""Real suites are broken one way at a time: the rule that is there for it speaks on the line, and nothing else does.

Here a drawn sample is broken; ``make corpus-report`` breaks all of them and writes the counts down.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from corpus.broken import Mutation, in_suite
from corpus.healthy import Candidate, Sample, candidates, sample_of
from corpus.mutations import MUTATIONS
from corpus.splice import Page, Spliced
from corpus.trials import tried, with_files
from rules.trees import MemoryTree, lint_tree
from skill_evals.app.fix import fix
from skill_evals.app.lint import LintRequest
from skill_evals.app.reading import read_tree
from skill_evals.documents.read import read_document
from skill_evals.lint.rules import RULES
from skill_evals.model.config import Config, LintConfig

SEED = 20_261_130
FIXABLE = {rule.name for rule in RULES if rule.fixable}
SUITES_OF_A_KIND = 4
"""Suites of each dialect and tier, each of another repository as far as there are as many."""


def drawn(corpus: Path) -> Iterator[Sample]:
    kinds = defaultdict[tuple[str, str], list[Candidate]](list)
    for found in candidates(corpus):
        kinds[found.attribution.suite.dialect, found.attribution.suite.tier.value].append(found)
    chance = random.Random(SEED)
    for _, kind in sorted(kinds.items()):
        chance.shuffle(kind)
        sound = (sample for found in by_turns(kind) if isinstance(sample := sample_of(found), Sample))
        yield from islice(sound, SUITES_OF_A_KIND)


def by_turns(found: list[Candidate]) -> list[Candidate]:
    """The first one of each repository, then the second one of each, and so on."""
    seen = Counter[str]()
    turns = []
    for candidate in found:
        turns.append((seen[candidate.repository], candidate))
        seen[candidate.repository] += 1
    return [candidate for _, candidate in sorted(turns, key=lambda turn: turn[0])]


@pytest.fixture(scope="module")
def samples(corpus: Path) -> list[Sample]:
    return list(drawn(corpus))


@pytest.mark.corpus
def test_what_is_broken_is_found_where_it_is_and_nothing_else_is_called_an_error(samples: list[Sample]) -> None:
    trials = [trial for sample in samples for mutation in MUTATIONS if (trial := tried(mutation, sample)) is not None]
    assert [trial for trial in trials if not trial.clean] == []
    assert len({trial.mutation for trial in trials}) > 25
    assert {sample.suite.dialect for sample in samples} == {"evolve", "eval-magic", "skill-creator", "trigger-set"}


@pytest.mark.corpus
def test_what_is_broken_and_can_be_repaired_is_found_no_more_and_comes_to_rest(samples: list[Sample]) -> None:
    repaired = Counter[str]()
    for sample in samples:
        for mutation in MUTATIONS:
            broken = mutation.breaks(sample) if mutation.rule in FIXABLE and not mutation.of_results else None
            if broken is None:
                continue
            tree = with_files(sample.tree, broken)
            config = Config(lint=LintConfig(select=(mutation.rule,)))
            done = fix(LintRequest(files=tree, config=config), unsafe=True)
            repaired[mutation.rule] += len(done.fixed)
            after = replace(tree, files={**tree.files, **{change.path: change.after for change in done.changes}})
            again = fix(LintRequest(files=after, config=config), unsafe=True)
            assert (again.changes, again.fixed) == ((), ()), (mutation.name, broken.path)
            assert all(d.fix is None for d in again.linted.result.diagnostics), (mutation.name, broken.path)
    assert sum(count > 0 for count in repaired.values()) > 8, repaired


def test_there_is_a_way_of_breaking_for_many_rules() -> None:
    assert len({mutation.rule for mutation in MUTATIONS}) > 25
    assert {mutation.rule for mutation in MUTATIONS} <= {rule.name for rule in RULES}
    assert len({mutation.name for mutation in MUTATIONS}) == len(MUTATIONS)


def page(text: str) -> Page:
    return Page(read_document("evals/evals.json", text.encode()))


def test_members_and_items_go_with_a_comma() -> None:
    text = '{"a": [1, 2, 3],\n "b": 4}'
    assert page(text).without(("a", 0), ("a", 2), line=("b",)).text == '{"a": [2],\n "b": 4}'
    gone = page(text).without(("a",), line=("b",))
    assert (gone.text, gone.line) == ('{\n "b": 4}', 2)
    assert page(text).without(("b",), line=("a",)).text == '{"a": [1, 2, 3]}'


def test_an_edit_knows_its_line() -> None:
    text = '{\n  "a": [\n    1\n  ]\n}'
    added = page(text).appended(("a",), 2)
    assert (added.text, added.line) == ('{\n  "a": [\n    1,\n2\n  ]\n}', 4)
    assert page(text).replaced(("a", 0), "x").line == 3


def test_a_trial_tells_what_is_missed_and_what_is_said_besides() -> None:
    sample = invented()
    another_rule = Mutation(name="renamed", rule="duplicate-id", breaks=lambda one: in_suite(one, misspelt(one)))
    missed = tried(another_rule, sample)
    assert missed is not None
    assert (missed.caught, missed.others) == (False, (f"unknown-key {sample.suite.path}:2",))
    another_line = Mutation(name="moved", rule="not-boolean", breaks=lambda one: in_suite(one, labelled(one), line=1))
    elsewhere = tried(another_line, sample)
    assert elsewhere is not None
    assert (elsewhere.caught, elsewhere.elsewhere, len(elsewhere.others)) == (False, (2,), 1)


def invented() -> Sample:
    path = "skills/greet/evals/triggers.json"
    text = b"""[
  {"query": "say hello to Ada", "should_trigger": true},
  {"query": "say goodbye to the server", "should_trigger": false}
]
"""
    skill = b"---\nname: greet\ndescription: Greets people. Use when somebody arrives.\n---\n"
    tree = MemoryTree(files={path: text, "skills/greet/SKILL.md": skill})
    (found,) = read_tree(tree, Config(), judge=False).project.suites
    return Sample(
        repository="", tree=tree, suite=found.suite, skill=found.skill, alone=True, number=0, stored={},
        before=lint_tree(tree).diagnostics,
    )  # fmt: skip


def misspelt(sample: Sample) -> Spliced:
    return sample.page.renamed((0, "should_trigger"), "should_triger")


def labelled(sample: Sample) -> Spliced:
    return sample.page.replaced((0, "should_trigger"), "true")
