"""The YAML that GitHub reads: ours, and what we give to users."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parents[2]
OURS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
RECIPES = sorted(path for path in (ROOT / "docs" / "recipes").glob("*.yml") if path.stem != "gitlab")
GITLAB = ROOT / "docs" / "recipes" / "gitlab.yml"
WORKFLOWS = [*OURS, *RECIPES]
ACTIONS = [ROOT / folder / "action.yml" for folder in ("", "claude-code", "native")]
DOCKERFILES = [ROOT / folder / "Dockerfile" for folder in ("", "slim", "claude-code")]
THIS = "org/skill-evals-action"
NO_COMMIT_YET = "0" * 40
"""In place of the commit of whatever release a reader takes."""


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def read(path: Path) -> Any:
    """As YAML 1.2 has it: `on` is a word. Whoever reads it leaves it as it is."""
    return YAML(typ="safe").load(path.read_text(encoding="utf-8"))


def jobs(path: Path) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = read(path)["jobs"]
    return found


def steps(path: Path) -> Iterator[dict[str, Any]]:
    """Every step of a workflow or an action, and every job that calls a workflow as a whole."""
    content = read(path)
    if "runs" in content:
        yield from content["runs"].get("steps", [])
        return
    for job in content["jobs"].values():
        yield from job.get("steps", [job])


def of_this_action(path: Path) -> Iterator[dict[str, Any]]:
    """Steps that run this action, in whichever form."""
    forms = {f"{place}{form}" for place in (THIS, "$") for form in ("", "/.", "/native", "/claude-code")}
    yield from (step for step in steps(path) if step.get("uses", "").partition("@")[0] in forms)
