"""Seven states of a pull request, and what each needs: a change, a model, the step's inputs, and who sent it."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from backends.messages.model import CONTROL, listing_of, query_of
from git_repo import Content, Files
from servers.messages_api import Script
from servers.messages_wire import Fault, Reply, skill, text

_ENTRY = re.compile(r"^- ([\w-]+): (.*)$", re.MULTILINE)
_WORD = re.compile(r"[a-z]{4,}")
_ENOUGH = 2
"""Words that a query and a description have in common."""


@dataclass(frozen=True, kw_only=True)
class State:
    """``change``: a folder below ``changes/``. ``base``, ``head``: files of both sides in place of folders."""

    name: str
    about: str
    change: str = ""
    base: Files = field(default_factory=dict)
    head: Files = field(default_factory=dict)
    model: Script | None = None
    """None: the step is given no key."""
    is_fork: bool = False
    inputs: Mapping[str, str] = field(default_factory=dict)
    code: int = 0
    """The step's exit code."""
    verdict: str
    """What the first line that people see says."""
    page: tuple[str, ...] = ()
    """What the page says besides."""


def by_description(body: Mapping[str, Any]) -> Reply | Fault:
    """Uses the skill whose description has most of the query's words, if it has enough of them."""
    if CONTROL in query_of(body):
        return skill("convert-roman-numerals")
    asked = set(_WORD.findall(query_of(body).lower()))
    shared = {name: len(asked & set(_WORD.findall(words.lower()))) for name, words in _ENTRY.findall(listing_of(body))}
    best = max(shared, key=lambda name: shared[name], default="")
    return skill(best) if shared.get(best, 0) >= _ENOUGH else text("Gladly. Here is what I would do.")


def never(_: Mapping[str, Any]) -> Reply | Fault:
    """A model, or a harness, in which no skill is ever used."""
    return text("I can help with that.")


_THINGS = (
    "anchor", "basket", "candle", "drawer", "easel", "funnel", "goblet", "hammer", "inkpot", "jigsaw",
    "kettle", "ladder", "mirror", "needle", "oilcan", "pulley", "quiver", "rudder", "saddle", "teapot",
)  # fmt: skip
"""One a skill of the large repository."""
_JOBS = ("repair", "clean", "paint", "measure", "pack", "sketch", "lend", "sell", "store", "weigh")
"""One a query that must activate it; the change costs each skill each of these."""
_NOTHINGS = ("Translate this", "Sum these up", "Rename that", "Sort them", "Spell it", "Read it out", "Why", "When")


def _skill(name: str, description: str) -> Files:
    return {f"skills/{name}/SKILL.md": f"---\nname: {name}\ndescription: {description}\n---\nDo it well.\n"}


def _suite(name: str, thing: str) -> Files:
    queries = [{"query": f"How do I {job} my {thing}?", "should_trigger": True} for job in _JOBS]
    queries += [{"query": f"{words}, number {thing[0]}", "should_trigger": False} for words in _NOTHINGS]
    return {f"evals/{name}/triggers.json": json.dumps({"skill_name": name, "queries": queries}, indent=1) + "\n"}


def _named() -> dict[str, str]:
    """Names that say nothing, so that descriptions decide."""
    return {f"shelf-{number:02}": thing for number, thing in enumerate(_THINGS, 1)}


def _large() -> Files:
    manifest = '{"name": "workshop", "description": "A workshop.", "version": "1.0.0"}\n'
    files: dict[str, Content] = {".claude-plugin/plugin.json": manifest}
    for name, thing in _named().items():
        said = f"Look after one {thing}: {', '.join(_JOBS[:-1])} or {_JOBS[-1]} the {thing}."
        files |= {**_skill(name, said), **_suite(name, thing)}
    return files


def _reworded() -> Files:
    files: dict[str, Content] = {}
    for number, name in enumerate(_named(), 1):
        files |= _skill(name, f"Object care, volume {number} of the handbook.")
    return files


STATES = (
    State(
        name="clean",
        about="A description is reworded, and nothing moves.",
        change="reworded",
        model=by_description,
        verdict="### ✅ skill-evals: unchanged",
        page=("Nothing moved in 3 suites", "Base arm, ", "Head arm, ", "Forecast and actual: "),
    ),
    State(
        name="one-regression",
        about="A description becomes greedy and takes one prompt of a sibling.",
        change="greedy",
        model=by_description,
        code=1,
        verdict="### ❌ skill-evals: regressed: 1 case broken",
        page=(
            "This pull request does not pass: ",
            "What decided My fern",
            "called prune-shrubs",
            "fresh 12/12 → 0/12",
            "Who was called for whom",
            "Run it again from what was recorded:",
        ),
    ),
    State(
        name="200-regressions",
        about="Somebody rewrites every description of a large repository, and every skill loses its prompts.",
        base=_large(),
        head=_reworded(),
        inputs={"backend": "lexical"},
        code=1,
        verdict="### ❌ skill-evals: regressed: 200 cases broken",
        page=("20 suites moved", "10 broken; with its own description reverted, 10 of 10"),
    ),
    State(
        name="invalid-run",
        about="The harness does not work: not even the control that must activate does.",
        change="reworded",
        model=never,
        verdict="### ⚠️ skill-evals: not measured: the harness did not work",
        page=(
            "Nothing was measured of ",
            "the control skill stayed silent 3 times",
            "This says nothing about the pull request",
        ),
    ),
    State(
        name="partial-run",
        about="The budget ends before the sweep does.",
        change="reworded",
        model=by_description,
        inputs={"jobs": "1", "max-calls": "40"},
        verdict="### ⚠️ skill-evals: only measured in part",
        page=("Measured in part: the cap of 40 calls was reached", "Base verdicts: not run"),
    ),
    State(
        name="fork",
        about="A fork's pull request: the job has no key and may write nothing; another publishes what it left.",
        change="reworded",
        is_fork=True,
        verdict="### ⚠️ skill-evals: not measured",
        page=("Not run here: no credential of a model", "What ran and what did not (0 run, 3 skipped)"),
    ),
    State(
        name="new-skill",
        about="A skill is added with its suite; there is nothing to compare it with, and one of its cases fails.",
        change="new-skill",
        model=by_description,
        verdict="### ✅ skill-evals: unchanged, 8 new cases (7 pass)",
        page=("new, fails", "8 new cases (7 pass)"),
    ),
)
