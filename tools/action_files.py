"""What follows from ``action.yml``: the two other actions, and the tables of ``docs/action.md``.

Inputs and outputs stand in ``action.yml`` alone; ``claude-code/action.yml`` and ``native/action.yml`` take them over
word by word, so that a workflow changes from one to the other by its ``uses:`` line. The tables are told by the code.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from skill_evals.app.action.by_event import mode_of
from skill_evals.app.action.mode import Against, Held, Mode, Task
from skill_evals.model.event import (
    NO_COMMIT,
    Comment,
    Event,
    FinishedRun,
    Job,
    MergeGroup,
    PullRequest,
    Push,
    Repository,
    Tip,
)

ROOT = Path(__file__).resolve().parent.parent
ACTION = ROOT / "action.yml"
CLAUDE_CODE = ROOT / "claude-code" / "action.yml"
NATIVE = ROOT / "native" / "action.yml"
PAGE = ROOT / "docs" / "action.md"
PINS = ROOT / "docs" / "pins.md"
NOTICE = "# Written by tools/generate.py from action.yml; `make docs` renews it.\n"
SETUP_PYTHON = "actions/setup-python"

_PART = "<!-- {edge} {name} -->"
_PIN = re.compile(
    r"^\| `?(?P<action>[\w./-]+)`? \| `?(?P<tag>v[\d.]+)`? \| `?(?P<commit>[0-9a-f]{40})`? \|", re.MULTILINE
)


def files() -> dict[Path, str]:
    """Every file that follows, with its text."""
    return {CLAUDE_CODE: _claude_code(), NATIVE: _native(), PAGE: _page()}


def read_action(path: Path) -> dict[str, Any]:
    from ruamel.yaml import YAML

    found: dict[str, Any] = YAML(typ="safe").load(path.read_text(encoding="utf-8"))
    return found


def pins() -> dict[str, tuple[str, str]]:
    """Tag and commit of every action that may be used, by its name."""
    return {one["action"]: (one["tag"], one["commit"]) for one in _PIN.finditer(PINS.read_text(encoding="utf-8"))}


def _shared(name: str, description: str) -> str:
    """``action.yml`` down to ``runs:``, with another name."""
    text = ACTION.read_text(encoding="utf-8").partition("\nruns:\n")[0]
    text = re.sub(r"^name: .*$", f"name: {name}", text, count=1, flags=re.MULTILINE)
    return (
        NOTICE + re.sub(r"^description: .*$", f"description: {description}", text, count=1, flags=re.MULTILINE) + "\n"
    )


def _claude_code() -> str:
    head = _shared(
        "Skill evals with Claude Code", "The same action with Claude Code in its image, for the backend of that name."
    )
    return head + (
        "runs:\n"
        "  using: docker\n"
        "  # One line, written by the release: its image by digest, as for the action at the root.\n"
        "  image: Dockerfile\n"
        "  args:\n"
        "    - action\n"
    )


def _native() -> str:
    head = _shared(
        "Skill evals without a container",
        "The same action on the runner itself, for suites that need its tools, and for runners without Docker.",
    )
    before, outputs = head.split("\noutputs:\n")
    named = re.sub(
        r"^  (?P<name>[a-z-]+):\n(?P<told>    description: .*\n)",
        r"  \g<name>:\n\g<told>    value: ${{ steps.run.outputs.\g<name> }}\n",
        outputs,
        flags=re.MULTILINE,
    )
    tag, commit = pins()[SETUP_PYTHON]
    inputs = read_action(ACTION)["inputs"]
    handed = "".join(f"        INPUT_{name.upper().replace('-', '_')}: ${{{{ inputs.{name} }}}}\n" for name in inputs)
    steps = _NATIVE_STEPS.replace("PIN", f"{commit} # {tag}")
    return f"{before}\noutputs:\n{named}{steps}{handed}" + _NATIVE_RUN


_NATIVE_STEPS = """
runs:
  using: composite
  steps:
    - id: python
      uses: actions/setup-python@PIN
      with:
        python-version: "3.13"
        update-environment: false # the job's own Python stays the one that its steps find
    # No input is here but the backend's name: what is installed sees no key.
    # `-I`: this folder is the checkout, whose venv.py or pip.py would be run in the place of Python's own.
    - id: install
      shell: bash
      env:
        PYTHON: ${{ steps.python.outputs.python-path }}
        BACKEND: ${{ inputs.backend }}
      run: |
        place=$(mktemp -d "$RUNNER_TEMP/skill-evals-XXXXXX")
        "$PYTHON" -I -m venv "$place"
        python=$place/bin/python
        if [ "$RUNNER_OS" = Windows ]; then python=$place/Scripts/python; fi
        extras=bedrock,vertex
        if [ "$BACKEND" = claude-code ]; then extras+=,claude-code; fi
        source=$GITHUB_ACTION_PATH/..
        "$python" -I -m pip install --quiet --disable-pip-version-check --only-binary=:all: "${source}[$extras]"
        echo "python=$python" >> "$GITHUB_OUTPUT"
    - id: run
      shell: bash
      env:
        PYTHON: ${{ steps.install.outputs.python }}
