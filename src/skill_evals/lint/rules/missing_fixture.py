"""A fixture that is not in the repository.

## What it does

Looks for each entry of a case's `files` where its runner looks: beside the suite (evolve, eval-magic), or from the
skill, the suite, its `files/` and the root of the repository (skill-creator). Where the file exists at another of
these places, the message says so. In skill-creator's format the finding is a warning; a suite none of whose entries is
kept with the skill, or is said to be (`files/…`, `evals/…`), is probably about a workspace that its author imagined,
and is mentioned once as information: a `package.json` that the repository has for itself is no fixture. Files that git
ignores are not there: nobody else has them.

## Why is this bad

evolve and eval-magic stop the whole run. Elsewhere the agent is asked to work on a file that it does not have.

## Bad

```json path=plugins/demo/evals/greet/evals.json
{
  "evals": [
    {"id": "team", "prompt": "Greet the team", "files": ["files/team.csv"], "expectations": ["Names everybody"]}
  ]
}
```

## Good

```json path=plugins/demo/evals/greet/evals.json
{
  "evals": [
    {"id": "team", "prompt": "Greet the team", "files": ["files/team.csv"], "expectations": ["Names everybody"]}
  ]
}
```

```text path=plugins/demo/evals/greet/files/team.csv
name
Ada
```

## Configuration

None.

## How to fix

Add the file, correct the path, or drop the entry. `--fix` corrects a path that leads to exactly one file from another
place, if that file lies where the runner looks.
"""

import posixpath
from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.fixtures import Fixture, anywhere, escapes, exists, fixtures, folders_of, is_path, places
from skill_evals.lint.rule import EVAL_MAGIC, EVOLVE, SKILL_CREATOR, Rule
from skill_evals.lint.words import shown
from skill_evals.model.diagnostic import Severity
from skill_evals.model.fix import Fix, Replace
from skill_evals.model.light import light, replace
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import Suite, Tier

_OUTCOME = {
    EVOLVE: "evolve stops the whole run",
    EVAL_MAGIC: "eval-magic stops the whole run",
    SKILL_CREATOR: "the agent is asked to work on what it does not have",
}


@light(frozen=True, slots=True, kw_only=True)
class _Look:
    context: Context
    folders: frozenset[str]

    def there(self, path: str) -> bool:
        return exists(path, self.context.files.entries, self.folders)


def check(context: Context) -> Iterator[Fault]:
    if not any(attribution.suite.dialect in _OUTCOME for attribution in context.staging):
        return
    suites = [a for a in context.project.suites if a.suite.tier is Tier.EVALS and a.suite.dialect in _OUTCOME]
    look = _Look(context=context, folders=folders_of(context.files.entries))
    for attribution in suites:
        yield from _suite(attribution, look)


def _suite(attribution: Attribution, look: _Look) -> Iterator[Fault]:
    suite = attribution.suite
    listed = [f for f in fixtures(suite) if f.text and is_path(f.text) and escapes(attribution, f) is None]
    looked = [(fixture, places(attribution, fixture)) for fixture in listed]
    missing = [fixture for fixture, paths in looked if paths and not any(map(look.there, paths))]
    if suite.dialect == SKILL_CREATOR and missing and not any(_kept(attribution, one, look) for one in listed):
        yield _imagined(suite, missing)
        return
    for fixture in missing:
        yield Fault(
            path=suite.path,
            message=f"`{shown(fixture.text)}` is not in the repository, and "
            f"{_OUTCOME[suite.dialect]}{_cure(attribution, fixture, look)}",
            at=fixture.at,
            suite=suite.path,
            severity=Severity.WARNING if suite.dialect == SKILL_CREATOR else None,
            also=places(attribution, fixture),
            fix=_fix(attribution, fixture, look),
        )


def _kept(attribution: Attribution, fixture: Fixture, look: _Look) -> bool:
    """Whether an entry is kept with the skill or its suite, or says that it is."""
    suite, skill = attribution.suite, attribution.skill
    folder = posixpath.dirname(suite.path)
    if fixture.text.startswith(("files/", f"{posixpath.basename(folder)}/", f"{folder}/")):
        return True
    homes = {folder, "" if skill is None else skill.directory} - {""}
    return any(
        look.there(path) and path.startswith(tuple(f"{home}/" for home in homes))
        for path in places(attribution, fixture)
    )


def _imagined(suite: Suite, missing: list[Fixture]) -> Fault:
    names = {fixture.text for fixture in missing}
    message = (
        f"`{shown(missing[0].text)}` is not in the repository"
        if len(names) == 1
        else f"{len(names)} of the files that this suite lists are not in the repository"
    )
    return Fault(
        path=suite.path,
        message=f"{message}; add them beside the suite, unless they only stand for a workspace that the prompts "
        "describe",
        at=missing[0].at,
        suite=suite.path,
        severity=Severity.INFO,
    )


def _cure(attribution: Attribution, fixture: Fixture, look: _Look) -> str:
    """Where the entry does lead somewhere, and how to write that."""
    elsewhere = next((path for path in anywhere(attribution, fixture) if path and look.there(path)), None)
    if elsewhere is None:
        looked = " or ".join(f"`{path}`" for path in places(attribution, fixture)[:2])
        return f" (looked for {looked})" if looked else ""
    written = posixpath.relpath(elsewhere, posixpath.dirname(attribution.suite.path))
    if written.startswith(".."):
        return f"; `{elsewhere}` exists, so move it beside the suite"
    return f"; `{elsewhere}` exists, so write `{written}`"


def _fix(attribution: Attribution, fixture: Fixture, look: _Look) -> Fix | None:
    """The path as it should be written, where one file alone can be meant and the runner would then find it."""
    there = [path for path in anywhere(attribution, fixture) if path and look.there(path)]
    if len(there) != 1:
        return None
    written = posixpath.relpath(there[0], posixpath.dirname(attribution.suite.path) or ".")
    if written.startswith("..") or places(attribution, replace(fixture, text=written)) != (there[0],):
        return None
    return Fix(title=f"write `{shown(written)}`", edits=(Replace(at=fixture.at, value=written),))


RULE = Rule(
    name="missing-fixture",
    code="F001",
    severity=Severity.ERROR,
    page=__doc__,
    on_project=check,
    dialects=frozenset(_OUTCOME),
    tier=Tier.EVALS,
    fixable=True,
)
