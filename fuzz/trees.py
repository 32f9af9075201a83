"""Trees: no rule fails, no renderer lets a finding become a command, and what is fixed stays fixed."""

import copy
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import cast

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fuzz.memory_tree import MemoryTree
from fuzz.texts import check_commands
from skill_evals.app.fix import fix
from skill_evals.app.lint import BaseSide, LintRequest, lint
from skill_evals.documents.read import read_document
from skill_evals.errors import ConfigError
from skill_evals.model.changes import Change, ChangeKind, ChangeSet
from skill_evals.model.config import Config, LintConfig
from skill_evals.model.lint import LintResult
from skill_evals.report.github_commands import github_commands

EVERYTHING = Config(lint=LintConfig(preset="all"))
SKILL = b"---\nname: greet\ndescription: Greets people by name. Use it when somebody is to be welcomed.\n---\nSay [hi](hi.md).\n"
TRIGGERS = {
    "skill_name": "greet",
    "triggers": [
        {"query": "say hello to Ada", "should_trigger": True},
        {"query": "say goodbye to Ada", "should_trigger": False},
    ],
}
EVALS = {
    "models": ["anthropic/model"],
    "evals": [
        {
            "id": "ada",
            "prompt": "Greet Ada",
            "files": ["files/team.csv"],
            "assertions": [
                "Mentions the team",
                {"type": "regex", "path": "out.md", "pattern": "^Hello"},
                {"type": "command", "run": "ls && test -f a", "expect_exit": 0},
                {"type": "tool_call", "tool": "Write"},
            ],
        }
    ],
}
MAGIC = {
    "skill_name": "greet",
    "evals": [
        {
            "id": "ada",
            "prompt": "Greet Ada",
            "expected_output": "A greeting",
            "runs": 2,
            "skill_should_trigger": True,
            "assertions": [
                {"id": "a", "type": "transcript_check", "check": "tool_invocation_matches", "pattern": "Write"},
                {"id": "b", "type": "llm_judge", "rubric": "Names Ada"},
                {"id": "c", "type": "command_check", "command": "ls", "matrix": {"A": ["1"]}},
                {"id": "d", "type": "diff_scope", "max_files_touched": 1},
            ],
        }
    ],
}
QUERIES = [
    {"id": "t1", "query": "greet Ada", "should_trigger": True, "split": "train"},
    {"query": "file a form", "should_trigger": False},
]
SUITES: Mapping[str, object] = {
    "plugins/desk/evals/greet/triggers.json": TRIGGERS,
    "plugins/desk/evals/greet/evals.yaml": EVALS,
    "skills/greet/evals/evals.json": MAGIC,
    "skills/greet/evals/trigger-eval.json": QUERIES,
}
SOUND = {
    "plugins/desk/skills/greet/SKILL.md": SKILL,
    "skills/greet/SKILL.md": SKILL,
    "plugins/desk/evals/greet/files/team.csv": b"Ada\n",
    **{path: json.dumps(value).encode() for path, value in SUITES.items()},
}
PATHS = (*SUITES, "skills/greet/SKILL.md", "plugins/desk/evals/greet/results.json")

_NAMES = st.sampled_from(
    ["skills", "plugins", "evals", "tests", "fixtures", "greet", "SKILL.md", "skill.md", "evals.json", "triggers.yaml",
     "trigger-eval.json", "results.json", "benchmark.json", ".claude-plugin", "plugin.json", "marketplace.json", "workspace",
     "greet-workspace", "__tests__", ".", "..", " ", "con", "a:b", "a\nb", "::error::x", "##[group]", "\udcff", "é", "e\u0301", "*",
     "[", "\\", "`", "|", "case.yaml", "prompt.md", ".skill-evals.yml", "x" * 200]
)  # fmt: skip
_CONTENTS = st.sampled_from(
    [*SOUND.values(), b"", b"{}", b"[]", b"\xff", b'{"plugins": [{"source": "./x"}]}', b'{"name": 1}']
)
_GLOBS = st.sampled_from(["**", "*.json", "skills/*/", "[", "a:b", "evals/**"])
_WRONG = st.sampled_from(["true", "No", 1, 0, 2.0, 1e2, "greet", "files/none", "", None, "(?=a)", "a\nb", "x" * 300])
_KEYS = st.sampled_from(
    ["promt", "asertions", "expectation", "$schema", "should_triger", "max_turn", "id", "", "\ud800"]
)
_ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=5,
)
_SETTINGS = settings(database=None, deadline=None, suppress_health_check=list(HealthCheck))


