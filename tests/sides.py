"""Trees made up in memory for tests of the planner: skills, suites, stored results, and what changed.

head = side(skill("pdf"), suites=[triggers("pdf", {"read this": True})])
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any

from skill_evals.model.changes import Change, ChangeKind, ChangeSet
from skill_evals.model.files import FileKind
from skill_evals.model.freshness import CommittedResults, Freshness, ModelFreshness, SkillHashes, TierHashes
from skill_evals.model.results import (
    EvalEntry,
    EvalResult,
    Header,
    Measured,
    ModelResults,
    ResultsFile,
    TriggerEntry,
    TriggerResult,
)
from skill_evals.model.skill import Attribution, Project, Skill, Surface
from skill_evals.model.suite import Check, EvalCase, Suite, Tier, TriggerCase
from skill_evals.plan.nouns import Side


def skill(name: str, description: str = "does things", *, plugin: str = "p", **surface: Any) -> Skill:
    found = replace(Surface(name=name, description=description), **surface)
    found = replace(found, digest=sha256(repr(found).encode()).hexdigest())
    directory = f"plugins/{plugin}/skills/{name}"
    return Skill(
        name=name,
        directory=directory,
        path=f"{directory}/SKILL.md",
        surface=found,
        plugin=plugin,
        plugin_dir=f"plugins/{plugin}",
    )


def triggers(
    name: str, cases: Mapping[str, bool | None], *, path: str | None = None, models: tuple[str, ...] = ()
) -> Suite:
    return Suite(
        path=path or f"plugins/p/evals/{name}/triggers.json",
        dialect="evolve",
        tier=Tier.TRIGGERS,
        cases_at=("triggers",),
        reason="",
        skill_name=name,
        models=models,
        triggers=tuple(
            TriggerCase(key=query, query=query, should_trigger=label, at=(), query_at=(), label_at=())
            for query, label in cases.items()
        ),
    )


def task(
    key: str, prompt: str = "do it", *, files: tuple[str, ...] = (), pattern: str = "ok", **members: object
) -> EvalCase:
    fields = {"id": key, "prompt": prompt, "files": list(files), "pattern": pattern, **members}
    check = Check(kind="regex", fields={"pattern": pattern}, at=())
    return EvalCase(key=key, id=key, prompt=prompt, at=(), fields=fields, files=files, checks=(check,))


def evals(name: str, *cases: EvalCase, path: str | None = None) -> Suite:
    return Suite(
        path=path or f"plugins/p/evals/{name}/evals.json",
        dialect="evolve",
        tier=Tier.EVALS,
        cases_at=("evals",),
        reason="",
        skill_name=name,
        evals=cases,
    )


def side(
    *skills: Skill,
    suites: Iterable[Suite] = (),
    results: Iterable[CommittedResults] = (),
    content: Mapping[str, str] | None = None,
) -> Side:
    """``content``: evolve's content hash of Tier 2 by the skill's name."""
    by_name = {one.name: one for one in skills}
    hashes = {
        by_name[name].directory: SkillHashes(
            plugin="p", skill=name, skill_dir=by_name[name].directory, surface="", evals=TierHashes(content=digest)
        )
        for name, digest in (content or {}).items()
    }
    attributed = tuple(
        Attribution(suite=suite, skill=by_name.get(suite.skill_name or ""), target=suite.skill_name, reason="")
        for suite in suites
    )
    project = Project(layout="multi", skills=skills, suites=attributed, unchecked=())
    return Side(project=project, hashes=hashes, results=tuple(results))


def stored(
    name: str,
    model: str,
    fresh: Mapping[str, Freshness],
    *,
    tier: Tier = Tier.TRIGGERS,
    hits: int = 3,
    usd: float | None = None,
) -> CommittedResults:
    """A results file with one model's entry; ``hits`` is what tells two states of it apart."""
    known = [key for key, state in fresh.items() if state is not Freshness.UNRUN]
    if tier is Tier.TRIGGERS:
        rows = tuple(TriggerResult(query=key, should_trigger=True, hits=hits, runs=3) for key in known)
        entry = ModelResults(triggers=TriggerEntry(header=Header(), results=rows))
    else:
        done = tuple(EvalResult(id=key, passed=hits > 0, measured=Measured(cost_usd=usd)) for key in known)
        entry = ModelResults(evals=EvalEntry(header=Header(), results=done))
    return CommittedResults(
        path=f"plugins/p/evals/{name}/results.json",
        skill_dir=f"plugins/p/skills/{name}",
        file=ResultsFile(plugin="p", skill=name, models={model: entry}),
        freshness=(ModelFreshness(model=model, tier=tier, cases=fresh),),
    )


def changed(*paths: str, renamed: Mapping[str, str] | None = None, deleted: Iterable[str] = ()) -> ChangeSet:
    """``renamed``: new path → old path."""
    rows = [Change(kind=ChangeKind.MODIFIED, path=p, old_path=p, file_kind=FileKind.REGULAR) for p in paths]
    rows += [
        Change(kind=ChangeKind.RENAMED, path=new, old_path=old, file_kind=FileKind.REGULAR)
        for new, old in (renamed or {}).items()
    ]
    rows += [Change(kind=ChangeKind.DELETED, path=path, old_path=path) for path in deleted]
    return ChangeSet(base="b" * 40, head="h" * 40, base_reason="made up", dirty=False, changes=tuple(rows))
