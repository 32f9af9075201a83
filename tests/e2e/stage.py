"""A pull request on the GitHub on loopback, and the runner whose steps in containers are about it."""

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from action import payloads
from action.workflow import EXAMPLES, Job
from e2e.runner import Ended, Runner
from git_repo import Repo
from servers.github.judge import judged_world
from servers.github.world import REPOSITORY, World

FAULTY = "plugins/shipping/evals/flaky-tests/evals.jsonc"


@dataclass(kw_only=True)
class Stage:
    """A pull request, the GitHub that it is on, and a runner with both at hand."""

    job: Job
    runner: Runner
    world: World
    runs: int = 30

    def step(self, payload: dict[str, Any], *, event: str = "pull_request", of: str = "4400", **inputs: str) -> Ended:
        """In a fresh checkout of the test merge; ``of``: the workflow's run."""
        self.job.check_out()
        return self.ready(GITHUB_RUN_ID=of).run("action", event=event, payload=payload, inputs=given(inputs))

    def ready(self, **environment: str) -> Runner:
        """The runner at its next step, about what is checked out."""
        self.runs += 1
        head = Repo(self.runner.workspace, start=False).git("rev-parse", "HEAD").strip()
        now = {"GITHUB_SHA": head, "GITHUB_RUN_NUMBER": str(self.runs), **environment}
        return replace(self.runner, environment={**self.runner.environment, **now})

    def known(self) -> str:
        """Have GitHub know of the branch and its pull request as they are; the head."""
        pull = self.job.pull()["pull_request"]
        self.world.pulls[12] = pull
        self.world.push("sharper-stones", {}, sha=pull["head"]["sha"], author="miller")
        return str(pull["head"]["sha"])


def given(inputs: Mapping[str, str]) -> dict[str, str]:
    return {"github-token": "token-marker", "backend": "lexical", **inputs}


@contextmanager
def staged(image: str, folder: Path) -> Iterator[Stage]:
    origin = Repo(folder / "origin")
    shutil.copytree(EXAMPLES / "marketplace", origin.root, dirs_exist_ok=True)
    origin.commit(message="example")
    origin.git("checkout", "--quiet", "-b", "sharper-stones")
    place = folder / "runner"
    place.mkdir()
    with judged_world() as world:
        environment = payloads.ENVIRONMENT | {"GITHUB_REPOSITORY": REPOSITORY, "GITHUB_API_URL": world.url}
        runner = Runner(image=image, place=place, network="host", environment=environment, seen=(origin.root,))
        found = Stage(job=Job(folder=place, world=world, origin=origin), runner=runner, world=world)
        found.job.push()
        yield found
