"""A sweep in shards tells what one job tells, byte for byte; what does not belong together is refused."""

import json
import pkgutil
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from command_line import Call, Done, skill, triggers
from flow.story import STORIES, make_repository
from git_repo import Repo

DOES = {
    "sheep": "count woolly sheep",
    "bread": "bake sourdough bread",
    "boats": "varnish wooden boats",
    "birds": "name singing birds",
    "maps": "draw island maps",
}


def files(of: dict[str, str], says: dict[str, str]) -> dict[str, str]:
    """Skills whose queries are about ``of``, and whose descriptions are as ``says``."""
    found = {}
    for name, does in of.items():
        found[f"plugins/{name}/skills/{name}/SKILL.md"] = skill(name, says[name])
        found[f"plugins/{name}/skills/{name}/evals/triggers.json"] = triggers(name, does)
    return found


def changing(repo: Repo, moved: dict[str, str]) -> None:
    """A pull request that changes these descriptions; each skill is in a plugin of its own."""
    repo.commit(files(DOES, DOES))
    repo.git("branch", "base")
    repo.commit(files(DOES, {**DOES, **moved}))


ALL_MOVED = {name: f"{does} or pickle green cucumbers" for name, does in DOES.items()} | {"maps": "mend clocks"}


def judge(call: Call, repo: Repo, verb: str, out: Path, *words: object) -> Done:
    return call(verb, *words, "--root", repo.root, "--base", "base", "--out", out)


def ids(call: Call, repo: Repo, most: int, *words: object) -> list[str]:
    done = call("plan", "--root", repo.root, "--base", "base", "--format", "matrix", "--shards", most, *words)
    assert done.code == 0, done.err
    found: list[str] = json.loads(done.out)["shard"]
    return found


def in_shards(call: Call, repo: Repo, out: Path, most: int, *words: object) -> list[Path]:
    folders = []
    for name in ids(call, repo, most, *words):
        folders.append(out / name)
        done = judge(call, repo, "pr", folders[-1], "--shard", name, *words)
        assert done.code == 0, done.err
    return folders


def told(folder: Path) -> dict[str, bytes]:
    """All that was written, but for the seconds that it took."""
    kept = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.name != ".gitignore":
            kept[path.relative_to(folder).as_posix()] = path.read_bytes()
    report = json.loads(kept.pop("report.json"))
    report["run"].pop("seconds")
    kept["report.json"] = json.dumps(report).encode()
    return kept


NOT_TOLD = {"recordings/runs.jsonl"}
"""Runs that several shards made alike stand there more than once."""


@given(moved=st.sets(st.sampled_from(sorted(DOES)), min_size=1), most=st.integers(1, 7))
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
def test_shards_tell_what_one_job_tells(
    moved: set[str], most: int, call: Call, tmp_path_factory: pytest.TempPathFactory
) -> None:
    tmp_path = tmp_path_factory.mktemp("sweep")
    repo = Repo(tmp_path / "repository")
    changing(repo, {name: ALL_MOVED[name] for name in moved})
    whole = judge(call, repo, "pr", tmp_path / "whole")
    folders = in_shards(call, repo, tmp_path / "shards", most)

    done = judge(call, repo, "merge", tmp_path / "merged", *folders)

    assert len(folders) == min(most, len(moved))
    assert done.code == whole.code
    one, many = told(tmp_path / "whole"), told(tmp_path / "merged")
    assert many["comment.md"] == one["comment.md"]
    assert {name for name in one | many if one.get(name) != many.get(name)} - NOT_TOLD <= times(one)


def times(written: dict[str, bytes]) -> set[str]:
    """Files that say when they were measured."""
    return {name for name in written if name.startswith("results/")}


@pytest.fixture
def sweep(repo: Repo, call: Call, tmp_path: Path) -> list[Path]:
    """Three shards of a pull request that changes all five descriptions."""
    changing(repo, ALL_MOVED)
    return in_shards(call, repo, tmp_path / "shards", 3)


def test_a_shard_leaves_its_record_and_its_runs_alone(sweep: list[Path]) -> None:
    for folder in sweep:
        written = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
        assert written == ["recordings/runs.jsonl", "shard.json"]
        schema = json.loads(pkgutil.get_data("skill_evals", "schemas/shard.schema.json") or b"")
        Draft202012Validator(schema).validate(json.loads((folder / "shard.json").read_text()))