"""

_NATIVE_RUN = """      run: exec "$PYTHON" -I -u -m skill_evals action
"""


def _page() -> str:
    text = PAGE.read_text(encoding="utf-8")
    action = read_action(ACTION)
    for name, rows in (
        ("inputs", _inputs(action["inputs"])),
        ("outputs", _outputs(action["outputs"])),
        ("events", _events()),
    ):
        begin, end = (_PART.format(edge=edge, name=name) for edge in ("begin", "end"))
        before, _, rest = text.partition(begin)
        after = rest.partition(end)[2]
        text = f"{before}{begin}\n{rows}{end}{after}"
    return text


def _inputs(inputs: dict[str, Any]) -> str:
    rows = ([f"`{name}`", _value(one["default"]), one["description"]] for name, one in inputs.items())
    return _table(["input", "default", "meaning"], rows)


def _outputs(outputs: dict[str, Any]) -> str:
    return _table(["output", "meaning"], ([f"`{name}`", one["description"]] for name, one in outputs.items()))


def _value(text: str) -> str:
    return f"`{text}`" if text else ""


def _table(head: list[str], rows: Iterable[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


_HOME, _FORK = (Repository(id=number, full_name=name) for number, name in ((1, "here/skills"), (2, "there/skills")))
_BASE, _HEAD = "b" * 40, "c" * 40
_OF_HOME = PullRequest(
    number=1,
    base=Tip(sha=_BASE, ref="main", repository=_HOME),
    head=Tip(sha=_HEAD, ref="topic", repository=_HOME),
)
_OF_FORK = replace(_OF_HOME, head=replace(_OF_HOME.head, repository=_FORK))
_COMMAND = Comment(id=1, body="/evaluate", author="someone", pull=1)
_TO_TOPIC = Push(before=_BASE, after=_HEAD)
_FINISHED = FinishedRun(
    id=1, event="pull_request", conclusion="success", head_sha=_HEAD, head_branch="topic", head_repository=_HOME
)


def _event(name: str, action: str = "", ref: str = "refs/heads/topic") -> Event:
    return Event(name=name, action=action, ref=ref, repository=_HOME, job=Job())


_CHANGED = _event("pull_request", "synchronize")
_PUSHED = _event("push")
_COMMENTED = _event("issue_comment", "created")

_STORIES: tuple[tuple[str, Event], ...] = (
    ("`pull_request`", replace(_CHANGED, pull=_OF_HOME)),
    ("`pull_request` from a fork", replace(_CHANGED, pull=_OF_FORK)),
    ("`pull_request`, a draft", replace(_CHANGED, pull=replace(_OF_HOME, draft=True))),
    ("`pull_request`, closed", replace(_CHANGED, action="closed", pull=replace(_OF_HOME, is_open=False))),
    ("`pull_request_target`", replace(_CHANGED, name="pull_request_target", pull=_OF_FORK)),
    ("`merge_group`", replace(_event("merge_group"), merge_group=MergeGroup(base_sha=_BASE, head_sha=_HEAD))),
    ("`push` to a branch", replace(_PUSHED, push=_TO_TOPIC)),
    ("`push` of a new branch", replace(_PUSHED, push=replace(_TO_TOPIC, before=NO_COMMIT))),
    ("`push` of a tag", replace(_event("push", ref="refs/tags/v1"), push=replace(_TO_TOPIC, before=NO_COMMIT))),
    ("`push` that deletes a branch", replace(_PUSHED, push=replace(_TO_TOPIC, after=NO_COMMIT))),
    ("`issue_comment` that begins with `/evaluate`", replace(_COMMENTED, comment=_COMMAND)),
    ("`issue_comment`, any other", replace(_COMMENTED, comment=replace(_COMMAND, body="Thank you"))),
    ("`workflow_run`", replace(_event("workflow_run", "completed"), finished=_FINISHED)),
    ("`workflow_dispatch`", _event("workflow_dispatch")),
    ("`schedule`", _event("schedule")),
)

_DONE = {
    Task.NOTHING: "nothing",
    Task.JUDGE: "lint, plan, compare",
    Task.PUBLISH: "publish an artefact",
    Task.EVALUATE: "answer the command",
}
_AGAINST = {
    Against.PULL_REQUEST: "the merge commit's first parent, else the merge base",
    Against.SHA: "the merge base with the event's own base",
    Against.BEFORE: "the commit before; where the branch is new or that is gone, the default branch; else nothing",
    Against.NOTHING: "",
}


def _events() -> str:
    head = ["event", "what is done", "compared with", "runs", "comment", "commit"]
    return _table(head, ([name, *_behaviour(mode_of(event, Held()))] for name, event in _STORIES))


def _behaviour(mode: Mode) -> list[str]:
    if mode.task is not Task.JUDGE:
        return [f"{_DONE[mode.task]}: {mode.because}", "", "", "", ""]
    whole = ", everything" if mode.everything else ""
    told = [f"no: {words}" if words else "yes" for words in (mode.not_run, mode.not_commented, mode.not_committed)]
    return [_DONE[mode.task] + whole, _AGAINST[mode.against], *told]


def known_events() -> tuple[str, ...]:
    """The names of the events that the table tells about."""
    return tuple(dict.fromkeys(event.name for _, event in _STORIES))
