"""evolve's ``file_exists`` and ``file_absent``: is there something at a path below the workspace?"""

from skill_evals.grade.check import decided, text_of
from skill_evals.grade.looked import looked_at
from skill_evals.model.evidence import Evidence
from skill_evals.model.suite import Check
from skill_evals.model.verdict import CheckVerdict


def grade_file_exists(check: Check, _place: int, evidence: Evidence) -> CheckVerdict:
    """Folders count, as in evolve's ``stat``; a link does not, wherever it leads."""
    path = text_of(check, "path")
    return _presence(path, f"file {path} exists", evidence, wanted=True)


def grade_file_absent(check: Check, _place: int, evidence: Evidence) -> CheckVerdict:
    """Whatever is there, a folder or a link too, is too much."""
    path = text_of(check, "path")
    return _presence(path, f"file {path} is absent", evidence, wanted=False)


def _presence(path: str, text: str, evidence: Evidence, *, wanted: bool) -> CheckVerdict:
    found = looked_at(path, text, evidence)
    if isinstance(found, CheckVerdict):
        return found
    return decided(text, f"{path} exists" if found.exists else f"{path} missing", passed=found.exists is wanted)
