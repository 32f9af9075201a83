"""A shell command taken apart into simple commands, as far as a linter needs it.

What it does not understand (here documents, functions, unbalanced quotes) makes the script ``odd``: its words are
still there as far as they were read, but nothing may be concluded about its exit status.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from skill_evals.model.light import field, light
from skill_evals.model.regex import regex

_MAX_LENGTH = 4000
_TOKEN = regex(
    r"""
      (?P<space> (?:[ \t]|\\\n)++ )
    | (?P<comment> (?<![^\s;&|()])\#[^\n]*+ )
    | (?P<redirect> \d*(?:<<<|<<-?|[<>]&\d?-?|>>|>\||<>|[<>](?!\()) | &>>? )
    | (?P<operator> && | \|\| | ;; | \|& | [;\n|&()] )
    | (?P<word> (?: \\. | '[^']*+' | "(?:\\.|[^"\\])*+"
                  | [$<>]\((?:[^()'"]|'[^']*+'|"(?:\\.|[^"\\])*+"|\([^()]*+\))*+\) | `[^`]*+`
                  | [^\s;&|()<>'"`\\$] | \$ )++ )
    """,
    re.VERBOSE | re.DOTALL,
)
_QUOTED = regex(r"""'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)""", re.DOTALL)
_LITERAL = regex(r"""("(?:\\.|[^"\\])*+")|'[^']*+'""", re.DOTALL)
_INSIDE = regex(r"[$<>]\(((?:[^()]|\([^()]*+\))*+)\)|`([^`]*+)`")
_ASSIGNMENT = regex(r"[A-Za-z_]\w*\+?=")
_COMPOUND = frozenset(
    {"if", "then", "else", "elif", "fi", "for", "while", "until", "do", "done", "case", "esac", "{", "}", "!"}
)
_CHANGES_COURSE = frozenset({"set", "trap", "exec", "eval", "return", "function", ".", "source"})
"""Commands after which a status no longer follows from what can be read."""


@light(frozen=True, slots=True, kw_only=True)
class Simple:
    """One command: its words without quotes (assignments before it left out), and the operator that follows it."""

    words: tuple[str, ...]
    then: str = ""
    bare: bool = False
    """It consists of assignments only."""

    @property
    def name(self) -> str:
        return self.words[0] if self.words else ""


@light(frozen=True, slots=True, kw_only=True)
class Script:
    commands: tuple[Simple, ...]
    odd: bool = False
    inner: tuple["Script", ...] = ()
    """What substitutions run: ``$(…)``, backticks, ``<(…)``."""

    def everything(self) -> Iterator[Simple]:
        """Its commands and those of its substitutions."""
        yield from self.commands
        for script in self.inner:
            yield from script.everything()


@light(frozen=False, slots=True, kw_only=True)
class _Reader:
    commands: list[Simple] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    inner: list[Script] = field(default_factory=list)
    assigned: bool = False
    redirecting: bool = False
    odd: bool = False

    def word(self, raw: str, depth: int) -> None:
        if depth and ("(" in raw or "`" in raw):
            # What single quotes hold is no substitution.
            for found in _INSIDE.finditer(_LITERAL.sub(r"\1", raw)):
                self.inner.append(_read(found[1] or found[2] or "", depth - 1))
        if self.redirecting:
            self.redirecting = False
        elif not self.words and _ASSIGNMENT.match(raw):
            self.assigned = True
        else:
            plain = _unquoted(raw)
            self.odd |= not self.words and plain in _COMPOUND | _CHANGES_COURSE
            if self.words or plain not in _COMPOUND:
                self.words.append(plain)

    def operator(self, text: str) -> None:
        self.odd |= text in ("(", ")", ";;")
        if self.words or self.assigned:
            bare = not self.words
            self.commands.append(Simple(words=tuple(self.words), then=";" if text == "\n" else text, bare=bare))
        elif text != "\n":
            self.odd = True
        self.words, self.assigned, self.redirecting = [], False, False


@lru_cache(maxsize=256)
def script_of(text: str) -> Script:
    """A command line, taken apart; two levels of substitution are looked into."""
    return _read(text, 2)


def _read(text: str, depth: int) -> Script:
    reader = _Reader(odd=len(text) > _MAX_LENGTH)
    at = 0
    while at < len(text) and not (reader.odd and len(text) > _MAX_LENGTH):
        token = _TOKEN.match(text, at)
        if token is None:
            reader.odd = True
            break
        at = token.end()
        if token["word"]:
            reader.word(token[0], depth)
        elif token["operator"]:
            reader.operator(token[0])
        elif token["redirect"]:
            reader.odd |= "<<" in token[0]
            # `2>&1` names its target itself; every other one takes the next word.
            reader.redirecting = "&" not in token[0] or token[0].startswith("&")
    reader.operator("\n")
    return Script(commands=tuple(reader.commands), odd=reader.odd, inner=tuple(reader.inner))


def _unquoted(raw: str) -> str:
    return _QUOTED.sub(lambda found: next(group for group in found.groups() if group is not None), raw)
