"""`git merge` of two branches, with the driver installed and without."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import Call
from git_repo import Repo, clean_environment
from skill_evals.results.codec import ResultsFormat, dump, load
from skill_evals.results.provenance import read_provenance, write_provenance

from .made import Cases, made, sidecar
from .test_three_way import BASE, NEW, told

RESULTS, SIDECAR = "evals/s/results.json", "evals/s/results.provenance.json"


def files(cases: Cases, *, content: str = "c" * 64, at: int = 1) -> dict[str, str]:
    results = dump(made(cases, content=content, at=at), ResultsFormat.JSON)
    return {
        RESULTS: results.decode(),
        SIDECAR: write_provenance(sidecar(cases, content=content, at=at)).decode(),
    }


def merge(repo: Repo) -> subprocess.CompletedProcess[str]:
    """Merge `theirs`, with this environment's `skill-evals` in the path, as a person has it."""
    environment = clean_environment()
    environment["PATH"] = os.pathsep.join((str(Path(sys.executable).parent), environment["PATH"]))
    return subprocess.run(
        ["git", "merge", "--no-edit", "theirs"],
        cwd=repo.root, env=environment, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip


def branches(repo: Repo, ours: dict[str, str], theirs: dict[str, str], *, base: dict[str, str] | None = None) -> None:
    repo.commit(files(BASE) if base is None else base)
    repo.git("branch", "theirs")
    repo.commit(ours)
    repo.git("checkout", "--quiet", "theirs")
    repo.commit(theirs)
    repo.git("checkout", "--quiet", "main")


@pytest.fixture
def installed(repo: Repo, call: Call) -> Repo:
    assert call("init", "--merge-driver", "--root", repo.root).code == 0
    repo.commit()
    return repo


OURS = files({**BASE, "x": ("4" * 64, 1)}, at=2)
THEIRS = files({**BASE, "y": ("5" * 64, 2)}, at=3)


def test_without_the_driver_two_sweeps_are_a_conflict(repo: Repo) -> None:
    branches(repo, OURS, THEIRS)
    assert merge(repo).returncode == 1


def test_with_it_they_are_one_file_in_canonical_form(installed: Repo) -> None:
    branches(installed, OURS, THEIRS)
    done = merge(installed)
    assert done.returncode == 0, done.stderr
    data = (installed.root / RESULTS).read_bytes()
    file = load(RESULTS, data)
    assert told(file) == {**BASE, "x": ("4" * 64, 1), "y": ("5" * 64, 2)}
    assert dump(file, ResultsFormat.JSON) == data
    provenance = read_provenance((installed.root / SIDECAR).read_bytes())
    assert provenance is not None
    (tiers,) = provenance.models.values()
    (tier,) = tiers.values()
    assert set(tier.cases) == {*BASE, "x", "y"}


def test_what_cannot_be_settled_stays_a_conflict_with_markers_and_words(installed: Repo) -> None:
    ours = files({**BASE, "a": ("1" * 64, 1)}, content=NEW, at=2)
    theirs = files({**BASE, "a": ("1" * 64, 2)}, content="e" * 64, at=3)
    branches(installed, ours, theirs)
    done = merge(installed)
    assert done.returncode == 1
    assert f"{RESULTS}: both sides measured the triggers of anthropic/one, each another skill" in done.stderr
    assert "take one side whole" in done.stderr
    text = (installed.root / RESULTS).read_text()
    assert "<<<<<<< ours\n" in text
    assert ">>>>>>> theirs\n" in text
    assert RESULTS in installed.git("diff", "--name-only", "--diff-filter=U")


def test_files_that_only_have_the_name_are_merged_by_line(installed: Repo) -> None:
    base = {"bench/results.json": "\n".join("abcdefgh") + "\n"}
    branches(installed, {"bench/results.json": "\n".join("Abcdefgh") + "\n"},
             {"bench/results.json": "\n".join("abcdefgH") + "\n"}, base=base)  # fmt: skip
    done = merge(installed)
    assert done.returncode == 0, done.stderr
    assert (installed.root / "bench/results.json").read_text() == "\n".join("AbcdefgH") + "\n"
    assert "bench/results.json is merged line by line" in done.stderr


def test_both_branches_may_have_the_first_results(installed: Repo) -> None:
    branches(installed, OURS, files({**BASE, "x": ("4" * 64, 2)}, at=3), base={"README.md": "none yet"})
    done = merge(installed)
    assert done.returncode == 0, done.stderr
    assert told(load(RESULTS, (installed.root / RESULTS).read_bytes()))["x"] == ("4" * 64, 2)


def test_installing_says_what_it_does_and_does_it_once(repo: Repo, call: Call) -> None:
    repo.commit({".gitattributes": "*.bin binary"})
    foreseen = call("init", "--merge-driver", "--dry-run", "--root", repo.root)
    assert (repo.root / ".gitattributes").read_text() == "*.bin binary"
    assert "merge.skill-evals" not in repo.git("config", "--local", "--list")
    done = call("init", "--merge-driver", "--root", repo.root)
    assert done.out == foreseen.out.replace("would ", "did ")
    assert "did add to .gitattributes: results.json merge=skill-evals\n" in done.out
    assert "git config --remove-section merge.skill-evals" in done.out
    lines = (repo.root / ".gitattributes").read_text().splitlines()
    assert lines[:2] == ["*.bin binary", "results.json merge=skill-evals"]
    again = call("init", "--merge-driver", "--root", repo.root)
    assert again.out.startswith("results are merged by skill-evals here already\n")
    assert (repo.root / ".gitattributes").read_text().splitlines() == lines
    assert not (repo.root / ".skill-evals.yml").exists()
    repo.git("config", "--remove-section", "merge.skill-evals")


def test_a_dry_run_of_nothing_else(repo: Repo, call: Call) -> None:
    assert call("init", "--dry-run", "--root", repo.root).code == 2


def test_called_by_hand_with_files_that_are_not_there(repo: Repo, call: Call, tmp_path: Path) -> None:
    done = call("merge-driver", tmp_path / "o", tmp_path / "a", tmp_path / "b", RESULTS)
    assert (done.code, "git calls this" in done.err) == (2, True)
