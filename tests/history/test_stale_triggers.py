"""A description changes on a branch: which line is to blame, through renames, copies and acceptances."""

from git_repo import Repo

from .kiln import EVALS, QUERIES, SKILL, accept, found, lines, skill, store_results, surface_of, triggers

OLD = "Plans glaze firings. Use when pots are to be glazed."
NEW = "Plans glaze and bisque firings. Use when pots are to be fired."
NEWER = "Plans firings of every kind. Use when pots are to be fired."


def measured(repo: Repo) -> None:
    """The branch ``main``, whose results are fresh."""
    repo.write({SKILL: skill(OLD), f"{EVALS}/triggers.json": triggers(QUERIES)})
    store_results(repo)
    repo.commit()
    assert found(repo, "stale-triggers", base="HEAD") == []
    repo.branch("change")


def test_the_finding_lies_on_the_line_that_changed(repo: Repo) -> None:
    measured(repo)
    repo.commit({SKILL: skill(NEW, more="license: MIT\n")})
    stale = found(repo, "stale-triggers")
    assert lines(stale) == [f"{SKILL}:4 error"]
    assert "anthropic/claude-haiku-4-5" in stale[0].message


def test_an_edit_that_is_not_committed_counts_as_well(repo: Repo) -> None:
    measured(repo)
    repo.write({SKILL: skill(NEW)})
    assert lines(found(repo, "stale-triggers")) == [f"{SKILL}:3 error"]


def test_a_licence_and_the_body_reach_no_model(repo: Repo) -> None:
    measured(repo)
    repo.commit({SKILL: skill(OLD, more="license: MIT\n", body="Mind the cone, and the clock.\n")})
    assert found(repo, "stale-triggers") == []


def test_what_was_measured_again_is_not_stale(repo: Repo) -> None:
    measured(repo)
    repo.write({SKILL: skill(NEW)})
    store_results(repo)
    repo.commit()
    assert found(repo, "stale-triggers") == []


def test_a_skill_is_followed_through_the_rename_of_its_folder(repo: Repo) -> None:
    measured(repo)
    repo.git("mv", "plugins/kiln/skills/glaze", "plugins/kiln/skills/fire")
    repo.git("mv", EVALS, "plugins/kiln/evals/fire")
    moved = SKILL.replace("glaze", "fire")
    repo.commit({moved: skill(OLD, name="fire", body="Mind the cone.\n" * 9)})
    assert lines(found(repo, "stale-triggers")) == [f"{moved}:2 error"]


def test_one_of_two_equal_copies_changes(repo: Repo) -> None:
    copy = ".claude/skills/glaze/SKILL.md"
    repo.write({copy: skill(OLD)})
    measured(repo)
    repo.commit({SKILL: skill(NEW)})
    assert lines(found(repo, "stale-triggers")) == [f"{SKILL}:3 error"]


def test_the_copy_that_the_base_folded_away_is_followed_too(repo: Repo) -> None:
    home, hidden = "skills/glaze", ".agents/skills/glaze"
    for folder in (home, hidden):
        repo.write({f"{folder}/SKILL.md": skill(OLD), f"{folder}/evals/triggers.json": triggers(QUERIES)})
    store_results(repo, f"{home}/evals")
    repo.write({f"{hidden}/evals/results.json": (repo.root / home / "evals/results.json").read_bytes()})
    repo.commit()
    repo.branch("change")
    repo.commit({f"{hidden}/SKILL.md": skill(OLD, more="license: MIT\n")})
    assert found(repo, "stale-triggers") == []
    repo.commit({f"{hidden}/SKILL.md": skill(NEW, more="license: MIT\n")})
    assert lines(found(repo, "stale-triggers")) == [f"{hidden}/SKILL.md:4 error"]


def test_an_accepted_surface_is_shown_and_expires_with_the_next_one(repo: Repo) -> None:
    measured(repo)
    repo.write({SKILL: skill(NEW)})
    repo.commit({".skill-evals.yml": accept(surface_of(repo), "the same in other words")})
    accepted = found(repo, "stale-triggers")
    assert lines(accepted) == [f"{SKILL}:3 info"]
    assert accepted[0].message.endswith("`accept-stale` accepts this: the same in other words")
    repo.commit({SKILL: skill(NEW, more="license: MIT\n")})
    assert lines(found(repo, "stale-triggers")) == [f"{SKILL}:4 info"]
    repo.commit({SKILL: skill(NEWER)})
    expired = found(repo, "stale-triggers")
    assert lines(expired) == [f"{SKILL}:3 error"]
    assert "no longer holds" in expired[0].message
