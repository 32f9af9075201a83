"""Files are to be written, and only a model decides whether they are right.

## What it does

Off by default. Reports an evolve or eval-magic case all of whose checks are for a judge, although its prompt asks for a
file by name, or a check speaks of what such a file holds. Files that the case stages do not count.

## Why is this bad

A judge costs money, varies between runs, and believes a convincing report. Whether a file is there, what stands in it
and whether its tests pass can be looked at.

## Bad

```json path=plugins/demo/evals/greet/evals.json
{
  "evals": [
    {
      "id": "writes-the-letter",
      "prompt": "Write a welcome letter for Ada to letter.md",
      "expectations": ["The letter addresses Ada"]
    }
  ]
}
```

## Good

```json path=plugins/demo/evals/greet/evals.json
{
  "evals": [
    {
      "id": "writes-the-letter",
      "prompt": "Write a welcome letter for Ada to letter.md",
      "expectations": ["The letter is warm and does not mention salary"],
      "assertions": [{"type": "regex", "path": "letter.md", "pattern": "Ada"}]
    }
  ]
}
```

## Configuration

None.

## How to fix

Add a check of the file itself: in evolve `file_exists`, `regex` or `command`, in eval-magic `command_check`. Keep the
judge for what only a reader can tell.
"""

import posixpath
import re
from collections.abc import Iterator
from itertools import chain

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.graded import SENTENCES, prompts, text_member
from skill_evals.lint.rule import EVAL_MAGIC, EVOLVE, Rule
from skill_evals.lint.words import shown
from skill_evals.model.diagnostic import Severity
from skill_evals.model.position import Part
from skill_evals.model.regex import regex
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import EvalCase, Suite, Tier

_NAME = (
    r"(?<![\w./@:-])(?:[\w.-]+/)*[\w-][\w.-]*\."
    r"(?:cfg|cs|css|csv|docx|go|html?|ini|java|json|jsx?|md|pdf|php|pptx|py|rb|rs|sh|sql|svg|tf|toml|tsx?|txt|xlsx|xml|ya?ml)"
    r"(?![\w/-])"
)
_ASKED_FOR = regex(
    r"\b(?:add|create|export|generate|produce|put|save|store|write)s?\b(?:[^.\n]{0,80}?\b(?:as|at|called|in|into|named|to))?"
    rf"\s+(?:a |the |file )*[`'\"]?({_NAME})",
    re.IGNORECASE,
)
_JUDGED = regex(
    rf"({_NAME})[`'\"]?\s+(?:contains|exists|has|holds|includes|is created|is written|lists)\b", re.IGNORECASE
)
_ADVICE = {
    EVOLVE: "add a `file_exists`, `regex` or `command` check",
    EVAL_MAGIC: "add a `command_check`",
}


def check(attribution: Attribution, _context: Context) -> Iterator[Fault]:
    suite = attribution.suite
    for case in suite.evals:
        if not case.should_trigger or not case.checks or not all(one.kind in SENTENCES for one in case.checks):
            continue
        written = _written(suite, case)
        if written is not None:
            yield Fault(
                path=suite.path,
                at=case.at,
                part=Part.OPEN,
                message=f"only a judge decides on this case, although `{shown(written)}` is to be written and can be "
                f"looked at; {_ADVICE[suite.dialect]}",
                suite=suite.path,
            )


def _written(suite: Suite, case: EvalCase) -> str | None:
    """The first file that the case wants written and does not stage."""
    staged = {posixpath.basename(path) for path in case.files}
    asked = (name for text in prompts(suite, case) for name in _ASKED_FOR.findall(text))
    sentences = (text_member(suite, one, SENTENCES[one.kind]) or "" for one in case.checks)
    judged = (name for text in sentences for name in _JUDGED.findall(text))
    return next((name for name in chain(asked, judged) if posixpath.basename(name) not in staged), None)


RULE = Rule(
    name="judge-only",
    code="E013",
    severity=Severity.INFO,
    page=__doc__,
    on_suite=check,
    dialects=frozenset({EVOLVE, EVAL_MAGIC}),
    tier=Tier.EVALS,
    default=False,
)
