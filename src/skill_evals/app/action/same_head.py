"""The run that our own commit of results starts: what was measured of the commit below stands, and is not paid again.

The commit itself carries how that ended (report/commit_mark.py). It is believed where it is proven who says so
(marks.py), where nothing but results lies between it and what was measured, and where the same was compared with the
same base by the same version under the same inputs and configuration. Whatever cannot be told so is measured.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import replace

from skill_evals import __version__
from skill_evals.app.action.marks import Seal, proven_marks
from skill_evals.app.action.tell import confirmed
from skill_evals.app.measure import Already, Measured, MeasureRequest, Measuring, plan_of
from skill_evals.compare.gate import gate
from skill_evals.edges.github.api import GitHub
from skill_evals.errors import GitHubError
from skill_evals.model.artefact import Alike
from skill_evals.model.comparison import CaseClass, Comparison
from skill_evals.model.mark import Mark
from skill_evals.model.plan import Plan, Skip
from skill_evals.model.report import Report
from skill_evals.plan.forecast import NOTHING
from skill_evals.report.commit_mark import mark_line
from skill_evals.report.commit_policy import unfinished
from skill_evals.report.mark_seal import files_digest


class SameHead:
    """Measures the head of a pull request, or tells that it was measured; and marks what was."""

    def __init__(self, github: GitHub | None, head: str, *, seal: Seal | None, marks: bool) -> None:
        """``github`` None: whatever the head is, it is measured. ``marks``: whether what was measured is marked."""
        self._github = github
        self._head = head
        self._seal = seal
        self._marks = marks
        self._made: Mark | None = None
        self._standing: Mark | None = None
        """Of the commit that was measured in this one's place; None: this one was measured."""
        self._heads: tuple[str, ...] = ()
        """The head, and the commits below it down to the one that was measured."""

    def around(self, inner: Measuring) -> Measuring:
        """As ``inner`` measures, and raises what that does."""

        def measured(request: MeasureRequest) -> Measured:
            if self.stands(request) and self._standing is not None:
                return _stands(plan_of(request), self._standing)
            done = inner(request)
            if self._marks and done.sweep is not None and request.changes is not None and not request.changes.dirty:
                failed = bool(_reasons(request, done.sweep.comparison))
                by = _digest(request)
                self._made = Mark(judged=self._head, base=request.changes.base, by=by, failed=failed)
            return done

        return measured

    def stands(self, request: MeasureRequest) -> bool:
        """Whether this was measured already."""
        changes = request.changes
        if self._github is not None and changes is not None and not changes.dirty:
            self._standing = self._found(self._github, changes.base, _digest(request))
        return self._standing is not None

    def mark(self, report: Report, blobs: Mapping[str, str]) -> Mark | None:
        """For a commit that writes these files, each with the id that git has for its bytes; None: there is nothing to
        mark, for want of a complete sweep say.
        """
        if self._made is None or unfinished(report):
            return None
        lint = report.lint.summary
        mark = replace(
            self._made,
            regressions=confirmed(report, CaseClass.BROKEN),
            improvements=confirmed(report, CaseClass.FIXED),
            errors=lint.errors,
            warnings=lint.warnings,
        )
        return mark if self._seal is None else self._seal.upon(replace(mark, results=files_digest(blobs)))

    def line(self, report: Report, blobs: Mapping[str, str]) -> str:
        """The body of the message of such a commit; empty where nothing can be marked."""
        mark = self.mark(report, blobs)
        return "" if mark is None else mark_line(mark)

    def alike(self, report: Report, blobs: Mapping[str, str]) -> Alike:
        """For a job that publishes. A mark without a seal would be worth nothing in its commit."""
        mark = self.mark(report, blobs) if self._seal is not None else None
        return Alike(mark=mark, heads=self.told(report))

    def told(self, report: Report) -> tuple[str, ...]:
        """The commits of which a comment says all there is to say of this one."""
        lint, known = report.lint.summary, self._standing
        is_alike = known is not None and (lint.errors, lint.warnings) == (known.errors, known.warnings)
        return self._heads if is_alike else ()

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
            marks = list(proven_marks(github, self._head, self._seal))
        except GitHubError:
            return None
        below = [parent for parent, _ in marks]
        for place, (_, mark) in enumerate(marks):
            if mark is not None and (mark.base, mark.by) == (base, by) and mark.judged in below[place:]:
                self._heads = (self._head, *below[: below.index(mark.judged) + 1])
                return mark
        return None


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


def _reasons(request: MeasureRequest, comparison: Comparison) -> tuple[str, ...]:
    """Why what was measured fails the gate."""
    name, config = request.backend.name, request.config
    named = config.run.backend_named
    return gate(comparison, lint_errors=0, config=config.gate, backend=name, chosen_by_name=named).reasons


def _digest(request: MeasureRequest) -> str:
    """Of all that decides besides the two trees; what the head's results claim is of the tree."""
    options = replace(request.options, claims=None)
    parts = (__version__, request.backend.name, request.judge is None, request.config, options)
    return hashlib.sha256("\0".join(map(repr, parts)).encode("utf-8", "surrogatepass")).hexdigest()
