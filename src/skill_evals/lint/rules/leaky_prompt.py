r"""The prompt says what a check looks for in the answer.

## What it does

Reports a check that an answer passes by repeating the prompt:

- a pattern searched in the answer (evolve's `regex` without `path`, eval-magic's `assistant_message_matches`) that
  matches the prompt, or a turn's;
- an expectation, assertion or rubric of four words or more that stands in the prompt word for word.

A pattern searched in a file is left alone: to name the content that is asked for is no leak.

## Why is this bad

The agent passes without the skill, with it, and without doing anything: the case measures whether it repeats. The
baseline passes too, so the skill shows no effect.

## Bad

```json path=plugins/demo/evals/commit/evals.json
{
  "evals": [
    {
      "id": "names-the-type",
      "prompt": "Which type has this commit, feat or fix? It corrects the rounding of totals.",
      "assertions": [{"type": "regex", "pattern": "\\bfix\\b"}]
    }
  ]
}
```

## Good

```json path=plugins/demo/evals/commit/evals.json
{
  "evals": [
    {
      "id": "names-the-type",
      "prompt": "Write the subject of this commit. It corrects the rounding of totals.",
      "assertions": [{"type": "regex", "pattern": "^fix(\\([a-z]+\\))?: "}]
    }
  ]
}
```

## Configuration

None.

## How to fix

Ask for the outcome without giving the answer, or look for what only a right answer holds.
"""

from collections.abc import Iterator

from skill_evals.dialects.patterns import PatternError, search_re2, search_rust
from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.graded import CheckText, patterns, prompts, sentences, text_member
from skill_evals.lint.members import exact
from skill_evals.lint.pattern_parts import holds_text, parsed
from skill_evals.lint.queries import normalised
from skill_evals.lint.rule import EVAL_MAGIC, EVOLVE, SKILL_CREATOR, Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.regex import regex
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import Check, Suite, Tier

_LEAST_WORDS = 4
_PLAIN = regex(r"[\w /:,;'\"=@%#!<>~&-]+")
"""Text that stands for itself in every engine."""


def check(attribution: Attribution, _context: Context) -> Iterator[Fault]:
    suite = attribution.suite
    for pattern in patterns(suite, _may_be_of_transcript if _regex_is_of_files(suite) else _may_be_of_answer):
        if pattern.name == "pattern" and _searches_answer(suite, pattern.check) and _in_prompt(suite, pattern):
            yield Fault(
                path=suite.path,
                at=pattern.at,
                message="the pattern matches the prompt itself, so an answer that repeats the question passes; look "
                "for what only a right answer holds",
                suite=suite.path,
            )
    for sentence in sentences(suite, _has_many_words):
        if _word_for_word(suite, sentence):
            yield Fault(
                path=suite.path,
                at=sentence.at,
                message="the prompt holds this sentence word for word, so the agent is told what it is judged by; ask "
                "for the outcome instead",
                suite=suite.path,
            )


def _regex_is_of_files(suite: Suite) -> bool:
    """Whether no ``regex`` searches the answer: one with a path searches a file."""
    return exact(suite) and all(suite.graded.column("regex", "path"))


def _may_be_of_answer(kind: str, text: str) -> bool:
    return kind in {"transcript_check", "regex"} and _says_something(text)


def _may_be_of_transcript(kind: str, text: str) -> bool:
    return kind == "transcript_check" and _says_something(text)


def _has_many_words(_kind: str, text: str) -> bool:
    return text.count(" ") >= _LEAST_WORDS - 1


def _searches_answer(suite: Suite, one: Check) -> bool:
    if one.kind == "regex":
        return not one.fields.get("path") and not text_member(suite, one, "path")
    return one.kind == "transcript_check" and one.fields.get("check") == "assistant_message_matches"


def _says_something(text: str) -> bool:
    """Others match everything, the prompt too, and are `vacuous-pattern`'s to report."""
    found = parsed(text)
    return bool(text) and (found is None or holds_text(found.branches))


def _in_prompt(suite: Suite, pattern: CheckText) -> bool:
    return any(_finds(suite, pattern.text, text) for text in prompts(suite, pattern.case))


def _finds(suite: Suite, pattern: str, text: str) -> bool:
    if _PLAIN.fullmatch(pattern):
        return pattern in text
    try:
        found = search_rust(pattern, text) if suite.dialect == EVAL_MAGIC else search_re2(pattern, text, multiline=True)
    except PatternError:
        return False
    return found is not None


def _word_for_word(suite: Suite, sentence: CheckText) -> bool:
    text = sentence.text.strip().rstrip(".!")
    # How it ends is not in the prompt: that settles most sentences at once.
    return any(
        len(text) <= len(prompt) and text[-3:].casefold() in prompt.casefold() and _holds(prompt, text)
        for prompt in prompts(suite, sentence.case)
    )


def _holds(prompt: str, text: str) -> bool:
    whole, part = normalised(prompt), normalised(text)
    found = whole.find(part)
    if found < 0:
        return False
    before, after = whole[found - 1 : found], whole[found + len(part) : found + len(part) + 1]
    return not before.isalnum() and not after.isalnum()


RULE = Rule(
    name="leaky-prompt",
    code="E014",
    severity=Severity.WARNING,
    page=__doc__,
    on_suite=check,
    dialects=frozenset({EVOLVE, EVAL_MAGIC, SKILL_CREATOR}),
    tier=Tier.EVALS,
    heuristic=True,
)
