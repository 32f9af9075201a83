r"""A regular expression that matches whatever there is.

## What it does

Reports a pattern that matches the empty text in the engine of its runner (`.*`, `(foo)?`, `a|`, and in evolve's
`regex`, which searches line by line, `^` or `$` alone). Where a pattern is searched in the answer or in tool calls, it
also reports one that matches any letter or digit (`.+`, `\w`). A `tool` for any tool is right beside a `pattern` that
says something, and `.` in a file asks whether it is empty, so both are left alone.

## Why is this bad

evolve's `regex` and `tool_call`, eval-magic's `transcript_check` and its `expect_stdout` search the pattern anywhere:
such a check passes whatever the agent did, and `not_regex` fails whatever it did.

## Bad

```json path=plugins/demo/evals/changelog/evals.json
{
  "evals": [
    {
      "id": "names-the-version",
      "prompt": "Write the entry for this release",
      "assertions": [{"type": "regex", "path": "CHANGELOG.md", "pattern": "(## 1\\.2\\.0)?"}]
    }
  ]
}
```

## Good

```json path=plugins/demo/evals/changelog/evals.json
{
  "evals": [
    {
      "id": "names-the-version",
      "prompt": "Write the entry for this release",
      "assertions": [{"type": "regex", "path": "CHANGELOG.md", "pattern": "^## 1\\.2\\.0"}]
    }
  ]
}
```

## Configuration

None.

## How to fix

Write at least one thing that must be there, without `?` or `*` behind it. That a file exists is `file_exists`'s to ask.
"""

from collections.abc import Iterator
from functools import lru_cache

from skill_evals.dialects.patterns import PatternError, search_re2, search_rust
from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.graded import CheckText, patterns, text_member
from skill_evals.lint.pattern_parts import holds_text, parsed
from skill_evals.lint.rule import EVAL_MAGIC, EVOLVE, Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.regex import regex
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import Suite, Tier

_LOOSE = regex(r"[|?*{(\[.\\]")
"""Signs without one of which a pattern is plain text, perhaps between anchors."""

_ANYTHING = ("a", "Q", "7", "No, that didn't work: see step 3.")


def check(attribution: Attribution, _context: Context) -> Iterator[Fault]:
    suite = attribution.suite
    for pattern in patterns(suite, _may_say_nothing):
        matched = _matched(suite, pattern)
        if matched is not None and not _narrowed(suite, pattern):
            yield Fault(
                path=suite.path,
                at=pattern.at,
                message=f"the pattern matches {matched}, so {_outcome(suite, pattern)}; write what must be there",
                suite=suite.path,
            )


def _may_say_nothing(_kind: str, text: str) -> bool:
    return not _says_something(text)


@lru_cache(maxsize=4096)
def _says_something(text: str) -> bool:
    """Whether every match holds a character that the pattern spells out. No engine is loaded for those."""
    if _LOOSE.search(text) is None:
        # The empty pattern is a missing one.
        return not text or bool(text.strip("^$"))
    found = parsed(text)
    return found is not None and holds_text(found.branches)


def _matched(suite: Suite, pattern: CheckText) -> str | None:
    """What it matches that it should not, in words."""
    if _finds(suite, pattern, ""):
        return "the empty text"
    # In a file or in a command's output, "anything at all" asks whether it is empty.
    in_file = pattern.name == "expect_stdout" or text_member(suite, pattern.check, "path")
    if not in_file and all(_finds(suite, pattern, text) for text in _ANYTHING):
        return "any letter and any digit"
    return None


def _finds(suite: Suite, pattern: CheckText, text: str) -> bool:
    try:
        if suite.dialect == EVAL_MAGIC:
            return search_rust(pattern.text, text) is not None
        return search_re2(pattern.text, text, multiline=pattern.check.kind != "tool_call") is not None
    except PatternError:
        return False


def _narrowed(suite: Suite, pattern: CheckText) -> bool:
    """Whether it stands for any tool, and another pattern says with which arguments."""
    other = text_member(suite, pattern.check, "pattern") if pattern.name == "tool" else None
    return bool(other) and _says_something(other or "")


def _outcome(suite: Suite, pattern: CheckText) -> str:
    if pattern.check.kind == "not_regex":
        return "evolve fails the check whatever the agent did"
    if pattern.name == "expect_stdout":
        return "eval-magic passes over the output, whatever it is"
    if pattern.name == "pattern" and pattern.check.kind == "tool_call":
        return "evolve passes over the arguments, whatever they are"
    if suite.dialect == EVAL_MAGIC or pattern.name == "tool":
        return f"{suite.dialect} passes the check for any call"
    subject = "any file that exists" if text_member(suite, pattern.check, "path") else "any answer"
    return f"evolve passes the check for {subject}"


RULE = Rule(
    name="vacuous-pattern",
    code="E005",
    severity=Severity.WARNING,
    page=__doc__,
    on_suite=check,
    dialects=frozenset({EVOLVE, EVAL_MAGIC}),
    tier=Tier.EVALS,
)
