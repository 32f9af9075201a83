"""`doctor` says what is found, what is in force, and what is broken; it runs and writes nothing."""

import json
import sys
from pathlib import Path

import pytest

from command_line import SUITE, Call, small, sound, triggers
from git_repo import Repo
from skill_evals import __version__
from skill_evals.app.configuration import GROUPS, KEYS
from skill_evals.edges.sandbox import probe as probing
from skill_evals.model.config import Config
from skill_evals.run.isolation import PROMISES
from skill_evals.skills.excludes import DEFAULT_EXCLUDES

CONFIG = ".skill-evals.yml"
EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "marketplace"


def origins(call: Call, repo: Repo) -> dict[str, tuple[object, str]]:
    found = call("doctor", "--root", repo.root, "--format", "json").json["configuration"]["settings"]
    return {one["key"]: (one["value"], one["origin"]) for one in found}


def test_the_example(call: Call) -> None:
    done = call("doctor", "--root", EXAMPLE, "--format", "json")
    assert done.code == 0
    found = done.json["found"]
    assert (found["layout"], found["plugins"], found["skills"], found["skills_without_suite"]) == (
        "marketplace",
        2,
        5,
        0,
    )
    kinds = [(one["dialect"], one["tier"], one["files"]) for one in found["suites"]]
    assert kinds == [
        ("eval-magic", "evals", 1),
        ("evolve", "evals", 2),
        ("evolve", "triggers", 3),
        ("skill-creator", "evals", 1),
        ("trigger-set", "triggers", 2),
    ]
    assert done.json["product"]["version"] == __version__
    assert done.json["product"]["python"] == ".".join(map(str, sys.version_info[:3]))


def test_a_sound_repository_in_words(repo: Repo, call: Call) -> None:
    head = repo.commit(sound())
    done = call("doctor", "--root", repo.root)
    assert (done.code, done.err) == (0, "")
    assert f"root: {repo.root}\n" in done.out
    assert f"on main, {head[:12]}\n" in done.out
    assert f"base: {head[:12]} (HEAD itself, which `main` holds already" in done.out
    assert "layout: loose (no manifest at the root or under plugins/)\n" in done.out
    assert "1 skill\n" in done.out
    assert "trigger-set, triggers: 1 suite with 10 cases\n" in done.out
    assert "lexical (chosen): can be used\n" in done.out
    every = len(origins(call, repo))
    assert (
        f"no .skill-evals.yml (`skill-evals init` writes one); {every} of {every} settings have their default\n"
        in done.out
    )
    assert done.out.endswith("Broken\n  nothing; `skill-evals lint` says what is wrong in skills and suites\n")


class TestGit:
    def test_no_repository(self, tmp_path: Path, call: Call) -> None:
        done = call("doctor", "--root", tmp_path, "--format", "json")
        assert (done.code, done.json["git"]) == (0, None)
        assert "the root is in no repository" in call("doctor", "--root", tmp_path).out

    def test_no_commit_yet(self, repo: Repo, call: Call) -> None:
        git = call("doctor", "--root", repo.root, "--format", "json").json["git"]
        assert (git["head"], git["base"], git["branch"], git["dirty"]) == (None, None, "main", False)
        assert "no commit yet" in git["base_reason"]

    def test_a_branch_with_changes(self, repo: Repo, call: Call) -> None:
        base = repo.commit(sound())
        repo.branch("topic")
        head = repo.commit({"README.md": "more"})
        repo.write({"new.md": "not committed"})
        git = call("doctor", "--root", repo.root, "--format", "json").json["git"]
        assert (git["branch"], git["head"], git["base"]) == ("topic", head, base)
        assert git["base_reason"] == "merge base of `main` and HEAD"
        assert (git["dirty"], git["shallow"]) == (True, False)

    def test_a_detached_head_of_a_shallow_clone(self, repo: Repo, tmp_path: Path, call: Call) -> None:
        repo.commit(sound())
        repo.commit({"README.md": "more"})
        clone = repo.clone(tmp_path / "clone", "--depth=1")
        clone.git("checkout", "--quiet", "--detach")
        git = call("doctor", "--root", clone.root, "--format", "json").json["git"]
        assert (git["branch"], git["shallow"]) == (None, True)

    def test_a_repository_that_git_refuses_is_broken(self, tmp_path: Path, call: Call) -> None:
        (tmp_path / ".git").write_text("gitdir: nowhere\n")
        done = call("doctor", "--root", tmp_path)
        assert done.code == 1
        assert "git symbolic-ref failed" in done.out


