"""What a mutation is: a way of breaking a sound suite, the rule that must see it, and the line that it must name."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from corpus.healthy import Sample
from corpus.splice import Spliced


@dataclass(frozen=True, kw_only=True)
class Broken:
    """The files that differ, and where the one new finding lies; ``listed`` are names of files that appear."""

    files: Mapping[str, bytes]
    path: str
    line: int
    listed: tuple[str, ...] = ()
    further: frozenset[str] = field(default=frozenset())
    """Errors that the break really makes besides, each with its reason at the mutation."""


@dataclass(frozen=True, kw_only=True)
class Mutation:
    """``rule`` is what must speak. ``breaks`` gives None where the suite has nothing that could be broken so."""

    name: str
    rule: str
    breaks: Callable[[Sample], Broken | None]
    of_results: bool = False
    """Whether it breaks stored results, and needs them in the tree."""


def in_suite(sample: Sample, spliced: Spliced, line: int | None = None) -> Broken:
    """The suite's file with another text; the finding lies at the edit unless said otherwise."""
    path = sample.suite.path
    return Broken(files={path: spliced.text.encode()}, path=path, line=spliced.line if line is None else line)


def text_in_suite(sample: Sample, text: str, line: int) -> Broken:
    return in_suite(sample, Spliced(text=text, line=line))
