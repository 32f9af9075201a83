"""The sidecar: one form, tolerant reading, merge by key."""

import json
from dataclasses import replace
from importlib.resources import files as package_files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from skill_evals.model.evidence import Outcome, Stage
from skill_evals.model.provenance import CaseProvenance, Provenance, RunRecord, Sweep, TierProvenance
from skill_evals.model.suite import Tier
from skill_evals.results.fresh import FreshProvenance, Place
from skill_evals.results.provenance import case_provenance, merge_provenance, read_provenance, write_provenance

from .nouns import run

PLACE = Place(plugin="kitchen", skill="bake-bread", model_key="acme/loaf")
SWEEP = Sweep(
    backend="messages",
    product_version="1.2.3",
    ran_at="2026-01-01T00:00:00Z",
    surface="s",
    content_hash="c",
    effort="high",
)
EVIDENCE = [
    run(Outcome.ACTIVATED, activations=("other", "bake-bread")),
    run(Outcome.ERROR, index=1, detail="overloaded"),
    run(Outcome.NO_SKILL, index=0, stage=Stage.CONFIRM),
]


def laid(old: Provenance | None, tier: Tier, order: list[str], *keys: str, sweep: Sweep = SWEEP) -> Provenance:
    cases = {key: case_provenance(sweep, f"spec {key}", EVIDENCE) for key in keys}
    return merge_provenance(old, FreshProvenance(place=PLACE, tier=tier, order=order, cases=cases))


def test_every_run_is_recorded_errored_ones_included() -> None:
    case = case_provenance(SWEEP, "spec", EVIDENCE)
    assert case.errored == 1
    assert case.runs[0] == RunRecord(
        stage=Stage.SCREENING, index=0, outcome=Outcome.ACTIVATED, activations=("other", "bake-bread")
    )
    assert [(r.stage, r.index, r.detail) for r in case.runs[1:]] == [("screening", 1, "overloaded"), ("confirm", 0, "")]


def test_what_is_written_reads_back_and_fits_the_schema() -> None:
    later = replace(SWEEP, ran_at="2026-02-02T00:00:00Z", judge="j", run_url="https://example.org/1", effort=None)
    sidecar = laid(
        laid(laid(None, Tier.TRIGGERS, ["a", "b"], "a", "b"), Tier.TRIGGERS, ["a", "b"], "b", sweep=later),
        Tier.EVALS,
        ["rye"],
        "rye",
    )
    data = write_provenance(sidecar)
    assert read_provenance(data) == sidecar
    schema = json.loads((package_files("skill_evals") / "schemas" / "results-provenance.schema.json").read_bytes())
    Draft202012Validator.check_schema(schema)
    value = json.loads(data)
    Draft202012Validator(schema).validate(value)
    tier = value["models"]["acme/loaf"]["triggers"]
    assert [sweep["ran_at"] for sweep in tier["sweeps"]] == ["2026-01-01T00:00:00Z", "2026-02-02T00:00:00Z"]
    assert [case["sweep"] for case in tier["cases"]] == [0, 1]


def test_a_sweep_that_no_case_speaks_of_any_more_goes() -> None:
    later = replace(SWEEP, ran_at="2026-02-02T00:00:00Z")
    value = json.loads(
        write_provenance(laid(laid(None, Tier.TRIGGERS, ["a"], "a"), Tier.TRIGGERS, ["a"], "a", sweep=later))
    )
    assert len(value["models"]["acme/loaf"]["triggers"]["sweeps"]) == 1


def test_a_merge_keeps_what_it_does_not_speak_of_and_drops_what_left_the_suite() -> None:
    other = Provenance(
        plugin="p",
        skill="s",
        models={"acme/bun": {Tier.EVALS: TierProvenance(cases={"x": CaseProvenance(sweep=SWEEP)})}},
    )
    old = laid(other, Tier.TRIGGERS, ["a", "b"], "a", "b")
    new = laid(old, Tier.TRIGGERS, ["c", "a"], "c")
    assert new.models["acme/bun"] == other.models["acme/bun"]
    assert list(new.models["acme/loaf"][Tier.TRIGGERS].cases) == ["c", "a"]
    assert new.case("acme/loaf", Tier.TRIGGERS, "b") is None
    assert new.case("acme/loaf", Tier.EVALS, "a") is None
    assert new.case("none", Tier.EVALS, "a") is None


