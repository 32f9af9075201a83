"""The command line as tests call it: in this process mostly, in one of its own where the process is the matter.

done = call("lint", repo.root)          # the fixture `call` of this module; every word is turned to text
assert done.code == 2
assert done.err == "skill-evals: …\n"
"""

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from git_repo import Repo, clean_environment
from skill_evals.cli.main import main

SKILL = """---
name: {name}
description: Use this when somebody wants to {does} before they go to sleep.
---
# {name}

Do it slowly.
"""


@dataclass(frozen=True, kw_only=True)
class Done:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def rules(self) -> list[str]:
        """Of ``lint --format json``: the rules that spoke, in order."""
        return [found["rule"] for found in self.json["diagnostics"]]


Call = Callable[..., Done]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], quiet_git: None) -> Call:
    """Calls a verb in this process."""

    def run(*words: object) -> Done:
        capsys.readouterr()
        try:
            code = main([str(word) for word in words])
        except SystemExit as left:  # --help and --version
            code = int(left.code or 0)
        said = capsys.readouterr()
        return Done(code=code, out=said.out, err=said.err)

    return run


def process(
    *words: object, cwd: Path, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """A verb in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "skill_evals", *map(str, words)],
        cwd=cwd,
        env={**clean_environment(), **(environment or {})},
        capture_output=True,
        check=False,
        timeout=120,
    )


def skill(name: str = "sheep", does: str = "count woolly sheep") -> str:
    return SKILL.format(name=name, does=does)


def triggers(name: str = "sheep", does: str = "count woolly sheep", **more: object) -> str:
    """A sound set: five queries that must activate the skill and five near misses."""
    good = [f"Please {does}, {number} of them" for number in ("ten", "twenty", "thirty", "forty", "fifty")]
    things = ("poem", "letter", "novel", "report", "song")
    bad = [f"Write a {thing} about the cold blue sea, where tired fishermen hardly ever sleep" for thing in things]
    queries = [{"query": text, "should_trigger": True} for text in good]
    queries += [{"query": text, "should_trigger": False} for text in bad]
    return json.dumps({"skill_name": name, "queries": queries, **more}, indent=1) + "\n"


def sound(name: str = "sheep", does: str = "count woolly sheep") -> dict[str, str]:
    """The files of one skill with one suite, in which nothing is wrong."""
    return {
        f"skills/{name}/SKILL.md": skill(name, does),
        f"skills/{name}/evals/triggers.json": triggers(name, does),
    }


SUITE = "skills/sheep/evals/triggers.json"


def small(repo: Repo) -> Repo:
    """A repository of one sound skill on `main`."""
    repo.commit(sound())
    return repo
