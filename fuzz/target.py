"""What a fuzz target is, and how its function is found."""

import importlib
from collections.abc import Callable
from dataclasses import dataclass

Run = Callable[[bytes], object]
"""Reads the bytes; raises where what came of them is not as promised."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """``where`` is ``module:function``, imported late, so that the child can instrument what it imports."""

    name: str
    where: str
    covers: tuple[str, ...]
    """Modules and packages whose branches guide the fuzzer."""
    seeds: tuple[str, ...] = ()
    """Globs of files, from the root of the project."""
    texts: tuple[bytes, ...] = ()
    """Seeds that are no files."""
    heads: tuple[int, ...] = ()
    """First bytes put before each seed, for targets whose first byte chooses what the rest is."""
    wild: tuple[str, ...] = ()
    """Globs of files in the corpus of real suites, which are further seeds where it is there."""
    words: tuple[str, ...] = ()
    """What the mutator may insert."""
    longest: int = 4096
    """Bytes of an input."""
    weight: float = 1.0
    """Of its share of the time; larger where an input takes milliseconds."""

    def load(self) -> Run:
        module, _, name = self.where.partition(":")
        run: Run = getattr(importlib.import_module(module), name)
        return run
