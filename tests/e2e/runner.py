"""An image, run as GitHub's runner runs the image of an action: its mounts, its variables, a workspace of somebody else's.

After ContainerActionHandler.cs and DockerCommandManager.cs of https://github.com/actions/runner.
"""

import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

DOCKER = ("docker", "run", "--rm", "--network", "none")
RUNNER = (1001, 118)
"""The user and the group that own what is mounted; the container's is root."""
_FILES = ("set_output", "set_env", "add_path", "save_state", "step_summary")
_VARIABLES = ("GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_PATH", "GITHUB_STATE", "GITHUB_STEP_SUMMARY")


@dataclass(frozen=True, kw_only=True)
class Ended:
    code: int
    log: str
    outputs: dict[str, str]
    summary: str


@dataclass(frozen=True, kw_only=True)
class Runner:
    image: str
    place: Path
    """An empty folder; its ``workspace`` is the checkout."""
    network: str = "none"
    environment: Mapping[str, str] = field(default_factory=dict)
    seen: tuple[Path, ...] = ()
    """What it finds at the same path as here; in place of a network it fetches from there."""
    owner: tuple[int, int] = RUNNER
    """Of what is mounted."""
    options: tuple[str, ...] = ()
    """Of `docker run`, besides those that the runner gives."""

    @property
    def workspace(self) -> Path:
        return self.place / "workspace"

    def command(
        self, *arguments: str, event: str, payload: Mapping[str, Any], inputs: Mapping[str, str], name: str = ""
    ) -> Sequence[str]:
        """The words that start it; ``inputs`` by their names in action.yml, dashes and all."""
        mounts = {
            "home": "/github/home",
            "workflow": "/github/workflow",
            "file_commands": "/github/file_commands",
            "runner_temp": "/github/runner_temp",
            "workspace": "/github/workspace",
        }
        for folder in mounts:
            (self.place / folder).mkdir(exist_ok=True)
        for one in _FILES:
            (self.place / "file_commands" / one).write_bytes(b"")
        (self.place / "workflow" / "event.json").write_text(json.dumps(payload), encoding="utf-8")
        for path in [self.place, *self.place.rglob("*")]:
            os.chown(path, *self.owner, follow_symlinks=False)
        variables = {
            "HOME": "/github/home",
            "GITHUB_ACTIONS": "true",
            "CI": "true",
            "GITHUB_WORKSPACE": "/github/workspace",
            "GITHUB_EVENT_NAME": event,
            "GITHUB_EVENT_PATH": "/github/workflow/event.json",
            "RUNNER_OS": "Linux",
            "RUNNER_TEMP": "/github/runner_temp",
            **{key: f"/github/file_commands/{one}" for key, one in zip(_VARIABLES, _FILES, strict=True)},
            **{f"INPUT_{key.replace(' ', '_').upper()}": value for key, value in inputs.items()},
            **self.environment,
        }
        options = ["--rm", "--workdir", "/github/workspace", "--network", self.network, *self.options]
        options += ["--name", name] if name else []
        for key, value in variables.items():
            options += ["--env", f"{key}={value}"]
        for folder, target in mounts.items():
            options += ["--volume", f"{self.place / folder}:{target}"]
        for path in self.seen:
            options += ["--volume", f"{path}:{path}:ro"]
        return ["docker", "run", *options, self.image, *arguments]

    def run(
        self,
        *arguments: str,
        event: str = "pull_request",
        payload: Mapping[str, Any] | None = None,
        inputs: Mapping[str, str] | None = None,
    ) -> Ended:
        command = self.command(*arguments, event=event, payload=payload or {}, inputs=inputs or {})
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
        return Ended(code=done.returncode, log=done.stdout + done.stderr, outputs=self.outputs(), summary=self._said())

    def _said(self) -> str:
        return (self.place / "file_commands" / "step_summary").read_text(encoding="utf-8")

    def outputs(self) -> dict[str, str]:
        """As the runner reads them: ``name<<delimiter``, lines, the delimiter."""
        lines = iter((self.place / "file_commands" / "set_output").read_text(encoding="utf-8").splitlines())
        found: dict[str, str] = {}
        for line in lines:
            name, _, delimiter = line.partition("<<")
            value = []
            for one in lines:
                if one == delimiter:
                    break
                value.append(one)
            found[name] = "\n".join(value)
        return found
