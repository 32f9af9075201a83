"""Our schemas, the fast verdict and upstream's verdict are one and the same."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator, Draft202012Validator
from referencing import Registry, Resource

from skill_evals.dialects.names import EVAL_MAGIC, EVOLVE
from skill_evals.dialects.validate import SCHEMAS, SEED, Schema, load_schema, violations
from skill_evals.model.suite import Tier

from .support import examples, kinds, mutations, nodes

BY_NAME = {schema.name: schema for schema in (*SCHEMAS.values(), SEED)}
NEWER = ("exclude_skill_sources", "ignore_files", "guard", "plan_mode", "samples")
EACH = 1
SAMPLE = 5


@cache
def ours(name: str) -> Draft202012Validator:
    return Draft202012Validator(load_schema(BY_NAME[name].file))


def theirs(folder: Path, name: str) -> Any:
    """Upstream's validator for a schema of ours."""
    if name.startswith("evolve-"):
        files = {file.name: json.loads(file.read_text()) for file in (folder / "evolve").glob("*.json")}
        registry: Any = Registry().with_resources([(s["$id"], Resource.from_contents(s)) for s in files.values()])
        return Draft202012Validator(files[f"{name.removeprefix('evolve-')}.schema.json"], registry=registry)
    file = "eval-magic-seed.schema.json" if name == SEED.name else "eval-magic/evals.schema.json"
    return Draft7Validator(json.loads((folder / file).read_text()))


def schema_of(dialect: str, tier: str) -> Schema:
    return SCHEMAS[dialect, Tier(tier)]


@pytest.mark.parametrize("schema", BY_NAME.values(), ids=BY_NAME)
def test_a_schema_is_one_and_describes_what_it_asks_for(schema: Schema) -> None:
    loaded = load_schema(schema.file)
    Draft202012Validator.check_schema(loaded)
    assert str(loaded["$id"]).endswith(f"/{schema.file}")
    assert loaded["title"]
    assert loaded["description"]


@pytest.mark.parametrize(("name", "value"), examples())
def test_examples_are_valid(name: str, value: Any) -> None:
    assert not list(ours(name).iter_errors(value))
    assert BY_NAME[name].conforms(value)


def test_the_examples_use_every_member_that_the_schemas_describe() -> None:
    unused = {}
    for name, described in BY_NAME.items():
        text = json.dumps([value for schema, value in examples() if schema == name])
        wanted = {str(at[-1]) for at in nodes(load_schema(described.file)) if len(at) > 1 and at[-2] == "properties"}
        unused[name] = {member for member in wanted if f'"{member}"' not in text} - {"$schema", "triggers", "tests"}
    unused["trigger-set"] -= {"cases", "evals"}
    assert not any(unused.values()), unused


@given(data=st.data())
@settings(max_examples=200, deadline=None)
def test_the_fast_verdict_is_that_of_jsonschema(data: st.DataObject) -> None:
    name, value = data.draw(st.sampled_from(examples()))
    for _ in range(data.draw(st.integers(1, 3))):
        mutate = data.draw(st.sampled_from(kinds()))
        value = mutate(value, data.draw(st.sampled_from(list(nodes(value)))))
    assert BY_NAME[name].conforms(value) == ours(name).is_valid(value), value


@given(
    value=st.recursive(
        st.none() | st.booleans() | st.integers(-2, 3) | st.floats() | st.text("ax", max_size=2),
        lambda inner: (
            st.lists(inner, max_size=2)
            | st.dictionaries(st.sampled_from(["evals", "triggers", "id", "skill_name", "should_trigger"]), inner)
        ),
        max_leaves=6,
    )
)
def test_the_fast_verdict_holds_for_any_json(value: object) -> None:
    for name, schema in BY_NAME.items():
        assert schema.conforms(value) == ours(name).is_valid(value), name


@pytest.mark.parametrize(("name", "value"), [e for e in examples() if not e[0].startswith(("skill-", "trigger-"))])
def test_upstream_judges_our_examples_alike(name: str, value: Any, upstream: Path) -> None:
    validator = theirs(upstream, name)
    for mutated in (value, *mutations(value, name, EACH * 2)):
        if not any(f'"{word}"' in json.dumps(mutated) for word in NEWER) and not _several_skills(mutated):
            assert ours(name).is_valid(mutated) == validator.is_valid(mutated), mutated


def _several_skills(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("skill_name"), list)


@pytest.mark.corpus
def test_real_suites_get_one_verdict(real_suites: list[tuple[str, str, str, Any]], upstream: Path) -> None:
    for dialect, tier, path, value in real_suites:
        schema = schema_of(dialect, tier)
        verdict = ours(schema.name).is_valid(value)
        assert schema.conforms(value) == verdict, path
        if dialect in (EVOLVE, EVAL_MAGIC):
            assert theirs(upstream, schema.name).is_valid(value) == verdict, path


@pytest.mark.corpus
def test_mutated_real_suites_get_one_verdict(real_suites: list[tuple[str, str, str, Any]], upstream: Path) -> None:
    assert len(kinds()) >= 30
    by_schema: dict[str, list[tuple[str, Any]]] = {}
    for dialect, tier, path, value in real_suites:
        by_schema.setdefault(schema_of(dialect, tier).name, []).append((path, value))
    for name, suites in by_schema.items():
        validator = theirs(upstream, name) if name.startswith(("evolve", "eval-magic")) else None
        for path, value in suites[:: max(1, len(suites) // SAMPLE)]:
            for mutated in mutations(value, path, 1):
                verdict = ours(name).is_valid(mutated)
                assert BY_NAME[name].conforms(mutated) == verdict, (path, mutated)
                if validator is not None and not _several_skills(mutated):
                    assert validator.is_valid(mutated) == verdict, (path, mutated)


@pytest.mark.corpus
def test_every_seed_file_is_a_later_file_too(real_suites: list[tuple[str, str, str, Any]]) -> None:
    seeds = [value for dialect, _, _, value in real_suites if dialect == EVAL_MAGIC]
    assert seeds
    for value in seeds:
        for mutated in (value, *mutations(value, "seed", 1)):
            assert not SEED.conforms(mutated) or not violations(EVAL_MAGIC, Tier.EVALS, mutated)


def test_an_id_ends_where_its_text_ends() -> None:
    value = {"skill_name": "s", "evals": [{"id": "a\n", "prompt": "p", "expected_output": "o"}]}
    assert not ours("eval-magic-evals").is_valid(value)
    assert not BY_NAME["eval-magic-evals"].conforms(value)
