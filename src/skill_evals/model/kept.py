"""A property that is computed once and kept in the object's ``__dict__``.

As ``functools.cached_property``, which up to Python 3.11 takes a lock each time: two thirds of the price of 10,000 of
them in a large tree. Should two threads ask at once, both compute the same.
"""

from collections.abc import Callable
from typing import Generic, TypeVar, overload

Noun = TypeVar("Noun")
Value = TypeVar("Value")


class kept(Generic[Noun, Value]):  # noqa: N801 -- read as a decorator, as ``property`` is
    """A decorator of a method without arguments."""

    def __init__(self, make: Callable[[Noun], Value]) -> None:
        self._make = make
        self._name = make.__name__
        self.__doc__ = make.__doc__

    @overload
    def __get__(self, noun: None, owner: type[Noun]) -> "kept[Noun, Value]": ...

    @overload
    def __get__(self, noun: Noun, owner: type[Noun]) -> Value: ...

    def __get__(self, noun: Noun | None, owner: type[Noun]) -> "kept[Noun, Value] | Value":
        if noun is None:
            return self
        value = noun.__dict__[self._name] = self._make(noun)
        return value
