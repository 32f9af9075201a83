"""A regular expression taken apart, as far as RE2 and Rust's engine agree on how it is written.

For rules that ask what a pattern must hold. Whether it compiles, and what it matches, its engine says.
"""

import re
from collections.abc import Iterator
from enum import Enum
from functools import lru_cache

from skill_evals.model.light import field, light
from skill_evals.model.regex import regex

_MAX_LENGTH = 400
_MAX_DEPTH = 20
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t"}
_LEXEME = regex(
    r"""
      (?P<flags> \(\?[A-Za-z-]+\) )
    | (?P<open> \((?:\?(?:[A-Za-z-]*:|P?<\w+>))? )
    | (?P<close> \) )
    | (?P<bar> \| )
    | (?P<repeat> (?:[*+?]|\{(?P<least>\d+)(?:,\d*)?\})[?+]? )
    | (?P<anchor> [\^$]|\\[AzbB] )
    | (?P<any> \.
             | \[\^?\]?(?:\\.|\[:\w+:\]|[^\]\\])*\]
             | \\(?:[pP](?:\{[^}]*\}|.)|[xu](?:\{[^}]*\}|[0-9A-Fa-f]{2,4})|[dDsSwW]) )
    | \\(?P<control>[nrt])
    | \\(?P<escaped>[^\w])
    | (?P<char> [^\\] )
    """,
    re.VERBOSE | re.DOTALL,
)


class Kind(Enum):
    CHAR = "char"
    ANY = "any"
    """One character of several: a class, a dot, an escape that stands for many."""
    ANCHOR = "anchor"
    GROUP = "group"


@light(frozen=False, slots=True, kw_only=True)
class Atom:
    """One part of a branch; ``optional``: it may be there zero times. ``branches`` are those of a group."""

    kind: Kind
    text: str
    optional: bool = False
    repeated: bool = False
    branches: list[list["Atom"]] = field(default_factory=list)

    @property
    def required_char(self) -> bool:
        return self.kind is Kind.CHAR and not self.optional


@light(frozen=True, slots=True, kw_only=True)
class Pattern:
    """Its alternatives, and the letters of all inline flags wherever they stand."""

    branches: list[list[Atom]]
    flags: frozenset[str]


@lru_cache(maxsize=1024)
def parsed(pattern: str) -> Pattern | None:
    """The parts of a pattern; None for one that is long, deep, or written in a way that is not understood here."""
    reader = _Reader()
    at = 0
    while at < len(pattern) <= _MAX_LENGTH:
        lexeme = _LEXEME.match(pattern, at)
        if lexeme is None or not reader.take(lexeme):
            return None
        at = lexeme.end()
    finished = at == len(pattern) and not reader.outer and "x" not in reader.flags
    return Pattern(branches=reader.branches, flags=frozenset(reader.flags)) if finished else None


@light(frozen=False, slots=True, kw_only=True)
class _Reader:
    """``branches`` are those of the innermost open group, ``outer`` those of the groups around it."""

    branches: list[list[Atom]] = field(default_factory=lambda: [[]])
    outer: list[list[list[Atom]]] = field(default_factory=list)
    flags: set[str] = field(default_factory=set)

    def take(self, lexeme: re.Match[str]) -> bool:
        """Adds a lexeme; False where it has no place."""
        opening = lexeme["open"] or lexeme["flags"]
        if opening and "<" not in opening:
            self.flags.update(letter for letter in opening if letter.isalpha())
        if lexeme["open"]:
            group = Atom(kind=Kind.GROUP, text=lexeme[0], branches=[[]])
            self.branches[-1].append(group)
            self.outer.append(self.branches)
            self.branches = group.branches
            return len(self.outer) <= _MAX_DEPTH
        if lexeme["close"]:
            if not self.outer:
                return False
            self.branches = self.outer.pop()
        elif lexeme["bar"]:
            self.branches.append([])
        elif not lexeme["flags"]:
            return _add(self.branches[-1], lexeme)
        return True


def _add(branch: list[Atom], lexeme: re.Match[str]) -> bool:
    """Adds an atom to a branch, or a repetition to its last atom; False where there is nothing to repeat."""
    if lexeme["repeat"]:
        if not branch:
            return False
        branch[-1].repeated = True
        branch[-1].optional |= lexeme[0][0] in "*?" or (lexeme["least"] is not None and int(lexeme["least"]) == 0)
    elif lexeme["anchor"]:
        branch.append(Atom(kind=Kind.ANCHOR, text=lexeme[0]))
    elif lexeme["any"]:
        branch.append(Atom(kind=Kind.ANY, text=lexeme[0]))
    else:
        control = lexeme["control"]
        text = _ESCAPES[control] if control else lexeme["escaped"] or lexeme["char"]
        branch.append(Atom(kind=Kind.CHAR, text=text))
    return True


def holds_text(branches: list[list[Atom]]) -> bool:
    """Whether every match holds at least one character that the pattern spells out."""
    return all(
        any(
            atom.required_char or (atom.kind is Kind.GROUP and not atom.optional and holds_text(atom.branches))
            for atom in branch
        )
        for branch in branches
    )


def runs(branch: list[Atom]) -> Iterator[str]:
    """The stretches of a branch that every match holds letter for letter; what may repeat ends one."""
    run = ""
    for atom in branch:
        if atom.required_char:
            run += atom.text
        if run and (atom.repeated or not atom.required_char):
            yield run
            run = ""
    if run:
        yield run
