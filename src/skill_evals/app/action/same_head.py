"""The run that our own commit of results starts: what was measured of the commit below stands, and is not paid again.

The commit itself carries how that ended (report/commit_mark.py). It is believed where GitHub signed it for the App of
this job's token, where nothing but results lies between it and what was measured, and where the same was compared with
the same base by the same version under the same inputs and configuration. Whatever cannot be told so is measured.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import replace

from skill_evals import __version__
from skill_evals.app.action.tell import confirmed
from skill_evals.app.action.vouching import is_apps_own
from skill_evals.app.commit_back import own_commits_from
from skill_evals.app.measure import Already, Measured, MeasureRequest, measure, plan_of
from skill_evals.compare.gate import gate
from skill_evals.edges.github.api import BOT, GitHub
from skill_evals.errors import GitHubError
from skill_evals.model.comparison import CaseClass, Comparison
from skill_evals.model.plan import Plan, Skip
from skill_evals.model.report import Report
from skill_evals.plan.forecast import NOTHING
from skill_evals.report.commit_mark import Mark, mark_line, mark_of


class SameHead:
    """Measures the head of a pull request, or tells that it was measured; and marks what was."""

    def __init__(self, github: GitHub | None, head: str, *, chosen: bool) -> None:
        """``github`` None: whatever the head is, it is measured, and nothing is marked. ``chosen``: whether somebody
        named the backend, as the gate asks.
        """
        self._github = github
        self._head = head
        self._chosen = chosen
        self._made: Mark | None = None
        self._standing: Mark | None = None
        """Of the commit that was measured in this one's place; None: this one was measured."""
        self._alike: tuple[str, ...] = ()
        """The head, and the commits below it down to the one that was measured."""

    def measure(self, request: MeasureRequest) -> Measured:
        """As ``app.measure.measure``, and raises what that does."""
        changes = request.changes
        if self._github is None or changes is None or changes.dirty:
            return measure(request)
        by = _digest(request, chosen=self._chosen)
        self._standing = self._found(self._github, changes.base, by)
        if self._standing is not None:
            return _stands(plan_of(request), self._standing)
        done = measure(request)
        if done.sweep is not None:
            failed = bool(_reasons(request, done.sweep.comparison, chosen=self._chosen))
            self._made = Mark(judged=self._head, base=changes.base, by=by, failed=failed)
        return done

    def line(self, report: Report) -> str:
        """The body of the message of a commit of these results; empty where nothing can be marked."""
        if self._made is None:
            return ""
        lint = report.lint.summary
        mark = replace(
            self._made,
            regressions=confirmed(report, CaseClass.BROKEN),
            improvements=confirmed(report, CaseClass.FIXED),
            errors=lint.errors,
            warnings=lint.warnings,
        )
        return mark_line(mark)

    def told(self, report: Report) -> tuple[str, ...]:
        """The commits of which a comment says all there is to say of this one."""
        lint, known = report.lint.summary, self._standing
        is_alike = known is not None and (lint.errors, lint.warnings) == (known.errors, known.warnings)
        return self._alike if is_alike else ()

    def outputs(self) -> dict[str, str]:
        """What was found of the commit that was measured in this one's place."""
        known = self._standing
        if known is None:
            return {}
        return {"regressions": str(known.regressions), "improvements": str(known.improvements)}

    def _found(self, github: GitHub, base: str, by: str) -> Mark | None:
        """The newest mark of the same upon the commit that it tells of. Several jobs may have committed upon each
        other, each what it measured.
        """
        try:
            marks = list(_marks(github, self._head))
        except GitHubError:
            return None
        below = [parent for parent, _ in marks]
        for place, (_, mark) in enumerate(marks):
            if mark is not None and (mark.base, mark.by) == (base, by) and mark.judged in below[place:]:
                self._alike = (self._head, *below[: below.index(mark.judged) + 1])
                return mark
        return None


def _marks(github: GitHub, head: str) -> Iterator[tuple[str, Mark | None]]:
    """Of our own commits that a head ends in, the newest first, each with its parent.

    The workflow's own token is no App of ours: every workflow has it.
    """
    me = ""
    for commit in own_commits_from(github, head):
        me = me or github.me()
        if commit.author == BOT or not is_apps_own(commit, me):
            return
        yield commit.parents[0], mark_of(commit.message)


def _stands(plan: Plan, mark: Mark) -> Measured:
    """The plan, of which nothing is run."""
    words = f"measured for {mark.judged[:12]}, upon which there are only its results"
    skips = (Skip(skill=job.skill, tier=job.tier, model=job.model, reason=words) for job in plan.jobs)
    rest = replace(plan, jobs=(), skips=(*dict.fromkeys(skips), *plan.skips), total=NOTHING, unlisted=(), claims=())
    failed = (f"what was measured for {mark.judged[:12]} fails it",) if mark.failed else ()
    note = (
        f"Nothing is measured again: only results of this action's own lie between this commit and `{mark.judged[:12]}`"
    )
    return Measured(plan=rest, sweep=None, already=Already(failed=failed, note=note))


def _reasons(request: MeasureRequest, comparison: Comparison, *, chosen: bool) -> tuple[str, ...]:
    """Why what was measured fails the gate."""
    name = request.backend.name
    return gate(comparison, lint_errors=0, config=request.config.gate, backend=name, chosen_by_name=chosen).reasons


def _digest(request: MeasureRequest, *, chosen: bool) -> str:
    """Of all that decides besides the two trees; what the head's results claim is of the tree."""
    options = replace(request.options, claims=None)
    parts = (__version__, request.backend.name, chosen, request.judge is None, request.config, options)
    return hashlib.sha256("\0".join(map(repr, parts)).encode("utf-8", "surrogatepass")).hexdigest()
