"""A repository of one plugin, its skill, and trigger results that are fresh when they are stored."""

import json
from collections.abc import Iterable
from pathlib import Path

from git_repo import Repo
from skill_evals.app.lint import LintRequest, lint
from skill_evals.app.place import base_of, open_place
from skill_evals.app.reading import read_tree
from skill_evals.edges.files import WorkingTree
from skill_evals.model.config import Config
from skill_evals.model.diagnostic import Diagnostic
from skill_evals.model.skill import Skill
from skill_evals.model.suite import Tier

SKILL = "plugins/kiln/skills/glaze/SKILL.md"
EVALS = "plugins/kiln/evals/glaze"
QUERIES = {
    "glaze these bowls": True,
    "which cone for this glaze": True,
    "plan the glaze firing": True,
    "wash the bowls": False,
    "buy more clay": False,
    "sweep the studio": False,
}


def skill(description: str, *, name: str = "glaze", more: str = "", body: str = "Mind the cone.\n") -> str:
    return f"---\nname: {name}\n{more}description: {description}\n---\n\n{body}"


def triggers(queries: dict[str, bool]) -> str:
    return json.dumps({"triggers": [{"query": q, "should_trigger": label} for q, label in queries.items()]}, indent=2)


def store_results(repo: Repo, folder: str = EVALS, *, missed: Iterable[str] = ()) -> None:
    """Writes results of the skill and its queries as they stand in the working tree; ``missed`` never activated it."""
    reading = read_tree(WorkingTree(repo.root), Config(), every_hash=True)
    suite, about = next((a.suite, a.skill) for a in reading.project.suites if a.suite.path.startswith(f"{folder}/"))
    assert about is not None
    tier = reading.hashes[about.directory].triggers
    assert tier is not None
    results = [
        {
            "query": case.query,
            "should_trigger": case.should_trigger,
            "hits": 3 if case.should_trigger and case.query not in set(missed) else 0,
            "runs": 3,
            "passed": case.query not in set(missed),
            "spec_hash": tier.specs[case.key],
        }
        for case in suite.triggers
    ]
    passed = sum(bool(one["passed"]) for one in results)
    entry = {
        "display": "Claude Haiku 4.5",
        "executed": True,
        "content_hash": tier.content,
        "timeout_seconds": 60,
        "pricing": None,
        "results": results,
        "summary": {
            "passed": passed,
            "failed": len(results) - passed,
            "total": len(results),
            "pass_rate": passed / len(results) if passed < len(results) else 1,
        },
    }
    file = {
        "schema": 5,
        "plugin": "kiln",
        "skill": about.name,
        "models": {"anthropic/claude-haiku-4-5": {"triggers": entry}},
    }
    (repo.root / folder / "results.json").write_text(json.dumps(file, indent=2) + "\n")


def surface_of(repo: Repo, path: str = SKILL) -> str:
    """What ``results hashes`` prints as the surface of a skill in the working tree."""
    return skill_at(repo.root, path).surface.digest


def skill_at(root: Path, path: str) -> Skill:
    project = read_tree(WorkingTree(root), Config()).project
    return next(found for found in project.skills if found.path == path)


def accept(surface: str, reason: str) -> str:
    """A configuration that accepts one surface of the skill."""
    return f"accept-stale:\n  - skill: glaze\n    tier: {Tier.TRIGGERS}\n    surface: {surface}\n    reason: {reason}\n"


def found(repo: Repo, *rules: str, base: str = "main") -> list[Diagnostic]:
    """What ``lint --base`` says of the working tree, by the rules of these names."""
    place = open_place([repo.root])
    with base_of(place, base) as side:
        result = lint(LintRequest(files=place.files, config=place.config, base=side)).result
    assert not result.crashed
    return [diagnostic for diagnostic in result.diagnostics if diagnostic.rule in rules]


def lines(diagnostics: list[Diagnostic]) -> list[str]:
    """``path:line severity``, and `` elsewhere`` where the change is not answerable for it."""
    return [f"{d.path}:{d.span.line} {d.severity.value}{' elsewhere' if d.elsewhere else ''}" for d in diagnostics]
