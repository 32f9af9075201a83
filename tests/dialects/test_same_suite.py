"""One suite, written in every dialect: whatever the file looks like, the cases are the same."""

from pathlib import Path

import pytest

from skill_evals.dialects.place import Place
from skill_evals.dialects.read import read_suite
from skill_evals.documents.document import Document
from skill_evals.documents.read import read_document
from skill_evals.model.position import Pointer
from skill_evals.model.suite import Suite, Tier

HERE = Path(__file__).parent / "same_suite"
EVALS = sorted((HERE / "evals").iterdir())
TRIGGERS = sorted((HERE / "triggers").iterdir())


def read(file: Path) -> tuple[Document, Suite]:
    """The suite of a file; evolve's lies in evolve's place."""
    stem = file.parent.name
    evolve = file.stem == "evolve"
    path = f"plugins/yard/evals/pack-crates/{stem}{file.suffix}" if evolve else f"evals/{stem}{file.suffix}"
    place = Place(path=path, skill="pack-crates", evolve_skill="pack-crates" if evolve else None, under_plugins=evolve)
    document = read_document(path, file.read_bytes())
    suite = read_suite(document, place)
    assert isinstance(suite, Suite)
    return document, suite


def value_at(document: Document, at: Pointer) -> object:
    value = document.value
    for step in at:
        value = value[step]  # type: ignore[index] # a wrong pointer is what the test is about
    return value


def sentence(fields: object) -> object:
    assert isinstance(fields, dict)
    return fields.get("text", fields.get("rubric"))


@pytest.mark.parametrize("file", EVALS, ids=lambda file: file.stem)
def test_evals_are_the_same_in_every_dialect(file: Path) -> None:
    _, suite = read(file)
    assert (suite.dialect, suite.tier, suite.skill_name) == (file.stem, Tier.EVALS, "pack-crates")
    told = [
        (c.key, c.id, c.prompt, c.expected_output, c.files, c.should_trigger, [sentence(k.fields) for k in c.checks])
        for c in suite.evals
    ]
    assert told == [
        (
            "1", "1", "Pack the crates in yard.csv by weight", "A list, the lightest first", ("files/yard.csv",), True,
            ["The lightest crate comes first", "No crate is left out"],
        ),
        ("2", "2", "Pack nothing", "An empty list", (), True, ["It says that there is nothing to pack"]),
    ]  # fmt: skip


@pytest.mark.parametrize("file", TRIGGERS, ids=lambda file: file.stem)
def test_triggers_are_the_same_in_every_form(file: Path) -> None:
    _, suite = read(file)
    assert suite.dialect == ("evolve" if file.stem == "evolve" else "trigger-set")
    assert suite.tier is Tier.TRIGGERS
    assert [(c.key, c.query, c.should_trigger) for c in suite.triggers] == [
        ("Pack these crates by weight", "Pack these crates by weight", True),
        ("Stow the heavy ones below", "Stow the heavy ones below", True),
        ("What does a crate cost?", "What does a crate cost?", False),
    ]


@pytest.mark.parametrize("file", EVALS + TRIGGERS, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_pointers_lead_to_what_they_speak_about(file: Path) -> None:
    document, suite = read(file)
    value_at(document, suite.cases_at)
    if suite.skill_name_at is not None:
        assert value_at(document, suite.skill_name_at) == suite.skill_name
    for trigger in suite.triggers:
        assert value_at(document, trigger.query_at) == trigger.query
        value_at(document, trigger.at)
        assert value_at(document, trigger.label_at) in (trigger.should_trigger, [trigger.query]) or isinstance(
            value_at(document, trigger.label_at), list
        )
    for case in suite.evals:
        assert value_at(document, case.at) == case.fields
        for check in case.checks:
            value = value_at(document, check.at)
            assert value == (check.fields if isinstance(value, dict) else check.fields["text"])
