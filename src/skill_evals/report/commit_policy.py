"""Whether a sweep's results are committed, and to which branch: the input ``commit`` against all that forbids it.

Also, which commits are only our own results: they change nothing that was measured, so a head that such a commit was
put upon counts as the same head.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from posixpath import basename

from skill_evals.model.event import Event, PullRequest
from skill_evals.model.report import Report
from skill_evals.report.check_run import is_incomplete

AUTO, PULL, DEFAULT_BRANCH, OFF = "auto", "pr", "default-branch", "off"
BRANCH = "branch:"
"""Begins the setting that names a branch of its own."""

RESULTS_NAMES = frozenset(
    {"results.json", "results.jsonc", "results.yaml", "results.yml", "results.provenance.json"},
)

WAYS_OUT = (
    "a GitHub App's token as the input `github-token`: its commits start the checks, which end as these did",
    "`commit: branch:<name>`: the results go to a branch of their own, which must exist",
    "a workflow on push with `mode: eval` and `commit: default-branch`: the results are committed after the merge",
    "`commit: pr`: commit all the same, and start the checks by hand with a push of your own",
)
"""For whoever meets a required check that a workflow's own commit would leave pending."""

_EMBEDDED = frozenset({"lexical", "replay"})
"""Backends whose results are no model's: a gate that counts every model key would count them."""

_NEVER = {
    "pull_request_target": "nothing of a head is committed on pull_request_target",
    "merge_group": "nothing is committed to a merge queue's branch",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CommitFacts:
    """What the decision depends on. A text is words of a reason, and empty where there is none."""

    setting: str
    """The input ``commit``."""
    event: Event
    pull: PullRequest | None = None
    """The pull request that was judged, as it is now."""
    forbidden: str = ""
    """Why this job must not commit, by its mode."""
    drafts: bool = False
    backend: str = ""
    """Whose results they are."""
    unfinished: str = ""
    """Why the sweep was none, or not measured to its end."""
    moved: str = ""
    """Where the head is by now, if it is another than the judged one."""
    workflow_token: bool = True
    """Whether the token is the workflow's own, whose commits start no workflow."""
    required: tuple[str, ...] | None = ()
    """The checks that the base branch requires; None: it cannot be told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommitDecision:
    """``branch`` None: nothing is committed, and ``why`` says why not; ``ways_out`` are what can be done about it."""

    branch: str | None
    why: str
    ways_out: tuple[str, ...] = ()
    superseded: bool = False


def commit_decision(facts: CommitFacts) -> CommitDecision:
    refusal = _refusal(facts)
    if refusal:
        return CommitDecision(branch=None, why=refusal)
    if facts.moved:
        return CommitDecision(branch=None, why=f"superseded: {facts.moved}", superseded=True)
    if facts.setting.startswith(BRANCH):
        name = facts.setting.removeprefix(BRANCH)
        return CommitDecision(branch=name, why=f"`commit: {facts.setting}`")
    if facts.setting == DEFAULT_BRANCH:
        return _to_default_branch(facts)
    return _to_pull_request(facts)


def unfinished(report: Report) -> str:
    """Why the sweep of a report is none whose results may stand for its head; empty: it is a complete one."""
    if report.unmeasured is not None:
        return f"nothing was measured: {report.unmeasured}"
    if report.run is None or report.comparison is None:
        return "nothing was run"
    if report.run.partial is not None:
        return f"not everything was measured: {report.run.partial}"
    return "not everything was measured" if is_incomplete(report) else ""


def is_results_path(path: str) -> bool:
    return basename(path) in RESULTS_NAMES


def is_only_results(paths: Iterable[str]) -> bool:
    """Whether a commit of these files, of which there are some, changes nothing but results."""
    found = tuple(paths)
    return bool(found) and all(map(is_results_path, found))


def _refusal(facts: CommitFacts) -> str:
    """The first reason that holds; empty: there is none."""
    of_pull = "" if facts.pull is None else _refusal_of(facts.pull, drafts=facts.drafts)
    reasons = (
        "the input `commit` says off" if facts.setting == OFF else "",
        facts.forbidden,
        _NEVER.get(facts.event.name, ""),
        "nothing is committed to a tag" if facts.event.ref.startswith("refs/tags/") else "",
        of_pull,
        facts.unfinished,
        _refusal_of_backend(facts),
    )
    return next(filter(None, reasons), "")


def _refusal_of(pull: PullRequest, *, drafts: bool) -> str:
    if not pull.is_open:
        return f"pull request {pull.number} is {'merged' if pull.merged else 'closed'}"
    if pull.is_fork:
        return "nothing is committed to a fork's branch"
    return "it is a draft" if pull.draft and not drafts else ""


def _refusal_of_backend(facts: CommitFacts) -> str:
    if facts.setting == AUTO and facts.backend in _EMBEDDED:
        return f"results of the backend `{facts.backend}` are committed where `commit` asks for it by name only"
    return ""


def _to_default_branch(facts: CommitFacts) -> CommitDecision:
    branch = facts.event.repository.default_branch
    if facts.pull is None and branch and facts.event.ref == f"refs/heads/{branch}":
        return CommitDecision(branch=branch, why=f"`commit: default-branch`, at {branch}")
    return CommitDecision(
        branch=None, why="`commit: default-branch` commits where the default branch itself is measured"
    )


def _to_pull_request(facts: CommitFacts) -> CommitDecision:
    pull = facts.pull
    if pull is None:
        return CommitDecision(branch=None, why=f"`commit: {facts.setting}` commits to pull requests only")
    if pull.head.ref == facts.event.repository.default_branch:
        # Whoever may read a repository may open a pull request from any of its branches, and nobody reviewed this one.
        why = f"{pull.head.ref} is the default branch, to which a pull request's results come with its merge"
        return CommitDecision(branch=None, why=why)
    if facts.setting == AUTO and facts.workflow_token:
        if facts.required is None:
            why = f"it cannot be told whether {pull.base.ref} requires checks, which this token's commit leaves pending"
            return CommitDecision(branch=None, why=why, ways_out=WAYS_OUT)
        if facts.required:
            names = ", ".join(f"`{name}`" for name in facts.required[:5])
            more = f" and {len(facts.required) - 5} more" if len(facts.required) > 5 else ""
            why = f"{pull.base.ref} requires {names}{more}, which this token's commit would leave pending for ever"
            return CommitDecision(branch=None, why=why, ways_out=WAYS_OUT)
    return CommitDecision(branch=pull.head.ref, why=f"`commit: {facts.setting}`")
