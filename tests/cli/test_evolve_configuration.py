"""`.evolve.*` is read for layout, models, judge, thresholds and `baseline`, each only where our own file says nothing of it."""

import pytest

from git_repo import Repo
from skill_evals.app.place import base_of, open_place
from skill_evals.app.pr_config import judging_config
from skill_evals.model.config import Config

DEFAULT = (0.5, 0.66)


def read(repo: Repo) -> tuple[float, float]:
    gate = open_place([], root=repo.root).config.gate
    return gate.triggers_min_pass_rate, gate.evals_min_pass_rate


def thresholds(triggers: str, evals: str = "0.8") -> str:
    members = f'"triggers_min_pass_rate": {triggers}, "evals_min_pass_rate": {evals}'
    return f'{{"report": {{"thresholds": {{{members}}}}}}}'


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (".evolve.json", thresholds("0.9")),
        (".evolve.jsonc", f"// ours\n{thresholds('0.9')}"),
        (".evolve.yaml", "report:\n  thresholds:\n    triggers_min_pass_rate: 0.9\n    evals_min_pass_rate: 0.8\n"),
        (".evolve.yml", thresholds("0.9")),
    ],
)
def test_thresholds_are_read_in_every_form(name: str, text: str, repo: Repo) -> None:
    repo.write({name: text})
    assert read(repo) == (0.9, 0.8)


@pytest.mark.parametrize(
    ("ours", "expected"),
    [
        ("jobs: 1", (0.9, 0.8)),
        ("gate: {alpha: 0.02}", (0.9, 0.8)),
        ("gate: {triggers-min-pass-rate: 0.7}", (0.7, 0.8)),
        ("gate: {triggers-min-pass-rate: 0.5}", (0.5, 0.8)),
    ],
    ids=["something else", "another number", "the threshold", "the threshold, as it is by default"],
)
def test_what_our_file_says_stands(ours: str, expected: tuple[float, float], repo: Repo) -> None:
    repo.write({".evolve.json": thresholds("0.9"), ".skill-evals.yml": ours})
    assert read(repo) == expected


@pytest.mark.parametrize("value", ["2", "-1", "true", '"0.9"', "null", "[]", "1e999"])
def test_a_threshold_that_is_no_share_says_nothing(value: str, repo: Repo) -> None:
    repo.write({".evolve.json": thresholds(value, value)})
    assert read(repo) == DEFAULT


@pytest.mark.parametrize(("ours", "layout"), [("", "single"), ("layout: auto", "auto"), ("layout: multi", "multi")])
def test_the_layout(ours: str, layout: str, repo: Repo) -> None:
    repo.write({".evolve.json": '{"layout": "single"}', ".skill-evals.yml": ours})
    assert open_place([], root=repo.root).config.layout == layout


def test_without_either_file_the_defaults_hold(repo: Repo) -> None:
    assert open_place([], root=repo.root).config == Config()


@pytest.mark.parametrize(
    ("value", "ours", "lift"),
    [
        ("false", "", False),
        ("true", "", True),
        ("false", "jobs: 1", False),
        ("false", "lift: true", True),
        ("true", "lift: false", False),
        ("0", "", True),
        ('"false"', "", True),
    ],
)
def test_its_baseline_is_our_lift(value: str, ours: str, lift: bool, repo: Repo) -> None:
    repo.write({".evolve.json": f'{{"baseline": {value}}}', ".skill-evals.yml": ours})
    assert open_place([], root=repo.root).config.run.lift is lift


@pytest.mark.parametrize(
    ("tokens", "ours", "models", "source"),
    [
        ('["anthropic/claude-haiku-4-5"]', "", ("anthropic/claude-haiku-4-5",), ".evolve.json"),
        ('["claude-haiku-4-5", "anthropic/claude-haiku-4-5"]', "", ("anthropic/claude-haiku-4-5",), ".evolve.json"),
        ('["openai/gpt-5", "claude-opus-5", "all"]', "", ("anthropic/claude-opus-5",), ".evolve.json"),
        ('["claude-opus-5"]', "models: [anthropic/mine]", ("anthropic/mine",), ".skill-evals.yml"),
        ('["claude-opus-5"]', "models: []", ("anthropic/claude-opus-5",), ".evolve.json"),
        ('["anthropic", "openai"]', "", (), ""),
        ('"claude-opus-5"', "", (), ""),
        ("[3, null]", "", (), ""),
    ],
)
def test_its_models_are_ours_where_they_name_one_that_can_be_run(
    tokens: str, ours: str, models: tuple[str, ...], source: str, repo: Repo
) -> None:
    repo.write({".evolve.json": f'{{"models": {tokens}}}', ".skill-evals.yml": ours})
    run = open_place([], root=repo.root).config.run
    assert (run.models, run.models_from) == (models, source)


def test_in_a_pull_request_the_bases_one_counts(repo: Repo) -> None:
    repo.commit({".evolve.json": '{"baseline": false}'})
    repo.branch("change")
    repo.commit({".evolve.json": '{"baseline": true}'})
    place = open_place([], root=repo.root)
    with base_of(place, "main") as base:
        config, _ = judging_config(place.own, place.files, base.files)
    assert config.run.lift is False


@pytest.mark.parametrize(
    ("value", "ours", "judge"),
    [
        ('"anthropic/claude-sonnet-5"', "", "anthropic/claude-sonnet-5"),
        ('"claude-opus-4-8"', "judge: {votes: 3}", "anthropic/claude-opus-4-8"),
        ('"claude-opus-4-8"', "judge: {model: anthropic/claude-haiku-5-5}", "anthropic/claude-haiku-5-5"),
        ('"openai/gpt-9"', "", None),
        ("7", "", None),
    ],
)
def test_its_judge_is_ours_where_it_is_anthropic_s(value: str, ours: str, judge: str | None, repo: Repo) -> None:
    repo.write({".evolve.json": f'{{"judge_model": {value}}}', ".skill-evals.yml": ours})
    assert open_place([], root=repo.root).config.run.judge.model == judge
