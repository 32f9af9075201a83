"""A recipe that calls one of our workflows, run by act as a whole: every job, in its containers.

What runs differs from what is shipped in lines that are printed: the image is the one that was built here, `$/`, which act
does not know, is written out, and two keys that it takes for mistakes are left out. In the place of GitHub's own actions,
which come from the network, are stand-ins.
"""

import difflib
import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from action.test_artefact import files_of, packed
from git_repo import Repo

ROOT = Path(__file__).resolve().parents[2]
ACT = Path(sys.executable).with_name("act")
THIS = f"org/skill-evals-action@{'0' * 40}"
"""As recipes name it."""
STORE = "/tmp/skill-evals-shards"
_UNKNOWN = re.compile(r"^ +(?:cache-mode|queue): .*\n", re.MULTILINE)
_PINNED = re.compile(r"uses: (actions/[\w-]+)(?:/[\w-]+)?@([0-9a-f]{40})")
_STAND_INS = {
    "checkout": "true",  # it is there, and at the commit
    "cache/restore": "true",
    "cache/save": "true",
    "upload-artifact": f'mkdir "{STORE}/$NAME" && cp -R "$FROM/." "{STORE}/$NAME"',
    "download-artifact": f'ls -d {STORE}/$PATTERN && test "$FROM" = {STORE}',
}


class Uploads(dict[int, tuple[int, str, bytes]]):
    """The artefacts of a run as GitHub lists them: what lies in a folder when it is asked."""

    def __init__(self, run: int, folder: Path) -> None:
        super().__init__()
        self._run, self._folder = run, folder

    def items(self) -> Any:
        for number, folder in enumerate(sorted(self._folder.iterdir())):
            self[number] = (self._run, folder.name, packed(files_of(folder)))
        return super().items()


@dataclass(frozen=True, kw_only=True)
class Act:
    """``place``: an empty folder of its own. ``called``: the workflow of ours that the recipe calls."""

    place: Path
    image: str
    called: str
    environment: Mapping[str, str]
    secrets: Mapping[str, str] = field(default_factory=dict)

    @property
    def store(self) -> Path:
        return self.place / "store"

    def run(self, event: str, payload: Mapping[str, Any], where: Path) -> subprocess.CompletedProcess[str]:
        """In the repository that has the recipe."""
        said = self.place / "event.json"
        said.write_text(json.dumps(payload), encoding="utf-8")
        words = [
            str(ACT),
            event,
            "--eventpath",
            str(said),
            "--workflows",
            ".github/workflows",
            "--pull=false",
            "--bind",
        ]
        words += ["--container-daemon-socket", "-", "--container-options", f"--volume {self.store}:{STORE}"]
        words += ["--platform", f"ubuntu-24.04={os.environ['E2E_BASE']}"]
        for option, values in (("--env", self.environment), ("--secret", self.secrets)):
            words += [word for name, value in values.items() for word in (option, f"{name}={value}")]
        for name, folder in self._repositories().items():
            words += ["--local-repository", f"{name}={folder}"]
        return subprocess.run(words, cwd=where, capture_output=True, text=True, timeout=900, check=False)

    def as_it_runs(self, name: str) -> str:
        """A file of ours; how it differs is printed."""
        shipped = (ROOT / name).read_text(encoding="utf-8")
        text = re.sub(r"^  image: .*$", f"  image: docker://{self.image}", shipped, flags=re.MULTILINE)
        text = re.sub(r"uses: \$/(?:\.|native)$", f"uses: {THIS}", text, flags=re.MULTILINE)
        text = text.replace("uses: $/claude-code", f"uses: {THIS.replace('@', '/claude-code@')}")
        text = _UNKNOWN.sub("", text)
        before, after = (one.splitlines(keepends=True) for one in (shipped, text))
        print("".join(difflib.unified_diff(before, after, name, "as it runs", n=0)))
        return text

    def _repositories(self) -> dict[str, Path]:
        """By name and commit: the action, and each action of GitHub's that the workflow names."""
        self.store.mkdir()
        action = Repo(self.place / "action")
        action.commit({name: self.as_it_runs(name) for name in ("action.yml", "claude-code/action.yml", self.called)})
        for name, script in _STAND_INS.items():
            path = self.place / "stand-ins" / name / "action.yml"
            path.parent.mkdir(parents=True)
            path.write_text(_composite(script), encoding="utf-8")
        pinned = _PINNED.findall((ROOT / self.called).read_text(encoding="utf-8"))
        stand_ins = {f"{name}@{sha}": self.place / "stand-ins" / name.partition("/")[2] for name, sha in pinned}
        return {THIS: action.root, **stand_ins}


def _composite(script: str) -> str:
    given = {"NAME": "name", "PATTERN": "pattern", "FROM": "path"}
    environment = {variable: "${{ inputs." + name + " }}" for variable, name in given.items()}
    step = {"shell": "sh", "run": script, "env": environment}
    inputs = {name: {"description": "As there."} for name in given.values()}
    return json.dumps({"name": "A stand-in", "inputs": inputs, "runs": {"using": "composite", "steps": [step]}})
