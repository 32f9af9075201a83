"""A command that needs a tool which not every machine has, without `requires`.

## What it does

Reports an evolve `command` that calls a program beyond the usual ones (a shell's own commands, POSIX utilities, `bash`,
`git`) and names no `requires`. A script that asks for the program itself (`command -v`, `which`) is left alone.

## Why is this bad

Where the program is not installed, the shell ends with 127, and evolve fails the check as if the agent had. With
`requires` the check is skipped there, and says so.

## Bad

```json path=plugins/demo/evals/infrastructure/evals.json
{
  "evals": [
    {
      "id": "formats-the-module",
      "prompt": "Split main.tf into the usual files",
      "assertions": [{"type": "command", "run": "terraform fmt -check"}]
    }
  ]
}
```

## Good

```json path=plugins/demo/evals/infrastructure/evals.json
{
  "evals": [
    {
      "id": "formats-the-module",
      "prompt": "Split main.tf into the usual files",
      "assertions": [{"type": "command", "run": "terraform fmt -check", "requires": "terraform"}]
    }
  ]
}
```

## Configuration

None.

## How to fix

Name the program in `requires`.
"""

from collections.abc import Iterator
from itertools import dropwhile

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.graded import commands, text_member
from skill_evals.lint.rule import EVOLVE, Rule
from skill_evals.lint.shell_words import script_of
from skill_evals.lint.words import shown
from skill_evals.model.diagnostic import Severity
from skill_evals.model.regex import regex
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import Tier

_EVERYWHERE_WORDS = """
: . [ [[ alias bg break cd command continue echo eval exec exit export false fg getopts hash
jobs local printf pwd read readonly return set shift source test times trap true type ulimit
umask unalias unset wait

awk base64 basename bash cat chmod chown cksum cmp comm cp cut date dd df diff dirname du egrep
env expand expr fgrep file find fold git grep groups gunzip gzip head hostname iconv id join
kill ln ls mkdir mktemp mv nl nohup od paste patch pathchk pr printenv ps rm rmdir sed seq sh
sha256sum shasum sleep sort split stat strings sudo tac tail tar tee time timeout touch tr tsort
tty uname unexpand uniq wc which who xargs yes
"""
_EVERYWHERE = frozenset(_EVERYWHERE_WORDS.split())
"""What a shell does by itself; POSIX utilities, and what every Linux and macOS image adds to them."""
_PREFIXES = frozenset({"command", "env", "exec", "nohup", "sudo", "time"})
_PROGRAM = regex(r"[A-Za-z][\w.+-]*")
_ASKS = regex(r"\b(?:command -v|which|type|hash)\s")


def check(attribution: Attribution, _context: Context) -> Iterator[Fault]:
    suite = attribution.suite
    for command in commands(suite):
        if text_member(suite, command.check, "requires"):
            continue
        missing = _program(command.text)
        if missing is not None:
            yield Fault(
                path=suite.path,
                at=command.at,
                message=f"`{shown(missing)}` is not on every machine, and where it is missing evolve fails the check "
                f'as if the agent had; add `"requires": "{shown(missing)}"`, which skips it there',
                suite=suite.path,
            )


def _program(text: str) -> str | None:
    """The first program that a command calls and that is not everywhere."""
    if _ASKS.search(text):
        return None
    for one in script_of(text).everything():
        words = dropwhile(lambda word: word in _PREFIXES or word.startswith("-") or "=" in word, one.words)
        name = next(words, "")
        if name not in _EVERYWHERE and _PROGRAM.fullmatch(name):
            return name
    return None


RULE = Rule(
    name="unconditional-command",
    code="E008",
    severity=Severity.INFO,
    page=__doc__,
    on_suite=check,
    dialects=frozenset({EVOLVE}),
    tier=Tier.EVALS,
    heuristic=True,
)
