"""The shipped schemas as an editor uses them: every property explains itself, and the configuration's own is exact."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from cli.test_configuration import EVERYTHING, WRONG
from skill_evals.app import configuration
from skill_evals.app.configuration import KEYS, parse_config
from skill_evals.documents.read import read_document
from skill_evals.lint.rules import RULES

ROOT = Path(__file__).resolve().parents[2]
SCHEMAS = sorted((ROOT / "src/skill_evals/schemas").glob("*.json"))
BEYOND = ("balance: [0.9, 0.1]", "max-cost-usd: .nan", "jobs: 1\njobs: 2", "jobs: [")
"""What no schema can say, or is no YAML."""
CONFIG = ROOT / "src/skill_evals/schemas/skill-evals.schema.json"


def load(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def properties(schema: Any, at: str = "") -> Iterator[tuple[str, Any]]:
    """Every property that a schema declares; not those that it only mentions in a condition or a constraint."""
    if isinstance(schema, list):
        for index, item in enumerate(schema):
            yield from properties(item, f"{at}/{index}")
    if isinstance(schema, dict):
        for name, value in schema.items():
            if name == "properties":
                for key, inner in value.items():
                    if not isinstance(inner, bool):  # forbidden, or told elsewhere
                        yield f"{at}/{key}", inner
                        yield from properties(inner, f"{at}/{key}")
            elif name not in ("if", "anyOf", "default", "examples"):
                yield from properties(value, f"{at}/{name}")


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.name)
def test_every_property_has_a_description(path: Path) -> None:
    whole = load(path)
    declared = dict(properties(whole))
    assert declared
    for at, value in declared.items():
        shared = whole["$defs"][value["$ref"].rpartition("/")[2]] if "$ref" in value else {}
        assert value.get("description") or shared.get("description"), at


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.name)
def test_each_is_a_schema_with_a_title_and_an_address_that_ends_in_its_name(path: Path) -> None:
    whole = load(path)
    Draft202012Validator.check_schema(whole)
    assert whole["title"]
    assert whole["description"]
    assert whole["$id"].endswith(f"/src/skill_evals/schemas/{path.name}")


def value_of(text: str) -> object:
    return read_document(".skill-evals.yml", text.encode()).value


def is_valid(value: object) -> bool:
    return bool(Draft202012Validator(load(CONFIG)).is_valid(value))


class TestConfiguration:
    def test_it_has_the_keys_that_are_read(self) -> None:
        known = load(CONFIG)["properties"]
        assert sorted(known) == sorted(KEYS)
        assert sorted(known["judge"]["properties"]) == sorted(configuration._JUDGE)
        assert sorted(known["gate"]["properties"]) == sorted(configuration._GATE)
        assert sorted(known["triggers"]["properties"]) == sorted(configuration._TIER)
        assert sorted(known["evals"]["properties"]) == sorted(configuration._TIER)

    def test_it_knows_every_rule(self) -> None:
        assert load(CONFIG)["$defs"]["rule"]["anyOf"][0]["enum"] == [rule.name for rule in RULES]

    def test_a_file_with_every_key_is_valid(self) -> None:
        assert is_valid(value_of(EVERYTHING))

    @pytest.mark.parametrize("key", [key for key in KEYS if key != "$schema"])
    def test_defaults_and_examples_are_valid_and_read(self, key: str) -> None:
        schema = load(CONFIG)["properties"][key]
        values = [*schema.get("examples", []), *([schema["default"]] if "default" in schema else [])]
        if not values:
            values = [{name: inner["default"] for name, inner in schema["properties"].items()}]
        for value in values:
            assert is_valid({key: value})
            parse_config(read_document(".skill-evals.yml", json.dumps({key: value}).encode()))

    @pytest.mark.parametrize("text", [text for text, _, _ in WRONG if text not in BEYOND], ids=lambda text: text[:40])
    def test_what_is_refused_when_it_is_read_is_marked_in_the_editor(self, text: str) -> None:
        assert not is_valid(value_of(text))

    def test_examples_of_the_pages_are_valid(self) -> None:
        pages = [path.read_text(encoding="utf-8") for path in (ROOT / "docs").rglob("*.md")]
        found = [
            block
            for page in pages
            for block in re.findall(
                r"^```ya?ml path=\.skill-evals\.yml(?: side=\w+)?\n(.*?)^```", page, re.MULTILINE | re.DOTALL
            )
        ]
        assert found
        for block in found:
            assert is_valid(value_of(block)), block
