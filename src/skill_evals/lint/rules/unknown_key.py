"""A key that no reader looks at.

## What it does

In eval-magic's suites, whose schema forbids keys of one's own, reports every key that it does not know. In the other
dialects keys of one's own are welcome, and only one that is within two letters of a known key is reported.

## Why is this bad

eval-magic refuses the file. Elsewhere a misspelt key is dropped without a word: the assertions under `asertions` are
never checked. Where the key that was meant has to be there, as the prompt has, the finding is an error.

## Bad

```json path=plugins/demo/evals/greet/evals.json
{
  "evals": [
    {
      "id": "new-colleague",
      "prompt": "Greet Ada",
      "expectatoins": ["Mentions the team"],
      "assertions": ["Names the colleague"]
    }
  ]
}
```

## Good

```json path=plugins/demo/evals/greet/evals.json
{
  "evals": [
    {
      "id": "new-colleague",
      "prompt": "Greet Ada",
      "expectations": ["Mentions the team"],
      "assertions": ["Names the colleague"]
    }
  ]
}
```

## Configuration

None.

## How to fix

Correct the spelling; in eval-magic's suites move notes of your own out of the file. `--fix --unsafe-fixes` renames the
key to the one known key that is near.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from skill_evals.dialects.validate import violations
from skill_evals.dialects.vocabulary import VOCABULARIES, Vocabulary
from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.fix_spelling import renamed
from skill_evals.lint.rule import Rule
from skill_evals.lint.suggest import did_you_mean, nearest
from skill_evals.lint.values import value_at
from skill_evals.lint.words import shown
from skill_evals.model.diagnostic import Severity
from skill_evals.model.position import Part, Pointer
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import Suite, Tier


def check(attribution: Attribution, context: Context) -> Iterator[Fault]:
    vocabulary = VOCABULARIES[attribution.suite.dialect]
    if vocabulary.closed:
        yield from _forbidden(attribution.suite, context)
    else:
        yield from _misspelt(attribution.suite, vocabulary, context)


def _forbidden(suite: Suite, context: Context) -> Iterator[Fault]:
    document = context.document(suite.path)
    for violation in () if document is None else violations(suite.dialect, suite.tier, document.value):
        if violation.keyword != "additionalProperties" or violation.at == ("$schema",):
            continue
        key = str(violation.at[-1])
        known = violation.expected if isinstance(violation.expected, list) else []
        beside = value_at(suite, violation.at[:-1], context)
        yield Fault(
            path=suite.path,
            message=f"eval-magic knows no key `{shown(key)}` here and refuses the file{did_you_mean(key, known)}",
            at=violation.at,
            part=Part.KEY,
            suite=suite.path,
            fix=renamed(violation.at, known, beside if isinstance(beside, dict) else ()),
        )


def _misspelt(suite: Suite, vocabulary: Vocabulary, context: Context) -> Iterator[Fault]:
    names = frozenset(suite.fields if suite.cases_at else ())
    cases = suite.asked.names if suite.tier is Tier.TRIGGERS else suite.case_names
    if _all_known(suite.dialect, suite.tier, names, cases, suite.check_names):
        return
    top = vocabulary.top_keys[suite.tier]
    # Without a list of cases the top-level keys are names of skills.
    if suite.cases_at and not top.issuperset(suite.fields):
        yield from _near(suite, (), suite.fields, top)
    known = vocabulary.case_keys[suite.tier].union(vocabulary.retired)
    seen = suite.asked.names
    for at, fields in _triggers(suite, context) if seen is None or not known.issuperset(seen) else ():
        if not known.issuperset(fields):
            yield from _near(suite, at, fields, known)
    if not known.issuperset(suite.case_names):
        for case in suite.evals:
            yield from _near(suite, case.at, case.fields, known)
    if any(not members.issuperset(suite.check_names) for members in vocabulary.check_keys.values()):
        yield from _in_checks(suite, vocabulary)


@lru_cache(maxsize=1024)
def _all_known(
    dialect: str, tier: Tier, top: frozenset[str], cases: frozenset[str] | None, checks: frozenset[str]
) -> bool:
    """Whether there is surely nothing to say; most suites of a tree have the same names. None: they are not known."""
    vocabulary = VOCABULARIES[dialect]
    known = vocabulary.case_keys[tier].union(vocabulary.retired)
    if not vocabulary.top_keys[tier].issuperset(top) or cases is None or not known.issuperset(cases):
        return False
    return all(members.issuperset(checks) for members in vocabulary.check_keys.values())


def _in_checks(suite: Suite, vocabulary: Vocabulary) -> Iterator[Fault]:
    for case in suite.evals:
        for assertion in case.checks:
            members = vocabulary.check_keys.get(assertion.kind, frozenset())
            if not members.issuperset(assertion.fields) and members:
                yield from _near(suite, assertion.at, assertion.fields, members)


def _triggers(suite: Suite, context: Context) -> Iterator[tuple[Pointer, Mapping[str, object]]]:
    """Every authored trigger case. Where all of them stand in one list, it is looked up once."""
    listed = value_at(suite, suite.cases_at, context) if suite.triggers else None
    depth = len(suite.cases_at)
    for trigger in suite.triggers:
        number = trigger.at[-1] if len(trigger.at) == depth + 1 else None
        if isinstance(listed, list) and isinstance(number, int):
            fields = listed[number]
        else:
            fields = value_at(suite, trigger.at, context)
        if isinstance(fields, dict):
            yield trigger.at, fields


def _near(suite: Suite, at: Pointer, fields: Mapping[str, object], known: frozenset[str]) -> list[Fault]:
    """Keys that were probably meant as one that is known and absent here."""
    meant = {key: _meant(key, known) for key in fields if key not in known}
    return [
        Fault(
            path=suite.path,
            message=f"no reader looks at `{shown(key)}`; did you mean `{word}`?",
            at=(*at, key),
            part=Part.KEY,
            suite=suite.path,
            severity=Severity.WARNING,
            fix=renamed((*at, key), known, fields),
        )
        for key, word in meant.items()
        if word is not None and word not in fields
    ]


@lru_cache(maxsize=4096)
def _meant(key: str, known: frozenset[str]) -> str | None:
    """The known key that a key is a misspelling of; one that differs by case only is read by evolve."""
    return None if key.lower() in known else nearest(key, known)


RULE = Rule(
    name="unknown-key",
    code="S002",
    severity=Severity.ERROR,
    page=__doc__,
    on_suite=check,
    fixable=True,
)
