"""Every file of the real suites is read without a fault of ours, and the known repositories as what they are."""

from collections import Counter
from typing import Any

import pytest

from skill_evals.model.suite import Suite, Unchecked

pytestmark = pytest.mark.corpus

Read = tuple[str, Any, Suite | Unchecked | None]


def count(files: list[Read], repository: str) -> Counter[str]:
    return Counter(
        read.dialect if isinstance(read, Suite) else read.shape
        for path, _, read in files
        if read is not None and path.startswith(f"{repository}/")
    )


@pytest.mark.parametrize(
    ("repository", "name", "least"),
    [
        ("bitwise-media-group__skills", "evolve", 42),
        ("slowdini__slow-powers", "eval-magic", 8),
        ("SWEStash__swe-workflow-skills", "skill-creator", 66),
        ("fitchmultz__pi-agent-skills", "trigger-set", 11),
        ("MTGVim__tiger-kit", "trigger-set", 17),
        ("kujolang__kujo-skills", "trigger-set", 1),
        ("NVIDIA-TAO__tao-skill-bank", "nvidia", 76),
        ("s977043__river-reviewer", "promptfoo", 21),
        ("yonatangross__orchestkit", "orchestkit", 147),
        ("wix__skills", "evalforge", 100),
        ("mgechev__skill-eval", "skillgrade", 3),
        ("starslingdev__skills", "claude-plugin-eval", 5),
        ("wyattowalsh__agents", "best-practices", 205),
        ("Mathews-Tom__praxis-skills", "mixed", 48),
        ("orchestra-hq__orchestra-skills", "object-assertions", 50),
    ],
)
def test_known_repositories(real_files: list[Read], repository: str, name: str, least: int) -> None:
    assert count(real_files, repository)[name] >= least


def test_most_of_what_looks_like_a_suite_is_told_apart(real_files: list[Read]) -> None:
    shapes = Counter(read.shape for _, _, read in real_files if isinstance(read, Unchecked))
    suites = sum(isinstance(read, Suite) for _, _, read in real_files)
    assert suites >= 590
    assert shapes["unknown"] <= 5


def test_no_real_suite_is_of_a_dialect_by_accident(real_files: list[Read]) -> None:
    owners = {
        path.split("/")[0] for path, _, read in real_files if isinstance(read, Suite) and read.dialect == "evolve"
    }
    assert owners == {"bitwise-media-group__skills", "bitwise-media-group__evolve"}
