"""Tests of single values, and how they combine into tests of lists and objects."""

from collections.abc import Callable, Mapping

Test = Callable[[object], bool]

_INT32 = 1 << 31


def members(value: Mapping[str, object], tests: Mapping[str, Test]) -> bool:
    """Whether every member that is there passes its test."""
    for key, member in value.items():
        test = tests.get(key)
        if test is not None and not test(member):
            return False
    return True


def columns(cases: list[dict[str, object]], tests: Mapping[str, Test], required: tuple[str, ...]) -> bool:
    """As ``members`` of every case, and the required ones there; name by name, with a short way for texts."""
    for name in frozenset[str]().union(*cases).intersection(tests).union(required):
        column = [case[name] for case in cases if name in case]
        if name in required and len(column) < len(cases):
            return False
        test = tests[name]
        if _TEXTS.issuperset(map(type, column)) and test in _OF_TEXTS:
            if test is filled and "" in column:
                return False
        elif not all(map(test, column)):
            return False
    return True


def closed(value: object, tests: Mapping[str, Test], required: tuple[str, ...]) -> bool:
    """An object with these members only, each passing its test, and the required ones there."""
    if not isinstance(value, dict):
        return False
    for key, member in value.items():
        test = tests.get(key)
        if test is None or not test(member):
            return False
    return all(key in value for key in required)


def text(value: object) -> bool:
    return isinstance(value, str)


def filled(value: object) -> bool:
    return isinstance(value, str) and value != ""


def flag(value: object) -> bool:
    return isinstance(value, bool)


def whole(value: object) -> bool:
    """An integer as JSON Schema has it: 1.0 is one, true is none."""
    return (isinstance(value, int) and not isinstance(value, bool)) or (isinstance(value, float) and value.is_integer())


def positive(value: object) -> bool:
    return whole(value) and value >= 1  # type: ignore[operator] # whole leaves numbers only


def natural(value: object) -> bool:
    return whole(value) and value >= 0  # type: ignore[operator] # whole leaves numbers only


def int32(value: object) -> bool:
    return whole(value) and -_INT32 <= value < _INT32  # type: ignore[operator] # whole leaves numbers only


def label(value: object) -> bool:
    return isinstance(value, str) or whole(value)


def text_or_object(value: object) -> bool:
    return isinstance(value, str | dict)


def one_of(*words: str) -> Test:
    allowed = frozenset(words)
    return lambda value: isinstance(value, str) and value in allowed


def list_of(test: Test, *, least: int = 0, unique: bool = False) -> Test:
    def check(value: object) -> bool:
        if not isinstance(value, list) or len(value) < least or not all(map(test, value)):
            return False
        return not unique or len(set(value)) == len(value)

    return check


def map_of(test: Test) -> Test:
    """A filled object whose names are not empty and whose members pass."""
    return lambda value: isinstance(value, dict) and bool(value) and "" not in value and all(map(test, value.values()))


def object_of(tests: Mapping[str, Test], *required: str) -> Test:
    return lambda value: closed(value, tests, required)


_TEXTS = {str}
_OF_TEXTS = frozenset({text, filled, label})
"""Tests that every text passes, for ``filled`` every one but the empty one."""
