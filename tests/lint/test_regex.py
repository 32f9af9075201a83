"""A pattern that is compiled on demand would fail on demand too: here is every one that the package holds."""

import gc
import importlib
import pkgutil
import re

import skill_evals
from skill_evals.model import regex as home


def test_every_pattern_compiles() -> None:
    for module in pkgutil.walk_packages(skill_evals.__path__, "skill_evals."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    kind: type[re.Pattern[str]] = vars(home)["regex"]
    found = [one for one in gc.get_objects() if type(one) is kind]
    assert len(found) > 50
    for one in found:
        assert one.pattern


def test_it_matches_as_a_compiled_one_does() -> None:
    lazily, plainly = home.regex(r"(a)(b)?", re.IGNORECASE), re.compile(r"(a)(b)?", re.IGNORECASE)
    assert lazily.sub("-", "xABa") == plainly.sub("-", "xABa") == "x--"
    assert [found.groups() for found in lazily.finditer("xABa")] == [("A", "B"), ("a", None)]
    assert lazily.flags == plainly.flags
    assert lazily.search("x") is None
