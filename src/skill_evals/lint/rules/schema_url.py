"""A `$schema` that names another format, or stands where it is forbidden.

## What it does

Reports a `$schema` that points at the schema of another dialect, of the other kind of suite, of a results file, or of
JSON Schema itself. In eval-magic's suites it is an error in any case, since eval-magic refuses the key.

## Why is this bad

The editor checks the file against the wrong rules, and detection believes it: the file is then read as what it is
not.

## Bad

```json path=plugins/demo/evals/greet/triggers.json
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "triggers": [
    {"query": "say hello to the new colleague", "should_trigger": true},
    {"query": "say goodbye to the old server", "should_trigger": false}
  ]
}
```

## Good

```json path=plugins/demo/evals/greet/triggers.json
{
  "$schema": "https://raw.githubusercontent.com/bitwise-media-group/evolve/main/schemas/triggers.schema.json",
  "triggers": [
    {"query": "say hello to the new colleague", "should_trigger": true},
    {"query": "say goodbye to the old server", "should_trigger": false}
  ]
}
```

## Configuration

None.

## How to fix

Name the schema of this file's dialect and kind, or delete the key. In eval-magic's suites `--fix --unsafe-fixes`
deletes it.
"""

import posixpath
from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.rule import EVAL_MAGIC, EVOLVE, SKILL_CREATOR, TRIGGER_SET, Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.fix import Delete, Fix
from skill_evals.model.position import Part
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import Suite, Tier

_KEY = "$schema"
_NO_KEY = Fix(title="delete `$schema`", edits=(Delete(at=(_KEY,)),), safe=False)
_OWNERS = {
    "/evolve/": EVOLVE,
    "/evolve-": EVOLVE,
    "slow-powers.dev": EVAL_MAGIC,
    "/eval-magic": EVAL_MAGIC,
    "/skill-creator-": SKILL_CREATOR,
    "/trigger-set.": TRIGGER_SET,
}
_ARTEFACTS = ("benchmark", "evaluation", "grading", "metrics", "provenance", "results", "timing")


def check(attribution: Attribution, _context: Context) -> Iterator[Fault]:
    suite = attribution.suite
    url = suite.fields.get(_KEY)
    if url is None:
        return
    if suite.dialect == EVAL_MAGIC:
        message = (
            "eval-magic refuses a file with `$schema`; delete the key, and map the schema in the editor's settings"
        )
        yield _fault(suite, message, Part.KEY, Severity.ERROR, _NO_KEY)
    elif isinstance(url, str) and (whose := _stranger(url, suite)) is not None:
        yield _fault(suite, f"this is the schema of {whose}, not of this file; correct or delete it", Part.VALUE)


def _stranger(url: str, suite: Suite) -> str | None:
    """Whose schema an address is, if not this suite's."""
    if "json-schema.org/" in url:
        return "JSON Schema itself"
    name = posixpath.basename(url).partition(".")[0]
    artefact = next((word for word in _ARTEFACTS if name.endswith(word)), None)
    if artefact is not None:
        return f"{artefact} files"
    owner = next((dialect for mark, dialect in _OWNERS.items() if mark in url), None)
    if owner not in (None, suite.dialect):
        return f"{owner}'s suites"
    other = Tier.EVALS if suite.tier is Tier.TRIGGERS else Tier.TRIGGERS
    if suite.tier.value not in suite.fields and other.value in suite.fields and suite.dialect == EVOLVE:
        return f"evolve's {suite.tier.value}"
    return None


def _fault(suite: Suite, message: str, part: Part, severity: Severity | None = None, fix: Fix | None = None) -> Fault:
    return Fault(path=suite.path, message=message, at=(_KEY,), part=part, suite=suite.path, severity=severity, fix=fix)


RULE = Rule(name="schema-url", code="S007", severity=Severity.WARNING, page=__doc__, on_suite=check, fixable=True)
