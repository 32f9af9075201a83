"""Any of the product's nouns as JSON and back, by their type hints: the stage files of a story."""

import dataclasses
import json
import types
import typing
from collections.abc import Mapping
from enum import Enum
from typing import Any, TypeVar

Noun = TypeVar("Noun")


def dump(noun: object) -> str:
    """Pretty JSON with a newline at its end; members that hold their default are left out."""
    return json.dumps(_plain(noun), indent=1, ensure_ascii=False) + "\n"


def load(kind: type[Noun], text: str) -> Noun:
    return typing.cast(Noun, _noun(kind, json.loads(text)))


def _plain(value: object) -> object:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            field.name: _plain(getattr(value, field.name))
            for field in dataclasses.fields(value)
            if not _is_default(field, getattr(value, field.name))
        }
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {str(key): _plain(member) for key, member in value.items()}
    if isinstance(value, tuple | list | frozenset):
        return [_plain(item) for item in value]
    return value


def _is_default(field: "dataclasses.Field[Any]", value: object) -> bool:
    if field.default is not dataclasses.MISSING:
        return bool(field.default == value)
    return field.default_factory is not dataclasses.MISSING and bool(field.default_factory() == value)


def _noun(kind: Any, value: Any) -> Any:
    origin = typing.get_origin(kind)
    inner = typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return None if value is None else _noun(next(one for one in inner if one is not types.NoneType), value)
    if origin is tuple:
        kinds = [inner[0]] * len(value) if len(inner) == 2 and inner[1] is ... else inner
        return tuple(_noun(one, item) for one, item in zip(kinds, value, strict=True))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {_noun(inner[0], key): _noun(inner[1], member) for key, member in value.items()}
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        hints = typing.get_type_hints(kind)
        return kind(**{name: _noun(hints[name], member) for name, member in value.items()})
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(value)
    return kind(value) if kind in (int, float) else value
