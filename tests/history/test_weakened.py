"""A branch changes a skill and asks less of it, or of itself."""

import json

import pytest

from git_repo import Repo

from .kiln import EVALS, QUERIES, SKILL, found, lines, skill, store_results, triggers

OLD = "Plans glaze firings. Use when pots are to be glazed."
NEW = "Plans glaze and bisque firings. Use when pots are to be fired."
FEWER = {query: label for query, label in QUERIES.items() if query != "buy more clay"}
CONFIGURATION = ".skill-evals.yml"


@pytest.fixture
def kiln(repo: Repo) -> Repo:
    repo.commit({SKILL: skill(OLD), f"{EVALS}/triggers.json": triggers(QUERIES)})
    repo.branch("change")
    return repo


def test_a_negative_is_dropped_with_the_skill_s_change(kiln: Repo) -> None:
    kiln.commit({SKILL: skill(NEW), f"{EVALS}/triggers.json": triggers(FEWER)})
    weakened = found(kiln, "weakened-suite")
    assert lines(weakened) == [f"{EVALS}/triggers.json:2 warning"]
    assert "1 negative query fewer than before, such as `buy more clay`" in weakened[0].message


def test_alone_it_is_a_matter_of_its_own(kiln: Repo) -> None:
    kiln.commit({f"{EVALS}/triggers.json": triggers(FEWER)})
    assert found(kiln, "weakened-suite") == []


def test_through_the_rename_of_skill_and_suite(kiln: Repo) -> None:
    kiln.git("mv", "plugins/kiln/skills/glaze", "plugins/kiln/skills/fire")
    kiln.git("mv", EVALS, "plugins/kiln/evals/fire")
    renamed = {SKILL.replace("glaze", "fire"): skill(NEW, name="fire", body="Mind the cone.\n" * 9)}
    kiln.commit(renamed)
    assert found(kiln, "weakened-suite") == []
    kiln.commit({"plugins/kiln/evals/fire/triggers.json": triggers(FEWER)})
    assert lines(found(kiln, "weakened-suite")) == ["plugins/kiln/evals/fire/triggers.json:2 warning"]


def test_a_folder_that_only_moved_did_not_change_its_skill(kiln: Repo) -> None:
    kiln.git("mv", "plugins/kiln", "plugins/oven")
    kiln.commit({f"{EVALS}/triggers.json".replace("kiln", "oven"): triggers(FEWER)})
    assert found(kiln, "weakened-suite") == []


def test_a_suite_that_moved_to_another_format_keeps_its_cases(kiln: Repo) -> None:
    rows = "".join(
        f"  - query: {query}\n    should_trigger: {str(label).lower()}\n" for query, label in QUERIES.items()
    )
    kiln.git("rm", "--quiet", f"{EVALS}/triggers.json")
    kiln.commit({SKILL: skill(NEW), f"{EVALS}/triggers.yaml": f"triggers:\n{rows}"})
    assert found(kiln, "weakened-suite") == []


def test_in_mirrored_trees_a_fault_is_told_once(repo: Repo) -> None:
    def trees(description: str, queries: dict[str, bool]) -> dict[str, str]:
        homes = ("skills/glaze", ".claude/skills/glaze")
        skills = {f"{home}/SKILL.md": skill(description) for home in homes}
        return skills | {f"{home}/evals/triggers.json": triggers(queries) for home in homes}

    repo.commit(trees(OLD, QUERIES))
    repo.branch("change")
    repo.commit(trees(NEW, FEWER))
    assert lines(found(repo, "weakened-suite")) == ["skills/glaze/evals/triggers.json:2 warning"]


def test_a_copy_that_drifts_away_from_its_original_is_held_to_what_it_was(repo: Repo) -> None:
    homes = ("skills/glaze", ".claude/skills/glaze")
    for home in homes:
        repo.write({f"{home}/SKILL.md": skill(OLD), f"{home}/evals/triggers.json": triggers(QUERIES)})
    repo.commit()
    repo.branch("change")
    copy = homes[1]
    repo.commit({f"{copy}/SKILL.md": skill(NEW), f"{copy}/evals/triggers.json": triggers(FEWER)})
    assert lines(found(repo, "weakened-suite")) == [f"{copy}/evals/triggers.json:2 warning"]


def test_a_threshold_falls_and_a_rule_falls_silent(repo: Repo) -> None:
    repo.commit({CONFIGURATION: "gate:\n  triggers-min-pass-rate: 0.9\n", SKILL: skill(OLD)})
    repo.branch("change")
    repo.commit({CONFIGURATION: "gate:\n  triggers-min-pass-rate: 0.6\nignore: [weakened-suite]\n"})
    assert lines(found(repo, "weakened-policy")) == [f"{CONFIGURATION}:2 warning", f"{CONFIGURATION}:3 warning"]


def test_the_configuration_is_deleted(repo: Repo) -> None:
    repo.commit({CONFIGURATION: "gate:\n  floor: true\n", SKILL: skill(OLD)})
    repo.branch("change")
    repo.commit({CONFIGURATION: None})
    assert lines(found(repo, "weakened-policy")) == [f"{CONFIGURATION}:1 warning"]


def test_results_get_better_and_nothing_else_changed(kiln: Repo) -> None:
    store_results(kiln, missed=["glaze these bowls"])
    kiln.commit()
    kiln.git("branch", "--force", "main", "HEAD")
    store_results(kiln)
    edited = found(kiln, "edited-results-only")
    assert lines(edited) == [f"{EVALS}/results.json:7 warning"]
    assert "1 trigger verdict" in edited[0].message
    kiln.commit({SKILL: skill(NEW)})
    assert found(kiln, "edited-results-only") == []


def test_results_that_moved_with_their_suite_are_not_edited(kiln: Repo) -> None:
    store_results(kiln)
    kiln.commit()
    kiln.git("branch", "--force", "main", "HEAD")
    kiln.git("mv", "plugins/kiln", "plugins/oven")
    moved = f"{EVALS}/results.json".replace("kiln", "oven")
    file = json.loads((kiln.root / moved).read_text())
    kiln.commit({moved: json.dumps({**file, "plugin": "oven"}, indent=2) + "\n"})
    assert found(kiln, "edited-results-only") == []
