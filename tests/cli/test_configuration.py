"""`.skill-evals.yml`: every key is read, and every mistake in it is told with line, column and cure."""

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from command_line import Call, small, sound, triggers
from git_repo import Repo
from skill_evals.app.configuration import KEYS, parse_config
from skill_evals.documents.read import read_document
from skill_evals.model.config import (
    AcceptStale,
    Config,
    GateConfig,
    JudgeConfig,
    LintConfig,
    PathIgnore,
    Price,
    RunConfig,
    TierPolicy,
)
from skill_evals.model.diagnostic import Severity
from skill_evals.model.suite import Tier

CONFIG = ".skill-evals.yml"
PAGE = Path(__file__).resolve().parents[2] / "docs" / "configuration.md"

EVERYTHING = """\
layout: single
exclude: ["a/**"]
extend-exclude: ["b/**"]
dialects: {"c/**": evolve, "d/**": none}
preset: strict
select: [D, I002]
extend-select: [T]
ignore: [S003]
severity: {I: warning, duplicate-id: info}
path-ignores:
  - {path: "e/**", rules: [E], reason: written by hand}
case-ignores: {"f.json#one": [blank-prompt]}
balance: [0.2, 0.9]
min-queries: 3
baseline: quality/accepted.json
backend: replay
models: [anthropic/one]
effort: low
thinking: off
batch: true
prices: {"anthropic/one": {input: 1, output: 5}, other/two: {input: 0, output: 2, cache-read: 0.1, cache-write: 3}}
ripple: off
lift: false
jobs: 9
max-cost-usd: 1.5
max-minutes: 2
max-calls: 77
max-cases: 55
allow-commands: true
sandbox: false
trusted: true
trust-results: anyone
audit: 0.25
judge: {model: anthropic/two, votes: 3, effort: max}
triggers: {runs: 5, confirm-runs: 14, look: 6}
evals: {runs: 2, confirm-runs: 11, look: 4}
gate: {alpha: 0.02, floor: true, triggers-min-pass-rate: 0.6, evals-min-pass-rate: 0.7}
accept-stale:
  - {skill: sheep, tier: triggers, surface: abc, reason: only a comma}
"""

READ = Config(
    layout="single",
    exclude=("a/**",),
    extend_exclude=("b/**",),
    dialects={"c/**": "evolve", "d/**": "none"},
    lint=LintConfig(
        preset="strict",
        select=("D", "I002"),
        extend_select=("T",),
        ignore=("S003",),
        severity={"I": Severity.WARNING, "duplicate-id": Severity.INFO},
        path_ignores=(PathIgnore(path="e/**", rules=("E",), reason="written by hand"),),
        case_ignores={"f.json#one": ("blank-prompt",)},
        balance=(0.2, 0.9),
        min_queries=3,
        baseline="quality/accepted.json",
    ),
    run=RunConfig(
        backend="replay",
        backend_named=True,
        models=("anthropic/one",),
        models_from=CONFIG,
        effort="low",
        thinking="off",
        batch=True,
        prices={
            "anthropic/one": Price(input=1.0, output=5.0, cache_read=1.0, cache_write=1.25),
            "other/two": Price(input=0.0, output=2.0, cache_read=0.1, cache_write=3.0),
        },
        judge=JudgeConfig(model="anthropic/two", votes=3, effort="max"),
        ripple="off",
        lift=False,
        jobs=9,
        max_cost_usd=1.5,
        max_minutes=2.0,
        max_calls=77,
        max_cases=55,
        allow_commands=True,
        sandbox=False,
        trusted=True,
        trust_results="anyone",
        audit=0.25,
    ),
    gate=GateConfig(
        alpha=0.02,
        floor=True,
        triggers=TierPolicy(runs=5, confirm_runs=14, look=6),
        evals=TierPolicy(runs=2, confirm_runs=11, look=4),
        triggers_min_pass_rate=0.6,
        evals_min_pass_rate=0.7,
    ),
    accept_stale=(AcceptStale(skill="sheep", tier=Tier.TRIGGERS, surface="abc", reason="only a comma"),),
    path=CONFIG,
)


def parse(text: str) -> Config:
    return parse_config(read_document(CONFIG, text.encode()))


def test_every_key_is_read() -> None:
    assert parse(EVERYTHING) == READ


def test_the_example_sets_every_field_to_something_else_than_its_default() -> None:
    def differs(read: Any, default: Any) -> None:
        for member in fields(default):
            assert getattr(read, member.name) != getattr(default, member.name), member.name

    differs(READ, Config())
    differs(READ.lint, LintConfig())
    differs(READ.run, RunConfig())
    differs(READ.run.judge, JudgeConfig())
    differs(READ.gate, GateConfig())