def test_a_missing_shard_makes_the_sweep_partial(repo: Repo, sweep: list[Path], call: Call, tmp_path: Path) -> None:
    done = judge(call, repo, "merge", tmp_path / "out", sweep[0], sweep[2])
    assert done.code in {1, 3}
    report = json.loads((tmp_path / "out" / "report.json").read_text())
    name = json.loads((sweep[1] / "shard.json").read_text())
    assert report["run"]["partial"] == f"shard {name['number']} of 3: it is missing"
    assert "shard 2 of 3: it is missing" in (tmp_path / "out" / "comment.md").read_text()
    assert {family["outcome"] for family in report["compare"]["suites"]} >= {"partial"}


def test_without_any_fall_a_missing_shard_ends_with_three(repo: Repo, call: Call, tmp_path: Path) -> None:
    changing(repo, {name: f"{does} quickly" for name, does in DOES.items()})
    folders = in_shards(call, repo, tmp_path / "shards", 3)
    assert judge(call, repo, "merge", tmp_path / "all", *folders).code == 0
    assert judge(call, repo, "merge", tmp_path / "some", *folders[1:]).code == 3


def test_a_cap_on_cases_is_told_once_and_shared_by_all_shards(repo: Repo, call: Call, tmp_path: Path) -> None:
    """The plan is cut before it is parted: each shard is measured to its end, and only all of them are partial."""
    changing(repo, {name: f"{does} quickly" for name, does in DOES.items()})
    words = ("--max-cases", 7)
    whole = judge(call, repo, "pr", tmp_path / "whole", *words)
    folders = in_shards(call, repo, tmp_path / "shards", 3, *words)
    done = judge(call, repo, "merge", tmp_path / "merged", *folders, *words)
    assert done.code == whole.code == 3
    one, many = told(tmp_path / "whole"), told(tmp_path / "merged")
    assert many["comment.md"] == one["comment.md"]
    assert json.loads(many["report.json"])["run"]["partial"].startswith("the cap of 7 cases leaves ")
    assert judge(call, repo, "merge", tmp_path / "other", *folders, "--max-cases", 8).code == 2


@pytest.mark.parametrize("baseline", ["file", "none"])
def test_all_shards_are_compared_with_the_same(baseline: str, repo: Repo, call: Call, tmp_path: Path) -> None:
    changing(repo, ALL_MOVED)
    words = ("--baseline", baseline)
    whole = judge(call, repo, "pr", tmp_path / "whole", *words)
    folders = in_shards(call, repo, tmp_path / "shards", 3, *words)
    done = judge(call, repo, "merge", tmp_path / "merged", *folders, *words)
    assert done.code == whole.code == 0
    assert told(tmp_path / "merged")["comment.md"] == told(tmp_path / "whole")["comment.md"]
    assert judge(call, repo, "merge", tmp_path / "other", *folders).code == 2


def test_what_does_not_belong_together_is_refused(repo: Repo, sweep: list[Path], call: Call, tmp_path: Path) -> None:
    out = tmp_path / "out"
    twice = judge(call, repo, "merge", out, sweep[0], *sweep)
    assert (twice.code, twice.err.splitlines()[0]) == (2, "skill-evals: the shards are not the parts of one plan")
    other = judge(call, repo, "merge", out, *sweep, "--skill", "sheep")
    assert (other.code, "is of another plan than the one here" in other.err) == (2, True)
    none = judge(call, repo, "merge", out)
    assert (none.code, none.err.splitlines()[0]) == (2, "skill-evals: there is no shard to merge")
    repo.commit({"README.md": "later"})
    moved = judge(call, repo, "merge", out, *sweep)
    assert (moved.code, "is of the head" in moved.err) == (2, True)
    assert not out.exists()


def edited(folder: Path, **members: object) -> None:
    path = folder / "shard.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | members))


