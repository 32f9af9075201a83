r"""A regular expression that cannot match what it is searched in.

## What it does

Reports a pattern no text can match, or none of the kind that its runner searches:

- a character before `^` or after `$`, as in `${{ secrets.TOKEN }}`, where the `$` was meant as a dollar sign;
- a line break in a pattern for tool calls: their arguments are JSON on one line, with `\n` in two characters;
- `^` or `$` around a piece of the arguments: they begin and end with a brace, and in eval-magic the tool's name comes
  first;
- a bare `"` inside a command: in JSON it is `\"`;
- evolve's `tool` as a permission rule (`Bash(git:*)`): it is a pattern for the tool's name alone.

## Why is this bad

evolve fails a `regex` or `tool_call` and passes a `not_regex` in every run; eval-magic fails a `transcript_check`. No
agent can change it, and the check looks like a weakness of the skill.

## Bad

```json path=plugins/demo/evals/ci/evals.json
{
  "evals": [
    {
      "id": "keeps-the-secret-out",
      "prompt": "Take the secret out of the run step",
      "assertions": [{"type": "not_regex", "path": "ci.yaml", "pattern": "run: echo ${{ secrets"}]
    }
  ]
}
```

## Good

```json path=plugins/demo/evals/ci/evals.json
{
  "evals": [
    {
      "id": "keeps-the-secret-out",
      "prompt": "Take the secret out of the run step",
      "assertions": [{"type": "not_regex", "path": "ci.yaml", "pattern": "run: echo \\$\\{\\{ secrets"}]
    }
  ]
}
```

## Configuration

None.

## How to fix

The message names what stands in the way and how to write it.
"""

import re
from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.graded import CheckText, patterns, text_member
from skill_evals.lint.pattern_parts import Atom, Kind, Pattern, parsed, runs
from skill_evals.lint.rule import EVAL_MAGIC, EVOLVE, Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.regex import regex
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import Suite, Tier

_PERMISSION = regex(r"\^?(\w+)\((.*)\)\$?")
_BARE_QUOTE = regex(r"\S[ =]\S*[\w-][ =]\"\w")
"""A quote behind a word of a command that has a word before it. Between names of members it follows other signs."""


def check(attribution: Attribution, _context: Context) -> Iterator[Fault]:
    suite = attribution.suite
    for pattern in patterns(suite, _may_fail):
        found = parsed(pattern.text)
        if found is None:
            continue
        calls = _searches_calls(suite, pattern)
        reasons = [_reason(suite, pattern, found, branch, calls=calls) for branch in found.branches]
        # One alternative that can match is enough.
        if all(reasons):
            yield Fault(
                path=suite.path,
                at=pattern.at,
                message=f"the pattern cannot match: {reasons[0]}; {_outcome(suite, pattern)}",
                suite=suite.path,
            )


def _may_fail(kind: str, text: str) -> bool:
    """Whether a pattern has an anchor that is not at its very edge, or is one for tool calls."""
    return kind in ("tool_call", "transcript_check") or text.rfind("^") > 0 or "$" in text[:-1]


def _searches_calls(suite: Suite, pattern: CheckText) -> bool:
    """Whether it is searched in the name or the arguments of tool calls."""
    if suite.dialect == EVOLVE:
        return pattern.check.kind == "tool_call"
    return text_member(suite, pattern.check, "check") == "tool_invocation_matches"


def _reason(suite: Suite, pattern: CheckText, whole: Pattern, branch: list[Atom], *, calls: bool) -> str | None:
    """Why an alternative cannot match, and what to write; None: it may."""
    lines = "m" in whole.flags or pattern.check.kind in ("regex", "not_regex")
    anchored = _anchor(branch, lines=lines)
    if anchored is not None or not calls:
        return anchored
    if pattern.name == "tool":
        return _permission(pattern.text)
    if any(atom.required_char and atom.text == "\n" for atom in branch):
        return r"arguments are JSON on one line, in which a line break is `\n`; write `\\n`"
    if any(_BARE_QUOTE.search(run) for run in runs(branch)):
        return r'arguments are JSON, in which a quote inside a text is `\"`; write `\\"`'
    return None if lines else _ends(suite, branch)


def _anchor(branch: list[Atom], *, lines: bool) -> str | None:
    for number, atom in enumerate(branch):
        if atom.kind is not Kind.ANCHOR or atom.optional:
            continue
        before, after = branch[number - 1] if number else None, branch[number + 1] if number + 1 < len(branch) else None
        if atom.text == "$" and after is not None and _blocks(after, lines=lines):
            return r"something follows `$`, which is the end; write a dollar sign as `\$`"
        if atom.text == "^" and before is not None and _blocks(before, lines=lines):
            return r"something precedes `^`, which is the start; write a caret as `\^`"
    return None


def _blocks(atom: Atom, *, lines: bool) -> bool:
    """Whether an atom surely takes a character that cannot stand on the far side of an anchor."""
    if atom.optional or atom.kind not in (Kind.CHAR, Kind.ANY):
        return False
    return not lines or (atom.kind is Kind.CHAR and atom.text not in "\r\n")


def _permission(text: str) -> str | None:
    found = _PERMISSION.fullmatch(text)
    if found is None or not ("*" in found[2] or " " in found[2]) or "|" in found[2]:
        return None
    inside = found[2].removesuffix(":*").rstrip(" *")
    return f'`tool` is searched in the tool\'s name only; write `"tool": "^{found[1]}$", "pattern": "{inside}"`'


def _ends(suite: Suite, branch: list[Atom]) -> str | None:
    """Whether anchors hold the arguments to a beginning or an end that they don't have."""
    start, end = _literal(branch, first=True), _literal(branch, first=False)
    named = suite.dialect == EVAL_MAGIC
    if start is not None and (re.match(r"\w+ \w", start) if named else re.match(r"\w", start)):
        begins = "the tool's name and then its arguments" if named else "the brace of the arguments"
        return f"what is searched begins with {begins}; drop the `^`"
    if end is not None and (re.search(r" .*\w\Z", end) if named else re.search(r"\w\Z", end)):
        return "what is searched ends with the brace of the arguments; drop the `$`"
    return None


def _literal(branch: list[Atom], *, first: bool) -> str | None:
    """The text that a branch ties to its start or its end; None where it does not."""
    edge = branch[0] if first else branch[-1]
    if edge.kind is not Kind.ANCHOR or edge.text != ("^" if first else "$"):
        return None
    inner = branch[1:] if first else branch[-2::-1]
    run = ""
    for atom in inner:
        if not atom.required_char:
            break
        run += atom.text
        if atom.repeated:
            break
    return run if first else run[::-1]


def _outcome(suite: Suite, pattern: CheckText) -> str:
    says = "passes" if pattern.check.kind == "not_regex" else "fails"
    return f"{suite.dialect} {says} the check in every run"


RULE = Rule(
    name="impossible-pattern",
    code="E006",
    severity=Severity.WARNING,
    page=__doc__,
    on_suite=check,
    dialects=frozenset({EVOLVE, EVAL_MAGIC}),
    tier=Tier.EVALS,
    heuristic=True,
)
