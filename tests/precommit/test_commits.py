"""What a contributor meets: the hooks in a repository of skills, at commit time."""

import json

from command_line import SUITE, Call, skill, small, sound, triggers
from git_repo import Repo
from precommit.conftest import Committer

ALL = ("skill-evals-lint", "skill-evals-fix", "skill-evals-stale")

NAMESAKES = json.dumps({
    "skill_name": "sheep",
    "evals": [{"id": "a", "prompt": "Count them", "expectations": ["They are counted"]}] * 2,
})  # fmt: skip


def test_try_repo_on_a_sound_and_on_a_broken_repository(repo: Repo, hooks: Repo, pre_commit: Committer) -> None:
    repo.commit(sound())
    done = pre_commit(repo, "try-repo", hooks.root, "--all-files")
    assert done.returncode == 0, done.stdout
    assert done.stdout.count("...Passed") == len(ALL), done.stdout

    repo.commit({"skills/sheep/evals/evals.json": NAMESAKES})
    done = pre_commit(repo, "try-repo", hooks.root, "skill-evals-lint", "--all-files")
    assert done.returncode == 1
    assert "- exit code: 1" in done.stdout
    assert "skills/sheep/evals/evals.json:1:" in done.stdout
    assert "error duplicate-id" in done.stdout


def test_a_story_of_commits(repo: Repo, hooks: Repo, pre_commit: Committer, call: Call) -> None:
    """One environment serves all of it, since making one takes longer than the rest."""
    entry = {"repo": hooks.root.as_uri(), "rev": hooks.head(), "hooks": [{"id": name} for name in ALL]}
    small(repo).commit({".pre-commit-config.yaml": json.dumps({"repos": [entry]})})

    def commit(files: dict[str, str | None], hook: str = "") -> tuple[int, str]:
        repo.write(files)
        repo.git("add", "--all")
        done = pre_commit(repo, "run", *([hook] if hook else []))
        return done.returncode, done.stdout

    # what has nothing to do with skills
    code, out = commit({"README.md": "hello\n"})
    assert code == 0
    assert out.count("(no files to check)Skipped") == 2
    repo.commit()

    # a fault is repaired in place, and the commit stops so that it can be looked at
    code, out = commit({SUITE: triggers().replace("true", '"true"', 1)}, "skill-evals-fix")
    assert code == 1
    assert "files were modified by this hook" in out
    assert (repo.root / SUITE).read_text() == triggers()
    assert commit({}, "skill-evals-fix")[0] == 0
    repo.commit()

    # a changed SKILL.md that breaks the suite beside it, which is not in the commit
    hidden = skill().replace("description:", "disable-model-invocation: true\ndescription:")
    code, out = commit({"skills/sheep/SKILL.md": hidden}, "skill-evals-lint")
    assert code == 1
    assert f"{SUITE}:" in out
    assert "not-model-invocable" in out
    assert commit({"skills/sheep/SKILL.md": skill()}, "skill-evals-lint")[0] == 0

    # a fault that was there before, in a file that nobody touches, stops nobody
    repo.commit({"skills/goat/SKILL.md": skill("goat", "milk a goat"), "skills/goat/evals/evals.json": NAMESAKES})
    code, out = commit({SUITE: triggers(owner="the flock")}, "skill-evals-lint")
    assert (code, "duplicate-id" in out) == (0, False)
    repo.commit()

    # an excluded file stays excluded although pre-commit names it
    code, out = commit({"skills/sheep/testdata/evals.json": NAMESAKES}, "skill-evals-lint")
    assert code == 0, out
    repo.commit()

    # a configuration that cannot be used
    code, out = commit({".skill-evals.yml": "jbs: 3\n"}, "skill-evals-lint")
    assert code == 1
    assert "unknown key 'jbs'" in out
    repo.commit({".skill-evals.yml": None})

    # results that a change has overtaken
    assert call("run", "--all", "--root", repo.root, "--write-results").code == 0
    repo.commit()
    assert commit({"README.md": "hello again\n"}, "skill-evals-stale")[0] == 0
    code, out = commit({"skills/sheep/SKILL.md": skill(does="count woolly sheep and lambs")}, "skill-evals-stale")
    assert code == 1
    assert "stale-triggers" in out