@_SETTINGS
@given(
    st.dictionaries(st.lists(_NAMES, min_size=1, max_size=5).map("/".join), _CONTENTS, max_size=8),
    st.booleans(),
    _GLOBS,
)
def _odd_names(files: dict[str, bytes], sound: bool, glob: str) -> None:  # noqa: FBT001 -- hypothesis gives it
    files = {**(SOUND if sound else {}), **files}
    files = {path: data for path, data in files.items() if not any(other.startswith(f"{path}/") for other in files)}
    config = Config(lint=EVERYTHING.lint, extend_exclude=(glob,), dialects={glob: "none"})
    _linted(LintRequest(files=MemoryTree(files=files), config=config if sound else EVERYTHING))


@_SETTINGS
@given(st.data())
def _changed_suites(data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(sorted(SUITES)))
    value = SUITES[path]
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.sampled_from(_places(value)))
        value = _changed(value, at, data.draw(_WRONG | _ANYTHING))
    objects = [at for at in _places(value) if isinstance(_held(value, at), dict)]
    if objects:
        value = _changed(value, (*data.draw(st.sampled_from(objects)), data.draw(_KEYS)), data.draw(_WRONG))
    _come_to_rest({**SOUND, path: json.dumps(value, indent=data.draw(st.sampled_from([None, 2]))).encode()})


def _from_bytes(test: object) -> Callable[[bytes], object]:
    """A property as a function of the bytes that hypothesis makes its choices from."""
    handle = test.hypothesis  # type: ignore[attr-defined] # `given` adds it
    return cast("Callable[[bytes], object]", handle.fuzz_one_input)


odd_names = _from_bytes(_odd_names)
changed_suites = _from_bytes(_changed_suites)


def one_file(data: bytes) -> None:
    """The first byte chooses which file of a sound tree the rest is; the base holds the sound one."""
    path = _path(data)
    kind = ChangeKind.MODIFIED if path in SOUND else ChangeKind.ADDED
    changes = ChangeSet(
        base="b" * 40,
        head="a" * 40,
        base_reason="made up",
        dirty=False,
        changes=(Change(kind=kind, path=path, old_path=path),),
    )
    base = BaseSide(files=MemoryTree(files=SOUND), changes=changes)
    files = MemoryTree(files={**SOUND, path: data[1:]})
    _linted(LintRequest(files=files, config=EVERYTHING, base=base))


def fixed(data: bytes) -> None:
    """The first byte chooses which file of a sound tree the rest is."""
    _come_to_rest({**SOUND, _path(data): data[1:]})


def _path(data: bytes) -> str:
    return PATHS[data[0] % len(PATHS)] if data else PATHS[0]


def _linted(request: LintRequest) -> None:
    with suppress(ConfigError):  # the tree's own baseline file
        result = lint(request).result
        _no_crash(result)
        check_commands(github_commands(result))


def _no_crash(result: LintResult) -> None:
    assert not result.crashed, [d.message for d in result.diagnostics if d.rule == "internal-error"]
    assert all(d.span.line >= 1 and d.span.column >= 1 for d in result.diagnostics)


def _come_to_rest(files: Mapping[str, bytes]) -> None:
    done = fix(LintRequest(files=MemoryTree(files=files), config=EVERYTHING), unsafe=True)
    _no_crash(done.linted.result)
    after = {**files, **{change.path: change.after for change in done.changes}}
    assert all(read_document(change.path, change.after).readable for change in done.changes), "a fix broke the document"
    again = fix(LintRequest(files=MemoryTree(files=after), config=EVERYTHING), unsafe=True)
    assert not again.changes, "a second run changes something"


def _places(value: object, at: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    members: list[tuple[str | int, object]] = []
    if isinstance(value, dict):
        members = list(value.items())
    elif isinstance(value, list):
        members = list(enumerate(value))
    return [at, *(place for step, member in members for place in _places(member, (*at, step)))]


def _held(value: object, at: tuple[str | int, ...]) -> object:
    for step in at:
        value = value[step]  # type: ignore[index] # a place that the value has
    return value


def _changed(value: object, at: tuple[str | int, ...], to: object) -> object:
    if not at:
        return to
    value = copy.deepcopy(value)
    _held(value, at[:-1])[at[-1]] = to  # type: ignore[index] # as above
    return value
