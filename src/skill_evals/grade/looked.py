"""A path that a check names, as it was found after the run; or the verdict, where that already decides it."""

from skill_evals.grade.check import errored, failed
from skill_evals.grade.place import below
from skill_evals.model.evidence import Evidence, WorkspaceFile
from skill_evals.model.verdict import CheckVerdict


def looked_at(path: str, text: str, evidence: Evidence) -> WorkspaceFile | CheckVerdict:
    """What lies at the path. A path out of the workspace and one that nobody looked at are errors; a link fails,
    since making it was the agent's doing and what is behind it may be anything.
    """
    if below(path) is None:
        return errored(text, f"{path} leads out of the workspace, where checks do not look")
    found = evidence.files.get(path)
    if found is None:
        return errored(text, f"{path} was not looked at in this run")
    if found.error is not None:
        return errored(text, f"{path}: {found.error}")
    if found.link:
        return failed(text, f"{path} is a link, and links are not followed")
    return found