class TestConfiguration:
    def test_every_setting_is_told_with_its_origin(self, repo: Repo, call: Call) -> None:
        found = origins(call, small(repo))
        nested = [f"{key}.{name}" for key, names in GROUPS.items() for name in names]
        assert sorted(found) == sorted({*KEYS} - {*GROUPS, "$schema"} | {*nested})
        assert all(origin == "default" for _, origin in found.values())
        assert found["exclude"][0] == list(DEFAULT_EXCLUDES)
        assert found["gate.alpha"][0] == Config().gate.alpha

    def test_lines_of_ours_and_the_name_of_evolves(self, repo: Repo, call: Call) -> None:
        thresholds = {"triggers_min_pass_rate": 0.9, "evals_min_pass_rate": 0.8}
        text = (
            "# ours\njobs: 2\ngate:\n  floor: true\n  evals-min-pass-rate: 0.7\nseverity: {duplicate-query: warning}\n"
        )
        small(repo).write({CONFIG: text, ".evolve.json": json.dumps({"report": {"thresholds": thresholds}})})
        found = origins(call, repo)
        assert found["jobs"] == (2, f"{CONFIG}:2")
        assert found["gate.floor"] == (True, f"{CONFIG}:4")
        assert found["gate.evals-min-pass-rate"] == (0.7, f"{CONFIG}:5")
        assert found["gate.triggers-min-pass-rate"] == (0.9, ".evolve.json")
        assert found["gate.alpha"] == (0.01, "default")
        assert found["severity"] == ({"duplicate-query": "warning"}, f"{CONFIG}:6")
        text_form = call("doctor", "--root", repo.root).out
        assert f"{CONFIG}; {len(found) - 5} of {len(found)} settings have their default\n" in text_form
        assert f"jobs: 2 ({CONFIG}:2)\n" in text_form

    def test_records_are_told_as_the_file_says_them(self, repo: Repo, call: Call) -> None:
        entry = {"skill": "sheep", "tier": "triggers", "surface": "abc", "reason": "a comma"}
        small(repo).write({CONFIG: json.dumps({"accept-stale": [entry]})})
        assert origins(call, repo)["accept-stale"][0] == [entry]

    def test_one_that_cannot_be_used_is_broken_and_the_rest_is_told(self, repo: Repo, call: Call) -> None:
        small(repo).write({CONFIG: "jbs: 3\n"})
        done = call("doctor", "--root", repo.root)
        assert done.code == 1
        assert f"{CONFIG}:1:1: unknown key 'jbs'\n    did you mean 'jobs'?\n" in done.out
        assert "1 skill\n" in done.out


class TestResults:
    def test_freshness_by_model_and_tier(self, repo: Repo, call: Call) -> None:
        small(repo)
        call("run", "--all", "--root", repo.root, "--write-results")
        repo.write({SUITE: triggers().replace("Write a poem", "Write a rhyme")})
        done = call("doctor", "--root", repo.root, "--format", "json")
        (state,) = done.json["results"]
        assert (state["model"], state["tier"], state["files"]) == ("local/lexical-bm25-v1", "triggers", 1)
        assert state["cases"] == {"fresh": 9, "unrun": 1}
        assert state["orphans"] == 1
        words = "local/lexical-bm25-v1, triggers, 1 file: 9 fresh, 1 unrun, 1 of cases that are gone\n"
        assert words in call("doctor", "--root", repo.root).out

    def test_results_that_cannot_be_read_are_broken(self, repo: Repo, call: Call) -> None:
        small(repo).write({"skills/sheep/evals/results.json": "{"})
        done = call("doctor", "--root", repo.root)
        assert done.code == 1
        assert "skills/sheep/evals/results.json" in done.out.partition("Broken\n")[2]


