"""``light`` makes what ``dataclass`` makes, but for the refusal to write, which is mypy's and the development mode's."""

import dataclasses
import os
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill_evals.model.light import field, light, replace


@light(frozen=True, slots=True, kw_only=True)
class Cheap:
    name: str
    count: int = 3
    aside: str = field(default="", compare=False, repr=False)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Plain:
    name: str
    count: int = 3
    aside: str = dataclasses.field(default="", compare=False, repr=False)


FIELDS = st.fixed_dictionaries({"name": st.text(max_size=2)}, optional={"count": st.integers(0, 2), "aside": st.text()})


@given(FIELDS, FIELDS)
def test_it_compares_hashes_and_prints_as_a_frozen_dataclass_does(one: dict[str, str], other: dict[str, str]) -> None:
    assert (Cheap(**one) == Cheap(**other)) is (Plain(**one) == Plain(**other))  # type: ignore[arg-type] # count is a number
    assert hash(Cheap(**one)) == hash(Plain(**one))  # type: ignore[arg-type] # as above
    assert repr(Cheap(**one)) == repr(Plain(**one)).replace("Plain", "Cheap")  # type: ignore[arg-type] # as above


def test_it_is_replaced_and_asked_for_its_fields_as_one() -> None:
    noun = Cheap(name="a")
    assert dataclasses.replace(noun, count=4) == replace(noun, count=4) == Cheap(name="a", count=4)
    assert replace(Plain(name="a"), count=4) == Plain(name="a", count=4)
    assert [(one.name, one.default, one.compare) for one in dataclasses.fields(noun)] == [
        (one.name, one.default, one.compare) for one in dataclasses.fields(Plain)
    ]
    others: list[object] = [Plain(name="a")]
    assert noun not in others
    assert not hasattr(noun, "__dict__")


@pytest.mark.parametrize("given", [{}, {"name": "a", "size": 1}])
def test_it_refuses_fields_that_are_missing_or_unknown(given: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        Cheap(**given)


def test_every_object_has_its_own_of_what_a_factory_makes() -> None:
    @light(frozen=False, slots=True, kw_only=True)
    class Growing:
        seen: list[str] = field(default_factory=list)
        kept: dict[str, str] = field(init=False, default_factory=dict)

    one, other = Growing(), Growing()
    one.seen.append("a")
    one.kept["a"] = "b"
    assert (other.seen, other.kept) == ([], {})
    assert Growing(seen=["a"]).seen == ["a"]
    assert one.__hash__ is None


@pytest.mark.parametrize(("options", "refused"), [((), False), (("-X", "dev"), True)])
def test_it_refuses_to_be_written_to_in_development_mode(options: tuple[str, ...], refused: bool) -> None:
    script = (
        "from skill_evals.model.suite import Check\n"
        "noun = Check(kind='llm', fields={}, at=())\n"
        "try:\n    noun.kind = 'regex'\nexcept AttributeError:\n    print('refused')\n"
    )
    done = subprocess.run(
        [sys.executable, *options, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        env={name: value for name, value in os.environ.items() if name != "PYTHONDEVMODE"},
    )
    assert (done.stdout == "refused\n") is refused
