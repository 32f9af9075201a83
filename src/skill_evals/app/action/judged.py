"""What becomes of results that this job measured: a commit, an artefact for a job that may commit, a patch."""

from collections.abc import Mapping
from pathlib import Path
from posixpath import join

from skill_evals.app.action.step import Step
from skill_evals.app.commit_back import Committed, Offer, blob_id, commit_results
from skill_evals.app.reading import bytes_of
from skill_evals.edges.atomic import write_atomic
from skill_evals.edges.git import find_repository
from skill_evals.edges.github.artefact import FOLDER, NOBODY, write_artefact
from skill_evals.edges.root import relative
from skill_evals.model.artefact import Alike, Origin
from skill_evals.model.files import FileTree
from skill_evals.model.light import replace
from skill_evals.model.report import Report
from skill_evals.report.commit_policy import is_results_path, unfinished

PATCH = "results.patch"
"""Below ``--out``."""


def in_repository(results: Mapping[str, bytes], root: Path) -> dict[str, bytes]:
    """Results by their paths from the top of the repository, of which ``root`` may be a folder."""
    prefix = prefix_of(root)
    return {join(prefix, path): data for path, data in results.items()}


def from_the_top(report: Report, root: Path) -> Report:
    """With findings at their paths from the top of the repository, which is all that GitHub knows."""
    prefix = prefix_of(root)
    if not prefix:
        return report
    found = tuple(replace(one, path=join(prefix, one.path)) for one in report.lint.diagnostics)
    return replace(report, lint=replace(report.lint, diagnostics=found))


def commit_judged(  # noqa: PLR0913 -- where the tree lies, what it held, and what is said of it
    step: Step, report: Report, results: Mapping[str, bytes], *, files: FileTree, root: Path, body: str = ""
) -> Committed:
    """Commit what was measured in ``files``, the tree below ``root``, where inputs, event and rights let it.

    ``body`` is that of the commit's message.
    """
    prefix = prefix_of(root)

    def before(path: str) -> bytes | None:
        return bytes_of(files, path.removeprefix(f"{prefix}/") if prefix else path)

    offer = Offer(
        results=in_repository(results, root),
        event=step.event,
        setting=step.options.commit,
        headline=step.options.commit_message,
        before=before,
        pull=step.event.pull,
        forbidden=step.mode.not_committed,
        drafts=step.options.drafts,
        backend="" if report.run is None else report.run.backend,
        unfinished=unfinished(report),
        body=body,
    )
    return commit_results(step.github, offer)


def blobs_written(results: Mapping[str, bytes], *, files: FileTree, root: Path) -> dict[str, str]:
    """The files that a commit of these results writes, by their paths from the top of the repository, each with the id
    that git has for its bytes: those that ``files``, the tree below ``root``, does not hold as they are.
    """
    differing = {path: data for path, data in results.items() if bytes_of(files, path) != data}
    return {path: blob_id(data) for path, data in in_repository(differing, root).items() if is_results_path(path)}


def leave(  # noqa: PLR0913 -- what was found, where it goes, and what it is about
    step: Step, report: Report, results: Mapping[str, bytes], *, out: Path, head: str, alike: Alike = NOBODY
) -> Path:
    """Write the artefact below ``out``, for a job that publishes; the folder to upload. ``results`` are by their paths
    from the top of the repository.

    Raises:
        UsageError: it cannot be written.
    """
    origin = Origin(
        repository=step.event.repository.id, run=step.event.job.run_id, head_sha=head, event=step.event.name
    )
    write_artefact(out / FOLDER, report, results, origin, alike)
    return out / FOLDER


def leave_patch(committed: Committed, out: Path) -> Path | None:
    """Write what was not committed as a patch below ``out``; None: there is none.

    Raises:
        UsageError: it cannot be written.
    """
    if committed.patch is None:
        return None
    write_atomic(out / PATCH, committed.patch)
    return out / PATCH


def prefix_of(root: Path) -> str:
    """The path of a folder from the top of its repository, which is all that GitHub knows; empty: the top itself."""
    top = find_repository(root)
    return "" if top is None or top == root.resolve() else relative(top, root)
