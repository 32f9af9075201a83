"""The status of an evaluation on the commit that it is about: pending from the first minute, ended whatever happens.

Of several runs each says so for itself. Which one goes on is read from their order, since nothing can be locked.
"""

from itertools import takewhile

from skill_evals.app.action.step import Step, run_url
from skill_evals.app.own_commits import is_login
from skill_evals.edges.github.api import GitHub
from skill_evals.errors import GitHubError
from skill_evals.model.event import FinishedRun
from skill_evals.model.publication import Status
from skill_evals.model.regex import regex
from skill_evals.report.escape import narrow
from skill_evals.report.markdown import cut, flat

CONTEXT = "skill-evals/evaluate"
"""The name of the status."""
PENDING = "pending"
_LONGEST = 140
"""Characters of a status's description."""
_MARKER = regex(r"<!-- skill-evals-action:evaluate v1 run=([0-9]{1,18}) sha=([0-9a-f]{40}) -->")


def marker_of(run: int, sha: str) -> str:
    """The first line of the answer to a comment, by which a sweeper finds the status that nobody ended."""
    return f"<!-- skill-evals-action:evaluate v1 run={run} sha={sha} -->"


def set_status(step: Step, sha: str, state: str, words: str, *, run: int | None = None) -> None:
    """Raises GitHubError."""
    described = cut(narrow(flat(words)), _LONGEST)
    url = run_url(step.event, run or step.event.job.run_id)
    step.github.set_status(Status(sha=sha, state=state, context=CONTEXT, description=described, url=url))


def others(step: Step, sha: str) -> list[Status]:
    """Pending statuses of other runs that still last, older than our own where that is there; the oldest first."""
    mine = run_url(step.event, step.event.job.run_id)
    pending = _pending(step.github, sha)
    urls = [one.url for one in pending]
    older = pending[urls.index(mine) + 1 :] if mine in urls else pending
    return [one for one in reversed(older) if one.url != mine and _lasts(step, one.url)]


def _pending(github: GitHub, sha: str) -> list[Status]:
    """What was said of a commit since an evaluation of it ended; the newest first."""
    ours = (one for one in github.statuses(sha) if one.context == CONTEXT)
    return list(takewhile(lambda one: one.state == PENDING, ours))


def _lasts(step: Step, url: str) -> bool:
    """Whether the run that a status links to is still under way; one that cannot be asked for does not hold us up."""
    number = url.removeprefix(run_url(step.event, None))
    if not (number.isascii() and number.isdecimal() and len(number) < 19):
        return False
    try:
        return step.github.run(int(number)).conclusion == ""
    except GitHubError:
        return False


def sweep(step: Step, run: FinishedRun) -> tuple[str, ...]:
    """End the statuses that a finished run left pending; the commits that it was about.

    Raises GitHubError.
    """
    me = step.github.me()
    found = []
    for remark in step.github.remarks_since(run.created):
        marker = _MARKER.match(remark.body)
        if marker is None or not is_login(remark.author, me) or int(marker[1]) != run.id:
            continue
        if _is_left_pending(step, marker[2], run_url(step.event, run.id)):
            words = f"the run ended with {run.conclusion or 'nothing'} before it could say how"
            set_status(step, marker[2], "error", words, run=run.id)
            found.append(marker[2])
    return tuple(found)


def _is_left_pending(step: Step, sha: str, url: str) -> bool:
    """Whether a run said last that it was under way. One that came later and stood back has said so as well, and says
    nothing more; one that lasts will end its own.
    """
    urls = [one.url for one in _pending(step.github, sha)]
    return url in urls and not any(one != url and _lasts(step, one) for one in urls)
