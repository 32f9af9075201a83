"""Publishing what another job measured: nothing of the pull request is run here, and its artefact is not believed.

Which pull request it is about is asked of GitHub, by the run that left the artefact, and never read in the artefact;
every text is made anew from its data.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from skill_evals import __version__
from skill_evals.app.action.step import Step
from skill_evals.app.action.tell import Told, tell
from skill_evals.app.commit_back import Committed, Offer, commit_results
from skill_evals.app.own_commits import commits_of_results, is_same_head, standing
from skill_evals.edges.github.api import GitHub
from skill_evals.edges.github.archive import MOST_BYTES
from skill_evals.edges.github.artefact import read_artefact
from skill_evals.errors import GitHubError, UsageError
from skill_evals.model.artefact import Artefact
from skill_evals.model.event import FinishedRun, PullRequest
from skill_evals.model.report import Report
from skill_evals.report.comment import render
from skill_evals.report.commit_mark import mark_line
from skill_evals.report.commit_policy import unfinished
from skill_evals.report.markdown import units

_LONGEST = 65_000
"""UTF-16 units of a comment: GitHub takes 65,536, and what we measure keeps to fewer."""
_FORK = (
    "These numbers come from a job that runs the fork's own code and workflow: they are its claims. "
    "`/evaluate` measures them with this repository's workflow"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """``why`` says what was published, or why nothing was. Where nothing was, there is no report."""

    why: str
    report: Report | None = None
    head: str = ""
    """The commit that the comment and the check run are about."""
    told: Told = field(default_factory=Told)
    committed: Committed | None = None
    superseded: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """What GitHub says an artefact is about: ``pull`` as it was judged, with the head that was measured."""

    run: int
    attempt: int
    pull: PullRequest


class Unbound(Exception):  # noqa: N818 -- no error: there is nothing to publish
    """Why there is nothing to publish, in words."""

    def __init__(self, why: str, *, superseded: bool = False) -> None:
        super().__init__(why)
        self.why = why
        self.superseded = superseded


def publish_run(step: Step) -> Published:
    """Publish the artefact of a run: commit, comment and check run, as far as inputs and rights let it.

    Raises:
        UsageError: the artefact is not what this action writes, or says that it is about something else.
        GitHubError: GitHub does not say which pull request it is about, or does not hand the artefact out.
    """
    try:
        bound = _bound(step)
        artefact = _fetched(step, bound)
    except Unbound as reason:
        return Published(why=reason.why, superseded=reason.superseded)
    report = _told_of(artefact, is_claimed=bound.pull.is_fork and step.event.comment is None)
    if units(render(report)) > _LONGEST:
        raise UsageError("the artefact's report says more than fits into a comment", cure="see the run that left it")
    committed = commit_results(step.github, _offer(step, artefact, bound.pull))
    now = standing(step.github, bound.pull)
    if committed.sha is None and now.moved:
        return Published(why=f"superseded: {now.moved}", superseded=True)
    head = committed.sha or now.sha
    told = tell(_as_step_of(step, bound), report, head, told=_alike(step.github, artefact.alike.heads, head))
    return Published(
        why=f"published what run {bound.run} measured of {bound.pull.head.sha[:12]}",
        report=report,
        head=head,
        told=told,
        committed=committed,
    )


def _bound(step: Step) -> Bound:
    """Raises Unbound, or GitHubError."""
    event = step.event
    if event.finished is not None:
        return _bound_to_run(step.github, step.github.run(event.finished.id))
    judged = event.pull
    if judged is None and event.comment is not None and event.comment.pull is not None:
        judged = step.github.pull(event.comment.pull)
    if judged is None:
        raise Unbound(f"{event.name} is about no pull request, so there is nothing to publish to")
    expected = step.options.expected_head or judged.head.sha
    judged = replace(judged, head=replace(judged.head, sha=expected))
    now = standing(step.github, judged)
    if now.moved:
        raise Unbound(f"superseded: {now.moved}", superseded=True)
    judged = replace(now.pull, head=replace(now.pull.head, sha=expected))
    return Bound(run=event.job.run_id, attempt=event.job.attempt, pull=judged)


def _bound_to_run(github: GitHub, run: FinishedRun) -> Bound:
    """The one open pull request whose head is what the run was about: by repository, branch and commit."""
    if run.event != "pull_request":
        raise Unbound(f"run {run.id} was started by {run.event}, and not by a pull request")
    if run.head_repository is None:
        raise Unbound(f"the fork that run {run.id} was about is gone")
    source = run.head_repository.id
    owner = run.head_repository.full_name.partition("/")[0]
    known = [
        pull
        for pull in github.pulls_from(owner, run.head_branch)
        if pull.is_open and pull.head.repository is not None and pull.head.repository.id == source
    ]
    found = [pull for pull in known if _is_head(github, pull, run.head_sha)]
    if not found:
        words = f"no open pull request is at {run.head_sha[:12]}"
        raise Unbound(f"superseded: {words}" if known else words, superseded=bool(known))
    if len(found) > 1:
        numbers = ", ".join(str(pull.number) for pull in found)
        raise Unbound(f"pull requests {numbers} have the same head, so that it cannot be told which was measured")
    pull = replace(found[0], head=replace(found[0].head, sha=run.head_sha))
    return Bound(run=run.id, attempt=run.attempt, pull=pull)


def _is_head(github: GitHub, pull: PullRequest, sha: str) -> bool:
    """To forks we commit nothing, so that only the commit itself counts there."""
    return pull.head.sha == sha or (not pull.is_fork and is_same_head(github, sha, pull.head.sha))


def _fetched(step: Step, bound: Bound) -> Artefact:
    """Raises Unbound, UsageError or GitHubError."""
    name = step.options.artefact
    known = [one for one in step.github.artefacts(bound.run, name) if not one.expired]
    if not known:
        raise Unbound(f"run {bound.run} left no artefact named `{name}`")
    newest = max(known, key=lambda one: one.id)
    artefact = read_artefact(step.github.archive(newest, most=MOST_BYTES))
    origin = artefact.origin
    said = (origin.repository, origin.run, origin.head_sha)
    if said != (step.event.repository.id, bound.run, bound.pull.head.sha):
        raise UsageError(
            f"the artefact says that it is from run {origin.run} of repository {origin.repository} at "
            f"{origin.head_sha[:40]!r}, and it is from run {bound.run} at {bound.pull.head.sha}",
            cure="nothing was published; see who changed the workflow that left it",
        )
    return artefact


def _told_of(artefact: Artefact, *, is_claimed: bool) -> Report:
    """``is_claimed``: a stranger's workflow measured it; `/evaluate` does that by this repository's."""
    notes = artefact.report.notes
    if is_claimed:
        notes += (_FORK,)
    if artefact.product != __version__:
        notes += (f"Measured by version `{artefact.product[:40]}`, and told by {__version__}",)
    return replace(artefact.report, notes=notes)


def _offer(step: Step, artefact: Artefact, pull: PullRequest) -> Offer:
    report, options = artefact.report, step.options
    return Offer(
        results=artefact.results,
        event=step.event,
        setting=options.commit,
        headline=options.commit_message,
        before=None if pull.is_fork else _before(step.github, pull.head.sha),
        pull=pull,
        forbidden=step.mode.not_committed,
        drafts=options.drafts,
        backend="" if report.run is None else report.run.backend,
        unfinished=unfinished(report),
        body="" if artefact.alike.mark is None else mark_line(artefact.alike.mark),
    )


def _alike(github: GitHub, named: tuple[str, ...], head: str) -> tuple[str, ...]:
    """Of the commits that the artefact calls alike, those that nothing but results lies between them and the head."""
    if not named:
        return ()
    known = {head}
    try:
        for commit in commits_of_results(github, head):
            known.add(commit.parents[0])
    except GitHubError:
        return ()
    return tuple(sha for sha in named if sha in known)


def _before(github: GitHub, sha: str) -> Callable[[str], bytes | None]:
    def read(path: str) -> bytes | None:
        try:
            oid = github.blob_at(path, sha)
            return None if oid is None else github.blob(oid)
        except GitHubError:
            return None

    return read


def _as_step_of(step: Step, bound: Bound) -> Step:
    """As the job that measured would tell it: its run is the one that a newer one supersedes, and that links lead to.

    Workflow commands reach no pull request from here, so the check run has every annotation.
    """
    job = replace(step.event.job, run_id=bound.run, attempt=bound.attempt)
    options = step.options
    if options.annotations == "auto":
        options = replace(options, annotations="check")
    return replace(step, event=replace(step.event, job=job, pull=bound.pull), options=options)