@pytest.mark.parametrize(
    ("members", "words"),
    [
        ({"version": 2}, "is of version 2; this release reads version 1"),
        ({"product": "0.0.0"}, "was made by version 0.0.0"),
        ({"backend": "messages"}, "is of another plan than the one here"),
        ({"sets": []}, "tells other p-values than its runs do"),
        ({"runs": "0"}, "is not the file that shard.json beside it tells of"),
        ({"fitted": "yes"}, "`fitted`"),
        ({"of": 7}, "are not the parts of one plan"),
    ],
)
def test_a_forged_or_damaged_record_is_refused(
    repo: Repo, sweep: list[Path], call: Call, tmp_path: Path, members: dict[str, object], words: str
) -> None:
    worst = max(sweep, key=lambda folder: len(json.loads((folder / "shard.json").read_text())["sets"]))
    edited(worst, **members)
    done = judge(call, repo, "merge", tmp_path / "out", *sweep)
    assert (done.code, words in done.err) == (2, True), done.err


def test_a_folder_that_is_no_shard_is_refused(repo: Repo, sweep: list[Path], call: Call, tmp_path: Path) -> None:
    (sweep[0] / "shard.json").rename(tmp_path / "elsewhere.json")
    (sweep[0] / "shard.json").symlink_to(tmp_path / "elsewhere.json")
    assert judge(call, repo, "merge", tmp_path / "out", *sweep).code == 2
    shutil.rmtree(sweep[0])
    assert judge(call, repo, "merge", tmp_path / "out", *sweep).code == 2


def test_a_shard_of_another_plan_is_not_begun(repo: Repo, call: Call, tmp_path: Path) -> None:
    changing(repo, ALL_MOVED)
    name = ids(call, repo, 2)[0]
    repo.commit({"README.md": "later"})
    done = judge(call, repo, "pr", tmp_path / "out", "--shard", name)
    assert (done.code, "is of another plan than the one here" in done.err) == (2, True)
    assert judge(call, repo, "pr", tmp_path / "out", "--shard", "1/2").code == 0


def test_where_nothing_is_affected_there_is_no_leg_and_nothing_to_merge(repo: Repo, call: Call, tmp_path: Path) -> None:
    changing(repo, {})
    repo.commit({"README.md": "words"})
    assert ids(call, repo, 4) == []
    assert judge(call, repo, "merge", tmp_path / "out").code == 0


@pytest.mark.parametrize("story", [story for story in STORIES if (story / "recordings").is_dir()], ids=lambda s: s.name)
def test_recorded_sweeps_are_told_alike(story: Path, call: Call, tmp_path: Path) -> None:
    """With confirmation and p-values, tasks without the skill, and a backend that is not there."""
    repo = make_repository(story, tmp_path / "repository")
    words = ("--replay", story / "recordings")
    place = ("--root", repo.root, "--base", "main", *words)
    whole = call("pr", *place, "--out", tmp_path / "whole")
    planned = call("plan", *place, "--format", "matrix")
    folders = [tmp_path / name for name in json.loads(planned.out)["shard"]]
    for folder in folders:
        call("pr", *place, "--shard", folder.name, "--out", folder)
    done = call("merge", *place, "--out", tmp_path / "merged", *folders)

    assert done.code == whole.code
    one, many = told(tmp_path / "whole"), told(tmp_path / "merged")
    assert many["comment.md"] == one["comment.md"]
    assert {name for name in one | many if one.get(name) != many.get(name)} <= times(one) | {"recordings/runs.jsonl"}


@pytest.mark.parametrize("calls", [3, 9, 16, 30, 60, 90])
def test_a_cap_is_told_as_it_was_met(calls: int, call: Call, tmp_path: Path) -> None:
    """What did not fit, and what was not made, is the same when the one shard of a plan is told again."""
    story = next(story for story in STORIES if story.name == "flaky-case")
    repo = make_repository(story, tmp_path / "repository")
    place = ("--root", repo.root, "--base", "main", "--replay", story / "recordings", "--max-calls", calls)
    whole = call("pr", *place, "--out", tmp_path / "whole")
    call("pr", *place, "--shard", "1/1", "--out", tmp_path / "shard")
    record = json.loads((tmp_path / "shard" / "shard.json").read_text())
    done = call("merge", *place, "--out", tmp_path / "merged", tmp_path / "shard")

    assert done.code == whole.code, done.err
    comment = (tmp_path / "merged" / "comment.md").read_text()
    name = "shard 1 of 1: "
    assert comment.replace(name, "") == (tmp_path / "whole" / "comment.md").read_text()
    assert (name in comment) == (record["partial"] is not None)
