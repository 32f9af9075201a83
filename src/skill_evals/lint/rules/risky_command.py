"""A command that may harm the machine that runs it.

## What it does

Reports a command that runs what it downloads (`curl … | sh`, `bash <(curl …)`, `sh -c "$(wget …)"`), becomes another
user (`sudo`, `doas`, `su`), or deletes outside the workspace (`rm` or `find -delete` on an absolute path, the home
folder or `..`; temporary folders are left alone). Words inside quotes are not taken for commands.

## Why is this bad

evolve and eval-magic run commands on the machine of whoever runs the suite, with that person's environment and an open
network, and eval-magic without any sandbox. A reviewer of a pull request should see such a command before a machine
does. In this product's sandbox it fails.

## Bad

```json path=plugins/demo/evals/unit-tests/evals.json
{
  "evals": [
    {
      "id": "installs-uv",
      "prompt": "Set the project up for uv",
      "assertions": [{"type": "command", "run": "curl -LsSf https://example.com/uv.sh | sh && uv lock --check"}]
    }
  ]
}
```

## Good

```json path=plugins/demo/evals/unit-tests/evals.json
{
  "evals": [
    {
      "id": "installs-uv",
      "prompt": "Set the project up for uv",
      "assertions": [{"type": "command", "run": "uv lock --check", "requires": "uv"}]
    }
  ]
}
```

## Configuration

None.

## How to fix

Have the machine set up before the sweep and name the program in `requires`; keep to the workspace, in which every
command starts.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.graded import commands
from skill_evals.lint.rule import EVAL_MAGIC, EVOLVE, Rule
from skill_evals.lint.shell_words import Script, Simple, script_of
from skill_evals.lint.words import shown
from skill_evals.model.diagnostic import Severity
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import Tier

_LOADERS = frozenset({"curl", "wget"})
_SHELLS = frozenset({"bash", "dash", "ksh", "sh", "zsh"})
_INTERPRETERS = frozenset({"node", "perl", "python", "python3", "ruby"})
_OTHER_USER = frozenset({"doas", "su", "sudo"})
_TEMPORARY = ("/tmp/", "/var/tmp/", "/dev/shm/")  # noqa: S108 -- names to recognise, nothing is written there
_OUTSIDE = ("/", "~", "$HOME", "${HOME}", "..")
_HINTS = ("curl", "wget", "sudo", "doas", "su ", "rm ", "-delete")
"""Without any of these there is nothing to find, and no need to take the command apart."""


def check(attribution: Attribution, _context: Context) -> Iterator[Fault]:
    suite = attribution.suite
    for command in commands(suite):
        if not any(hint in command.text for hint in _HINTS):
            continue
        risk = _risk(script_of(command.text))
        if risk is not None:
            yield Fault(
                path=suite.path,
                at=command.at,
                message=f"the command {risk}, on the machine of whoever runs the suite; have that machine set up "
                "beforehand, and keep to the workspace",
                suite=suite.path,
            )


def _risk(script: Script) -> str | None:
    """What is risky about a script, in words; None: nothing that is known."""
    if _runs_a_download(script):
        return "runs what it downloads"
    for one in script.commands:
        if one.name in _OTHER_USER:
            return f"becomes another user (`{one.name}`)"
        target = _deleted_outside(one)
        if target is not None:
            return f"deletes outside the workspace (`{shown(target)}`)"
    return next((risk for inner in script.inner if (risk := _risk(inner)) is not None), None)


def _runs_a_download(script: Script) -> bool:
    loading = False
    for one in script.commands:
        words = one.words[1:] if one.name in _OTHER_USER else one.words
        if loading and _reads_a_program(words):
            return True
        loading = one.then in ("|", "|&") and (loading or one.name in _LOADERS)
    loads_inside = any(one.name in _LOADERS for inner in script.inner for one in inner.commands)
    return loads_inside and any(
        (one.name in _SHELLS and any(mark in word for word in one.words for mark in ("$(", "<(", "`")))
        or one.name in ("eval", "source", ".")
        for one in script.commands
    )


def _reads_a_program(words: tuple[str, ...]) -> bool:
    """Whether a command takes its standard input for a program to run."""
    if not words:
        return False
    if words[0] in _SHELLS:
        return len(words) == 1 or (words[1].startswith("-") and words[1] != "-c")
    return words[0] in _INTERPRETERS and words[1:] in ((), ("-",))


def _deleted_outside(one: Simple) -> str | None:
    if one.name == "rm":
        targets = [word for word in one.words[1:] if not word.startswith("-")]
    elif one.name == "find" and "-delete" in one.words:
        targets = list(one.words[1:2])
    else:
        return None
    return next((word for word in targets if word.startswith(_OUTSIDE) and not word.startswith(_TEMPORARY)), None)


RULE = Rule(
    name="risky-command",
    code="E009",
    severity=Severity.WARNING,
    page=__doc__,
    on_suite=check,
    dialects=frozenset({EVOLVE, EVAL_MAGIC}),
    tier=Tier.EVALS,
    heuristic=True,
)
