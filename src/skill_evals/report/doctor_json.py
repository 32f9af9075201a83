"""``skill-evals doctor --format json``."""

import json
from typing import TypeAlias

from skill_evals.model.checkup import BackendState, Census, Checkup, GitState, ResultsState

VERSION = 1

_Row: TypeAlias = dict[str, object]


def doctor_json(checkup: Checkup) -> str:
    """One document with a newline at its end; docs/formats.md says what it holds."""
    document = {
        "version": VERSION,
        "product": {"version": checkup.version, "python": checkup.python, "platform": checkup.platform},
        "root": checkup.root,
        "git": None if checkup.git is None else _git(checkup.git),
        "found": _census(checkup.census),
        "results": [_results(state) for state in checkup.results],
        "backends": [_backend(state) for state in checkup.backends],
        "configuration": {
            "file": checkup.configuration,
            "settings": [{"key": s.key, "value": s.value, "origin": s.origin} for s in checkup.settings],
        },
        "sandbox": [
            {"guarantee": one.name, "holds": one.holds, "mechanism": one.mechanism, "reason": one.reason or None}
            for one in checkup.sandbox
        ],
        "problems": [{"message": problem.message, "cure": problem.cure or None} for problem in checkup.problems],
    }
    return json.dumps(document, indent=2) + "\n"


def _git(git: GitState) -> _Row:
    return {
        "version": git.version,
        "top": git.top,
        "branch": git.branch,
        "head": git.head,
        "shallow": git.shallow,
        "dirty": git.dirty,
        "base": git.base,
        "base_reason": git.base_reason,
    }


def _census(census: Census) -> _Row:
    return {
        "layout": census.layout,
        "plugins": census.plugins,
        "skills": census.skills,
        "skills_without_suite": census.without_suite,
        "suites": [
            {"dialect": count.dialect, "tier": count.tier.value, "files": count.files, "cases": count.cases}
            for count in census.suites
        ],
        "not_checked": [
            {"shape": one.shape, "reason": one.reason, "paths": list(one.paths)} for one in census.unchecked
        ],
        "excluded": list(census.excluded),
    }


def _results(state: ResultsState) -> _Row:
    return {
        "model": state.model,
        "tier": state.tier.value,
        "files": state.files,
        "cases": {freshness.value: number for freshness, number in state.cases.items()},
        "orphans": state.orphans,
    }


def _backend(state: BackendState) -> _Row:
    return {
        "name": state.name,
        "chosen": state.chosen,
        "usable": state.needs is None,
        "needs": state.needs,
        "account": state.account,
    }
