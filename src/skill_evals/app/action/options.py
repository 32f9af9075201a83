"""The inputs of the step as one noun. ``action.yml`` declares each with the same name and default; a test holds them
together.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from skill_evals.app.action.mode import Asked
from skill_evals.app.publish import CommentWhen
from skill_evals.edges.github.inputs import Inputs
from skill_evals.errors import UsageError
from skill_evals.model.plan import Baseline
from skill_evals.model.suite import Tier
from skill_evals.report.mark_seal import SHORTEST

FAIL_ON = ("error", "warning", "info", "never")
ANNOTATIONS = ("auto", "commands", "check", "none")
INCOMPLETE = ("neutral", "fail")
_COMMITS = ("auto", "pr", "default-branch", "off")
_BRANCH = "branch:"

DEFAULTS: Mapping[str, str] = MappingProxyType(
    {
        "mode": "auto",
        "working-directory": ".",
        "config": "",
        "paths": "",
        "base": "",
        "baseline": "base",
        "changed-only": "true",
        "full": "false",
        "backend": "",
        "model": "",
        "tier": "",
        "skill": "",
        "runs": "",
        "jobs": "",
        "max-cost-usd": "",
        "timeout": "",
        "max-calls": "",
        "max-cases": "",
        "shards": "",
        "shard": "",
        "shards-path": "",
        "dry-run": "false",
        "allow-commands": "false",
        "drafts": "false",
        "api-key": "",
        "github-token": "${{ github.token }}",
        "seal-key": "",
        "fail-on": "error",
        "on-incomplete": "neutral",
        "annotations": "auto",
        "max-annotations": "500",
        "check-name": "skill-evals",
        "comment": "changes",
        "comment-id": "",
        "comment-author": "",
        "summary": "true",
        "sarif-file": "",
        "json-file": "",
        "commit": "auto",
        "commit-message": "Record the results of skill evals",
        "expected-head-sha": "",
        "out": ".skill-evals",
        "artefact": "skill-evals",
        "journal-path": "",
    }
)
"""Every input and its default, in the order of action.yml."""

SECRETS = ("api-key", "github-token", "seal-key")
"""Inputs that nothing shows, and nothing that is started is given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What the workflow's author wrote under ``with:``; None and the empty text: nothing, so that the configuration
    decides.
    """

    asked: Asked
    folder: Path
    config: str
    paths: tuple[str, ...]
    base: str
    baseline: Baseline
    changed_only: bool
    full: bool
    backend: str
    models: tuple[str, ...]
    tier: str
    skill: str
    runs: int | None
    jobs: int | None
    max_cost_usd: float | None
    timeout: int | None
    max_calls: int | None
    max_cases: int | None
    shards: int | None
    shard: str
    shards_path: Path | None
    dry_run: bool
    allow_commands: bool
    drafts: bool
    api_key: str
    github_token: str
    seal_key: str
    fail_on: str
    on_incomplete: str
    annotations: str
    max_annotations: int
    check_name: str
    comment: CommentWhen
    comment_id: str
    comment_author: str
    summary: bool
    sarif_file: Path | None
    json_file: Path | None
    commit: str
    commit_message: str
    expected_head: str
    out: Path
    artefact: str
    journal: Path | None

    def __repr__(self) -> str:
        """Without the keys, whatever prints it."""
        return f"Options(mode={self.asked.value})"


def read_options(inputs: Inputs) -> Options:
    """Raises UsageError, naming the input, where a value is not one of its."""
    return Options(
        asked=inputs.word("mode", {one.value: one for one in Asked}, DEFAULTS["mode"]),
        folder=Path(inputs.text("working-directory", DEFAULTS["working-directory"])),
        config=inputs.text("config"),
        paths=inputs.lines("paths"),
        base=inputs.text("base"),
        baseline=inputs.word("baseline", {one.value: one for one in Baseline}, DEFAULTS["baseline"]),
        changed_only=inputs.flag("changed-only", default=True),
        full=inputs.flag("full"),
        backend=inputs.text("backend"),
        models=inputs.lines("model"),
        tier=inputs.word("tier", {"": "", **{tier.value: tier.value for tier in Tier}}, ""),
        skill=inputs.text("skill"),
        runs=inputs.integer("runs"),
        jobs=inputs.integer("jobs"),
        max_cost_usd=inputs.number("max-cost-usd"),
        timeout=_minutes(inputs),
        max_calls=inputs.integer("max-calls"),
        max_cases=inputs.integer("max-cases"),
        shards=inputs.integer("shards"),
        shard=_shard(inputs),
        shards_path=_shards_path(inputs),
        dry_run=inputs.flag("dry-run"),
        allow_commands=inputs.flag("allow-commands"),
        drafts=inputs.flag("drafts"),
        api_key=inputs.text("api-key"),
        github_token=inputs.text("github-token"),
        seal_key=_seal_key(inputs),
        fail_on=_one_of(inputs, "fail-on", FAIL_ON),
        on_incomplete=_one_of(inputs, "on-incomplete", INCOMPLETE),
        annotations=_annotations(inputs),
        max_annotations=inputs.integer("max-annotations") or int(DEFAULTS["max-annotations"]),
        check_name=inputs.text("check-name", DEFAULTS["check-name"]),
        comment=inputs.word("comment", {one.value: one for one in CommentWhen}, DEFAULTS["comment"]),
        comment_id=inputs.text("comment-id"),
        comment_author=inputs.text("comment-author"),
        summary=inputs.flag("summary", default=True),
        sarif_file=_file(inputs, "sarif-file"),
        json_file=_file(inputs, "json-file"),
        commit=_commit(inputs),
        commit_message=inputs.text("commit-message", DEFAULTS["commit-message"]),
        expected_head=_sha(inputs, "expected-head-sha"),
        out=Path(inputs.text("out", DEFAULTS["out"])),
        artefact=inputs.text("artefact", DEFAULTS["artefact"]),
        journal=_file(inputs, "journal-path"),
    )


def _file(inputs: Inputs, name: str) -> Path | None:
    value = inputs.text(name)
    return Path(value) if value else None


def _minutes(inputs: Inputs) -> int | None:
    value = inputs.integer("timeout")
    if value == 0:
        raise inputs.wrong("timeout", "a whole number of minutes, such as 30")
    return value


def _shard(inputs: Inputs) -> str:
    value, mode = inputs.text("shard"), inputs.text("mode", DEFAULTS["mode"])
    if value and mode != Asked.EVAL.value:
        raise UsageError(
            f"the input `shard` is one of a plan's, and `mode` is `{mode}`", cure="write `mode: eval` beside `shard`"
        )
    return value


def _shards_path(inputs: Inputs) -> Path | None:
    found = _file(inputs, "shards-path")
    if found is None and inputs.text("mode", DEFAULTS["mode"]) == Asked.MERGE.value:
        raise UsageError(
            "`mode: merge` needs what the shards left",
            cure="download their artefacts to a folder outside of the checkout, and name it as `shards-path`",
        )
    return found


def _one_of(inputs: Inputs, name: str, known: tuple[str, ...]) -> str:
    return inputs.word(name, {word: word for word in known}, DEFAULTS[name])


def _annotations(inputs: Inputs) -> str:
    """A job that posts the comment alone has no right to more."""
    value = _one_of(inputs, "annotations", ANNOTATIONS)
    return "none" if inputs.text("mode", DEFAULTS["mode"]) == Asked.POST_COMMENT.value else value


def _seal_key(inputs: Inputs) -> str:
    value = inputs.text("seal-key")
    if value and len(value) < SHORTEST:
        raise UsageError(
            f"the input `seal-key` has fewer than {SHORTEST} characters, so that a seal could be guessed",
            cure="make the secret that it names by `openssl rand -hex 32`",
        )
    return value


def _commit(inputs: Inputs) -> str:
    value = inputs.text("commit", DEFAULTS["commit"])
    if value in _COMMITS or (value.startswith(_BRANCH) and len(value) > len(_BRANCH)):
        return value
    raise inputs.wrong("commit", f"one of {', '.join(f'`{word}`' for word in _COMMITS)} or `{_BRANCH}<name>`")


def _sha(inputs: Inputs, name: str) -> str:
    value = inputs.text(name)
    if value and (len(value) != 40 or not set(value) <= set("0123456789abcdef")):
        raise inputs.wrong(name, "the 40 hexadecimal digits of a commit")
    return value


def check_folder(options: Options, workspace: Path) -> Path:
    """Where the work is done, below the workspace.

    Raises:
        UsageError: it is not there, or lies elsewhere.
    """
    folder = (workspace / options.folder).resolve()
    if not folder.is_relative_to(workspace.resolve()):
        raise UsageError(
            f"the input `working-directory` leads out of the workspace: {options.folder}",
            cure="name a folder of the repository, relative to its root",
        )
    if not folder.is_dir():
        raise UsageError(
            f"there is no folder {options.folder} in the workspace",
            cure="check the input `working-directory`, and that actions/checkout comes before this step",
        )
    return folder
