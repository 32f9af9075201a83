"""Schemas 3 and 4, whose tiers are maps by model, as the model-major schema 5 (evolve 0.2, internal/results/migrate).

Works on plain values, so that the nouns know one schema only. What the old snapshots did not hold stays unknown:
a trigger's label reads as false, an eval keeps its assertion counts but not its checks.
"""

from collections.abc import Callable, Mapping

from skill_evals.model.results import SCHEMA
from skill_evals.results.shape import in_bytes, mapping

OLDEST = 3
"""The oldest schema that can be migrated."""

_Case = Callable[[str, Mapping[str, object]], dict[str, object]]


def migrate(value: object) -> dict[str, object]:
    """A schema 5 value from one of schema 3 or 4.

    Raises:
        ResultsError: a member of the wrong type.
    """
    old = mapping(value, "results")
    models: dict[str, dict[str, object]] = {}
    for tier, case in (("triggers", _trigger_case), ("evals", _eval_case)):
        for model, entry in _members(old, tier, "results").items():
            if entry is not None:
                models.setdefault(model, {})[tier] = _entry(entry, f"results.{tier}[{model}]", case)
    return {"schema": SCHEMA, "plugin": old.get("plugin"), "skill": old.get("skill"), "models": models}


def _entry(value: object, where: str, case: _Case) -> dict[str, object]:
    entry = dict(mapping(value, where))
    for name in ("baseline", "previous"):
        if entry.get(name) is not None:
            entry[name] = _snapshot(entry[name], f"{where}.{name}", case)
    return entry


def _snapshot(value: object, where: str, case: _Case) -> dict[str, object]:
    snapshot = dict(mapping(value, where))
    cases = _members(snapshot, "cases", where)
    snapshot["results"] = [case(name, _members(cases, name, f"{where}.cases")) for name in sorted(cases, key=in_bytes)]
    return snapshot


def _members(value: Mapping[str, object], name: str, where: str) -> Mapping[str, object]:
    """A member that is an object; absent or null, it has no members."""
    member = value.get(name)
    return {} if member is None else mapping(member, f"{where}.{name}")


def _trigger_case(query: str, case: Mapping[str, object]) -> dict[str, object]:
    kept = ("hits", "runs", "passed", "avg_run_seconds", "estimate")
    return {"query": query, "should_trigger": False, **{name: case[name] for name in kept if name in case}}


def _eval_case(identity: str, case: Mapping[str, object]) -> dict[str, object]:
    kept = ("passed", "estimate", "measured", "fingerprint")
    result: dict[str, object] = {"id": identity, **{name: case[name] for name in kept if name in case}}
    if case.get("errored") is True:
        result["runtime_error"] = "errored"
    if any(case.get(name) is not None for name in ("pass_rate", "assert_passed", "assert_total")):
        result["summary"] = {
            "passed": case.get("assert_passed") or 0,
            "failed": 0,
            "total": case.get("assert_total") or 0,
            "pass_rate": case.get("pass_rate"),
        }
    if case.get("avg_run_seconds") is not None:
        result["timing"] = {"executor_duration_seconds": case["avg_run_seconds"]}
    return result
