"""Which files are worth reading, by name and place alone."""

import pytest

from skill_evals.dialects.candidates import looks_like_suite


@pytest.mark.parametrize(
    "path",
    [
        "plugins/p/evals/workflows/evals.json",
        "skills/schemas/evals/evals.json",
        "evals/schema/triggers.yaml",
        "skills/a/evals/trigger-eval.json",
    ],
)
def test_a_suite_of_a_skill_with_any_name_is_read(path: str) -> None:
    assert looks_like_suite(path)


@pytest.mark.parametrize(
    "path",
    [
        ".github/workflows/evals.yml",
        "schemas/evals.json",
        "skills/a/evals/baseline/benchmark.json",
        "skills/a/evals/results/evals.json",
        "skills/a/references/schema/evals.json",
        "package.json",
    ],
)
def test_other_things_are_not(path: str) -> None:
    assert not looks_like_suite(path)