def test_the_page_of_the_documentation_lists_every_key() -> None:
    rows = [line.split("|")[1] for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    documented = [key for row in rows for key in re.findall(r"`([^`]+)`", row)]
    assert sorted(documented) == sorted(KEYS)


@pytest.mark.parametrize("text", ["", "\n", "# nothing yet\n", "{}", "$schema: https://example.org/x.json\n"])
def test_an_empty_file_is_the_defaults(text: str) -> None:
    assert parse(text) == Config(path=CONFIG)


WRONG = [
    ("layout: tree", "1:9", "layout is 'tree', expected one of auto, marketplace"),
    ("exclude: a", "1:10", "exclude is 'a', expected a list of texts"),
    ("extend-exclude: [a, 1]", "1:21", "extend-exclude.1 is 1, expected a text"),
    ("dialects: [a]", "1:11", "dialects is a list of 1, expected keys and values"),
    ("dialects:\n  a/**: evolv", "2:9", "dialects.a/** is 'evolv', expected one of evolve"),
    ("preset: severe", "1:9", "preset is 'severe', expected one of recommended, strict, all"),
    ("select: D", "1:9", "select is 'D', expected a list of texts"),
    ("select:\n  - D\n  - duplicat-id", "3:5", "`duplicat-id` is no rule; did you mean `duplicate-id`?"),
    ("extend-select: [nope]", "1:17", "`nope` is no rule"),
    ("ignore: [nope]", "1:10", "`nope` is no rule"),
    ("severity: {D001: fatal}", "1:18", "severity.D001 is 'fatal', expected one of error, warning, info"),
    ("severity: {nope: error}", "1:12", "`nope` is no rule"),
    ("path-ignores: [{path: a}]", "1:16", "expected an entry with path, rules, reason"),
    ("path-ignores: [{path: a, rules: [nope], reason: x}]", "1:34", "`nope` is no rule"),
    ("path-ignores: [{path: a, rules: [D], reason: ' '}]", "1:46", "path-ignores.0.reason is ' ', expected a text"),
    ("case-ignores: {a: [D]}", "1:16", "`a` names no case"),
    ("case-ignores: {'a#b': D}", "1:23", "case-ignores.a#b is 'D', expected a list of texts"),
    ("balance: [0.9, 0.1]", "1:10", "expected two shares, the smaller one first"),
    ("balance: [0, 2]", "1:14", "balance.1 is 2, expected a share between 0 and 1"),
    ("baseline: ../a.json", "1:11", "baseline is '../a.json', expected a path such as"),
    ("baseline: /a.json", "1:11", "baseline is '/a.json', expected a path such as"),
    ("baseline: a.txt", "1:11", "baseline is 'a.txt', expected a path such as"),
    ("min-queries: 0", "1:14", "min-queries is 0, expected a positive whole number"),
    ("backend: 3", "1:10", "backend is 3, expected a text"),
    ("models: one", "1:9", "models is 'one', expected a list of texts"),
    ("effort: extreme", "1:9", "effort is 'extreme', expected one of low, medium, high, xhigh, max"),
    ("thinking: 4000", "1:11", "thinking is 4000, expected one of adaptive, off"),
    ("batch: half", "1:8", "batch is 'half', expected true or false"),
    ("prices: 3", "1:9", "prices is 3, expected keys and values"),
    ("prices: {claude-x: {input: 1, output: 2}}", "1:10", "prices has 'claude-x', which is no key of a model"),
    ("prices: {a/b: {input: 1}}", "1:10", "prices.a/b is a group of keys, expected an entry with input and output"),
    ("prices: {a/b: {input: 1, output: -2}}", "1:34", "prices.a/b.output is -2, expected a number that is not"),
    ("prices: {a/b: {input: 1, outputs: 2}}", "1:26", "unknown key 'outputs'"),
    ("judge: opus", "1:8", "judge is 'opus', expected keys and values"),
    ("judge: {vote: 3}", "1:9", "unknown key 'vote'"),
    ("judge: {votes: 0}", "1:16", "judge.votes is 0, expected a positive whole number"),
    ("judge: {model: 4}", "1:16", "judge.model is 4, expected a text"),
    ("judge: {effort: most}", "1:17", "judge.effort is 'most', expected one of low"),
    ("ripple: far", "1:9", "ripple is 'far', expected one of plugin, repo, off"),
    ("jobs: 1.5", "1:7", "jobs is 1.5, expected a positive whole number"),
    ("jobs: yes", "1:7", "expected a positive whole number"),
    ("jobs: 99999999999", "1:7", "expected a positive whole number"),
    ("max-cost-usd: '5'", "1:15", "max-cost-usd is '5', expected a number that is not negative"),
    ("max-cost-usd: .nan", "1:15", "max-cost-usd is nan, expected a number that is not negative"),
    ("max-minutes: .inf", "1:14", "max-minutes is inf, expected a number that is not negative"),
    ("max-calls: -1", "1:12", "max-calls is -1, expected a positive whole number"),
    ("max-cases: 0", "1:12", "max-cases is 0, expected a positive whole number"),
    ("allow-commands: 1", "1:17", "allow-commands is 1, expected true or false"),
    ("sandbox: none", "1:10", "sandbox is 'none', expected true or false"),
    ("triggers: {runs: []}", "1:18", "triggers.runs is a list of 0, expected a positive whole number"),
    ("evals: {rums: 1}", "1:9", "unknown key 'rums'"),
    ("gate: {alpha: 0}", "1:15", "gate.alpha is 0, expected a share above 0"),
    ("gate: {alpha: 2}", "1:15", "gate.alpha is 2, expected a share between 0 and 1"),
    ("gate: {floor: maybe}", "1:15", "gate.floor is 'maybe', expected true or false"),
    ("gate:", "1:6", "gate is empty, expected keys and values"),
    ("accept-stale: [{skill: a, tier: third, surface: b, reason: c}]", "1:33", "is 'third', expected one of triggers"),
    ("selct: [D]", "1:1", "unknown key 'selct'"),
    ("- a", "1:1", "the configuration is a list of 1, expected keys and values"),
    ("jobs: 1\njobs: 2", "2:1", "jobs"),
    ("jobs: [", "1:8", "not valid YAML"),
    ("backend: " + "x" * 500 + "\njobs: " + "y" * 500, "2:7", "…, expected a positive whole number"),
]


@pytest.mark.parametrize(("text", "place", "words"), WRONG, ids=[case[0][:40] for case in WRONG])
@pytest.mark.parametrize("verb", ["lint", "plan"])
def test_a_mistake_is_told_with_its_place(verb: str, text: str, place: str, words: str, repo: Repo, call: Call) -> None:
    repo.write({CONFIG: text})
    done = call(verb, "--root", repo.root)
    assert done.code == 2
    message, cure = done.err.splitlines()
    assert message.startswith(f"skill-evals: {CONFIG}:{place}: ")
    assert words in message
    assert len(message) < 300
    assert cure.strip()


def test_an_unknown_key_names_the_nearest_one(repo: Repo, call: Call) -> None:
    repo.write({CONFIG: "extend-slect: [D]"})
    assert call("lint", "--root", repo.root).err.endswith("did you mean 'extend-select'?\n")


def test_two_files_are_one_too_many(repo: Repo, call: Call) -> None:
    repo.write({CONFIG: "", ".skill-evals.yaml": ""})
    done = call("lint", "--root", repo.root)
    assert done.code == 2
    assert done.err == "skill-evals: both .skill-evals.yml and .skill-evals.yaml exist\n  keep one of them\n"


def test_the_other_ending_is_read_too(repo: Repo, call: Call) -> None:
    small(repo).write({".skill-evals.yaml": "jobs: none"})
    assert call("lint", "--root", repo.root).code == 2


def test_models_say_whose_results_have_to_be_fresh(repo: Repo, call: Call) -> None:
    def stale() -> list[str]:
        found = call("lint", "--root", repo.root, "--format", "json").json["diagnostics"]
        return [one["severity"] for one in found if one["rule"] == "stale-triggers"]

    small(repo)
    call("run", "--all", "--root", repo.root, "--write-results")
    repo.write(sound(does="count woolly sheep and goats"))
    assert stale() == ["warning"]
    repo.write({CONFIG: "models: [another/model]"})
    assert stale() == ["info"]


def test_layout_and_thresholds_of_evolve_hold_where_ours_says_nothing(repo: Repo, call: Call) -> None:
    small(repo)
    repo.write({".evolve.json": '{"layout": "single", "report": {"thresholds": {"triggers_min_pass_rate": 0.9}}}'})
    assert call("lint", "-v", "--root", repo.root).out.startswith("layout: single")
    repo.write({CONFIG: "layout: multi"})
    assert call("lint", "-v", "--root", repo.root).out.startswith("layout: multi")


@pytest.mark.parametrize("text", ["{", "[]", '{"layout": 3, "report": []}', "\0"])
def test_a_faulty_evolve_file_is_not_ours_to_judge(text: str, repo: Repo, call: Call) -> None:
    small(repo).write({".evolve.json": text})
    assert call("lint", "--root", repo.root).code == 0


def test_min_queries_and_balance_reach_their_rule(repo: Repo, call: Call) -> None:
    repo.commit({**sound(), "skills/sheep/evals/triggers.json": triggers().replace("false", "true", 4)})
    assert "unbalanced-triggers" in call("lint", "--root", repo.root, "--format", "json").rules
    repo.write({CONFIG: "balance: [0, 1]"})
    assert "unbalanced-triggers" not in call("lint", "--root", repo.root, "--format", "json").rules
