"""An expectation that praises without saying what is to be seen.

## What it does

Off by default. Reports an expectation, assertion or rubric made of nothing but words of judgement (`correct`, `good`,
`appropriate`, `works`) and words for the whole (`the output`, `the agent`). English only.

## Why is this bad

A judge has nothing to look for, so it says what it likes: the same answer passes in one run and fails in the next, and
both arms of a comparison tend to pass.

## Bad

```json path=skills/greet/evals/evals.json
{
  "skill_name": "greet",
  "evals": [
    {"id": 1, "prompt": "Greet the new colleague Ada", "expectations": ["The output is correct and of high quality"]}
  ]
}
```

## Good

```json path=skills/greet/evals/evals.json
{
  "skill_name": "greet",
  "evals": [
    {"id": 1, "prompt": "Greet the new colleague Ada", "expectations": ["Names Ada", "Is one sentence long"]}
  ]
}
```

## Configuration

None.

## How to fix

Say what somebody would see in a good outcome and miss in a bad one: a name, a number, an order, a thing left out.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.graded import sentences
from skill_evals.lint.rule import EVAL_MAGIC, EVOLVE, SKILL_CREATOR, Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.regex import regex
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import Tier

_LONGEST = 120
_WORD = regex(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_PRAISE_WORDS = """
acceptable accurate accurately adequate adequately appropriate appropriately best better clean
clear clearly complete comprehensive correct correctly effective effectively excellent expected
fine good great helpful high-quality ideal intended meaningful nice proper properly quality
readable reasonable reasonably relevant right robust satisfactory sensible successful
successfully suitable thorough useful valid well work works
"""
_PRAISE = frozenset(_PRAISE_WORDS.split())
_WHOLE_WORDS = """
a agent all an and answer answers any are as assistant be been behaves behavior behaviour both
can code content correctness did do does done everything executed final follows for gives
handled handles has have high implementation implemented in instructions is it its level makes
model must of on or output outputs overall performed performs produced produces provides report
request requested responds response result results returned returns sense should skill solution
solved solves standard summary task text that the there this to user very was way were which
will with written
"""
_WHOLE = frozenset(_WHOLE_WORDS.split())


def check(attribution: Attribution, _context: Context) -> Iterator[Fault]:
    suite = attribution.suite
    for sentence in sentences(suite, _is_short):
        words = {word.casefold() for word in _WORD.findall(sentence.text)}
        # A digit or a sign of code is something to look for.
        concrete = any(letter.isdigit() or letter in '`"/_=<>' for letter in sentence.text)
        if not concrete and words & _PRAISE and words <= _PRAISE | _WHOLE:
            yield Fault(
                path=suite.path,
                at=sentence.at,
                message="the sentence says that the outcome is good and not what is good about it, so the judge "
                "decides by taste; write what must be seen in it",
                suite=suite.path,
            )


def _is_short(_kind: str, text: str) -> bool:
    return len(text) <= _LONGEST


RULE = Rule(
    name="vague-expectation",
    code="E017",
    severity=Severity.INFO,
    page=__doc__,
    on_suite=check,
    dialects=frozenset({EVOLVE, EVAL_MAGIC, SKILL_CREATOR}),
    tier=Tier.EVALS,
    default=False,
    heuristic=True,
)