class TestBackends:
    def test_what_each_needs(self, repo: Repo, call: Call) -> None:
        found = call("doctor", "--root", small(repo).root, "--format", "json").json["backends"]
        by_name = {one["name"]: one for one in found}
        assert by_name["lexical"] == {"name": "lexical", "chosen": True, "usable": True, "needs": None, "account": None}
        assert not by_name["replay"]["usable"]
        assert "--replay DIR" in by_name["replay"]["needs"]

    def test_a_chosen_one_that_is_not_there_is_broken(self, repo: Repo, call: Call) -> None:
        small(repo).write({CONFIG: "backend: imaginary\n"})
        done = call("doctor", "--root", repo.root)
        assert done.code == 1
        assert "imaginary (chosen): cannot be used: there is no backend named `imaginary`" in done.out
        assert "install the package that provides `imaginary`" in done.out.partition("Broken\n")[2]


def test_what_is_not_checked_and_what_is_left_out(repo: Repo, call: Call) -> None:
    small(repo).write({
        "evals/promptfooconfig.yaml": "prompts: [a]\nproviders: [b]\ntests: [{vars: {}}]\n",
        "skills/sheep/testdata/evals.json": "{}",
    })  # fmt: skip
    found = call("doctor", "--root", repo.root, "--format", "json").json["found"]
    assert [(one["shape"], one["paths"]) for one in found["not_checked"]] == [
        ("promptfoo", ["evals/promptfooconfig.yaml"])
    ]
    assert found["excluded"] == ["skills/sheep/testdata/evals.json"]
    words = call("doctor", "--root", repo.root).out
    assert "not checked, promptfoo: 1 file, such as evals/promptfooconfig.yaml: " in words
    assert "left out by `exclude`: 1 file, such as skills/sheep/testdata/evals.json\n" in words


def test_a_strangers_names_stay_in_their_lines(repo: Repo, call: Call) -> None:
    repo.write(
        {"evals/x\n::error::y\u202e/promptfooconfig.yaml": "prompts: [a]\nproviders: [b]\ntests: [{vars: {}}]\n"}
    )
    done = call("doctor", "--root", repo.root)
    assert not any(line.lstrip().startswith("::") for line in done.out.splitlines())
    assert "\u202e" not in done.out
    assert r"x\n::error::y\u202e" in done.out


@pytest.mark.parametrize("form", ["text", "json"])
def test_nothing_is_written_and_an_empty_folder_is_fine(form: str, tmp_path: Path, call: Call) -> None:
    done = call("doctor", "--root", tmp_path, "--format", form)
    assert (done.code, done.err) == (0, "")
    assert list(tmp_path.iterdir()) == []


class TestSandbox:
    def test_each_promise_with_its_mechanism(self, repo: Repo, call: Call) -> None:
        small(repo)
        told = call("doctor", "--root", repo.root, "--format", "json").json["sandbox"]
        assert [one["guarantee"] for one in told] == list(PROMISES)
        assert all(one["mechanism"] if one["holds"] else one["reason"] for one in told)
        words = call("doctor", "--root", repo.root).out.split("\nSandbox\n")[1].split("\nConfiguration\n")[0]
        assert [line.split(":")[0].strip() for line in words.splitlines()] == list(PROMISES)

    def test_commands_that_are_allowed_and_refused_are_broken(
        self, repo: Repo, call: Call, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(probing, "probe", tuple)
        small(repo).write({CONFIG: "allow-commands: true\n"})
        done = call("doctor", "--root", repo.root)
        assert done.code == 1
        assert "commands are refused" in done.out
        small(repo).write({CONFIG: "allow-commands: true\nsandbox: false\n"})
        assert call("doctor", "--root", repo.root).code == 0
