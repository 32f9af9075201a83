r"""A regular expression that its runner cannot compile.

## What it does

Compiles every pattern with the engine that will run it: RE2 for evolve (`pattern` of `regex` and `not_regex`, with
`(?m)` before it; `tool` and `pattern` of `tool_call`), Rust's `regex` for eval-magic (`pattern` of `transcript_check`,
`expect_stdout` of `command_check`, `agent_response_matches` of a turn).

## Why is this bad

evolve fails the check in every run with `invalid pattern`, and `not_regex` fails as well. eval-magic refuses the file,
except for `expect_stdout`, which it accepts and then fails in every run.

Neither engine has look-around or backreferences, though Python, JavaScript and PCRE do.

## Bad

```json path=plugins/demo/evals/changelog/evals.json
{
  "evals": [
    {
      "id": "no-major-bump",
      "prompt": "Bump the version for a bug fix",
      "assertions": [{"type": "regex", "path": "VERSION", "pattern": "^(?!2)\\d+\\.\\d+\\.\\d+$"}]
    }
  ]
}
```

## Good

```json path=plugins/demo/evals/changelog/evals.json
{
  "evals": [
    {
      "id": "no-major-bump",
      "prompt": "Bump the version for a bug fix",
      "assertions": [
        {"type": "regex", "path": "VERSION", "pattern": "^\\d+\\.\\d+\\.\\d+$"},
        {"type": "not_regex", "path": "VERSION", "pattern": "^2"}
      ]
    }
  ]
}
```

## Configuration

None.

## How to fix

The message names the construct and what to write instead.
"""

from collections.abc import Iterator
from functools import lru_cache

from skill_evals.dialects.patterns import pattern_problem
from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.graded import patterns
from skill_evals.lint.rule import EVAL_MAGIC, EVOLVE, Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.position import Pointer
from skill_evals.model.regex import regex
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import EvalCase, Suite, Tier

_ATOM = r"(?:[A-Za-z0-9 _/:,'\"=@%;#!<>~&`-]|\\[.dsw/()\[\]{}*+?|$^-]|\.)[*+?]?"
_CLASS = r"\[\^?(?:[a-z]-z|[A-Z]-Z|[0-9]-9|\\[.dsw]|[A-Za-z0-9 _/:,.])+\][*+?]?"
_GROUP = rf"\((?:\?:)?(?:{_ATOM}|{_CLASS}|[|^$])*\)[*+?]?"
PLAIN = regex(rf"(?:\(\?[ims]\))?(?:{_ATOM}|{_CLASS}|{_GROUP}|[|^$])*")
"""Patterns that both engines compile, so that neither need be loaded: characters, classes and flat groups, each with
one repetition at most, alternatives and anchors."""

_PLAIN_LENGTH = 200
"""What is longer goes to the engine, which bounds the size of what it compiles."""

_INSTEAD = (
    (EVAL_MAGIC, regex(r"\\[1-9]"), "write out what is to repeat"),
    (EVAL_MAGIC, regex(r"\\Z"), r"write `\z` for the end of the text"),
    (EVAL_MAGIC, regex(r"\\0"), r"write `\x00`"),
    (EVAL_MAGIC, regex(r"(?<!\\)\{(?!\d)"), r"write a literal brace as `\{`"),
    (EVOLVE, regex(r"\\u"), r"write a code point as `\x{…}`"),
    (EVOLVE, regex(r"\{\d{4,}"), "it repeats a thousand times at most"),
    (None, regex(r"\\h"), r"write `[ \t]`"),
    (None, regex(r"\(\?>"), "write `(?:…)`: there is no backtracking to cut off"),
    (None, regex(r"[*+?}]\+"), "write it without the second `+`: there is no backtracking to cut off"),
    (None, regex(r"\(\?#"), "comments have no place in it"),
    (None, regex(r"\(\?P="), "write out what is to repeat"),
    (None, regex(r"\(\?\("), "write both alternatives out"),
    (None, regex(r"\(\?[aLux]+[):]"), "of the flags it knows `i`, `m`, `s` and `U`"),
)
"""Dialect (None: both), the construct, and what does its work there; what ``pattern_problem`` explains is left out."""


def check(attribution: Attribution, _context: Context) -> Iterator[Fault]:
    suite = attribution.suite
    for pattern in patterns(suite, _is_no_plain_one):
        yield from _judge(suite, pattern.text, pattern.check.kind, pattern.at)
    for case in suite.evals if "turns" in suite.case_names else ():
        if "turns" in case.fields:
            yield from _turns(suite, case)


def _turns(suite: Suite, case: EvalCase) -> Iterator[Fault]:
    turns = case.fields["turns"]
    if suite.dialect != EVAL_MAGIC or not isinstance(turns, list):
        return
    for number, turn in enumerate(turns):
        if isinstance(turn, dict):
            at = (*case.at, "turns", number, "agent_response_matches")
            yield from _judge(suite, turn.get("agent_response_matches"), "turns", at)


def _judge(suite: Suite, pattern: object, kind: str, at: Pointer) -> Iterator[Fault]:
    if not isinstance(pattern, str) or _is_plain(pattern):
        return
    problem = pattern_problem(suite.dialect, pattern, kind)
    if problem is not None:
        yield Fault(
            path=suite.path,
            at=at,
            message=f"{problem}{_instead(suite.dialect, pattern, problem)}; {_outcome(suite.dialect, str(at[-1]))}",
            suite=suite.path,
        )


def _is_no_plain_one(_kind: str, text: str) -> bool:
    return not _is_plain(text)


@lru_cache(maxsize=4096)
def _is_plain(pattern: str) -> bool:
    return len(pattern) <= _PLAIN_LENGTH and PLAIN.fullmatch(pattern) is not None


def _instead(dialect: str, pattern: str, problem: str) -> str:
    if "look-around" in problem:
        return ""
    for where, construct, advice in _INSTEAD:
        if where in (None, dialect) and construct.search(pattern):
            return f"; {advice}"
    return ""


def _outcome(dialect: str, name: str) -> str:
    if dialect == EVAL_MAGIC and name != "expect_stdout":
        return "eval-magic refuses the file"
    return f"{dialect} fails the check in every run"


RULE = Rule(
    name="invalid-pattern",
    code="E004",
    severity=Severity.ERROR,
    page=__doc__,
    on_suite=check,
    dialects=frozenset({EVOLVE, EVAL_MAGIC}),
    tier=Tier.EVALS,
)