def test_runs_without_the_skill_stand_apart_under_the_same_keys() -> None:
    bare = CaseProvenance(sweep=replace(SWEEP, content_hash=None), spec_hash="f")
    fresh = FreshProvenance(
        place=PLACE,
        tier=Tier.EVALS,
        order=["a"],
        cases={"a": CaseProvenance(sweep=SWEEP)},
        baseline={"a": bare, "b": bare},
    )
    file = merge_provenance(None, fresh)
    assert (file.baseline("acme/loaf", "a"), file.baseline("acme/loaf", "b"), file.baseline("m", "a")) == (
        bare,
        None,
        None,
    )
    data = write_provenance(file)
    schema = json.loads((package_files("skill_evals") / "schemas" / "results-provenance.schema.json").read_bytes())
    Draft202012Validator(schema).validate(json.loads(data))
    assert read_provenance(data) == file
    later = merge_provenance(file, replace(fresh, baseline={}))
    assert later.baseline("acme/loaf", "a") == bare
    assert (
        "baseline"
        not in json.loads(write_provenance(laid(None, Tier.EVALS, ["a"], "a")))["models"]["acme/loaf"]["evals"]
    )


GOOD = json.loads(write_provenance(laid(None, Tier.TRIGGERS, ["a"], "a")))


@pytest.mark.parametrize(
    "data",
    [
        b"", b"{", b"[]", b"null", b"\xff", b"[" * 100_000,
        b'{"version": 2, "plugin": "p", "skill": "s", "models": {}}',
        b'{"version": 1, "plugin": "p", "skill": "s"}',
        b'{"version": 1, "plugin": "p", "skill": "s", "models": {"m": {"naps": {}}}}',
        b'{"version": 1, "plugin": "p", "skill": "s", "models": {"m": {"evals": {"sweeps": [], "cases": [{"key": "k", "sweep": 0}]}}}}',
        b'{"version": 1, "plugin": "p", "skill": "s", "models": {"m": {"evals": {"sweeps": [{}], "cases": []}}}}',
    ],
)  # fmt: skip
def test_a_damaged_or_newer_sidecar_is_none(data: bytes) -> None:
    assert read_provenance(data) is None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)


@given(st.data())
@settings(max_examples=200)
def test_reading_never_raises_whatever_was_edited(data: st.DataObject) -> None:
    value = json.loads(json.dumps(GOOD))
    parent: dict[str, object] | list[object] = value
    for _ in range(data.draw(st.integers(0, 7))):
        inner = [
            v for v in (parent.values() if isinstance(parent, dict) else parent) if isinstance(v, (dict, list)) and v
        ]
        if not inner:
            break
        parent = data.draw(st.sampled_from(inner))
    if isinstance(parent, dict):
        parent[data.draw(st.sampled_from(sorted(parent)))] = data.draw(JSON)
    else:
        parent[0] = data.draw(JSON)
    read_provenance(json.dumps(value).encode())


def test_a_model_of_half_a_character_is_written_the_same_twice() -> None:
    value = json.loads(json.dumps(GOOD))
    value["models"] = {f"{model}\ud800": tiers for model, tiers in value["models"].items()}
    found = read_provenance(json.dumps(value).encode())
    assert found is not None
    written = write_provenance(found)
    again = read_provenance(written)
    assert again is not None
    assert write_provenance(again) == written


def test_unknown_members_are_ignored() -> None:
    value = json.loads(json.dumps(GOOD))
    value["later"] = 1
    value["models"]["acme/loaf"]["triggers"]["cases"][0]["runs"][0]["seed"] = 7
    assert read_provenance(json.dumps(value).encode()) == read_provenance(json.dumps(GOOD).encode())
