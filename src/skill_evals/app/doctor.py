"""``doctor``: the machine, the repository and the configuration looked at as the other verbs would use them."""

import platform
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from skill_evals import __version__
from skill_evals.app.census import census
from skill_evals.app.configuration import load_config
from skill_evals.app.evolve_config import with_evolve
from skill_evals.app.reading import Reading, read_tree
from skill_evals.app.revisions import find_base
from skill_evals.app.settings import settings_in_force
from skill_evals.app.unread import misnamed_line
from skill_evals.edges.backends.options import BackendOptions
from skill_evals.edges.backends.registry import create_backend, known_backends
from skill_evals.edges.files import WorkingTree
from skill_evals.edges.git import Git, find_repository
from skill_evals.edges.sandbox.probe import commands_refused, probe
from skill_evals.errors import ConfigError, RevisionError, SkillEvalsError
from skill_evals.model.checkup import BackendState, Checkup, GitState, Problem, ResultsState
from skill_evals.model.config import NAMES, Config
from skill_evals.model.files import FileTree
from skill_evals.model.freshness import Freshness
from skill_evals.model.suite import Tier
from skill_evals.run.ports.backend import Remote, harness_of


def examine(root: Path) -> Checkup:
    """Nothing is fetched or written, and nothing of the repository is run: the sandbox is tried with nothing in it.

    Raises:
        UsageError: the tree cannot be listed.
    """
    files = WorkingTree(root)
    own, problems = _configuration(files)
    config = with_evolve(own or Config(), files)
    reading = read_tree(files, config)
    backends = tuple(_backends(config))
    git: GitState | None = None
    try:
        git = None if find_repository(root) is None else _git(root)
    except SkillEvalsError as error:
        problems.append(Problem(message=error.message, cure=error.cure or ""))
    problems += [Problem(message=found.problem, cure="") for found in reading.results if found.problem]
    misnamed = misnamed_line(files)
    if misnamed is not None:
        problems.append(Problem(message=misnamed, cure=f"rename it to {NAMES[0]}, or delete it"))
    return Checkup(
        version=__version__,
        python=platform.python_version(),
        platform=f"{platform.system()} {platform.machine()}",
        root=str(root),
        git=git,
        configuration=None if own is None else own.path,
        settings=settings_in_force(own, files),
        census=census(reading.project, files, config),
        results=tuple(_results(reading)),
        backends=backends,
        problems=(*problems, *_unusable(backends), *_refused(config)),
        sandbox=probe(),
    )


def _configuration(files: FileTree) -> tuple[Config | None, list[Problem]]:
    try:
        return load_config(files), []
    except ConfigError as error:
        return None, [Problem(message=error.message, cure=error.cure or "")]


def _git(root: Path) -> GitState:
    git = Git(root)
    head = git.resolve("HEAD")
    code, branch = git.run("symbolic-ref", "--quiet", "--short", "HEAD", ok=(0, 1))
    try:
        point = find_base(git)
        base, reason = point.commit, point.reason
    except RevisionError as error:
        base, reason = None, f"{error.message}; {error.cure}"
    return GitState(
        version=git.run("version")[1].decode("utf-8", "replace").strip().removeprefix("git version "),
        top=str(git.top),
        branch=branch.decode("utf-8", "surrogateescape").strip() if code == 0 else None,
        head=head,
        shallow=git.is_shallow(),
        dirty=any(True for _ in git.untracked()) or (head is not None and git.differs_from(head)),
        base=base,
        base_reason=reason,
    )


@dataclass(slots=True, kw_only=True)
class _Sum:
    files: int = 0
    orphans: int = 0
    cases: Counter[Freshness] = field(default_factory=Counter)


def _results(reading: Reading) -> Iterator[ResultsState]:
    sums: dict[tuple[str, Tier], _Sum] = {}
    for found in reading.results:
        for judged in found.freshness:
            mine = sums.setdefault((judged.model, judged.tier), _Sum())
            mine.files += 1
            mine.orphans += len(judged.orphans)
            mine.cases.update(judged.cases.values())
    for (model, tier), mine in sorted(sums.items()):
        yield ResultsState(model=model, tier=tier, files=mine.files, cases=dict(mine.cases), orphans=mine.orphans)


def _backends(config: Config) -> Iterator[BackendState]:
    chosen = config.run.backend
    for name in dict.fromkeys((*known_backends(), chosen)):
        models = config.run.models if name == chosen else ()
        yield _backend(name, chosen=name == chosen, models=models)


def _backend(name: str, *, chosen: bool, models: tuple[str, ...]) -> BackendState:
    try:
        backend = create_backend(name, BackendOptions(models=models))
        if isinstance(backend, Remote):
            backend.check()
    except SkillEvalsError as error:
        needs = f"{error.message}; {error.cure}" if error.cure else error.message
        return BackendState(name=name, chosen=chosen, needs=needs)
    account = harness_of(backend, backend.model_keys()[0]).account if isinstance(backend, Remote) else None
    return BackendState(name=name, chosen=chosen, needs=None, account=account)


def _refused(config: Config) -> Iterator[Problem]:
    """Commands that the configuration allows and this machine refuses."""
    refused = commands_refused() if config.run.allow_commands and config.run.sandbox else None
    if refused is not None:
        yield Problem(message=refused, cure="see docs/security.md for what each of them needs")


def _unusable(backends: tuple[BackendState, ...]) -> Iterator[Problem]:
    for backend in backends:
        if backend.chosen and backend.needs is not None:
            yield Problem(
                message=f"the backend `{backend.name}`, which `run` and `pr` would take, cannot be used as it is",
                cure=backend.needs,
            )
